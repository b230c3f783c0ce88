//! Fetches a release, seals it and shows it; nothing else in the page asks for files.

use std::{cell::Cell, rc::Rc, sync::Arc, time::Duration};

use charts::{Lang, label};
use js_sys::{Promise, Reflect, Uint8Array};
use leptos::prelude::*;
use rounds::{Catalogue, Id, ListedRelease, Signed};
use seal::{
    DataPath, Descriptor, Digest, Hasher, Key, Manifest, Mend, OpenError, SIGNATURE, SUMS, Sealed,
};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    AbortController, Document, HtmlElement, ReadableStreamDefaultReader, RequestCache, RequestInit,
    Response,
};

use crate::{Address, Check, Page, Signature, Signing, Told, asked, browser, model, source, view};

/// A file of which nothing comes for so long is given up, in seconds.
const STALL: u64 = 15;
/// A file that has not come whole by then is given up, in seconds; a large one gets as long as on the [`SLOWEST`] line.
const PATIENCE: u64 = 60;
/// The slowest line, in bytes a second, on which a large file is waited for to its end.
const SLOWEST: u64 = 50_000;
/// The longest that a file may be whose length no manifest gives: the catalogue, and the manifests themselves.
const UNLISTED: u64 = 2 << 20;
/// The longest that a signature may be.
const SIGNED: u64 = 4 << 10;

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
                STATE,
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
                say(
                    &document,
                    STATE,
                    &messages::asking_once_more(address.lang, why),
                );
            }
            // Perhaps the browser kept something from before the last deployment: once more, past all it keeps.
            made = check(&document, address.clone(), Cached::No).await;
        }
        match made {
            Ok((page, checks, signature)) => {
                if !checks.iter().any(|check| matches!(check, Check::Failed(_))) {
                    browser::keep_checked(&page);
                }
                let page = Arc::new(page);
                let (checks, held) = (RwSignal::new(checks), RwSignal::new(signature));
                let shown = Arc::clone(&page);
                let view: Box<dyn FnOnce() -> AnyView> = match browser::asked("embed") {
                    Some(chart) => Box::new(move || view::embed(&shown, &chart, checks)),
                    None => Box::new(move || view::app(&shown, checks, held, &[])),
                };
                show(&document, APP, view);
                mark("charts-ready");
                if let Some(app) = document.get_element_by_id(APP) {
                    view::answer(&page, checks, &app);
                }
                if let Signature::Open(_) = held.get_untracked() {
                    match hold(&page).await {
                        Ok(signature) => held.set(signature),
                        Err(trouble) => {
                            withhold(&document, &page.address, trouble.why());
                            return ready(&document);
                        }
                    }
                }
                view::choose(&page).await;
                ready(&document);
                spawn_local(history(document, Arc::clone(&page)));
                rest(page, checks, |file| !file.is_extra()).await;
            }
            Err(Trouble::Late(why)) => {
                say(
                    &document,
                    STATE,
                    &messages::not_checked_here(address.lang, why),
                );
                if let Some(again) = document.get_element_by_id("seal-again") {
                    let _ = again.remove_attribute("hidden");
                }
                ready(&document);
            }
            Err(Trouble::Wrong(why)) => {
                withhold(&document, &address, why);
                ready(&document);
            }
        }
    });
}

/// Puts what went wrong in place of the page.
fn withhold(document: &Document, address: &Address, why: String) {
    let (lang, home) = (address.lang, address.home());
    let trouble = move || view::trouble(lang, &home, why);
    show(document, APP, Box::new(trouble));
}

/// What the prerendered page says of itself, in the attributes of its root element.
pub fn address() -> Option<Address> {
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
        told: browser::asked("root").unwrap_or_default(),
        key: browser::asked("key").unwrap_or_default(),
        signed: ["signature", "keys"].map(|name| data.get(name).is_some()),
        unknown: String::new(),
    })
}

/// Leaves for the page of `release`, with what else the address asks for.
fn leave(address: &Address, release: &str) -> Result<(), Trouble> {
    let mut page = address.permanent(release);
    let refused = |_| messages::did_not_go_on(address.lang, release);
    if let Some(window) = web_sys::window() {
        let asked = window.location().search().map_err(refused)?;
        let pairs = asked.trim_start_matches('?').split('&');
        let others: Vec<&str> = pairs.filter(|pair| !pair.starts_with("release=")).collect();
        if !others.is_empty() {
            page = format!("{page}?{}", others.join("&"));
        }
        window.location().replace(&page).map_err(refused)?;
    }
    Ok(())
}

