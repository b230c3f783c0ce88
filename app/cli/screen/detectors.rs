//! The table of patterns: what may not be published, whoever the publisher is.

use std::{
    cell::OnceCell,
    net::{Ipv4Addr, Ipv6Addr},
};

use regex::{Regex, RegexSet};

/// A row of the table.
pub(crate) struct Rule {
    /// Its name, as findings and suppressions have it.
    pub(crate) name: &'static str,
    /// What it finds, in words.
    pub(crate) finds: &'static str,
    test: Test,
    holds: Holds,
}

enum Test {
    /// A pattern; `\b` is ASCII's, so that a Chinese word beside a host name hides nothing.
    Pattern(&'static str),
    /// A pattern whose first group, or whole match, must be confirmed.
    Confirmed(&'static str, fn(&str) -> bool),
    /// A function, where words say it better than a pattern.
    Words(fn(&str) -> bool),
    /// Found elsewhere, while a file is taken apart.
    Elsewhere,
}

/// Which strings a rule holds for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    /// Every string of a release.
    Data,
    /// Every string of a release and of the page.
    Everywhere,
    /// Every string of the page: a release has a stricter rule.
    Page,
    /// The keys and column names of a release.
    Names,
    /// The cells of a release's tables that are no numbers, and the column names.
    Cells,
}

/// The kind of string that is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// A key.
    Key,
    /// The name of a column.
    Header,
    /// A cell of a table.
    Cell,
    /// Anything else.
    Text,
}

const fn rule(name: &'static str, finds: &'static str, holds: Holds, test: Test) -> Rule {
    Rule {
        name,
        finds,
        test,
        holds,
    }
}

