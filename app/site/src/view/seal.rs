use std::sync::Arc;

use charts::{Lang, label};
use leptos::prelude::*;
use seal::Digest;

use super::{
    Checks,
    commands::System,
    drop, head,
    markup::{Markup, classed, code, link, node, text, words},
    signed,
};
#[cfg(feature = "csr")]
use crate::browser::{self, Wanted};
use crate::{Check, Page, Told};

/// What was checked, against what, and how to check it without us.
pub(super) fn panel(page: &Arc<Page>, checks: Checks) -> AnyView {
    let lang = page.address.lang;
    let shown = Arc::clone(page);
    let state = move || checks.with(|checks| status(&shown, checks));
    let fine =
        move || checks.with(|checks| !checks.iter().any(|check| matches!(check, Check::Failed(_))));
    let told = RwSignal::new(page.address.brought().to_owned());
    let holder = Arc::clone(page);
    let signature =
        move || signed::signed(&holder, checks.with(|checks| checks.contains(&Check::Same)));
    let compared = Arc::clone(page);
    let answer = move || told.with(|told| against(&compared, told));
    view! {
        <section class="seal" id="seal">
            <h2>{lang.pick("File check", "文件校验")}</h2>
            <p id="seal-state" role="status" aria-live="polite">{state}</p>
            <p id="seal-signed" class="note">{signature}</p>
            <p id="seal-told" role="status" aria-live="polite">{answer}</p>
            {signed::remembered(page)}
            // Hidden, not absent: where the program does not come, the lines that start it show this.
            <div id="seal-again" hidden=fine>{node("p", &[], vec![retry(lang)]).view()}</div>
            {every(page, checks, told)}
            {drop::panel(page).view()}
        </section>
    }
    .into_any()
}

/// Every file, with commands to check it without us. What copies them is made when this is opened: no button is there without
/// a program that serves it.
fn every(page: &Arc<Page>, checks: Checks, told: RwSignal<String>) -> AnyView {
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
    let lines = move || lines(&whole, chosen()).view();
    let listed = Arc::clone(page);
    let rows = move || checks.with(|checks| files(&listed, checks, chosen()).view());
    let why = text("p", lang.pick(
        "The program that checks comes from the same host as the files: who can change the one can change the other. Stronger: download the release and run, in its folder, programs that you have already.",
        "校验程序与文件来自同一主机：能改动其一者，也能改动另一。更可靠的做法：下载该发布，在其文件夹中运行您已有的程序。",
    ));
    let how = Markup::all(vec![
        text("p", lang.pick(
            "Then compare the root digest with the one that you got by another way (mail, ticket, slide). This page's root digest:",
            "再将根摘要与您通过其他渠道（邮件、工单、演示文稿）得到的核对。本页的根摘要：",
        )),
        node("p", &[("class", "digest"), ("id", "root-digest")], vec![words(root.to_string())]),
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
            <summary>{lang.pick("Every file, and how to check without us", "全部文件，以及不依赖本页的校验方法")}</summary>
            {why.view()}
            <p hidden=move || chosen().is_none() on:change=move |event| system.set(event_target_value(&event)) inner_html=choice(lang)></p>
            {lines}
            {how.view()}
            <p><label>{lang.pick("Or paste yours, or the publisher's key, here: ", "或将您得到的根摘要或发布者的公钥粘贴到这里：")}<input type="text" id="told" autocomplete="off" spellcheck="false" prop:value=move || told.get() on:input=move |event| told.set(event_target_value(&event))/></label></p>
            {ask(page, checks)}
            <div class="scroll" tabindex="0" role="region" aria-label=lang.pick("Files of the release", "发布中的文件")>{rows}</div>
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
    let named = words(lang.pick("Commands for ", "命令适用于 "));
    let select = node("select", &[("id", "system")], options.into());
    node("label", &[], vec![named, select])
}

/// Commands for the whole release; with buttons that copy them where `system` is known.
fn lines(page: &Page, system: Option<System>) -> Markup {
    let lang = page.address.lang;
    let lines = system.unwrap_or(System::Linux);
    let lines = lines.lines(page.root, &page.signed, lang);
    let lines = lines.into_iter().map(|(name, line)| {
        let mut inside = vec![code(&line)];
        if system.is_some() {
            inside.push(copier(lang.pick("Copy", "复制"), name, &line, lang));
        }
        Markup::all(vec![text("dt", name), node("dd", &[], inside)])
    });
    node("dl", &[("class", "lines")], lines.collect())
}

/// A button that copies `what`, which is called `name`.
fn copier(label: &str, name: &str, what: &str, lang: Lang) -> Markup {
    let said = format!("{}{name}", lang.pick("Copy: ", "复制："));
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
        let said = match (copied, lang) {
            (true, Lang::En) => format!("Copied: {name}."),
            (true, Lang::Zh) => format!("已复制：{name}。"),
            (false, Lang::En) => {
                "The browser does not let this page copy. Copy what is selected, with Ctrl+C or ⌘C:"
                    .into()
            }
            (false, Lang::Zh) => "浏览器不允许本页复制。请用 Ctrl+C 或 ⌘C 复制选中的内容：".into(),
        };
        browser::say("copied", &said);
        browser::say("to-copy", if copied { "" } else { &text });
        if let Some(element) = browser::element("to-copy").filter(|_| !copied) {
            browser::select(&element);
        }
    });
}

