//! Fetches a release, seals it and shows it. The only fetch of the page.

use std::{cell::Cell, sync::Arc};

use charts::{Lang, label};
use js_sys::{Promise, Reflect, Uint8Array};
use leptos::prelude::*;
use rounds::Catalogue;
use seal::{DataPath, Descriptor, Digest, Hasher, Manifest, OpenError, SUMS, Sealed};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    AbortSignal, Document, HtmlElement, ReadableStreamDefaultReader, RequestCache, RequestInit,
    Response,
};

use crate::{Address, Check, Page, view};

/// A file that has not come whole by then is given up.
const PATIENCE_MS: u32 = 60_000;

/// Starts the page that the HTML says it is.
pub fn start() {
    std::panic::set_hook(Box::new(|panic| {
        web_sys::console::error_1(&panic.to_string().into());
        if let Some(document) = web_sys::window().and_then(|window| window.document()) {
            say(
                &document,
                "The check stopped: these figures were not checked in this browser. 校验中断：数字未经本浏览器校验。",
            );
        }
    }));
    let (Some(document), Some(address)) = (
        web_sys::window().and_then(|window| window.document()),
        address(),
    ) else {
        return;
    };
    spawn_local(async move {
        let mut made = check(&document, address.clone(), Cached::Yes).await;
        if made.is_err() {
            // Perhaps the browser kept something from before the last deployment: once more, past all it keeps.
            made = check(&document, address.clone(), Cached::No).await;
        }
        match made {
            Ok((page, checks)) => {
                let page = Arc::new(page);
                let checks = RwSignal::new(checks);
                let shown = Arc::clone(&page);
                show(&document, move || view::app(&shown, checks));
                ready(&document);
                rest(page, checks, |file| !file.is_source()).await;
            }
            Err(why) => {
                show(&document, move || {
                    view::trouble(address.lang, &address.root, why)
                });
                ready(&document);
            }
        }
    });
}

/// What the prerendered page says of itself, in the attributes of its root element.
fn address() -> Option<Address> {
    let root = web_sys::window()?
        .document()?
        .document_element()?
        .dyn_into::<HtmlElement>()
        .ok()?;
    let data = root.dataset();
    let lang = if data.get("lang")? == "zh" {
        Lang::Zh
    } else {
        Lang::En
    };
    Some(Address {
        report: data.get("report")?,
        release: data.get("release")?,
        lang,
        root: data.get("root")?,
    })
}

/// Puts a view in place of the HTML that came with the page, between two frames.
fn show<V: IntoView + 'static>(document: &Document, view: impl FnOnce() -> V + 'static) {
    let Some(app) = document
        .get_element_by_id("app")
        .and_then(|app| app.dyn_into::<HtmlElement>().ok())
    else {
        return;
    };
    app.set_inner_html("");
    mount_to(app, view).forget();
}

/// Tells tests and measurements that what stands now is final.
fn ready(document: &Document) {
    if let Some(root) = document.document_element() {
        let _ = root.set_attribute("data-ready", "1");
    }
    mark("charts-ready");
}

/// Leaves a time stamp for measurements; a browser without them goes on without.
fn mark(name: &str) {
    if let Some(performance) = web_sys::window().and_then(|window| window.performance()) {
        let _ = performance.mark(name);
    }
}

