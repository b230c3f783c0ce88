//! Fetches a release, seals it and shows it. The only fetch of the page.

use std::{cell::Cell, rc::Rc, sync::Arc, time::Duration};

use charts::{Lang, label};
use js_sys::{Promise, Reflect, Uint8Array};
use leptos::prelude::*;
use rounds::Catalogue;
use seal::{DataPath, Descriptor, Digest, Hasher, Manifest, OpenError, SUMS, Sealed};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    AbortController, Document, HtmlElement, ReadableStreamDefaultReader, RequestCache, RequestInit,
    Response,
};

use crate::{Address, Check, Page, Told, view};

/// A file of which nothing comes for so long is given up, in seconds.
const STALL: u64 = 15;
/// A file that has not come whole by then is given up, in seconds; a large one gets as long as on the [`SLOWEST`] line.
const PATIENCE: u64 = 60;
/// The slowest line, in bytes a second, on which a large file is waited for to its end.
const SLOWEST: u64 = 50_000;
/// The longest that a file may be whose length no manifest gives: the catalogue, and the manifests themselves.
const UNLISTED: u64 = 2 << 20;

/// Why there is no checked page.
enum Trouble {
    /// It did not come in time. Nothing is known to be wrong, so what came as HTML stands, unchecked.
    Late(String),
    /// It is not what it should be, or not there.
    Wrong(String),
}

impl Trouble {
    fn why(self) -> String {
        match self {
            Self::Late(why) | Self::Wrong(why) => why,
        }
    }
}

impl From<String> for Trouble {
    fn from(why: String) -> Self {
        Self::Wrong(why)
    }
}

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
        if let Err(trouble) = &made {
            if let Trouble::Late(why) = trouble {
                say(&document, &once_more(address.lang, why));
            }
            // Perhaps the browser kept something from before the last deployment: once more, past all it keeps.
            made = check(&document, address.clone(), Cached::No).await;
        }
        match made {
            Ok((page, checks)) => {
                let page = Arc::new(page);
                let checks = RwSignal::new(checks);
                let shown = Arc::clone(&page);
                show(&document, move || view::app(&shown, checks));
                view::answer(&page, checks);
                ready(&document);
                rest(page, checks, |file| !file.is_source()).await;
            }
            Err(Trouble::Late(why)) => {
                say(&document, &late(address.lang, &why));
                if let Some(again) = document.get_element_by_id("seal-again") {
                    let _ = again.remove_attribute("hidden");
                }
                ready(&document);
            }
            Err(Trouble::Wrong(why)) => {
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
        told: told().unwrap_or_default(),
    })
}

/// The root digest in the page's address.
fn told() -> Option<String> {
    let query = web_sys::window()?.location().search().ok()?;
    let told = query
        .trim_start_matches('?')
        .split('&')
        .find_map(|pair| pair.strip_prefix("root="))?;
    Some(told.trim().to_owned())
}

/// Puts a view in place of the HTML that came with the page, between two frames.
fn show<V: IntoView + 'static>(document: &Document, view: impl FnOnce() -> V + 'static) {
    let Some(app) = document
        .get_element_by_id("app")
        .and_then(|app| app.dyn_into::<HtmlElement>().ok())
    else {
        return;
    };
    app.set_text_content(None);
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
) -> Result<(Page, Vec<Check>), Trouble> {
    // All at once; awaited one after another.
    let listing = ask(
        format!("{}data/catalogue.json", address.root),
        cached,
        UNLISTED,
    );
    let sums = ask(address.file(SUMS), cached, UNLISTED);
    let package = ask(address.file("datapackage.json"), cached, UNLISTED);
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
        return Err(Trouble::Wrong(format!(
            "`{SUMS}` has the digest {found}{hint}, but `catalogue.json` gives {root} for this release"
        )));
    }
    if let (Ok(told), Some(report)) = (address.told.parse(), report)
        && Told::of(told, report, &address.release) == Told::Differs
    {
        return Err(Trouble::Wrong(format!(
            "no release of `{}` here has the root digest {told} that the address asks for: these are not the files that you were told of",
            address.report
        )));
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
        .map(|(path, entry)| {
            let asked = ask(address.file(path.as_str()), cached, entry.bytes);
            (path, entry, asked)
        })
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
            Err(Trouble::Wrong(why)) => failed.push((path.clone(), why)),
            Err(late) => return Err(late),
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

fn once_more(lang: Lang, why: &str) -> String {
    match lang {
        Lang::En => format!("{why}. Asking once more; these figures are not checked yet."),
        Lang::Zh => format!("{why}。正在重试；以下数字尚未校验。"),
    }
}

fn late(lang: Lang, why: &str) -> String {
    match lang {
        Lang::En => format!(
            "Not checked in this browser: {why}. The figures were made from checked files when the page was built."
        ),
        Lang::Zh => {
            format!("未经本浏览器校验：{why}。页面中的数字在生成页面时由已校验的文件算出。")
        }
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
            let asked = ask(page.address.file(file.path.as_str()), cached, file.bytes);
            check = look(asked, file.digest).await;
            if check == Check::Same {
                break;
            }
        }
        checks.update(|checks| checks[index] = check);
    }
}