/// What a root digest or key that the reader brought says of this release; nothing where there is none.
fn against(page: &Page, told: &str) -> String {
    let lang = page.address.lang;
    let told = told.trim();
    if let Ok(key) = told.parse() {
        return signed::by(page, &key);
    }
    let told = told.strip_prefix("sha256:").unwrap_or(told);
    if told.is_empty() {
        return String::new();
    }
    let Ok(digest) = told.parse::<Digest>() else {
        return lang
            .pick(
                "This is neither a root digest, which has 64 lower-case hex digits, nor a minisign key, which has 56 signs and begins with RW.",
                "这既不是根摘要（64 位小写十六进制数字），也不是 minisign 公钥（56 个字符，以 RW 开头）。",
            )
            .into();
    };
    let listed = page.catalogue.report(&page.address.report);
    let told = listed.map_or(Told::Differs, |listed| {
        Told::of(digest, listed, &page.address.release)
    });
    match (told, lang) {
        (Told::Same, _) => lang
            .pick(
                "The manifest matches the root digest that you supplied.",
                "清单与您提供的根摘要一致。",
            )
            .into(),
        (Told::Other(id), Lang::En) => format!(
            "This is the root digest of release {id} of this report, not of this one; `daggerboard verify --root` follows the chain between them."
        ),
        (Told::Other(id), Lang::Zh) => {
            format!("这是本报告发布版本 {id} 的根摘要，不是本版本的；`daggerboard verify --root` 可核对两者之间的链条。")
        }
        (Told::Differs, Lang::En) => {
            "Differs: no release of this report here has that root digest. These are not the files that you were told of.".into()
        }
        (Told::Differs, Lang::Zh) => {
            "不一致：本报告没有任何发布版本具有该根摘要。这些不是您被告知的文件。".into()
        }
    }
}

