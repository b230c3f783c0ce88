use std::{cell::Cell, rc::Rc, sync::Arc};

use charts::{Lang, label};
use seal::Hasher;
use wasm_bindgen::{JsCast, prelude::Closure};
use wasm_bindgen_futures::spawn_local;
use web_sys::{DragEvent, Element, Event};

use super::{
    markup::{Markup, classed, node, text, words as plain},
    results::Results,
};
use crate::{
    Page,
    browser::{element, say},
    judge::{Listing, Local},
    local::{Brought, Given, chooser},
};

/// Milliseconds between two pictures of how far it is.
const PICTURE: f64 = 100.0;

/// Makes the place to drop files in the element `zone`.
///
/// Its elements are told what to show one by one, which takes less of the program than a reactive view.
pub(super) fn start(page: &Arc<Page>, zone: &Element) {
    let lang = page.address.lang;
    inside(lang).put(zone);
    let shown = Shown {
        page: Arc::clone(page),
        run: Rc::default(),
    };
    let own = shown.clone();
    let take = move |brought| spawn_local(own.clone().take(brought));
    let ways = [false, true].map(|folder| chooser(folder, take.clone()));
    let place = zone.clone();
    let heard = move |event: Event| {
        let over = |over| place.set_class_name(if over { "over" } else { "" });
        match event.type_().as_str() {
            "dragover" => {
                // Without this the browser would open the file in place of the page.
                event.prevent_default();
                over(true);
            }
            "dragleave" => over(false),
            "drop" => {
                event.prevent_default();
                over(false);
                take(Brought::dropped(event.unchecked_ref::<DragEvent>()));
            }
            _ => {
                let pressed = event
                    .target()
                    .and_then(|target| target.dyn_into::<Element>().ok());
                match (pressed.map(|element| element.id()).as_deref(), &ways) {
                    (Some("choose-files"), [Some(way), _])
                    | (Some("choose-folder"), [_, Some(way)]) => way.click(),
                    (Some("stop"), _) => shown.stop(),
                    _ => {}
                }
            }
        }
    };
    let heard = Closure::<dyn Fn(Event)>::new(heard).into_js_value();
    for kind in ["click", "dragover", "dragleave", "drop"] {
        // A browser without one of them leaves the others.
        let _ = zone.add_event_listener_with_callback(kind, heard.unchecked_ref());
    }
}

fn inside(lang: Lang) -> Markup {
    let button = |id, words| {
        node(
            "button",
            &[("type", "button"), ("id", id)],
            vec![plain(words)],
        )
    };
    let progress = [("id", "share"), ("aria-label", messages::read_so_far(lang))];
    let status = [
        ("id", "compared"),
        ("role", "status"),
        ("aria-live", "polite"),
    ];
    let ways = vec![
        button("choose-files", messages::choose_files(lang)),
        plain(" "),
        button("choose-folder", messages::choose_folder(lang)),
    ];
    let reading = vec![
        node("p", &[("id", "far")], vec![]),
        node("progress", &progress, vec![]),
        plain(" "),
        button("stop", messages::stop(lang)),
    ];
    Markup::all(vec![
        text("p", messages::nothing_uploaded(lang)),
        text("p", messages::drop_files(lang)),
        node("p", &[], ways),
        node("div", &[("id", "reading"), ("hidden", "")], reading),
        node("p", &status, vec![]),
        node("div", &[("id", "found")], vec![]),
    ])
}

/// What the reader sees of a comparison.
#[derive(Clone)]
struct Shown {
    page: Arc<Page>,
    /// Which comparison; another number ends those before.
    run: Rc<Cell<u32>>,
}

impl Shown {
    fn lang(&self) -> Lang {
        self.page.address.lang
    }

    /// Shows how far it is: in words, and as a share of the whole.
    fn far(&self, words: &str, share: f64) {
        say("far", words);
        let (reading, bar) = (element("reading"), element("share"));
        // Only an element that is gone refuses, and then nobody sees it.
        reading.map(|reading| reading.remove_attribute("hidden"));
        bar.map(|bar| bar.set_attribute("value", &share.to_string()));
    }

    /// Shows that nothing is read any more, and what came of it.
    fn ended(&self, words: &str) {
        element("reading").map(|reading| reading.set_attribute("hidden", ""));
        say("compared", words);
    }

    fn found(&self, markup: &Markup) {
        if let Some(found) = element("found") {
            markup.put(&found);
        }
    }

    /// Ends what runs; what it found stays.
    fn stop(&self) {
        self.run.set(self.run.get() + 1);
        self.ended(messages::stopped_comparing(self.lang()));
    }

    /// Compares what the reader brought.
    async fn take(self, brought: Brought) {
        match brought.list().await {
            Ok(given) => self.compare(given).await,
            Err(why) => self.ended(&messages::files_unreadable(self.lang(), why)),
        }
    }

    /// Reads the files one after another and says what each is to the release.
    async fn compare(self, given: Vec<Given>) {
        let own = self.run.get() + 1;
        self.run.set(own);
        self.ended("");
        self.found(&Markup::nothing());
        let lang = self.lang();
        let listing = Listing::of(&self.page);
        let names: Vec<&str> = given.iter().map(|file| file.name.as_str()).collect();
        let namesakes = listing.namesakes(&names);
        let all: u64 = given.iter().map(Given::bytes).sum();
        let (mut read, mut drawn) = (0, js_sys::Date::now());
        let mut results = Results::new(lang);
        for (at, (file, namesakes)) in given.iter().zip(&namesakes).enumerate() {
            let most = listing.head(namesakes);
            let (mut hasher, mut head) = (Hasher::default(), vec![]);
            let came = file
                .read(&mut |piece| {
                    hasher.update(piece);
                    let room = piece.len().min(most - head.len());
                    head.extend_from_slice(&piece[..room]);
                    read += piece.len() as u64;
                    if self.run.get() != own {
                        return false;
                    }
                    if js_sys::Date::now() - drawn > PICTURE {
                        drawn = js_sys::Date::now();
                        let words = far(at + 1, given.len(), read, all, lang);
                        self.far(&words, read as f64 / all as f64);
                        self.found(&results.markup());
                    }
                    true
                })
                .await;
            if self.run.get() != own {
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
        self.ended(&results.counts());
        let salted = listing
            .salted()
            .then(|| classed("p", "note", messages::salted_rounds(lang)));
        let parts = [results.markup()].into_iter().chain(salted);
        self.found(&Markup::all(parts.collect()));
    }
}

fn far(at: usize, count: usize, read: u64, all: u64, lang: Lang) -> String {
    let (read, all) = (label::bytes(read), label::bytes(all));
    messages::read_so_far_of(lang, all, at, count, read)
}
