//! Files in, trusted bytes out.
//!
//! A [`Manifest`] is a release's `SHA256SUMS`, read strictly. [`Manifest::open`] is the only maker of
//! [`Sealed`] bytes, so whatever asks for a `&Sealed` cannot be handed a file that nobody checked. A
//! [`Descriptor`] is the release's `datapackage.json`; it must say the same as the manifest.
//!
//! Not here: files, connections, and what the bytes mean.

mod cause;
mod descriptor;
mod digest;
mod manifest;
mod mend;
mod parting;
mod path;
mod sealed;
mod signature;

pub use cause::{Cause, cause};
pub use descriptor::{
    Allowed, Descriptor, DescriptorError, Entry, Lineage, PrivateTerms, Screened,
};
pub use digest::{Digest, DigestError, Hasher};
pub use manifest::{LineError, Manifest, ManifestError, SUMS};
pub use mend::Mend;
pub use parting::Parting;
pub use path::{DataPath, PathError};
pub use sealed::{OpenError, Opening, Sealed};
pub use signature::{Key, KeyError, SIGNATURE, SignatureError, signed_by};
