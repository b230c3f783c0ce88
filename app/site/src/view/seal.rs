use std::sync::Arc;

use charts::{Lang, label};
use leptos::prelude::*;
use seal::{Digest, Key};

use super::{
    Checks, Held, bar,
    commands::System,
    drop,
    markup::{Markup, classed, code, link, node, text, words},
    signed, take,
};
#[cfg(feature = "csr")]
use crate::browser::{self, Wanted};
use crate::{Address, Check, Page, Signature, Told};

/// What was checked, against what, and how to check it without us.
pub(super) fn panel(page: &Arc<Page>, checks: Checks, held: Held) -> AnyView {
    let lang = page.address.lang;
    let shown = Arc::clone(page);
    let state = move || checks.with(|checks| status(&shown, checks));
    let fine =
        move || checks.with(|checks| !checks.iter().any(|check| matches!(check, Check::Failed(_))));
    let told = RwSignal::new(page.address.brought().to_owned());
    let signature = move || held.with(|held| signed::signed(held, lang));
    let seen = Arc::clone(page);
    let remembered = move || held.with(|held| signed::remembered(&seen, held));
    // What the third program says of a key that the reader brought.
    let judged = RwSignal::new(String::new());
    let compared = Arc::clone(page);
    let answer = move || match told.with(|told| against(&compared, told)) {
        Some(said) => said,
        None => judged.get(),
    };
    let bring = {
        let page = Arc::clone(page);
        move |brought: String| {
            told.set(brought);
            judge(&page, told, judged);
        }
    };
    bring(told.get_untracked());
    view! {
        <section class="seal" id="seal">
            <h2>{messages::file_check(lang)}</h2>
            <p id="seal-state" role="status" aria-live="polite">{state}</p>
            <p id="seal-signed" class="note">{signature}</p>
            {inside(page).view()}
            <p id="seal-told" role="status" aria-live="polite">{answer}</p>
            {remembered}
            // Hidden, not absent: where the program does not come, the lines that start it show this.
            <div id="seal-again" hidden=fine>{node("p", &[], vec![retry(lang)]).view()}</div>
            {every(page, checks, held, told, bring)}
            {take::row(page).view()}
            {drop::panel(page).view()}
        </section>
    }
    .into_any()
}

/// That the files came inside the page, where they did: what this means, and what to compare.
fn inside(page: &Page) -> Markup {
    if !Address::is_inside(&page.address.root) {
        return Markup::nothing();
    }
    let said = text("p", messages::files_inside(page.address.lang));
    let root = classed("p", "digest", page.root.to_string());
    node("div", &[("id", "seal-inside")], vec![said, root])
}

/// Every file, with commands to check it without us. What copies them is made when this is opened: no button is there without
/// a program that serves it.
fn every(
    page: &Arc<Page>,
    checks: Checks,
    held: Held,
    told: RwSignal<String>,
    bring: impl Fn(String) + 'static,
) -> AnyView {
    let lang = page.address.lang;
    // Named once this is opened.
    let system = RwSignal::new(String::new());
    let open = move |_| {
        if system.with_untracked(String::is_empty) {
            system.set(here().name().into());
        }
    };
    let root = page.root;
    let chosen = move || system.with(|name| System::named(name));
    let whole = Arc::clone(page);
    let lines = move || held.with(|held| lines(&whole, held, chosen()).view());
    let listed = Arc::clone(page);
    let rows = move || checks.with(|checks| files(&listed, checks, chosen()).view());
    let why = text("p", messages::why_check_elsewhere(lang));
    let how = Markup::all(vec![
        text("p", messages::then_compare_root(lang)),
        node(
            "p",
            &[("class", "digest"), ("id", "root-digest")],
            vec![words(root.to_string())],
        ),
    ]);
    let copied = vec![
        node(
            "p",
            &[
                ("id", "copied"),
                ("role", "status"),
                ("aria-live", "polite"),
            ],
            vec![],
        ),
        node("p", &[("id", "to-copy"), ("class", "digest")], vec![]),
    ];
    let copied = node("div", &[("class", "copied")], copied);
    view! {
        <details on:toggle=open>
            <summary>{messages::every_file(lang)}</summary>
            {why.view()}
            <p hidden=move || chosen().is_none() on:change=move |event| system.set(event_target_value(&event)) inner_html=choice(lang)></p>
            {lines}
            {how.view()}
            <p><label>{messages::paste_yours(lang)}<input type="text" id="told" autocomplete="off" spellcheck="false" prop:value=move || told.get() on:input=move |event| bring(event_target_value(&event))/></label></p>
            {ask(page, checks)}
            <div class="scroll" tabindex="0" role="region" aria-label=messages::files_of_release(lang)>{rows}</div>
            {copied.view()}
        </details>
    }
    .into_any()
}

