//! Files on the reader's own machine: chosen or dropped, and read a piece at a time. Nothing of them leaves the browser.

use js_sys::{Function, Promise, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue, prelude::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    DragEvent, File, FileList, FileSystemDirectoryEntry, FileSystemEntry, FileSystemFileEntry,
    HtmlInputElement,
};

/// Bytes read at a time: few enough that the page answers between two pieces.
const PIECE: f64 = 1048576.0;

/// A file that the reader gave.
pub struct Given {
    /// Its name, or its path from the folder on that was given.
    pub name: String,
    file: File,
}

impl Given {
    /// Its length.
    pub fn bytes(&self) -> u64 {
        self.file.size() as u64
    }

    /// Gives its bytes to `sink`, piece by piece, until they end or `sink` wants no more.
    pub async fn read(&self, sink: &mut dyn FnMut(&[u8]) -> bool) -> Result<(), String> {
        let (mut from, size) = (0.0, self.file.size());
        while from < size {
            let piece = self.piece(from).await.map_err(reason)?;
            if !sink(&piece) {
                break;
            }
            from += PIECE;
        }
        Ok(())
    }

    async fn piece(&self, from: f64) -> Result<Vec<u8>, JsValue> {
        let piece = self.file.slice_with_f64_and_f64(from, from + PIECE)?;
        let buffer = JsFuture::from(piece.array_buffer()).await?;
        Ok(Uint8Array::new(&buffer).to_vec())
    }
}

fn reason(why: JsValue) -> String {
    let why = why
        .dyn_ref::<js_sys::Error>()
        .map(|error| String::from(error.message()));
    why.unwrap_or_else(|| "no reason given".into())
}

/// A way to the files that the browser lets the reader choose, or to all of a folder; `take` gets them.
///
/// Not in the page: a button there opens it.
pub fn chooser(folder: bool, take: impl Fn(Brought) + 'static) -> Option<HtmlInputElement> {
    let document = web_sys::window()?.document()?;
    let input: HtmlInputElement = document.create_element("input").ok()?.dyn_into().ok()?;
    input.set_type("file");
    input.set_multiple(true);
    if folder {
        input.set_attribute("webkitdirectory", "").ok()?;
    }
    let own = input.clone();
    let chosen = move || {
        take(Brought {
            files: own.files().map(given).unwrap_or_default(),
            entries: vec![],
        });
        // So that the same file can be chosen again after it was changed.
        own.set_value("");
    };
    let chosen = Closure::<dyn Fn()>::new(chosen).into_js_value();
    input.set_onchange(chosen.dyn_ref());
    Some(input)
}

fn given(files: FileList) -> Vec<Given> {
    let files = (0..files.length()).filter_map(|at| files.item(at));
    files
        .map(|file| Given {
            name: path(&file),
            file,
        })
        .collect()
}

/// The file's path in the folder that was chosen; its name where it was chosen by itself.
fn path(file: &File) -> String {
    let path = Reflect::get(file, &"webkitRelativePath".into());
    let path = path.ok().and_then(|path| path.as_string());
    path.filter(|path| !path.is_empty())
        .unwrap_or_else(|| file.name())
}

/// What the reader chose or dropped, to be listed after the event, when the browser does not show it any more.
pub struct Brought {
    files: Vec<Given>,
    entries: Vec<FileSystemEntry>,
}

impl Brought {
    /// What was dropped by `event`.
    pub fn dropped(event: &DragEvent) -> Self {
        let (mut files, mut entries) = (vec![], vec![]);
        let items = event.data_transfer().map(|transfer| transfer.items());
        let count = items.as_ref().map_or(0, |items| items.length());
        for item in (0..count).filter_map(|at| items.as_ref()?.get(at)) {
            if let Ok(Some(entry)) = item.webkit_get_as_entry() {
                entries.push(entry);
            } else if let Ok(Some(file)) = item.get_as_file() {
                files.push(Given {
                    name: file.name(),
                    file,
                });
            }
        }
        Self { files, entries }
    }

    /// All its files, those in folders too.
    pub async fn list(self) -> Result<Vec<Given>, String> {
        let Self {
            mut files,
            mut entries,
        } = self;
        // From the end on, so that what is in a folder comes in its place.
        entries.reverse();
        while let Some(entry) = entries.pop() {
            if entry.is_directory() {
                inside(entry.unchecked_ref(), &mut entries)
                    .await
                    .map_err(reason)?;
                continue;
            }
            let entry: &FileSystemFileEntry = entry.unchecked_ref();
            let file = told(|yes, no| entry.file_with_callback_and_callback(yes, no));
            let file = JsFuture::from(file).await.map_err(reason)?.unchecked_into();
            let name = entry.full_path().trim_start_matches('/').into();
            files.push(Given { name, file });
        }
        Ok(files)
    }
}

/// Adds what is in `folder`.
async fn inside(
    folder: &FileSystemDirectoryEntry,
    entries: &mut Vec<FileSystemEntry>,
) -> Result<(), JsValue> {
    let reader = folder.create_reader();
    let mut all = vec![];
    loop {
        let part = told(|yes, no| {
            // One that cannot be read says so by `no`.
            let _ = reader.read_entries_with_callback_and_callback(yes, no);
        });
        // A browser gives a hundred at a time, and none at the end.
        let part = js_sys::Array::from(&JsFuture::from(part).await?);
        if part.length() == 0 {
            entries.extend(all.into_iter().rev());
            return Ok(());
        }
        all.extend(part.iter().map(JsCast::unchecked_into::<FileSystemEntry>));
    }
}

/// The promise of what a function of the time before promises tells one of two others.
fn told(mut ask: impl FnMut(&Function, &Function)) -> Promise {
    Promise::new(&mut |yes, no| ask(&yes, &no))
}