/// The table.
pub(crate) static RULES: [Rule; 28] = {
    use Holds::*;
    use Test::*;
    [
        rule(
            "ipv4",
            "an IPv4 address",
            Data,
            Confirmed(
                r"(?:^|[^0-9.])((?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9]))(?:$|[^0-9.]|\.(?:$|[^0-9]))",
                names_a_machine_v4,
            ),
        ),
        rule(
            "ipv4_dashed",
            "an IPv4 address written with dashes",
            Data,
            Confirmed(
                r"(?:^-?|[^0-9A-Za-z-]|[^0-9]-|ec2-)((?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])-){3}(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9]))(?:$|[^0-9A-Za-z-]|-(?:$|[^0-9]))",
                dashes_are_an_address,
            ),
        ),
        rule(
            "ipv6",
            "an IPv6 address",
            Data,
            Confirmed(
                r"(?i)(?:^|[^0-9a-f:])((?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}|(?:[0-9a-f]{1,4}:){1,6}:(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4}|(?:[0-9a-f]{1,4}:){2,7}:|::(?:[0-9a-f]{1,4}:){1,6}[0-9a-f]{1,4})(?:$|[^0-9a-f:])",
                names_a_machine_v6,
            ),
        ),
        rule(
            "mac",
            "a hardware address",
            Everywhere,
            Pattern(
                r"(?i)(?:^|[^0-9a-f])(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}(?:$|[^0-9a-f])|\b[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}\b",
            ),
        ),
        rule(
            "pci_bus",
            "a PCI address",
            Data,
            Pattern(r"(?i)\b[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]\b"),
        ),
        rule(
            "email",
            "a mail address",
            Everywhere,
            Pattern(r"(?i)[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}"),
        ),
        rule(
            "uuid",
            "a UUID",
            Everywhere,
            Pattern(r"(?i)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"),
        ),
        rule(
            "fqdn",
            "a domain name",
            Data,
            Pattern(
                r"(?i)\b(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:internal|intranet|local|localdomain|lan|corp|intra|home|box|svc|cluster|test|com|cn|net|org|edu|gov|io|ai|dev|cloud|app|hk|tw|jp|kr|sg|de|fr|uk|eu|ru|us)\b",
            ),
        ),
        rule(
            "posix_path",
            "a path",
            Data,
            Pattern(
                r#"(?:^|[^A-Za-z0-9._~-])(?:~|/(?:home|root|mnt|data[0-9]*|disk[0-9]*|nvme[0-9]*|ssd[0-9]*|nas|nfs|opt|srv|var|tmp|usr|etc|run|media|scratch|export|share|shared|storage|projects?|work|workspace|code|app|cache|Users|Volumes|models?|gpfs|lustre|ceph|cpfs|ossfs|juicefs|private))/[^\s'"]+"#,
            ),
        ),
        rule(
            "home_path",
            "a path in somebody's home folder",
            Page,
            Pattern(r"/(?:home|Users)/[A-Za-z0-9._-]+|/root/|(?i)\b[a-z]:[\\/]+users[\\/]"),
        ),
        rule(
            "win_path",
            "a Windows path",
            Data,
            Pattern(r"(?i)\b[a-z]:\\|\b[a-z]:/(?:users|windows|program)|\\\\[a-z0-9._-]+\\"),
        ),
        rule(
            "file_url",
            "the address of a file store or service",
            Data,
            Pattern(r"(?i)\b(?:file|s3|oss|cos|hdfs|ssh|git|jdbc|nfs|smb)://"),
        ),
        rule("url", "a URL", Data, Pattern(r"(?i)\bhttps?://")),
        rule(
            "url_creds",
            "a URL with a password",
            Everywhere,
            Pattern(r"(?i)\b[a-z][a-z0-9+.-]*://[^\s/@:]+:[^\s/@]+@"),
        ),
        rule(
            "pod",
            "the name of a pod",
            Everywhere,
            Pattern(
                r"\b[a-z0-9](?:[a-z0-9-]*[a-z0-9])?-[bcdfghjklmnpqrstvwxz2456789]{8,10}-[bcdfghjklmnpqrstvwxz2456789]{5}\b",
            ),
        ),
        rule(
            "pod_hex",
            "the name of a pod",
            Everywhere,
            Pattern(
                r"\b[a-z0-9](?:[a-z0-9-]*[a-z0-9])?-[0-9a-f]{8,10}-[bcdfghjklmnpqrstvwxz2456789]{5}\b",
            ),
        ),
        rule(
            "k8s_svc",
            "the name of a Kubernetes service",
            Everywhere,
            Pattern(r"\.svc\b|\.pod\.|\.cluster\.local"),
        ),
        rule(
            "nodelike",
            "what looks like the name of a machine",
            Data,
            Confirmed(
                r"(?i)\b(?:(?:gpu|node|host|worker|master|compute|ecs|vm|dgx|h100|h200|a100|a800|h800|rack)[a-z]*|bj|sh|hz|sz|beijing|shanghai|hangzhou|shenzhen)[0-9]*-[a-z0-9-]*[0-9]{1,4}\b|\b(?:gpu|node|host|worker|master|compute|ecs|vm|dgx|rack)0[0-9]{1,3}\b",
                is_no_product,
            ),
        ),
        rule(
            "pem",
            "a key or certificate",
            Everywhere,
            Pattern(r"-----BEGIN [A-Z ]*(?:PRIVATE KEY|CERTIFICATE)"),
        ),
        rule(
            "jwt",
            "a signed token",
            Everywhere,
            Pattern(r"\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}"),
        ),
        rule(
            "token",
            "an access token",
            Everywhere,
            Pattern(
                r"\b(?:hf_[A-Za-z0-9]{20,}|gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,}|glpat-[A-Za-z0-9_-]{18,}|sk-[A-Za-z0-9_-]{20,}|xox[abprs]-[A-Za-z0-9-]{10,}|(?:AKIA|ASIA)[A-Z0-9]{16}|LTAI[A-Za-z0-9]{12,}|AKID[A-Za-z0-9]{13,}|AIza[A-Za-z0-9_-]{30,}|nvapi-[A-Za-z0-9_-]{20,}|npm_[A-Za-z0-9]{30,}|ssh-(?:rsa|ed25519) AAAA)",
            ),
        ),
        rule(
            "kv_secret",
            "a password or token beside its name",
            Everywhere,
            Confirmed(
                r"(?i)((?:pass(?:word|wd)?|secret|token|api[_-]?key|authorization|bearer)\s*[=:]\s*\S+|bearer\s+[a-z0-9._~+/-]{16,})",
                is_no_count,
            ),
        ),
        rule(
            "serial",
            "a word for the number of a device",
            Data,
            Pattern(
                r"(?i)\b(?:serial|s/?n|board_id|vbios|pci(?:_bus)?_id|bus_id|machine_id|boot_id|system_uuid)\b",
            ),
        ),
        rule(
            "key_name",
            "a name for what tells a machine, a person or a secret",
            Names,
            Words(names_an_identity),
        ),
        rule(
            "long_opaque",
            "a long token",
            Data,
            Confirmed(r"([A-Za-z0-9+/_=-]{40,})", is_opaque),
        ),
        rule(
            "ctl_bidi",
            "a control or invisible character",
            Data,
            Words(|text| text.chars().any(is_unseen)),
        ),
        rule("han", "Chinese outside a label", Data, Pattern(r"\p{Han}")),
        rule(
            "formula",
            "a cell that a spreadsheet would run",
            Cells,
            Pattern(r"^[=+\-@\t\r]"),
        ),
    ]
};

