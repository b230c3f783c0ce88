use charts::Lang;
use seal::{Cause, Parting, SUMS};

use super::{
    figure::side_name,
    markup::{Markup, list, named, node, text},
};
use crate::judge::{Fed, Local, Verdict};

/// Lines shown of one kind.
const SHOWN: usize = 200;
/// The kinds of results, in the order in which they are shown.
#[derive(Clone, Copy)]
enum Kind {
    Differs,
    Unread,
    Unknown,
    Renamed,
    Source,
    Outside,
    Same,
}

impl Kind {
    const ALL: [Self; 7] = [
        Self::Differs,
        Self::Unread,
        Self::Unknown,
        Self::Renamed,
        Self::Source,
        Self::Outside,
        Self::Same,
    ];

    fn of(verdict: &Verdict) -> Self {
        match verdict {
            Verdict::Same(_) => Self::Same,
            Verdict::Renamed { .. } => Self::Renamed,
            Verdict::Differs { .. } | Verdict::OtherRelease(_) => Self::Differs,
            Verdict::Source(_) => Self::Source,
            Verdict::Signature => Self::Outside,
            Verdict::Unknown => Self::Unknown,
        }
    }

    fn name(self, lang: Lang) -> &'static str {
        match self {
            Self::Differs => lang.pick("different", "不一致"),
            Self::Unread => lang.pick("not read", "未能读取"),
            Self::Unknown => lang.pick("unknown here", "本发布中没有"),
            Self::Renamed => lang.pick("under another name", "内容相同但名称不同"),
            Self::Source => lang.pick("raw source of rounds", "轮次的原始文件"),
            Self::Outside => lang.pick("outside the manifest", "清单之外"),
            Self::Same => lang.pick("the same", "一致"),
        }
    }
}

/// What came of the files so far.
pub(super) struct Results<'a> {
    lang: Lang,
    /// What the files are to the release.
    pub(super) verdicts: Vec<Verdict<'a>>,
    /// Files of the release that none of them was.
    pub(super) missing: Vec<&'a str>,
    /// How many of each kind, and a line for each of the first of them.
    kinds: [(usize, Vec<Markup>); Kind::ALL.len()],
}

impl<'a> Results<'a> {
    /// Of no file.
    pub(super) fn new(lang: Lang) -> Self {
        Self {
            lang,
            verdicts: vec![],
            missing: vec![],
            kinds: Default::default(),
        }
    }

    /// Adds what `local` is.
    pub(super) fn judged(&mut self, verdict: Verdict<'a>, local: Local) {
        let sentence = sentence(&verdict, &local, self.lang);
        self.add(Kind::of(&verdict), local.name, &sentence);
        self.verdicts.push(verdict);
    }

    /// Adds a file that the browser could not read.
    pub(super) fn unread(&mut self, name: String, why: &str) {
        self.add(Kind::Unread, name, why);
    }

    fn add(&mut self, kind: Kind, name: String, sentence: &str) {
        let (count, lines) = &mut self.kinds[kind as usize];
        *count += 1;
        if *count <= SHOWN {
            lines.push(named(name, &format!(": {sentence}")));
        }
    }

    fn count(&self) -> usize {
        self.kinds.iter().map(|(count, _)| count).sum()
    }

    /// A sentence with the number of each kind.
    pub(super) fn counts(&self) -> String {
        let lang = self.lang;
        let mut said = match lang {
            Lang::En => format!("Files compared: {}", self.count()),
            Lang::Zh => format!("已比对文件：{}", self.count()),
        };
        let kinds = Kind::ALL.map(|kind| (kind.name(lang), self.kinds[kind as usize].0));
        let missing = (
            lang.pick("of the release missing", "发布中缺少"),
            self.missing.len(),
        );
        for (name, count) in kinds
            .into_iter()
            .chain([missing])
            .filter(|(_, count)| *count > 0)
        {
            said += &match lang {
                Lang::En => format!("; {count} {name}"),
                Lang::Zh => format!("；{name} {count}"),
            };
        }
        said + lang.pick(".", "。")
    }

    /// What came of each, those first that a reader must look at.
    pub(super) fn markup(&self) -> Markup {
        let lang = self.lang;
        let kinds = Kind::ALL.iter().zip(&self.kinds);
        let groups = kinds.flat_map(|(kind, (count, lines))| {
            group(
                kind.name(lang),
                *count,
                node("ul", &[], lines.clone()),
                lang,
            )
        });
        let missing = self.missing.iter().take(SHOWN).map(ToString::to_string);
        let name = lang.pick(
            "of the release, not among your files",
            "发布中有，您的文件中没有",
        );
        let missing = group(name, self.missing.len(), list(missing), lang);
        Markup::all(groups.chain(missing).collect())
    }
}

/// Lines under their name and number; nothing where there are none.
fn group(name: &str, count: usize, lines: Markup, lang: Lang) -> Option<Markup> {
    if count == 0 {
        return None;
    }
    let mut parts = vec![text("h3", format!("{name}: {count}")), lines];
    if count > SHOWN {
        parts.push(text(
            "p",
            match lang {
                Lang::En => format!("and {} more", count - SHOWN),
                Lang::Zh => format!("另有 {} 个", count - SHOWN),
            },
        ));
    }
    Some(Markup::all(parts))
}

