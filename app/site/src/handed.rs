//! The page of the second program, sealed again from the bytes that the first one handed over.

use rounds::Catalogue;
use seal::{DataPath, Descriptor, Manifest, OpenError, PathError, Sealed};

use crate::{Page, load};

/// Makes the page of this document from the files of its release, by its manifest `sums`.
pub fn page(catalogue: &[u8], sums: &str, files: Vec<(String, Vec<u8>)>) -> Result<Page, String> {
    let address = load::address().ok_or("this document does not say which page it is")?;
    let lang = address.lang;
    let catalogue = Catalogue::read(catalogue).map_err(|error| error.said(lang))?;
    let manifest = Manifest::read(sums.as_bytes()).map_err(|error| error.said(lang))?;
    let mut sealed: Vec<Sealed> = vec![];
    for (path, bytes) in files {
        let path: DataPath = path.parse().map_err(|error: PathError| error.said(lang))?;
        let file = manifest.open(&path, bytes);
        sealed.push(file.map_err(|error: OpenError| error.said(lang))?);
    }
    let mut own = sealed.iter();
    let own = own.find(|file| file.path().as_str() == "datapackage.json");
    let own = own.ok_or("`datapackage.json` was not handed over")?;
    let descriptor = Descriptor::read(own, &manifest).map_err(|error| error.said(lang))?;
    Page::of(address, catalogue, manifest.root(), &descriptor, sealed)
}