/// The rule for what is packed, or text in no known encoding.
pub(crate) static UNREADABLE: Rule = rule(
    "unreadable",
    "bytes that nobody can look into",
    Holds::Data,
    Test::Elsewhere,
);

/// The rule of the publisher's own list.
pub(crate) static TERM: Rule = rule(
    "private_term",
    "a private term",
    Holds::Everywhere,
    Test::Elsewhere,
);

/// The rule of the machine that builds the page.
pub(crate) static FOLDER: Rule = rule(
    "build_folder",
    "a folder of the machine that built it",
    Holds::Page,
    Test::Elsewhere,
);

/// Whether a finding can have the rule `name`.
#[cfg(feature = "publishing")]
pub(crate) fn known(name: &str) -> bool {
    let elsewhere = [&UNREADABLE, &TERM];
    RULES.iter().chain(elsewhere).any(|rule| rule.name == name)
}

/// Rules made ready to search.
pub(crate) struct Detectors {
    /// One pass over a string says which patterns are worth a second look.
    set: RegexSet,
    /// The patterns of the set, in its order; each is made when it is first needed.
    patterns: Vec<(&'static Rule, OnceCell<Regex>)>,
    /// Rules that are functions.
    words: Vec<&'static Rule>,
}

impl Detectors {
    /// Those for a release.
    pub(crate) fn of_data() -> Self {
        Self::of(|holds| holds != Holds::Page)
    }

    /// Those for the page, which has addresses, paths and versions of its own.
    pub(crate) fn of_page() -> Self {
        Self::of(|holds| matches!(holds, Holds::Everywhere | Holds::Page))
    }

    fn of(wanted: impl Fn(Holds) -> bool) -> Self {
        let rules: Vec<&Rule> = RULES.iter().filter(|rule| wanted(rule.holds)).collect();
        let patterns: Vec<_> = rules
            .iter()
            .filter(|rule| rule.pattern().is_some())
            .map(|&rule| (rule, OnceCell::new()))
            .collect();
        let set = RegexSet::new(patterns.iter().filter_map(|(rule, _)| rule.pattern()))
            .expect("the patterns are constants, and a test makes them");
        let words = rules
            .into_iter()
            .filter(|rule| matches!(rule.test, Test::Words(_)))
            .collect();
        Self {
            set,
            patterns,
            words,
        }
    }

