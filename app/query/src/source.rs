//! A client's file on its way in: hashed as it was, decompressed where it is compressed.

use std::{
    cell::RefCell,
    io::{self, BufRead, BufReader, Read},
    rc::Rc,
};

use seal::{Digest, Hasher};

/// A file that is being read.
pub(crate) struct Source {
    /// Its contents, decompressed.
    pub(crate) reader: Box<dyn BufRead>,
    raw: Rc<RefCell<Raw>>,
}

struct Raw {
    file: Box<dyn Read>,
    hasher: Hasher,
}

/// The file's bytes as they are on disk, digested as they pass.
struct Passing(Rc<RefCell<Raw>>);

impl Read for Passing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Raw { file, hasher } = &mut *self.0.borrow_mut();
        let length = file.read(buffer)?;
        hasher.update(&buffer[..length]);
        Ok(length)
    }
}

const BUFFER: usize = 1 << 16;
const GZIP: [u8; 2] = [0x1f, 0x8b];
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

impl Source {
    pub(crate) fn open(file: Box<dyn Read>) -> io::Result<Self> {
        let hasher = Hasher::default();
        let raw = Rc::new(RefCell::new(Raw { file, hasher }));
        let mut bytes = BufReader::with_capacity(BUFFER, Passing(Rc::clone(&raw)));
        let head = bytes.fill_buf()?;
        let reader: Box<dyn BufRead> = if head.starts_with(&GZIP) {
            let inner = flate2::bufread::MultiGzDecoder::new(bytes);
            Box::new(BufReader::with_capacity(BUFFER, inner))
        } else if head.starts_with(&ZSTD) {
            let inner = ruzstd::decoding::StreamingDecoder::new(bytes).map_err(io::Error::other)?;
            Box::new(BufReader::with_capacity(BUFFER, inner))
        } else {
            Box::new(bytes)
        };
        Ok(Self { reader, raw })
    }

    /// The digest of the whole file, whether or not all of it was looked at.
    pub(crate) fn digest(self) -> io::Result<Digest> {
        drop(self.reader);
        io::copy(&mut Passing(Rc::clone(&self.raw)), &mut io::sink())?;
        let raw = Rc::into_inner(self.raw).ok_or_else(|| io::Error::other("still being read"))?;
        Ok(raw.into_inner().hasher.finish())
    }
}
