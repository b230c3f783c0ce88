use charts::Lang;
use seal::{Cause, Parting, SUMS};

use super::{
    figure::side_name,
    markup::{Markup, classed, list, named, node, text},
};
use crate::judge::{Fed, Listed, Local, Verdict};

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
            let class = match kind {
                Kind::Differs => "worse",
                _ => "",
            };
            let lines = node("ul", &[], lines.clone());
            group(class, kind.name(lang), *count, lines, lang)
        });
        let missing = self.missing.iter().take(SHOWN).map(ToString::to_string);
        let name = lang.pick(
            "of the release, not among your files",
            "发布中有，您的文件中没有",
        );
        let missing = group("worse", name, self.missing.len(), list(missing), lang);
        Markup::all(groups.chain(missing).collect())
    }
}

/// Lines under their name and number; nothing where there are none.
fn group(class: &str, name: &str, count: usize, lines: Markup, lang: Lang) -> Option<Markup> {
    if count == 0 {
        return None;
    }
    let mut parts = vec![classed("h3", class, format!("{name}: {count}")), lines];
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
    let said = |en: &str, zh: &str| lang.pick(en, zh).to_owned();
    match verdict {
        Verdict::Same(SUMS) => said(
            "the manifest of this release; its digest is the root digest",
            "本发布的清单，其摘要即根摘要",
        ),
        Verdict::Same(path) => said("the same as ", "一致：") + path,
        Verdict::Renamed { content, name } => {
            let content = content.join(", ");
            match (name, lang) {
                (None, Lang::En) => format!("the same content as {content}, under another name"),
                (None, Lang::Zh) => format!("与 {content} 内容相同，名称不同"),
                (Some(name), Lang::En) => {
                    format!("the same content as {content}, under the name of {name}")
                }
                (Some(name), Lang::Zh) => format!("与 {content} 内容相同，却用了 {name} 的名称"),
            }
        }
        Verdict::Differs {
            listed,
            parting,
            cause,
        } => {
            let rest = match parting {
                Some(parting) => line(parting, lang),
                None => sizes(listed, local, lang),
            };
            let paths: Vec<&str> = listed.iter().map(|file| file.path).collect();
            let (paths, cause) = (
                paths.join(", "),
                cause.map_or(String::new(), |cause| accident(cause, lang)),
            );
            match lang {
                Lang::En => format!("named like {paths}, but different{cause}: {rest}"),
                Lang::Zh => format!("名称与 {paths} 相同，但内容不同{cause}：{rest}"),
            }
        }
        Verdict::OtherRelease(id) => match lang {
            Lang::En => format!("the manifest of release {id} of this report, not of this one"),
            Lang::Zh => format!("本报告发布版本 {id} 的清单，不是本版本的"),
        },
        Verdict::Source(fed) => {
            let fed: Vec<String> = fed.iter().map(|fed| made(fed, lang)).collect();
            said("the raw source of ", "以下轮次的原始文件：") + &fed.join(lang.pick("; ", "；"))
        }
        Verdict::Signature => said(
            "outside the manifest, which it signs: check it with minisign",
            "在清单之外，是对清单的签名：请用 minisign 校验",
        ),
        Verdict::Unknown => {
            said(
                "no file of this release, and no round was made of it; its digest is ",
                "不是本发布的文件，也没有轮次由它得出；其摘要为 ",
            ) + &local.digest.to_string()
        }
    }
}

/// Length and digest, of the file and of those that it is named like.
fn sizes(listed: &[Listed], local: &Local, lang: Lang) -> String {
    let size = |bytes: Option<u64>, digest| {
        let bytes = bytes.map_or(String::new(), |bytes| match lang {
            Lang::En => format!("{bytes} bytes with "),
            Lang::Zh => format!("{bytes} 字节，"),
        });
        format!("{bytes}{} {digest}", lang.pick("digest", "摘要"))
    };
    let expected: Vec<String> = listed
        .iter()
        .map(|file| size(file.bytes, file.digest))
        .collect();
    parted(
        &size(Some(local.bytes), local.digest),
        &expected.join(lang.pick(" or ", "，或 ")),
        lang,
    )
}

fn parted(found: &str, expected: &str, lang: Lang) -> String {
    match lang {
        Lang::En => format!("found {found}, expected {expected}"),
        Lang::Zh => format!("实为 {found}，应为 {expected}"),
    }
}

fn line(parting: &Parting, lang: Lang) -> String {
    let shown = |text: &Option<String>| match text {
        Some(text) => format!("`{text}`"),
        None => lang.pick("nothing more", "已无内容").into(),
    };
    let rest = parted(&shown(&parting.found), &shown(&parting.expected), lang);
    match lang {
        Lang::En => format!("line {}: {rest}", parting.line),
        Lang::Zh => format!("第 {} 行：{rest}", parting.line),
    }
}

fn made(fed: &Fed, lang: Lang) -> String {
    let rounds: Vec<String> = fed.rounds.iter().map(u32::to_string).collect();
    let (batch, scenario, side) = (fed.batch, fed.scenario, side_name(fed.side, lang));
    let rounds = rounds.join(lang.pick(", ", "、"));
    match lang {
        Lang::En => format!("batch {batch}, {scenario}, {side}: round {rounds}"),
        Lang::Zh => format!("批次 {batch}，{scenario}，{side}：第 {rounds} 轮"),
    }
}

/// What a file that differs looks like, in brackets.
fn accident(cause: Cause, lang: Lang) -> String {
    match lang {
        Lang::En => format!(" ({cause})"),
        Lang::Zh => format!(
            "（{}）",
            match cause {
                Cause::Empty => "空文件",
                Cause::LfsPointer => "只是 git-lfs 指针，而非文件本身",
                Cause::Html => "HTML 页面，可能是主机的错误页",
                Cause::ByteOrderMark => "开头有字节序标记（BOM）",
                Cause::CarriageReturns => "行尾为 CRLF，如以 core.autocrlf 检出时",
                Cause::Gzip => "未解压的 gzip 数据",
                Cause::Minified => "单行 JSON，如被压缩工具改写",
            }
        ),
    }
}
