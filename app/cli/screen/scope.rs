//! Where a rule does not hold. Exceptions are bound to a field and a form; the patterns stay as tight as they are.

use std::net::Ipv4Addr;

use seal::SIGNATURE;

use super::{
    detectors::{Rule, is_unseen},
    strings::{Kind, Piece, Step},
};

/// Rules, a place, and the form that a string must have there to pass.
struct Exception {
    rules: &'static [&'static str],
    place: fn(file: &str, names: &[&str]) -> bool,
    form: fn(&str) -> bool,
}

/// All exceptions there are, for values and cells alone.
const EXCEPTIONS: [Exception; 10] = [
    // A digest is as long as a token.
    Exception {
        rules: &["long_opaque"],
        place: |_, names| names_a_digest(names),
        form: is_digest,
    },
    // So is a key, and a signature; what is said beside it is searched.
    Exception {
        rules: &["long_opaque"],
        place: |file, names| file == "keys.json" && matches!(names, [.., "key" | "vouched"]),
        form: is_key_or_signature,
    },
    Exception {
        rules: &["long_opaque"],
        place: |file, _| file.ends_with(SIGNATURE),
        form: is_key_or_signature,
    },
    // A fact can be the digest of a library or file; it says `sha256:` then.
    Exception {
        rules: &["long_opaque"],
        place: |_, names| matches!(names, [.., "facts", "value", "en" | "zh"]),
        form: |text| text.starts_with("sha256:") && is_digest(text),
    },
    // Four numbers with dots are a version there, as long as they are no address of a private network.
    Exception {
        rules: &["ipv4"],
        place: |_, names| {
            matches!(names, [.., last] if *last == "version" || last.ends_with("_version"))
                || matches!(names, [.., "client"])
        },
        form: |text| !text.split([' ', '/']).any(is_private_address),
    },
    // The standard names its own schema.
    Exception {
        rules: &["url", "fqdn"],
        place: |file, names| file == "datapackage.json" && names == ["$schema"],
        form: |text| text == "https://datapackage.org/profiles/2.0/datapackage.json",
    },
    // Labels for readers are in two languages. What a client wrote is no label.
    Exception {
        rules: &["han"],
        place: |file, names| {
            matches!(names, [.., "zh"])
                && (!file.starts_with("sources/") || file == "sources/plan.toml")
        },
        form: |_| true,
    },
    // Made by publish of the labels.
    Exception {
        rules: &["han"],
        place: |file, _| file == "readme.md",
        form: |_| true,
    },
    // A model that was given random words answers in bytes. What hides or turns letters is no such byte.
    Exception {
        rules: &["ctl_bidi"],
        place: |file, names| {
            file.starts_with("sources/") && matches!(names, [.., "generated_texts"])
        },
        form: |text| !text.chars().filter(|c| !c.is_ascii()).any(is_unseen),
    },
    // A publisher's reasons, in the publisher's language.
    Exception {
        rules: &["han"],
        place: |file, names| {
            file == "datapackage.json" && matches!(names, ["daggerboard", "screened", .., "reason"])
        },
        form: |_| true,
    },
];

/// Whether `piece` of `file` may break `rule`.
pub(crate) fn excepts(rule: &Rule, file: &str, piece: &Piece) -> bool {
    if matches!(piece.kind, Kind::Key | Kind::Header) {
        return false;
    }
    let names: Vec<&str> = piece
        .at
        .iter()
        .filter_map(|step| match step {
            Step::Name(_, name) => Some(name.as_str()),
            _ => None,
        })
        .collect();
    EXCEPTIONS.iter().any(|exception| {
        exception.rules.contains(&rule.name)
            && (exception.place)(file, &names)
            && (exception.form)(&piece.text)
    })
}

fn names_a_digest(names: &[&str]) -> bool {
    const LAST: [&str; 6] = [
        "hash",
        "root",
        "previous",
        "source",
        "sha256",
        "input_fingerprint",
    ];
    match names {
        [.., "pins", _] => true,
        [.., last] => LAST.contains(last) || last.ends_with("_sha256"),
        [] => false,
    }
}

/// A commit or a SHA-256, with or without a word for its kind before it.
pub(crate) fn is_digest(text: &str) -> bool {
    let hex = text.rsplit(':').next().unwrap_or_default();
    let kind = &text[..text.len() - hex.len()];
    matches!(hex.len(), 40 | 64)
        && hex.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'))
        && kind.len() <= 12
        && kind
            .bytes()
            .all(|c| c.is_ascii_lowercase() || matches!(c, b'0'..=b'9' | b':'))
}

/// Base64 of minisign, alone on its line: a long word in a comment is none.
fn is_key_or_signature(text: &str) -> bool {
    let base64 = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'+' | b'/' | b'=');
    text.lines().all(|line| {
        let long = line.split_whitespace().any(|word| word.len() >= 40);
        !long || (matches!(line.len(), 56 | 88 | 100) && line.bytes().all(base64))
    })
}

fn is_private_address(word: &str) -> bool {
    word.parse::<Ipv4Addr>()
        .is_ok_and(|address| address.is_private() || address.is_link_local())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_beside_a_signature_is_no_signature() {
        let [key, token] = [
            "RWROsrXIMjrJ1S4Zenzpv0C6gyYPhexKjVkPZRNE5OQGebu4cyTLvMr8",
            &"a".repeat(48),
        ];
        assert!(is_key_or_signature(key));
        assert!(is_key_or_signature(&format!(
            "untrusted comment: a\n{key}\n"
        )));
        assert!(!is_key_or_signature(token));
        assert!(!is_key_or_signature(&format!(
            "untrusted comment: {token}\n{key}\n"
        )));
        assert!(!is_key_or_signature(&format!("untrusted comment: {key}")));
    }

    #[test]
    fn a_digest_has_a_digests_form() {
        let hex = "0123456789abcdef".repeat(4);
        for text in [
            &hex,
            &format!("sha256:{hex}"),
            &hex[..40],
            &format!("salted:{hex}"),
        ] {
            assert!(is_digest(text), "{text}");
        }
        for text in [
            &hex[..63],
            &hex.to_uppercase(),
            &format!("my-key:{hex}"),
            "",
            ":",
        ] {
            assert!(!is_digest(text), "{text}");
        }
    }
}