/// Fetches and seals what the figures need, and makes the page of it.
async fn check(
    document: &Document,
    address: Address,
    cached: Cached,
) -> Result<(Page, Vec<Check>), String> {
    // All at once; awaited one after another.
    let listing = ask(format!("{}data/catalogue.json", address.root), cached);
    let sums = ask(address.file(SUMS), cached);
    let package = ask(address.file("datapackage.json"), cached);
    let catalogue = Catalogue::read(&whole(listing).await?)?;
    let sums = whole(sums).await?;
    let report = catalogue.report(&address.report);
    let listed = report.and_then(|report| {
        report
            .releases
            .iter()
            .find(|release| release.id.as_str() == address.release)
    });
    let root = listed
        .ok_or_else(|| {
            format!(
                "`catalogue.json` has no release `{}` of `{}`",
                address.release, address.report
            )
        })?
        .root;
    let found = Digest::of(&sums);
    if found != root {
        let hint = hint(&sums);
        return Err(format!(
            "`{SUMS}` has the digest {found}{hint}, but `catalogue.json` gives {root} for this release"
        ));
    }
    let manifest = Manifest::read(&sums).map_err(|error| error.to_string())?;
    let path = |text: &str| text.parse::<DataPath>().map_err(|error| error.to_string());
    let package = take(package, &manifest, &path("datapackage.json")?, &|_| {}).await?;
    let descriptor = Descriptor::read(&package, &manifest).map_err(|error| error.to_string())?;

    let needed =
        |path: &DataPath| path.as_str() == "report.json" || path.as_str().starts_with("rounds/");
    let total: u64 = descriptor
        .files()
        .filter(|(path, _)| needed(path))
        .map(|(_, entry)| entry.bytes)
        .sum();
    let come = Cell::new(0);
    let progress = |bytes: usize| {
        come.set(come.get() + bytes as u64);
        say(
            document,
            &checking(address.lang, come.get().min(total), total),
        );
    };
    let (mut sealed, mut failed) = (vec![package], vec![]);
    let needed = descriptor.files().filter(|(path, _)| needed(path));
    let asked: Vec<_> = needed
        .map(|(path, entry)| (path, entry, ask(address.file(path.as_str()), cached)))
        .collect();
    for (path, entry, asked) in asked {
        match take(asked, &manifest, path, &progress).await {
            Ok(file) if file.bytes().len() as u64 == entry.bytes => sealed.push(file),
            Ok(file) => {
                let (found, expected) = (file.bytes().len(), entry.bytes);
                let why =
                    format!("`{path}` has {found} bytes, but `datapackage.json` says {expected}");
                failed.push((path.clone(), why));
            }
            Err(why) => failed.push((path.clone(), why)),
        }
    }
    mark("files-sealed");
    let page = Page::of(address, catalogue, root, &descriptor, sealed).map_err(|why| {
        failed
            .iter()
            .map(|(_, why)| why.as_str())
            .chain([why.as_str()])
            .collect::<Vec<_>>()
            .join("; ")
    })?;
    let mut checks = page.checks();
    for (path, why) in failed {
        if let Some(index) = page.files.iter().position(|file| file.path == path) {
            checks[index] = Check::Failed(why);
        }
    }
    Ok((page, checks))
}

/// What accident some bytes look like, for the end of a message.
fn hint(bytes: &[u8]) -> String {
    seal::cause(bytes)
        .map(|accident| format!(" ({accident})"))
        .unwrap_or_default()
}

fn checking(lang: Lang, come: u64, total: u64) -> String {
    let (come, total) = (label::bytes(come), label::bytes(total));
    match lang {
        Lang::En => format!("Checking the files in this browser: {come} of {total}."),
        Lang::Zh => format!("正在本浏览器中校验文件：{come} / {total}。"),
    }
}

/// Shows how far the check is, in the HTML that came with the page.
fn say(document: &Document, words: &str) {
    if let Some(state) = document.get_element_by_id("seal-state") {
        state.set_text_content(Some(words));
    }
}

/// Checks the raw source files too.
pub fn sources(page: &Arc<Page>, checks: RwSignal<Vec<Check>>) {
    spawn_local(rest(Arc::clone(page), checks, crate::File::is_source));
}

/// Checks those of the remaining files that `wanted` wants; no figure rests on them.
async fn rest(page: Arc<Page>, checks: RwSignal<Vec<Check>>, wanted: fn(&crate::File) -> bool) {
    for (index, file) in page.files.iter().enumerate() {
        if !wanted(file) || checks.with_untracked(|checks| checks[index] != Check::Open) {
            continue;
        }
        let mut check = Check::Open;
        for cached in [Cached::Yes, Cached::No] {
            check = look(&page.address.file(file.path.as_str()), file.digest, cached).await;
            if check == Check::Same {
                break;
            }
        }
        checks.update(|checks| checks[index] = check);
    }
}