    /// The rules that `text` breaks as a `part` of a file, wherever it stands.
    pub(crate) fn find(&self, part: Part, text: &str) -> Vec<&'static Rule> {
        let mut found = vec![];
        for index in self.set.matches(text) {
            let (rule, regex) = &self.patterns[index];
            let confirmed = match rule.test {
                Test::Confirmed(_, confirm) => {
                    let regex = regex.get_or_init(|| {
                        let pattern = rule.pattern().unwrap_or_default();
                        Regex::new(&pattern).expect("the set was made of it")
                    });
                    any(regex, text, confirm)
                }
                _ => true,
            };
            if confirmed && rule.holds_for(part) {
                found.push(*rule);
            }
        }
        let words = self.words.iter().filter(|rule| match rule.test {
            Test::Words(trips) => rule.holds_for(part) && trips(text),
            _ => false,
        });
        found.extend(words);
        found
    }
}

impl Rule {
    fn holds_for(&self, part: Part) -> bool {
        match self.holds {
            Holds::Names => matches!(part, Part::Key | Part::Header),
            Holds::Cells => matches!(part, Part::Cell | Part::Header),
            Holds::Data | Holds::Everywhere | Holds::Page => true,
        }
    }

    fn pattern(&self) -> Option<String> {
        match self.test {
            // Unicode's `\b` would see no border between a Chinese word and the name that follows it.
            Test::Pattern(pattern) | Test::Confirmed(pattern, _) => {
                Some(pattern.replace(r"\b", r"(?-u:\b)"))
            }
            Test::Words(_) | Test::Elsewhere => None,
        }
    }
}

/// Whether any match in `text` is confirmed. What closes one match may open the next.
fn any(regex: &Regex, text: &str, confirm: fn(&str) -> bool) -> bool {
    let mut from = 0;
    while let Some(groups) = regex.captures_at(text, from) {
        let Some(found) = groups.get(1).or(groups.get(0)) else {
            return false;
        };
        if confirm(found.as_str()) {
            return true;
        }
        from = found.end();
    }
    false
}

/// Whether `c` shows nothing, or turns what stands beside it: controls but tab and line ends, bidi, zero width.
pub(crate) fn is_unseen(c: char) -> bool {
    matches!(c,
        '\0'..='\x08' | '\x0b' | '\x0c' | '\x0e'..='\x1f' | '\x7f'..='\u{9f}' | '\u{ad}' | '\u{61c}'
        | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
        | '\u{e0000}'..='\u{e007f}')
}

/// Every address but those that are the same on all machines.
fn names_a_machine_v4(text: &str) -> bool {
    text.parse::<Ipv4Addr>().map_or(true, |address| {
        !(address.is_unspecified() || address.is_loopback() || address.is_broadcast())
    })
}

/// Dates and ladders of concurrencies have dashes too: some number must be too large for them, or the network private.
fn dashes_are_an_address(text: &str) -> bool {
    text.replace('-', ".")
        .parse::<Ipv4Addr>()
        .is_ok_and(|address| address.is_private() || address.octets().iter().any(|&n| n >= 100))
}

/// `a::b` is an address by the letter and a path in Rust by use: addresses of networks have a group of three digits.
fn names_a_machine_v6(text: &str) -> bool {
    text.parse::<Ipv6Addr>().is_ok() && text.split(':').any(|group| group.len() >= 3)
}

/// `H100-SXM5` and `A800-PCIE-80` are things to buy.
fn is_no_product(text: &str) -> bool {
    let mut words = text.split('-');
    let model = words.next().unwrap_or_default().to_ascii_lowercase();
    let product = |word: &str| {
        let word = word.to_ascii_lowercase();
        let rest = ["sxm", "pcie", "nvl", "oam"]
            .iter()
            .find_map(|name| word.strip_prefix(name));
        rest.unwrap_or(&word).bytes().all(|c| c.is_ascii_digit())
    };
    let chip = model.len() == 4 && model[1..].bytes().all(|c| c.is_ascii_digit());
    !(chip && words.all(product))
}