/// Hashes one file without keeping it.
async fn look(asked: Asked, expected: Digest) -> Check {
    let (mut hasher, mut head) = (Hasher::default(), vec![]);
    let came = receive(asked, &mut |piece| {
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
        Err(trouble) => Check::Failed(trouble.why()),
    }
}

/// Seals one file, hashing while it comes; where it is not what it should be, it is asked for once more past the browser's
/// cache.
async fn take(
    asked: Asked,
    manifest: &Manifest,
    path: &DataPath,
    progress: &dyn Fn(usize),
) -> Result<Sealed, Trouble> {
    let (again, most) = (asked.address.clone(), asked.most);
    match seal_as_it_comes(asked, manifest, path, progress).await {
        Err(Trouble::Wrong(_)) => {
            seal_as_it_comes(ask(again, Cached::No, most), manifest, path, progress).await
        }
        other => other,
    }
}

async fn seal_as_it_comes(
    asked: Asked,
    manifest: &Manifest,
    path: &DataPath,
    progress: &dyn Fn(usize),
) -> Result<Sealed, Trouble> {
    let wrong = |error: OpenError| Trouble::Wrong(error.to_string());
    let mut opening = manifest.opening(path).map_err(wrong)?;
    receive(asked, &mut |piece| {
        opening.push(piece);
        progress(piece.len());
    })
    .await?;
    opening.seal().map_err(wrong)
}

/// A small file, whole.
async fn whole(asked: Asked) -> Result<Vec<u8>, Trouble> {
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
    /// More bytes than that are not taken.
    most: u64,
    coming: Promise,
    /// Ends the fetch; a browser without one waits as long as it takes.
    stop: Option<AbortController>,
}

/// Asks for the file at `address`, of at most `most` bytes; it comes while others are awaited.
fn ask(address: String, cached: Cached, most: u64) -> Asked {
    let options = RequestInit::new();
    if let Cached::No = cached {
        options.set_cache(RequestCache::Reload);
    }
    let stop = AbortController::new().ok();
    options.set_signal(stop.as_ref().map(AbortController::signal).as_ref());
    let coming = match web_sys::window() {
        Some(window) => window.fetch_with_str_and_init(&address, &options),
        None => Promise::reject(&JsValue::NULL),
    };
    Asked {
        address,
        most,
        coming,
        stop,
    }
}

/// Looks once a second, from now on, whether a file still comes, and ends its fetch if not.
struct Watch {
    /// Seconds since its last byte.
    idle: Rc<Cell<u64>>,
    /// Why it was given up.
    given_up: Rc<Cell<Option<String>>>,
    timer: Option<IntervalHandle>,
}

impl Watch {
    fn over(stop: Option<AbortController>, bytes: u64) -> Self {
        let (idle, given_up) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(None)));
        let tick = {
            let (idle, given_up, all) = (Rc::clone(&idle), Rc::clone(&given_up), Cell::new(0));
            let patience = PATIENCE.max(bytes / SLOWEST);
            move || {
                idle.set(idle.get() + 1);
                all.set(all.get() + 1);
                let why = match (idle.get(), all.get()) {
                    (STALL.., _) => format!("nothing came for {STALL} s"),
                    (_, all) if all >= patience => format!("it was not whole after {patience} s"),
                    _ => return,
                };
                given_up.set(Some(why));
                if let Some(stop) = &stop {
                    stop.abort();
                }
            }
        };
        let timer = set_interval_with_handle(tick, Duration::from_secs(1)).ok();
        Self {
            idle,
            given_up,
            timer,
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(timer) = self.timer {
            timer.clear();
        }
    }
}

/// Gives the bytes of a file to `sink`, piece by piece as they come.
async fn receive(asked: Asked, sink: &mut dyn FnMut(&[u8])) -> Result<(), Trouble> {
    let Asked {
        address,
        most,
        coming,
        stop,
    } = asked;
    // From here on: until now nobody took what came, and a browser keeps only so much.
    let watch = Watch::over(stop.clone(), most);
    let failed = |why: JsValue| {
        if let Some(why) = watch.given_up.take() {
            return Trouble::Late(format!("`{address}` stopped coming: {why}"));
        }
        let why = why
            .dyn_ref::<js_sys::Error>()
            .map(|error| String::from(error.message()));
        Trouble::Wrong(format!(
            "`{address}` did not load: {}",
            why.unwrap_or_else(|| "no reason given".into())
        ))
    };
    let response = JsFuture::from(coming).await.map_err(failed)?;
    let response: Response = response.dyn_into().map_err(failed)?;
    if !response.ok() {
        return Err(Trouble::Wrong(format!(
            "`{address}` did not load: the host answered {}",
            response.status()
        )));
    }
    let Some(body) = response.body() else {
        return Ok(());
    };
    let reader: ReadableStreamDefaultReader = body
        .get_reader()
        .dyn_into()
        .map_err(|_| failed(JsValue::NULL))?;
    let (mut come, mut head) = (0, vec![]);
    loop {
        let piece = JsFuture::from(reader.read()).await.map_err(failed)?;
        let value = Reflect::get(&piece, &"value".into()).map_err(failed)?;
        let Ok(piece) = value.dyn_into::<Uint8Array>() else {
            return Ok(());
        };
        watch.idle.set(0);
        let piece = piece.to_vec();
        if come == 0 {
            head.extend_from_slice(&piece[..piece.len().min(512)]);
        }
        come += piece.len() as u64;
        if come > most {
            if let Some(stop) = stop {
                stop.abort();
            }
            return Err(Trouble::Wrong(format!(
                "`{address}` is longer than the {most} bytes it may have{}",
                hint(&head)
            )));
        }
        sink(&piece);
    }
}
