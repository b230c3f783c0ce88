use std::sync::Arc;

use charts::{Lang, label};
use leptos::{ev::DragEvent, prelude::*, task::spawn_local};
use seal::Hasher;

use super::{
    markup::{Markup, classed},
    results::Results,
};
use crate::{
    Page,
    judge::{Listing, Local},
    local::{Dropped, Given, chooser},
};

/// Milliseconds between two pictures of how far it is.
const PICTURE: f64 = 100.0;

/// What the reader sees of a comparison.
#[derive(Clone, Copy)]
struct Shown {
    lang: Lang,
    /// Which comparison; another number ends those before.
    run: RwSignal<u32>,
    /// How far it is, in words and as a share of the whole; nothing where none runs.
    far: RwSignal<Option<(String, f64)>>,
    /// What came of it, in a sentence.
    said: RwSignal<String>,
    /// What came of each file.
    found: RwSignal<Markup>,
}

/// The place to drop files, and what came of those that were.
pub(super) fn zone(page: &Arc<Page>) -> AnyView {
    let lang = page.address.lang;
    let shown = Shown {
        lang,
        run: RwSignal::new(0),
        far: RwSignal::new(None),
        said: RwSignal::new(String::new()),
        found: RwSignal::new(Markup::nothing()),
    };
    let (files, folder) = (way(page, shown, false), way(page, shown, true));
    let over = RwSignal::new(false);
    let hover = move |event: DragEvent| {
        // Without this the browser would open the file in place of the page.
        event.prevent_default();
        over.set(true);
    };
    let page = Arc::clone(page);
    let drop = move |event: DragEvent| {
        event.prevent_default();
        over.set(false);
        let (page, dropped) = (Arc::clone(&page), Dropped::of(&event));
        spawn_local(async move {
            match dropped.list().await {
                Ok(given) => shown.compare(page, given).await,
                Err(why) => shown.said.set(match lang {
                    Lang::En => format!("What was dropped cannot be read: {why}"),
                    Lang::Zh => format!("拖放的内容无法读取：{why}"),
                }),
            }
        });
    };
    let words = move || {
        shown
            .far
            .with(|far| far.as_ref().map(|(words, _)| words.clone()))
    };
    let share = move || {
        shown
            .far
            .with(|far| far.as_ref().map_or(0.0, |(_, share)| *share))
    };
    view! {
        <div class="zone" class:over=over on:dragover=hover on:dragleave=move |_| over.set(false) on:drop=drop>
            <p>{lang.pick("Drop files or a folder here, or choose them.", "将文件或文件夹拖放到此处，或点击选择。")}</p>
            <p>
                <button type="button" id="choose-files" on:click=files>{lang.pick("Choose files", "选择文件")}</button>" "
                <button type="button" id="choose-folder" on:click=folder>{lang.pick("Choose a folder", "选择文件夹")}</button>
            </p>
            <div hidden=move || shown.far.with(Option::is_none)>
                <p>{words}</p>
                <p>
                    <progress prop:value=share aria-label=lang.pick("Read so far", "已读取")></progress>" "
                    <button type="button" id="stop" on:click=move |_| shown.stop()>{lang.pick("Stop", "停止")}</button>
                </p>
            </div>
            <p id="compared" role="status" aria-live="polite">{shown.said}</p>
            <div class="found">{move || shown.found.get().view()}</div>
        </div>
    }
    .into_any()
}

/// Opens the browser's own way to files or to a folder.
fn way(page: &Arc<Page>, shown: Shown, folder: bool) -> impl Fn(leptos::ev::MouseEvent) + use<> {
    let page = Arc::clone(page);
    let take = move |given| spawn_local(shown.compare(Arc::clone(&page), given));
    let chooser = StoredValue::new_local(chooser(folder, take));
    move |_| chooser.with_value(|chooser| chooser.iter().for_each(|chooser| chooser.click()))
}

impl Shown {
    /// Ends what runs; what it found stays.
    fn stop(self) {
        self.run.update(|run| *run += 1);
        self.far.set(None);
        self.said.set(
            self.lang
                .pick(
                    "Stopped. What was compared until then stands below.",
                    "已停止。此前已比对的文件见下。",
                )
                .into(),
        );
    }

    /// Reads the files one after another and says what each is to the release.
    async fn compare(self, page: Arc<Page>, given: Vec<Given>) {
        self.run.update(|run| *run += 1);
        let own = self.run.get_untracked();
        let ended = move || self.run.get_untracked() != own;
        self.said.set(String::new());
        self.found.set(Markup::nothing());

        let listing = Listing::of(&page);
        let names: Vec<&str> = given.iter().map(|file| file.name.as_str()).collect();
        let namesakes = listing.namesakes(&names);
        let all: u64 = given.iter().map(Given::bytes).sum();
        let (mut read, mut drawn) = (0, js_sys::Date::now());
        let mut results = Results::new(self.lang);
        for (at, (file, namesakes)) in given.iter().zip(&namesakes).enumerate() {
            let far = |read| {
                (
                    self.far_of(at + 1, given.len(), read, all),
                    read as f64 / all as f64,
                )
            };
            let most = listing.head(namesakes);
            let (mut hasher, mut head) = (Hasher::default(), vec![]);
            let came = file
                .read(&mut |piece| {
                    hasher.update(piece);
                    let room = piece.len().min(most - head.len());
                    head.extend_from_slice(&piece[..room]);
                    read += piece.len() as u64;
                    if js_sys::Date::now() - drawn > PICTURE && !ended() {
                        drawn = js_sys::Date::now();
                        self.far.set(Some(far(read)));
                        self.found.set(results.markup());
                    }
                    !ended()
                })
                .await;
            if ended() {
                return;
            }
            let name = file.name.clone();
            let bytes = file.bytes();
            let digest = hasher.finish();
            match came {
                Ok(()) => {
                    let local = Local {
                        name,
                        bytes,
                        digest,
                        head,
                    };
                    results.judged(listing.judge(&local, namesakes), local);
                }
                Err(why) => results.unread(name, &why),
            }
        }
        // Whoever gives one file by itself does not mean the whole release.
        if names.iter().any(|name| name.contains('/')) {
            results.missing = listing.missing(&results.verdicts);
        }
        self.far.set(None);
        self.said.set(results.counts());
        let salted = listing.salted().then(|| classed("p", "note", self.lang.pick(
            "Rounds of this release name digests with random bytes before the file. They cannot be compared here: `daggerboard audit --salts` does, with the bytes from the publisher.",
            "本发布的部分轮次使用加盐摘要，无法在此比对：请向发布者索取盐值，用 `daggerboard audit --salts` 核对。",
        )));
        let parts = [results.markup()].into_iter().chain(salted);
        self.found.set(Markup::all(parts.collect()));
    }

    fn far_of(self, at: usize, count: usize, read: u64, all: u64) -> String {
        let (read, all) = (label::bytes(read), label::bytes(all));
        match self.lang {
            Lang::En => format!("File {at} of {count}: {read} of {all} read."),
            Lang::Zh => format!("第 {at} 个文件，共 {count} 个：已读取 {read} / {all}。"),
        }
    }
}