/// `time per token: 12 ms` says no token, `pass: 5` no password, `tiktoken==0.14.0` neither.
fn is_no_count(text: &str) -> bool {
    let value = text.rsplit([':', '=']).next().unwrap_or_default().trim();
    let counted = value.trim_end_matches(|c: char| !c.is_ascii_digit());
    let number = !counted.is_empty() && counted.bytes().all(|c| c.is_ascii_digit() || c == b'.');
    !(number && (counted.len() < 6 || counted.contains('.')))
}

/// Words joined by dashes can be long, as in a model's name, and so can what a model with random weights says: a token
/// has a digit, and a piece that is no word.
fn is_opaque(text: &str) -> bool {
    text.bytes().any(|c| c.is_ascii_digit())
        && text
            .split(['-', '_', '/', '='])
            .any(|piece| !is_word(piece))
}

/// `Instruct`, `A3B` and `w8a8` are words; sixteen letters in a row, or letters and digits by turns, are none.
fn is_word(piece: &str) -> bool {
    let turn = |pair: &[u8]| match (pair[0], pair[1]) {
        (a, b) if a.is_ascii_digit() != b.is_ascii_digit() => true,
        (a, b) => a.is_ascii_lowercase() && b.is_ascii_uppercase(),
    };
    piece.len() <= 15
        && piece
            .as_bytes()
            .windows(2)
            .filter(|pair| turn(pair))
            .count()
            <= 3
}

/// Whether a key or column is named after what tells a machine, a person or a secret. Whole words only: `environment`
/// and `user_count` are nobody's.
fn names_an_identity(name: &str) -> bool {
    /// Anywhere in the name.
    const ANYWHERE: [&[&str]; 14] = [
        &["hostname"],
        &["hostnames"],
        &["host", "name"],
        &["username"],
        &["user", "name"],
        &["cwd"],
        &["argv"],
        &["vbios"],
        &["bus", "id"],
        &["pci", "id"],
        &["board", "id"],
        &["machine", "id"],
        &["boot", "id"],
        &["system", "uuid"],
    ];
    /// At its end.
    const LAST: [&[&str]; 15] = [
        &["serial"],
        &["serials"],
        &["serial", "number"],
        &["serial", "no"],
        &["host"],
        &["user"],
        &["env"],
        &["env", "vars"],
        &["password"],
        &["passwd"],
        &["secret"],
        &["apikey"],
        &["api", "key"],
        &["authorization"],
        &["credentials"],
    ];
    /// The whole name, or with such a word before it.
    const TOKEN_OF: [&str; 6] = ["access", "api", "auth", "bearer", "hf", "github"];
    let words = words(name);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let token = match words[..] {
        ["token"] => true,
        [.., of, "token"] => TOKEN_OF.contains(&of),
        _ => false,
    };
    // A rate is nobody's name.
    let rate = words.ends_with(&["per", "user"]) || words.ends_with(&["per", "host"]);
    token
        || !rate && LAST.iter().any(|last| words.ends_with(last))
        || ANYWHERE
            .iter()
            .any(|part| words.windows(part.len()).any(|window| window == *part))
}

/// The words of `gpuSerial`, `GPUSerial`, `gpu_serial` and `gpu serial`, in lower case.
fn words(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut words = vec![String::new()];
    for (index, &letter) in letters.iter().enumerate() {
        let before = index.checked_sub(1).map(|index| letters[index]);
        let after = letters.get(index + 1);
        let begins = letter.is_uppercase()
            && (before.is_some_and(char::is_lowercase)
                || after.is_some_and(|letter| letter.is_lowercase()));
        if begins || !letter.is_alphanumeric() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| letter.is_alphanumeric()) {
            word.extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
