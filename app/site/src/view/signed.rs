use charts::Lang;
use leptos::prelude::*;
use rounds::Signed;

use super::markup::{node, words as plain};
use crate::{Page, Remembered, Signature};

/// What is known of the release's signature.
pub(super) fn signed(signature: &Signature, lang: Lang) -> String {
    match signature {
        Signature::Built(signed) => words(signed, false, lang),
        Signature::Open(said) => said.clone(),
        Signature::Held(signed, _) => words(signed, true, lang),
        Signature::Unheld => messages::signature_unheld(lang).into(),
    }
}

fn words(signed: &Signed, checked: bool, lang: Lang) -> String {
    match signed {
        Signed::Not => messages::not_signed(lang).into(),
        Signed::Unknown => messages::signed_by_unknown(lang).into(),
        Signed::Listed { key, comment, note } => {
            let note = lang.pick(&note.en, &note.zh);
            if checked {
                messages::signed_by_listed(lang, comment, key, note)
            } else {
                messages::signed_by_listed_open(lang, comment, key, note)
            }
        }
        Signed::Told {
            key,
            comment,
            vouched: false,
        } => messages::signed_by_told(lang, comment, key),
        Signed::Told {
            key,
            comment,
            vouched: true,
        } => messages::signed_by_vouched(lang, comment, key),
    }
}

/// What a key that the reader pasted says of the release.
#[cfg(feature = "csr")]
pub(super) fn by(judged: Result<Signed, Option<String>>, lang: Lang) -> String {
    match judged {
        Ok(signed) => words(&signed, true, lang),
        Err(Some(why)) => messages::signature_differs(lang, why),
        Err(None) => signed(&Signature::Unheld, lang),
    }
}

/// A warning where this browser saw something newer before, or a word that it would not notice; nothing where all is well.
pub(super) fn remembered(page: &Page, signature: &Signature) -> Option<AnyView> {
    let Signature::Held(_, remembered) = signature else {
        return None;
    };
    let newest = page.listed().map_or(0, |listed| listed.releases.len());
    let lang = page.address.lang;
    let said = match remembered {
        Remembered::Fine => return None,
        Remembered::Later(later) => messages::older_came_back(lang, later, newest),
        Remembered::WasSigned(key) => messages::was_signed(lang, key),
        Remembered::Blind => messages::no_memory(lang).into(),
    };
    let class = match remembered {
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