/// The element that holds all of the page.
const APP: &str = "app";
/// The one that says how far the check is.
const STATE: &str = "seal-state";
/// The one that says how far the other releases are checked.
const HISTORY: &str = "history";

/// Puts a view in place of what is in an element, between two frames.
fn show(document: &Document, id: &str, view: Box<dyn FnOnce() -> AnyView>) {
    let Some(element) = document
        .get_element_by_id(id)
        .and_then(|element| element.dyn_into::<HtmlElement>().ok())
    else {
        return;
    };
    element.set_text_content(None);
    mount_to(element, view).forget();
}

/// Tells tests and measurements that what stands now is final.
fn ready(document: &Document) {
    if let Some(root) = document.document_element() {
        let _ = root.set_attribute("data-ready", "1");
    }
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
    mut address: Address,
    cached: Cached,
) -> Result<(Page, Vec<Check>, Signature), Trouble> {
    // All at once; awaited one after another.
    let listing = ask_catalogue(&address, cached);
    let asked = ask_manifests(&address, cached);
    let signing = ask_signing(&address, cached);
    let listing = whole(listing).await?;
    let catalogue = Catalogue::read(&listing).map_err(|error| error.said(address.lang))?;
    let report = catalogue.report(&address.report);
    let wanted = browser::asked("release").filter(|_| !Address::is_inside(&address.root));
    if let (Some(wanted), Some(report)) = (wanted, report) {
        match (report.release(&wanted), cached) {
            (Some(_), _) => {
                leave(&address, &wanted)?;
                // Until the browser has left, what came as HTML stands.
                std::future::pending::<()>().await;
            }
            (None, Cached::Yes) => {
                let why = messages::catalogue_lacks(address.lang, wanted);
                return Err(Trouble::Wrong(why));
            }
            (None, Cached::No) => address.unknown = wanted,
        }
    }
    let manifests = manifests(&address, &catalogue, asked).await?;
    if let (Ok(told), Some(report)) = (address.told.parse(), report)
        && Told::of(told, report, &address.release) == Told::Differs
    {
        let why = messages::root_not_here(address.lang, &address.report, told);
        return Err(Trouble::Wrong(why));
    }
    let lang = address.lang;
    let progress = |come, total| say(document, STATE, &checking(lang, come, total));
    let signing = held_to(&address, signing, manifests.manifest.text()).await?;
    let (mut page, checks) = figures(address, catalogue, manifests, cached, &progress).await?;
    page.listing = listing;
    page.signing = signing;
    let signature = if page.address.key.parse::<Key>().is_ok() {
        // Who brings a key asks for figures that are signed by it, and for no others.
        match hold(&page).await? {
            Signature::Unheld => {
                let why = messages::signer_did_not_come(page.address.lang);
                return Err(Trouble::Late(why.into()));
            }
            held => held,
        }
    } else if page.signing.signature.is_none() {
        Signature::Held(Signed::Not, browser::remembered(&page, &Signed::Not))
    } else {
        let said = browser::element("seal-signed").and_then(|said| said.text_content());
        Signature::Open(said.unwrap_or_default())
    };
    Ok((page, checks, signature))
}

/// Holds the release to its signature, and to the key that the address asks for.
async fn hold(page: &Page) -> Result<Signature, Trouble> {
    let told = page.address.key.parse().ok();
    let mut judged = asked::judge(page, &page.signing, told.as_ref()).await;
    if let Err(Some(_)) = judged {
        // Perhaps the browser kept something from before the last deployment.
        let asked = ask_signing(&page.address, Cached::No);
        let signing = held_to(&page.address, asked, page.signing.sums.clone()).await?;
        judged = asked::judge(page, &signing, told.as_ref()).await;
    }
    match judged {
        Ok(signed) => {
            let remembered = browser::remembered(page, &signed);
            Ok(Signature::Held(signed, remembered))
        }
        Err(Some(why)) => Err(Trouble::Wrong(why)),
        Err(None) => Ok(Signature::Unheld),
    }
}

/// The two manifests of a release, which agree, and are those that the catalogue means.
struct Manifests {
    root: Digest,
    manifest: Manifest,
    package: Sealed,
    descriptor: Descriptor,
}

fn ask_catalogue(address: &Address, cached: Cached) -> Asked {
    let listing = format!("{}data/catalogue.json", address.root);
    ask(address.lang, listing, cached, UNLISTED)
}

fn ask_manifests(address: &Address, cached: Cached) -> [Asked; 2] {
    [SUMS, "datapackage.json"].map(|file| ask(address.lang, address.file(file), cached, UNLISTED))
}