/// Hashes one file without keeping it.
async fn look(address: &str, expected: Digest, cached: Cached) -> Check {
    let (mut hasher, mut head) = (Hasher::default(), vec![]);
    let came = receive(ask(address.to_owned(), cached), &mut |piece| {
        hasher.update(piece);
        if head.is_empty() {
            head.extend_from_slice(&piece[..piece.len().min(512)]);
        }
    })
    .await;
    let found = hasher.finish();
    match came {
        Ok(()) if found == expected => Check::Same,
        Ok(()) => Check::Failed(format!("found digest {found}{}", hint(&head))),
        Err(why) => Check::Failed(why),
    }
}

/// Seals one file, hashing while it comes; where it differs, it is asked for once more past the browser's cache.
async fn take(
    asked: Asked,
    manifest: &Manifest,
    path: &DataPath,
    progress: &dyn Fn(usize),
) -> Result<Sealed, String> {
    let again = asked.address.clone();
    let first = seal_as_it_comes(asked, manifest, path, progress).await?;
    match first {
        Ok(sealed) => Ok(sealed),
        Err(_) => seal_as_it_comes(ask(again, Cached::No), manifest, path, progress)
            .await?
            .map_err(|error| error.to_string()),
    }
}

async fn seal_as_it_comes(
    asked: Asked,
    manifest: &Manifest,
    path: &DataPath,
    progress: &dyn Fn(usize),
) -> Result<Result<Sealed, OpenError>, String> {
    let mut opening = manifest.opening(path).map_err(|error| error.to_string())?;
    receive(asked, &mut |piece| {
        opening.push(piece);
        progress(piece.len());
    })
    .await?;
    Ok(opening.seal())
}

/// A small file, whole.
async fn whole(asked: Asked) -> Result<Vec<u8>, String> {
    let mut bytes = vec![];
    receive(asked, &mut |piece| bytes.extend_from_slice(piece)).await?;
    Ok(bytes)
}

/// Whether the browser's own copy will do.
#[derive(Clone, Copy)]
enum Cached {
    Yes,
    No,
}

/// A file that has been asked for.
struct Asked {
    address: String,
    coming: Promise,
}

/// Asks for the file at `address`; it comes while others are awaited.
fn ask(address: String, cached: Cached) -> Asked {
    let options = RequestInit::new();
    if let Cached::No = cached {
        options.set_cache(RequestCache::Reload);
    }
    // Older browsers cannot limit a fetch; there it takes as long as it takes.
    if Reflect::get(&js_sys::global(), &"AbortSignal".into())
        .is_ok_and(|signal| Reflect::has(&signal, &"timeout".into()) == Ok(true))
    {
        options.set_signal(Some(&AbortSignal::timeout_with_u32(PATIENCE_MS)));
    }
    let coming = match web_sys::window() {
        Some(window) => window.fetch_with_str_and_init(&address, &options),
        None => Promise::reject(&JsValue::NULL),
    };
    Asked { address, coming }
}

/// Gives the bytes of a file to `sink`, piece by piece as they come.
async fn receive(asked: Asked, sink: &mut dyn FnMut(&[u8])) -> Result<(), String> {
    let Asked { address, coming } = asked;
    let failed = |why: JsValue| {
        let why = why
            .dyn_ref::<js_sys::Error>()
            .map(|error| String::from(error.message()));
        format!(
            "`{address}` did not load: {}",
            why.unwrap_or_else(|| "no reason given".into())
        )
    };
    let response = JsFuture::from(coming).await.map_err(failed)?;
    let response: Response = response.dyn_into().map_err(failed)?;
    if !response.ok() {
        return Err(format!(
            "`{address}` did not load: the host answered {}",
            response.status()
        ));
    }
    let Some(body) = response.body() else {
        return Ok(());
    };
    let reader: ReadableStreamDefaultReader = body
        .get_reader()
        .dyn_into()
        .map_err(|_| failed(JsValue::NULL))?;
    loop {
        let piece = JsFuture::from(reader.read()).await.map_err(failed)?;
        let value = Reflect::get(&piece, &"value".into()).map_err(failed)?;
        let Ok(piece) = value.dyn_into::<Uint8Array>() else {
            return Ok(());
        };
        sink(&piece.to_vec());
    }
}