/// A button that has the raw files fetched and hashed too; nothing where there are none.
fn ask(page: &Arc<Page>, checks: Checks) -> Option<AnyView> {
    let sources = page.files.iter().filter(|file| file.is_source());
    let (count, bytes) = sources.fold((0, 0), |(count, bytes), file| {
        (count + 1, bytes + file.bytes)
    });
    if count == 0 {
        return None;
    }
    let size = label::bytes(bytes);
    let words = match page.address.lang {
        Lang::En => format!("Check the {count} raw source files too ({size})"),
        Lang::Zh => format!("同时校验 {count} 个原始文件（{size}）"),
    };
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
fn status(page: &Page, checks: &[Check]) -> String {
    let lang = page.address.lang;
    let states = || page.files.iter().zip(checks);
    let failed: Vec<&str> = states()
        .filter(|(_, check)| matches!(check, Check::Failed(_)))
        .map(|(file, _)| file.path.as_str())
        .collect();
    if !failed.is_empty() {
        let names = failed.join(", ");
        return match lang {
            Lang::En => format!(
                "Differs from the manifest or did not load, so its numbers are not shown: {names}."
            ),
            Lang::Zh => format!("与清单不符或未能加载，相关数据不予显示：{names}。"),
        };
    }
    let same = states().filter(|(_, check)| **check == Check::Same);
    let (count, bytes) = same.fold((0, 0), |(count, bytes), (file, _)| {
        (count + 1, bytes + file.bytes)
    });
    let (all, bytes) = (page.files.len(), label::bytes(bytes));
    let open = states().filter(|(_, check)| **check == Check::Open).count();
    let sources = states()
        .filter(|(file, check)| file.is_source() && **check == Check::Open)
        .count();
    match (count, lang) {
        (0, Lang::En) => {
            "Not checked yet in this browser. The figures were made from checked files when the page was built.".into()
        }
        (0, Lang::Zh) => "本浏览器尚未校验。页面中的数字在生成页面时由已校验的文件算出。".into(),
        (_, Lang::En) if open == 0 => format!(
            "All {all} files ({bytes}) match this site's manifest: complete and unaltered since it was made. \
             It does not show who made them."
        ),
        (_, Lang::Zh) if open == 0 => format!(
            "全部 {all} 个文件（{bytes}）与本站清单一致：完整且自清单生成后未被改动；不能说明发布者身份。"
        ),
        (_, Lang::En) if open == sources => format!(
            "{count} files ({bytes}) match this site's manifest: complete and unaltered since it was made. \
             It does not show who made them. {sources} raw source files were not fetched."
        ),
        (_, Lang::Zh) if open == sources => format!(
            "{count} 个文件（{bytes}）与本站清单一致：完整且自清单生成后未被改动；不能说明发布者身份。另有 {sources} 个原始文件未下载。"
        ),
        (_, Lang::En) => {
            format!("{count} of {all} files ({bytes}) match this site's manifest; the rest are on their way.")
        }
        (_, Lang::Zh) => format!("{all} 个文件中 {count} 个（{bytes}）与本站清单一致，其余正在校验。"),
    }
}

/// Every file with its state; with buttons that copy where `system` is known.
fn files(page: &Page, checks: &[Check], system: Option<System>) -> Markup {
    let lang = page.address.lang;
    let rows = page.files.iter().zip(checks).map(|(file, check)| {
        let state = match check {
            Check::Open => lang.pick("not checked", "未校验"),
            Check::Same => lang.pick("same", "一致"),
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
            let (digest, line) = match lang {
                Lang::En => (format!("digest of {path}"), format!("command for {path}")),
                Lang::Zh => (format!("{path} 的摘要"), format!("{path} 的命令")),
            };
            let both = vec![
                copier(
                    lang.pick("digest", "摘要"),
                    &digest,
                    &file.digest.to_string(),
                    lang,
                ),
                words(" "),
                copier(
                    lang.pick("command", "命令"),
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
        lang.pick("File", "文件"),
        lang.pick("Bytes", "字节"),
        lang.pick("State", "状态"),
        "SHA-256",
    ];
    if system.is_some() {
        head.insert(3, lang.pick("Copy", "复制"));
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
        vec![words(lang.pick("Try again", "重试"))],
    )
}

/// What stands in place of the page when nothing of it may be shown.
pub fn trouble(lang: Lang, root: &str, why: String) -> AnyView {
    let inside = vec![
        text("h1", lang.pick("The figures are withheld", "数据不予显示")),
        text("p", lang.pick(
            "A file did not come, or it differs from the manifest. Nothing is shown that was not checked.",
            "有文件未能加载，或与清单不符。未经校验的内容一律不显示。",
        )),
        node("p", &[("id", "seal-state"), ("class", "why")], vec![words(why)]),
        node("p", &[], vec![retry(lang), words(" "), link(root, lang.pick("All reports", "全部报告"))]),
    ];
    let alert = node("section", &[("role", "alert")], inside);
    let top = node("header", &[("class", "top")], vec![head::brand()]);
    Markup::all(vec![top, node("main", &[], vec![alert])]).view()
}