/// The system that the browser runs on.
fn here() -> System {
    #[cfg(feature = "csr")]
    return System::of(&crate::browser::agent());
    #[cfg(not(feature = "csr"))]
    System::Linux
}

/// The choice of the system that the commands are for.
fn choice(lang: Lang) -> Markup {
    let here = here();
    let options = System::ALL.map(|system| {
        let attributes: &[_] = if system == here {
            &[("selected", "")]
        } else {
            &[]
        };
        node("option", attributes, vec![words(system.name())])
    });
    let named = words(messages::commands_for(lang));
    let select = node("select", &[("id", "system")], options.into());
    node("label", &[], vec![named, select])
}

/// Commands for the whole release; with buttons that copy them where `system` is known.
fn lines(page: &Page, held: &Signature, system: Option<System>) -> Markup {
    let lang = page.address.lang;
    let lines = system.unwrap_or(System::Linux);
    let lines = lines.lines(page.root, held.signed(), lang);
    let lines = lines.into_iter().map(|(name, line)| {
        let mut inside = vec![code(&line)];
        if system.is_some() {
            inside.push(copier(messages::copy(lang), name, &line, lang));
        }
        Markup::all(vec![text("dt", name), node("dd", &[], inside)])
    });
    node("dl", &[("class", "lines")], lines.collect())
}

/// A button that copies `what`, which is called `name`.
fn copier(label: &str, name: &str, what: &str, lang: Lang) -> Markup {
    let said = messages::copy_name(lang, name);
    let attributes = [
        ("type", "button"),
        ("data-copy", what),
        ("data-name", name),
        ("aria-label", &said),
    ];
    node("button", &attributes, vec![words(label)])
}

/// Copies what the button under `event` copies, and says so; where the browser does not let the page, leaves it selected.
#[cfg(feature = "csr")]
pub(super) fn copy(event: &leptos::ev::MouseEvent, lang: Lang) {
    let Some(Wanted { text, name }) = browser::wanted(event) else {
        return;
    };
    let copying = browser::copy(&text);
    leptos::task::spawn_local(async move {
        let copied = copying.await;
        let said = if copied {
            messages::copied_name(lang, name)
        } else {
            messages::copy_yourself(lang).into()
        };
        browser::say("copied", &said);
        browser::say("to-copy", if copied { "" } else { &text });
        if let Some(element) = browser::element("to-copy").filter(|_| !copied) {
            browser::select(&element);
        }
    });
}

/// Holds the release to a key that the reader brought, if it is one.
#[cfg(feature = "csr")]
fn judge(page: &Arc<Page>, told: RwSignal<String>, judged: RwSignal<String>) {
    judged.set(String::new());
    let brought = told.get_untracked();
    let Ok(key) = brought.trim().parse::<Key>() else {
        return;
    };
    let page = Arc::clone(page);
    leptos::task::spawn_local(async move {
        let found = crate::asked::judge(&page, &page.signing, Some(&key)).await;
        // Meanwhile the reader may have brought another.
        if told.get_untracked() == brought {
            judged.set(signed::by(found, page.address.lang));
        }
    });
}

#[cfg(not(feature = "csr"))]
fn judge(_: &Arc<Page>, _: RwSignal<String>, _: RwSignal<String>) {}

/// What a root digest that the reader brought says of this release; nothing where there is none, `None` where it is a key.
fn against(page: &Page, told: &str) -> Option<String> {
    let lang = page.address.lang;
    let told = told.trim();
    if told.parse::<Key>().is_ok() {
        return None;
    }
    let told = told.strip_prefix("sha256:").unwrap_or(told);
    if told.is_empty() {
        return Some(String::new());
    }
    let Ok(digest) = told.parse::<Digest>() else {
        let neither = messages::neither_digest_nor_key(lang);
        return Some(neither.into());
    };
    let listed = page.catalogue.report(&page.address.report);
    let told = listed.map_or(Told::Differs, |listed| {
        Told::of(digest, listed, &page.address.release)
    });
    Some(match told {
        Told::Same => messages::root_same(lang).into(),
        Told::Other(id) => messages::root_of_other(lang, id),
        Told::Differs => messages::root_differs(lang).into(),
    })
}