/// Asks for the signature over a release's manifest and for the publisher's keys, where there should be some.
fn ask_signing(address: &Address, cached: Cached) -> [Option<Asked>; 2] {
    let Address {
        root, signed, lang, ..
    } = address;
    let wanted = signed[0] || !address.key.is_empty();
    let signature = wanted.then(|| ask(*lang, address.file(SIGNATURE), cached, SIGNED));
    let keys = signed[1].then(|| ask(*lang, format!("{root}data/keys.json"), cached, UNLISTED));
    [signature, keys]
}

/// What the release of the manifest `sums` is held to beside it.
async fn held_to(
    address: &Address,
    [signature, keys]: [Option<Asked>; 2],
    sums: String,
) -> Result<Signing, Trouble> {
    let mut signing = Signing {
        sums,
        ..Signing::default()
    };
    if let Some(asked) = signature {
        match whole(asked).await {
            Ok(bytes) => signing.signature = Some(String::from_utf8_lossy(&bytes).into()),
            // Only the reader asks for one: that there is none is the answer.
            Err(Trouble::Wrong(_)) if !address.signed[0] => {}
            Err(trouble) => return Err(trouble),
        }
    }
    if let Some(asked) = keys {
        signing.keys = Some(whole(asked).await?);
    }
    Ok(signing)
}

/// Seals the manifests of a release by its root digest in the catalogue.
async fn manifests(
    address: &Address,
    catalogue: &Catalogue,
    [sums, package]: [Asked; 2],
) -> Result<Manifests, Trouble> {
    let lang = address.lang;
    let sums = whole(sums).await?;
    let report = catalogue.report(&address.report);
    let listed = report.and_then(|report| report.release(&address.release));
    let root = listed
        .ok_or_else(|| messages::catalogue_lacks_of(lang, &address.release, &address.report))?
        .1
        .root;
    let found = Digest::of(&sums);
    if found != root {
        let why = messages::sums_differ(lang, found, hint(&sums, lang), root);
        return Err(Trouble::Wrong(why));
    }
    let manifest = Manifest::read(&sums).map_err(|error| error.said(lang))?;
    let path: DataPath = "datapackage.json"
        .parse()
        .map_err(|error: seal::PathError| error.said(lang))?;
    let package = take(package, &manifest, &path, &|_| {}).await?;
    let descriptor = Descriptor::read(&package, &manifest).map_err(|error| error.said(lang))?;
    Ok(Manifests {
        root,
        manifest,
        package,
        descriptor,
    })
}