/// What a file is to the release.
fn sentence(verdict: &Verdict, local: &Local, lang: Lang) -> String {
    let join = |paths: &[&str]| paths.join(", ");
    match (verdict, lang) {
        (Verdict::Same(SUMS), Lang::En) => {
            "the manifest of this release; its digest is the root digest".into()
        }
        (Verdict::Same(SUMS), Lang::Zh) => "本发布的清单，其摘要即根摘要".into(),
        (Verdict::Same(path), Lang::En) => format!("the same as {path}"),
        (Verdict::Same(path), Lang::Zh) => format!("与 {path} 一致"),
        (
            Verdict::Renamed {
                content,
                name: None,
            },
            Lang::En,
        ) => {
            format!("the same content as {}, under another name", join(content))
        }
        (
            Verdict::Renamed {
                content,
                name: None,
            },
            Lang::Zh,
        ) => {
            format!("与 {} 内容相同，名称不同", join(content))
        }
        (
            Verdict::Renamed {
                content,
                name: Some(name),
            },
            Lang::En,
        ) => {
            format!(
                "the same content as {}, under the name of {name}",
                join(content)
            )
        }
        (
            Verdict::Renamed {
                content,
                name: Some(name),
            },
            Lang::Zh,
        ) => {
            format!("与 {} 内容相同，却用了 {name} 的名称", join(content))
        }
        (
            Verdict::Differs {
                listed,
                parting,
                cause,
            },
            _,
        ) => {
            let paths: Vec<&str> = listed.iter().map(|file| file.path).collect();
            let accident = cause.map_or("", |cause| accident(cause, lang));
            let accident = match (accident, lang) {
                ("", _) => String::new(),
                (accident, Lang::En) => format!(" ({accident})"),
                (accident, Lang::Zh) => format!("（{accident}）"),
            };
            let size = |bytes: Option<u64>, digest| match (bytes, lang) {
                (Some(bytes), Lang::En) => format!("{bytes} bytes with digest {digest}"),
                (Some(bytes), Lang::Zh) => format!("{bytes} 字节，摘要 {digest}"),
                (None, Lang::En) => format!("digest {digest}"),
                (None, Lang::Zh) => format!("摘要 {digest}"),
            };
            let rest = match parting {
                Some(parting) => line(parting, lang),
                None => {
                    let found = size(Some(local.bytes), local.digest);
                    let expected: Vec<_> = listed
                        .iter()
                        .map(|file| size(file.bytes, file.digest))
                        .collect();
                    match lang {
                        Lang::En => format!("found {found}, expected {}", expected.join(" or ")),
                        Lang::Zh => format!("实为 {found}，应为 {}", expected.join("，或 ")),
                    }
                }
            };
            match lang {
                Lang::En => format!(
                    "named like {}, but different{accident}: {rest}",
                    join(&paths)
                ),
                Lang::Zh => format!("名称与 {} 相同，但内容不同{accident}：{rest}", join(&paths)),
            }
        }
        (Verdict::OtherRelease(id), Lang::En) => {
            format!("the manifest of release {id} of this report, not of this one")
        }
        (Verdict::OtherRelease(id), Lang::Zh) => {
            format!("本报告发布版本 {id} 的清单，不是本版本的")
        }
        (Verdict::Source(fed), _) => {
            let fed: Vec<String> = fed.iter().map(|fed| made(fed, lang)).collect();
            format!(
                "{}{}",
                lang.pick("the raw source of ", "以下轮次的原始文件："),
                fed.join(lang.pick("; ", "；"))
            )
        }
        (Verdict::Signature, _) => lang
            .pick(
                "outside the manifest, which it signs: check it with minisign",
                "在清单之外，是对清单的签名：请用 minisign 校验",
            )
            .into(),
        (Verdict::Unknown, Lang::En) => format!(
            "no file of this release, and no round was made of it; its digest is {}",
            local.digest
        ),
        (Verdict::Unknown, Lang::Zh) => format!(
            "不是本发布的文件，也没有轮次由它得出；其摘要为 {}",
            local.digest
        ),
    }
}

fn line(
    Parting {
        line,
        found,
        expected,
    }: &Parting,
    lang: Lang,
) -> String {
    let shown = |text: &Option<String>| match text {
        Some(text) => format!("`{text}`"),
        None => lang.pick("nothing more", "已无内容").into(),
    };
    let (found, expected) = (shown(found), shown(expected));
    match lang {
        Lang::En => format!("line {line}: found {found}, expected {expected}"),
        Lang::Zh => format!("第 {line} 行：实为 {found}，应为 {expected}"),
    }
}

fn made(fed: &Fed, lang: Lang) -> String {
    let Fed {
        batch,
        scenario,
        side,
        rounds,
    } = fed;
    let rounds: Vec<String> = rounds.iter().map(u32::to_string).collect();
    let (side, rounds) = (side_name(*side, lang), rounds.join(lang.pick(", ", "、")));
    match lang {
        Lang::En => format!("batch {batch}, {scenario}, {side}: round {rounds}"),
        Lang::Zh => format!("批次 {batch}，{scenario}，{side}：第 {rounds} 轮"),
    }
}

fn accident(cause: Cause, lang: Lang) -> &'static str {
    match cause {
        Cause::Empty => lang.pick("an empty file", "空文件"),
        Cause::LfsPointer => lang.pick(
            "a git-lfs pointer, not the file it stands for",
            "只是 git-lfs 指针，而非文件本身",
        ),
        Cause::Html => lang.pick(
            "an HTML page, perhaps an error page of a host",
            "HTML 页面，可能是主机的错误页",
        ),
        Cause::ByteOrderMark => lang.pick(
            "it starts with a byte-order mark",
            "开头有字节序标记（BOM）",
        ),
        Cause::CarriageReturns => lang.pick(
            "its lines end in CRLF, as after a checkout with core.autocrlf",
            "行尾为 CRLF，如以 core.autocrlf 检出时",
        ),
        Cause::Gzip => lang.pick("gzip bytes that nothing unpacked", "未解压的 gzip 数据"),
        Cause::Minified => lang.pick(
            "JSON in one line, as after a tool that minifies",
            "单行 JSON，如被压缩工具改写",
        ),
    }
}