/// A button that has those files fetched and hashed too that no figure rests on; nothing where there are none.
fn ask(page: &Arc<Page>, checks: Checks) -> Option<AnyView> {
    let sources = page.files.iter().filter(|file| file.is_extra());
    let (count, bytes) = sources.fold((0, 0), |(count, bytes), file| {
        (count + 1, bytes + file.bytes)
    });
    if count == 0 {
        return None;
    }
    let size = label::bytes(bytes);
    let words = messages::check_sources(page.address.lang, count, size);
    #[cfg(feature = "csr")]
    let click = {
        let page = Arc::clone(page);
        move |_| crate::load::sources(&page, checks)
    };
    #[cfg(not(feature = "csr"))]
    let click = {
        let _ = checks;
        |_| ()
    };
    Some(
        view! { <p><button type="button" id="check-sources" on:click=click>{words}</button></p> }
            .into_any(),
    )
}

/// One sentence on the state of all files.
pub(super) fn status(page: &Page, checks: &[Check]) -> String {
    let lang = page.address.lang;
    let states = || page.files.iter().zip(checks);
    let failed: Vec<&str> = states()
        .filter(|(_, check)| matches!(check, Check::Failed(_)))
        .map(|(file, _)| file.path.as_str())
        .collect();
    if !failed.is_empty() {
        let names = failed.join(", ");
        return messages::seal_differs(lang, names);
    }
    let same = states().filter(|(_, check)| **check == Check::Same);
    let (count, bytes) = same.fold((0, 0), |(count, bytes), (file, _)| {
        (count + 1, bytes + file.bytes)
    });
    let (all, bytes) = (page.files.len(), label::bytes(bytes));
    let open = states().filter(|(_, check)| **check == Check::Open).count();
    let sources = states()
        .filter(|(file, check)| file.is_extra() && **check == Check::Open)
        .count();
    match count {
        0 => messages::seal_open(lang).into(),
        _ if open == 0 => messages::seal_all(lang, all, bytes),
        _ if open == sources => messages::seal_but_sources(lang, bytes, count, sources),
        _ => messages::seal_some(lang, all, bytes, count),
    }
}

/// Every file with its state; with buttons that copy where `system` is known.
fn files(page: &Page, checks: &[Check], system: Option<System>) -> Markup {
    let lang = page.address.lang;
    let rows = page.files.iter().zip(checks).map(|(file, check)| {
        let state = match check {
            Check::Open => messages::state_open(lang),
            Check::Same => messages::state_same(lang),
            Check::Failed(why) => why,
        };
        let path = file.path.as_str();
        let name = node(
            "a",
            &[("href", &page.address.file(path)), ("download", "")],
            vec![words(path)],
        );
        let mut cells = vec![
            node("th", &[("scope", "row")], vec![name]),
            classed("td", "number", file.bytes.to_string()),
            text("td", state),
        ];
        if let Some(system) = system {
            let digest = messages::digest_of_file(lang, path);
            let line = messages::command_for_file(lang, path);
            let both = vec![
                copier(
                    messages::digest(lang),
                    &digest,
                    &file.digest.to_string(),
                    lang,
                ),
                words(" "),
                copier(
                    messages::command(lang),
                    &line,
                    &system.line(path, file.digest),
                    lang,
                ),
            ];
            cells.push(node("td", &[("class", "copy")], both));
        }
        cells.push(classed("td", "digest", file.digest.to_string()));
        node("tr", &[], cells)
    });
    let mut head = vec![
        messages::file(lang),
        messages::bytes(lang),
        messages::state(lang),
        "SHA-256",
    ];
    if system.is_some() {
        head.insert(3, messages::copy(lang));
    }
    let head = head.into_iter();
    let head = head.map(|column| node("th", &[("scope", "col")], vec![words(column)]));
    let head = node("thead", &[], vec![node("tr", &[], head.collect())]);
    node("table", &[], vec![head, node("tbody", &[], rows.collect())])
}

/// A link that loads the page anew.
pub(super) fn retry(lang: Lang) -> Markup {
    node(
        "a",
        &[("class", "button"), ("href", "")],
        vec![words(messages::try_again(lang))],
    )
}

/// What stands in place of the page when nothing of it may be shown.
pub fn trouble(lang: Lang, home: &str, why: String) -> AnyView {
    let inside = vec![
        text("h1", messages::withheld(lang)),
        text("p", messages::withheld_why(lang)),
        node(
            "p",
            &[("id", "seal-state"), ("class", "why")],
            vec![words(why)],
        ),
        node(
            "p",
            &[],
            vec![
                retry(lang),
                words(" "),
                link(home, messages::all_reports(lang)),
            ],
        ),
    ];
    let alert = node("section", &[("role", "alert")], inside);
    Markup::all(vec![
        bar::bar(vec![bar::brand()]),
        node("main", &[], vec![alert]),
    ])
    .view()
}
