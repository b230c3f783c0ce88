use super::Entry;
use crate::ImportError;

pub(super) const ENTRY: Entry = Entry {
    name: "llm-d benchmark report",
    fits: |_| false,
    read: |_, _| Err(ImportError::whole("nothing", "an importer")),
};
