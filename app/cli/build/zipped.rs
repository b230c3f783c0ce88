use std::{
    fs,
    io::{Cursor, Write},
    path::Path,
};

use rounds::{Id, ListedRelease};
use zip::{CompressionMethod, DateTime, ZipWriter, write::SimpleFileOptions};

use crate::folder;

/// Puts the whole folder of a release, as it was copied into `dist`, into one file beside the folder of its page.
///
/// The same bytes on every machine: no clock, and the files in the order of their paths.
pub(super) fn zipped(
    dist: &Path,
    data: &str,
    report: &Id,
    release: &ListedRelease,
) -> anyhow::Result<()> {
    let id = &release.id;
    let from = dist.join(data).join(report.as_str()).join(id.as_str());
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::DEFAULT)
        .unix_permissions(0o644);
    let mut zip = ZipWriter::new(Cursor::new(vec![]));
    for name in folder::walk(&from)? {
        // In a folder of its own, so that two releases do not mix where they are unpacked.
        zip.start_file(format!("{report}-{id}/{name}"), options)?;
        zip.write_all(&fs::read(from.join(&name))?)?;
    }
    let bytes = zip.finish()?.into_inner();
    folder::write(&dist.join(file(report, id)), &bytes)
}

/// Where that file is, from the site's root.
pub(super) fn file(report: &Id, release: &Id) -> String {
    format!("{report}/{release}.zip")
}
