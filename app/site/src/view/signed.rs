use charts::Lang;
use leptos::prelude::*;
use rounds::Signed;
use seal::Key;

use super::markup::{node, words as plain};
use crate::{Page, Remembered};

/// What is known of the release's signature; `checked` in this browser, or only when the page was built.
pub(super) fn signed(page: &Page, checked: bool) -> String {
    words(&page.signed, checked, page.address.lang)
}

fn words(signed: &Signed, checked: bool, lang: Lang) -> String {
    let (en, zh) = match signed {
        Signed::Not => (
            "This release is not signed.".into(),
            "该发布没有签名。".into(),
        ),
        Signed::Unknown => (
            "Signed by a key that this site's keys.json does not list: the signature was not checked.".into(),
            "签名所用密钥不在本站 keys.json 中，因此未核对签名。".into(),
        ),
        // About as long before and after, so that nothing below moves.
        Signed::Listed { key, comment, note } => (
            format!(
                "{}igned by key {key} (trusted comment: “{comment}”). Compare this key with one you got from the team by another route. keys.json says of it: “{}”",
                if checked { "S" } else { "Not checked here yet: s" },
                note.en
            ),
            format!(
                "{}由密钥 {key} 签名（可信注释：“{comment}”）。请与通过其他渠道获得的公钥核对。keys.json 对它的说明：“{}”",
                if checked { "" } else { "尚未在此核对：" },
                note.zh
            ),
        ),
        Signed::Told { key, comment, vouched: false } => (
            format!("Signed by the key that you supplied, {key} (trusted comment: “{comment}”)."),
            format!("由您提供的密钥 {key} 签名（可信注释：“{comment}”）。"),
        ),
        Signed::Told { key, comment, vouched: true } => (
            format!("Signed by key {key} (trusted comment: “{comment}”), which the key that you supplied vouches for."),
            format!("由密钥 {key} 签名（可信注释：“{comment}”）；您提供的密钥为其作保。"),
        ),
    };
    lang.pick(en, zh)
}

/// What a key that the reader pasted says of the release.
pub(super) fn by(page: &Page, key: &Key) -> String {
    let lang = page.address.lang;
    match page.signed_by(Some(key)) {
        Ok(signed) => words(&signed, true, lang),
        Err(why) => format!("{}{why}.", lang.pick("Differs: ", "不一致：")),
    }
}

/// A warning where this browser saw something newer before, or a word that it would not notice; nothing where all is well.
pub(super) fn remembered(page: &Page) -> Option<AnyView> {
    let newest = page.listed().map_or(0, |listed| listed.releases.len());
    let (en, zh) = match &page.remembered {
        Remembered::Fine => return None,
        Remembered::Later(later) => (
            format!("An older state came back: this browser has seen release number {later} of this report; the newest here is number {newest}. Ask the publisher which one stands."),
            format!("出现了更旧的状态：本浏览器曾见过本报告的第 {later} 个版本，而此处最新为第 {newest} 个。请向发布者确认哪个有效。"),
        ),
        Remembered::WasSigned(key) => (
            format!("This release is not signed, and this browser has seen releases of this report signed by key {key}. Ask the publisher why."),
            format!("该发布没有签名，而本浏览器曾见过由密钥 {key} 签名的版本。请向发布者询问原因。"),
        ),
        Remembered::Blind => (
            "This browser keeps no memory for this site, so a return to an older release would not be noticed.".into(),
            "本浏览器不为本站保存记录，因此无法发现回退到旧版本的情况。".into(),
        ),
    };
    let said: String = page.address.lang.pick(en, zh);
    let class = match page.remembered {
        Remembered::Blind => "note",
        _ => "banner",
    };
    let said = node(
        "p",
        &[("id", "seal-memory"), ("class", class)],
        vec![plain(said)],
    );
    Some(said.view())
}