/// Fetches and seals what the figures of a release rest on, and makes its page; `progress` gets the bytes that came, and all.
async fn figures(
    address: Address,
    catalogue: Catalogue,
    manifests: Manifests,
    cached: Cached,
    progress: &dyn Fn(u64, u64),
) -> Result<(Page, Vec<Check>), Trouble> {
    let Manifests {
        root,
        manifest,
        package,
        descriptor,
    } = manifests;
    let lang = address.lang;
    let needed = |path: &DataPath| {
        let path = path.as_str();
        path == "report.json" || (path.starts_with("rounds/") && !rounds::is_copy(path))
    };
    let total: u64 = descriptor
        .files()
        .filter(|(path, _)| needed(path))
        .map(|(_, entry)| entry.bytes)
        .sum();
    let come = Cell::new(0);
    let progress = |bytes: usize| {
        come.set(come.get() + bytes as u64);
        progress(come.get().min(total), total);
    };
    let (mut sealed, mut failed) = (vec![package], vec![]);
    let needed = descriptor.files().filter(|(path, _)| needed(path));
    let asked: Vec<_> = needed
        .map(|(path, entry)| {
            let asked = ask(lang, address.file(path.as_str()), cached, entry.bytes);
            (path, entry, asked)
        })
        .collect();
    for (path, entry, asked) in asked {
        match take(asked, &manifest, path, &progress).await {
            Ok(file) if file.bytes().len() as u64 == entry.bytes => sealed.push(file),
            Ok(file) => {
                let (found, expected) = (file.bytes().len(), entry.bytes);
                let why = messages::length_differs(lang, expected, found, path);
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

/// Looks at every other release of the report: whether it says of itself what the catalogue says of it, and at the figures of
/// those that a correction binds to this one. What the catalogue makes up is withheld with the page.
async fn history(document: Document, page: Arc<Page>) {
    let (address, lang) = (&page.address, page.address.lang);
    let Some(listed) = page.listed() else {
        return;
    };
    let related = |id: &Id| [page.corrected_by(), page.corrects()].contains(&Some(id));
    let others = || {
        let all = listed.releases.iter();
        all.filter(|release| release.id.as_str() != address.release)
    };
    // First those that a reader waits for.
    let first = others().filter(|release| related(&release.id));
    let rest = others().filter(|release| !related(&release.id));
    let mut unseen = vec![];
    for ListedRelease { id, .. } in first.chain(rest) {
        let other = address.of(id);
        let mut cached = Cached::Yes;
        let seen = loop {
            match (look_at(&page, &other, related(id), cached).await, cached) {
                (Err(_), Cached::Yes) => cached = Cached::No,
                (seen, _) => break seen,
            }
        };
        let place = view::correction_place(id);
        match seen {
            Ok(Seen::Contradicts(why)) => return withhold(&document, address, why),
            Ok(Seen::Agrees(None)) => {}
            Ok(Seen::Agrees(Some(other))) => {
                let page = Arc::clone(&page);
                let compared = move || view::correction(&page, &other);
                show(&document, &place, Box::new(compared));
            }
            Err(trouble) => {
                let (id, why) = (id.to_string(), trouble.why());
                unseen.push(format!("{id}: {why}"));
                let withheld = move || view::withheld(&id, &why, lang);
                show(&document, &place, Box::new(withheld));
            }
        }
    }
    let said = match &*unseen {
        [] => messages::history_agrees(lang, listed.releases.len()),
        _ => messages::history_unseen(lang, unseen.join("; ")),
    };
    say(&document, HISTORY, &said);
}

/// What another release says of itself.
enum Seen {
    /// What the catalogue says, too; with its figures where they were asked for.
    Agrees(Option<Box<Page>>),
    /// Something else.
    Contradicts(String),
}

async fn look_at(
    page: &Page,
    other: &Address,
    figures_too: bool,
    cached: Cached,
) -> Result<Seen, Trouble> {
    let asked = ask_manifests(other, cached);
    let manifests = manifests(other, &page.catalogue, asked).await?;
    if let Some(listed) = page.listed()
        && let Err(why) = model::agrees(
            listed,
            &other.release,
            manifests.descriptor.lineage(),
            other.lang,
        )
    {
        return Ok(Seen::Contradicts(why));
    }
    if !figures_too {
        return Ok(Seen::Agrees(None));
    }
    let catalogue = page.catalogue.clone();
    let (other, _) = figures(other.clone(), catalogue, manifests, cached, &|_, _| {}).await?;
    other.summaries()?;
    Ok(Seen::Agrees(Some(Box::new(other))))
}

/// What accident some bytes look like, for the end of a message.
fn hint(bytes: &[u8], lang: Lang) -> String {
    seal::cause(bytes)
        .map(|accident| messages::looks_like(lang, accident.said(lang)))
        .unwrap_or_default()
}

fn checking(lang: Lang, come: u64, total: u64) -> String {
    let (come, total) = (label::bytes(come), label::bytes(total));
    messages::checking(lang, come, total)
}

/// Shows how far a check is, in the element called `id`.
fn say(document: &Document, id: &str, words: &str) {
    if let Some(state) = document.get_element_by_id(id) {
        state.set_text_content(Some(words));
    }
}

/// Checks the raw source files too.
pub fn sources(page: &Arc<Page>, checks: RwSignal<Vec<Check>>) {
    spawn_local(rest(Arc::clone(page), checks, crate::File::is_extra));
}

/// Checks those of the remaining files that `wanted` wants; no figure rests on them.
async fn rest(page: Arc<Page>, checks: RwSignal<Vec<Check>>, wanted: fn(&crate::File) -> bool) {
    for (index, file) in page.files.iter().enumerate() {
        if wanted(file) && checks.with_untracked(|checks| checks[index] == Check::Open) {
            one(&page, checks, index, None).await;
        }
    }
}

/// Offers the file at `path` as a download, if what comes is what was published.
pub fn give(page: &Arc<Page>, checks: RwSignal<Vec<Check>>, path: &str) {
    let mut files = page.files.iter();
    let Some(index) = files.position(|file| file.path.as_str() == path) else {
        return;
    };
    let page = Arc::clone(page);
    spawn_local(async move {
        let mut bytes = vec![];
        if one(&page, checks, index, Some(&mut bytes)).await {
            view::save(page.files[index].path.as_str(), &bytes);
        }
    });
}

/// Fetches and hashes one file, and says whether it is that of the manifest; `kept` gets its bytes.
async fn one(
    page: &Page,
    checks: RwSignal<Vec<Check>>,
    index: usize,
    mut kept: Option<&mut Vec<u8>>,
) -> bool {
    let file = &page.files[index];
    let mut check = Check::Open;
    for cached in [Cached::Yes, Cached::No] {
        let asked = ask(
            page.address.lang,
            page.address.file(file.path.as_str()),
            cached,
            file.bytes,
        );
        check = look(asked, file.digest, kept.as_deref_mut()).await;
        if check == Check::Same {
            break;
        }
    }
    let same = check == Check::Same;
    checks.update(|checks| checks[index] = check);
    same
}

/// Hashes one file; `kept` gets its bytes, in place of what it had.
async fn look(asked: Asked, expected: Digest, mut kept: Option<&mut Vec<u8>>) -> Check {
    let lang = asked.lang;
    let (mut hasher, mut head) = (Hasher::default(), vec![]);
    if let Some(kept) = &mut kept {
        kept.clear();
    }
    let came = receive(asked, &mut |piece| {
        hasher.update(piece);
        if let Some(kept) = &mut kept {
            kept.extend_from_slice(piece);
        }
        if head.is_empty() {
            head.extend_from_slice(&piece[..piece.len().min(512)]);
        }
    })
    .await;
    let found = hasher.finish();
    match came {
        Ok(()) if found == expected => Check::Same,
        Ok(()) => Check::Failed(messages::found_digest(lang, found, hint(&head, lang))),
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
    let (lang, again, most) = (asked.lang, asked.address.clone(), asked.most);
    match seal_as_it_comes(asked, manifest, path, progress).await {
        Err(Trouble::Wrong(_)) => {
            seal_as_it_comes(ask(lang, again, Cached::No, most), manifest, path, progress).await
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
    let lang = asked.lang;
    let wrong = |error: OpenError| Trouble::Wrong(error.said(lang));
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
    /// In which to say why it did not come.
    lang: Lang,
    address: String,
    /// More bytes than that are not taken.
    most: u64,
    coming: Promise,
    /// Ends the fetch; a browser without one waits as long as it takes.
    stop: Option<AbortController>,
}

/// Asks for the file at `address`, of at most `most` bytes; it comes while others are awaited.
fn ask(lang: Lang, address: String, cached: Cached, most: u64) -> Asked {
    let options = RequestInit::new();
    if let Cached::No = cached {
        options.set_cache(RequestCache::Reload);
    }
    let stop = AbortController::new().ok();
    options.set_signal(stop.as_ref().map(AbortController::signal).as_ref());
    let coming = source::response(&address, &options);
    Asked {
        lang,
        address,
        most,
        coming,
        stop,
    }
}

/// Why a file is waited for no longer.
#[derive(Clone, Copy)]
enum GivenUp {
    /// Nothing came for [`STALL`] seconds.
    Stalled,
    /// It was not whole after so many seconds.
    TooSlow(u64),
}

/// Looks once a second, from now on, whether a file still comes, and ends its fetch if not.
struct Watch {
    /// Seconds since its last byte.
    idle: Rc<Cell<u64>>,
    /// Why it was given up.
    given_up: Rc<Cell<Option<GivenUp>>>,
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
                    (STALL.., _) => GivenUp::Stalled,
                    (_, all) if all >= patience => GivenUp::TooSlow(patience),
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
        lang,
        address,
        most,
        coming,
        stop,
    } = asked;
    // From here on: until now nobody took what came, and a browser keeps only so much.
    let watch = Watch::over(stop.clone(), most);
    let failed = |why: JsValue| {
        match watch.given_up.take() {
            Some(GivenUp::Stalled) => {
                return Trouble::Late(messages::file_stalled(lang, &address, STALL));
            }
            Some(GivenUp::TooSlow(seconds)) => {
                return Trouble::Late(messages::file_too_slow(lang, &address, seconds));
            }
            None => {}
        }
        let why = why
            .dyn_ref::<js_sys::Error>()
            .map(|error| String::from(error.message()));
        let why = why.unwrap_or_else(|| messages::no_reason(lang).into());
        Trouble::Wrong(messages::file_not_loaded(lang, &address, why))
    };
    let response = JsFuture::from(coming).await.map_err(failed)?;
    let response: Response = response.dyn_into().map_err(failed)?;
    if !response.ok() {
        let mend = Mend::Fetch.said(lang);
        let why = messages::host_answered(lang, &address, mend, response.status());
        return Err(Trouble::Wrong(why));
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
            let (hint, mend) = (hint(&head, lang), Mend::Fetch.said(lang));
            let why = messages::file_too_long(lang, &address, hint, mend, most);
            return Err(Trouble::Wrong(why));
        }
        sink(&piece);
    }
}
