use charts::Lang;
use rounds::Signed;

use crate::{Page, Seen};

/// What is known of the release's signature; `checked` in this browser, or only when the page was built.
pub(super) fn signed(page: &Page, checked: bool) -> String {
    let (en, zh) = match &page.signed {
        Signed::Not => (
            "This release is not signed.".into(),
            "该发布没有签名。".into(),
        ),
        Signed::Unknown => (
            "Signed by a key that this site's keys.json does not list: the signature was not checked.".into(),
            "签名所用密钥不在本站 keys.json 中，因此未核对签名。".into(),
        ),
        Signed::Listed { key, comment, .. } | Signed::Told { key, comment, .. } if !checked => (
            format!("Signature by key {key} (trusted comment: “{comment}”): not checked in this browser yet."),
            format!("密钥 {key} 的签名（可信注释：“{comment}”）：尚未经本浏览器核对。"),
        ),
        Signed::Listed { key, comment, note } => (
            format!(
                "Signed by key {key} (trusted comment: “{comment}”). Compare this key with one you got from the team by another route. keys.json says of it: “{}”",
                note.en
            ),
            format!(
                "由密钥 {key} 签名（可信注释：“{comment}”）。请与通过其他渠道获得的公钥核对。keys.json 对它的说明：“{}”",
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
    page.address.lang.pick(en, zh)
}

/// A warning where this browser saw something newer before, or a word that it would not notice; nothing where all is well.
pub(super) fn seen(page: &Page) -> Option<String> {
    let newest = page.newest();
    let (en, zh) = match &page.seen {
        Seen::Fine => return None,
        Seen::Later(later) => (
            format!("An older state came back: this browser has seen release number {later} of this report under the same key; the newest here is number {newest}. Ask the publisher which one stands."),
            format!("出现了更旧的状态：本浏览器曾见过由同一密钥发布的第 {later} 个版本，而此处最新为第 {newest} 个。请向发布者确认哪个有效。"),
        ),
        Seen::WasSigned(key) => (
            format!("This release is not signed, and this browser has seen releases of this report signed by key {key}. Ask the publisher why."),
            format!("该发布没有签名，而本浏览器曾见过由密钥 {key} 签名的版本。请向发布者询问原因。"),
        ),
        Seen::Blind => (
            "This browser keeps no memory for this site, so a return to an older release would not be noticed.".into(),
            "本浏览器不为本站保存记录，因此无法发现回退到旧版本的情况。".into(),
        ),
    };
    Some(page.address.lang.pick(en, zh))
}
