//! What a file on the reader's own machine is to a release.

use rounds::{Id, Scenario, Side};
use seal::{Cause, Digest, Parting, SUMS, cause};
use summary::{RoundPoint, Summary};

use crate::{Page, Told};

/// So many of a file's first bytes tell a known accident.
const HEAD: usize = 64 << 10;
/// The name of a signature, which no manifest lists.
const SIGNATURE: &str = "SHA256SUMS.minisig";

/// A file of the reader's, after all its bytes went by.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name, or its path from the folder on that was given.
    pub name: String,
    /// Its length.
    pub bytes: u64,
    /// The digest of its bytes.
    pub digest: Digest,
    /// Its first bytes, [`Listing::head`] of them where it has so many.
    pub head: Vec<u8>,
}

/// A release's files, its manifest among them.
pub struct Listing<'a> {
    page: &'a Page,
    files: Vec<Listed<'a>>,
}

/// A file of the release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed<'a> {
    /// Its path.
    pub path: &'a str,
    /// Its length, where a manifest gives it.
    pub bytes: Option<u64>,
    /// Its digest.
    pub digest: Digest,
}

/// Which of the release's files have the name of one of the reader's, by their place in the listing.
pub type Namesakes = Vec<usize>;

/// What a file is to the release.
#[derive(Debug, PartialEq)]
pub enum Verdict<'a> {
    /// These bytes, under this name.
    Same(&'a str),
    /// These bytes, under other names.
    Renamed {
        /// All that have the bytes.
        content: Vec<&'a str>,
        /// The other file of the release that has the name.
        name: Option<&'a str>,
    },
    /// The name of a listed file, and other bytes.
    Differs {
        /// What is listed; several files where the name fits them all.
        listed: Vec<Listed<'a>>,
        /// The first line that is another one, where the release's own text is at hand.
        parting: Option<Parting>,
        /// What accident the bytes look like.
        cause: Option<Cause>,
    },
    /// The manifest of another release of the same report.
    OtherRelease(Id),
    /// What rounds of the release were made from.
    Source(Vec<Fed<'a>>),
    /// A signature: the manifest cannot list it.
    Signature,
    /// None of these.
    Unknown,
}

/// Rounds of one scenario on one side.
#[derive(Debug, PartialEq)]
pub struct Fed<'a> {
    /// Their batch.
    pub batch: &'a str,
    /// Their scenario.
    pub scenario: &'a Scenario,
    /// Their side.
    pub side: Side,
    /// Their numbers.
    pub rounds: Vec<u32>,
}

fn depth(path: &str) -> usize {
    path.split('/').count()
}

/// How many parts at their ends a name and a path share, if the shorter has no other.
fn fit(name: &str, path: &str) -> Option<usize> {
    let pairs = name.rsplit('/').zip(path.rsplit('/'));
    let alike = pairs.take_while(|(name, path)| name == path).count();
    (alike == depth(name).min(depth(path))).then_some(alike)
}

impl<'a> Listing<'a> {
    /// The files of `page`'s release.
    pub fn of(page: &'a Page) -> Self {
        let files = page.files.iter().map(|file| Listed {
            path: file.path.as_str(),
            bytes: Some(file.bytes),
            digest: file.digest,
        });
        let manifest = Listed {
            path: SUMS,
            bytes: None,
            digest: page.root,
        };
        Self {
            page,
            files: files.chain([manifest]).collect(),
        }
    }

    /// For each of `names`, the files that it names: one of name and path is the end of the other, and none fits longer.
    ///
    /// Of several names that end in one path the one that lies least deep has it: deeper ones are of some other folder inside.
    pub fn namesakes(&self, names: &[&str]) -> Vec<Namesakes> {
        let mut named: Vec<Namesakes> = vec![];
        let mut least = vec![usize::MAX; self.files.len()];
        for name in names {
            let fits: Vec<_> = self.files.iter().map(|file| fit(name, file.path)).collect();
            let longest = fits.iter().max().copied().flatten();
            let fitting = (0..fits.len()).filter(|&at| longest.is_some() && fits[at] == longest);
            named.push(fitting.collect());
            for (at, file) in self.files.iter().enumerate() {
                if fits[at] == Some(depth(file.path)) {
                    least[at] = least[at].min(depth(name));
                }
            }
        }
        for (name, files) in names.iter().zip(&mut named) {
            let depth_of = depth(name);
            files.retain(|&at| depth_of <= least[at] || depth_of < depth(self.files[at].path));
        }
        named
    }

    /// How many of a file's first bytes are needed to judge it.
    pub fn head(&self, namesakes: &[usize]) -> usize {
        let texts = namesakes.iter().filter_map(|&at| self.text(at));
        // Longer than the text it should be, so that one that goes on is seen to.
        HEAD + texts.map(<[u8]>::len).max().unwrap_or(0)
    }

    /// What `local` is to the release. Its bytes count before its name.
    pub fn judge(&self, local: &Local, namesakes: &[usize]) -> Verdict<'a> {
        let listed: Vec<Listed> = namesakes.iter().map(|&at| self.files[at]).collect();
        let same = self.files.iter().filter(|file| file.digest == local.digest);
        let content: Vec<&str> = same.map(|file| file.path).collect();
        let fitting = content
            .iter()
            .filter_map(|path| Some((fit(&local.name, path)?, *path)));
        if let Some((_, path)) = fitting.max() {
            return Verdict::Same(path);
        }
        if !content.is_empty() {
            let name = listed.first().map(|file| file.path);
            return Verdict::Renamed { content, name };
        }
        let fed = self.fed(local.digest);
        if !fed.is_empty() {
            return Verdict::Source(fed);
        }
        let address = &self.page.address;
        let report = self.page.catalogue.report(&address.report);
        let told = report.map(|report| Told::of(local.digest, report, &address.release));
        if let Some(Told::Other(id)) = told {
            return Verdict::OtherRelease(id);
        }
        if local.name.rsplit('/').next() == Some(SIGNATURE) {
            return Verdict::Signature;
        }
        match *namesakes {
            [] => Verdict::Unknown,
            [at] => Verdict::Differs {
                listed,
                parting: self
                    .text(at)
                    .and_then(|text| Parting::of(&local.head, text)),
                cause: cause(&local.head),
            },
            _ => Verdict::Differs {
                listed,
                parting: None,
                cause: cause(&local.head),
            },
        }
    }

    /// The files that none of the reader's was, by the verdicts on all of them.
    pub fn missing(&self, verdicts: &[Verdict]) -> Vec<&'a str> {
        let is = |path: &str, verdict: &Verdict| match verdict {
            Verdict::Same(same) => *same == path,
            Verdict::Renamed { content, .. } => content.contains(&path),
            Verdict::Differs { listed, .. } => listed.iter().any(|file| file.path == path),
            _ => false,
        };
        let paths = self.files.iter().map(|file| file.path);
        paths
            .filter(|path| !verdicts.iter().any(|verdict| is(path, verdict)))
            .collect()
    }

    /// Whether a round names a digest with random bytes before the file, which no file can be compared with here.
    pub fn salted(&self) -> bool {
        let mut rounds = self.rounds();
        rounds.any(|(.., round)| round.source_sha256.starts_with("salted:"))
    }

    /// The release's own text of a file, where the page has it.
    fn text(&self, at: usize) -> Option<&'a [u8]> {
        let mut sealed = self.page.sealed.iter();
        let own = sealed.find(|file| file.path().as_str() == self.files[at].path)?;
        Some(own.bytes())
    }

    /// The rounds that were made from a file of this digest.
    fn fed(&self, digest: Digest) -> Vec<Fed<'a>> {
        let digest = digest.to_string();
        let mut fed: Vec<Fed> = vec![];
        for (batch, scenario, side, round) in self.rounds() {
            if round.source_sha256 != digest {
                continue;
            }
            match fed.last_mut() {
                Some(last)
                    if (last.batch, last.side) == (batch, side) && last.scenario == scenario =>
                {
                    last.rounds.push(round.round);
                }
                _ => fed.push(Fed {
                    batch,
                    scenario,
                    side,
                    rounds: vec![round.round],
                }),
            }
        }
        fed
    }

    /// Every round of every batch that is shown.
    fn rounds(&self) -> impl Iterator<Item = (&'a str, &'a Scenario, Side, &'a RoundPoint)> {
        let summaries = self
            .page
            .batches
            .iter()
            .filter_map(|(_, made)| made.as_ref().ok());
        summaries.flat_map(
            |Summary {
                 batch, scenarios, ..
             }| {
                scenarios.iter().flat_map(move |scenario| {
                    Side::BOTH.into_iter().flat_map(move |side| {
                        let measured = scenario.cell(side).measured();
                        let rounds = measured.map_or(&[][..], |measured| &measured.rounds);
                        let of = move |round| (batch.as_str(), &scenario.scenario, side, round);
                        rounds.iter().map(of)
                    })
                })
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use charts::Lang;
    use rounds::Catalogue;
    use seal::{Descriptor, Manifest, Sealed};

    use super::*;
    use crate::Address;

    const REPORT: &str = "vllm-0.32.0-2-cpu-cores";
    const ROUNDS: &str = "rounds/main-baseline.csv";

    /// The page of a published release, made as the prerenderer makes it.
    fn page() -> Page {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
        let folder = data.join(REPORT).join("r1");
        let manifest = Manifest::read(&fs::read(folder.join(SUMS)).unwrap()).unwrap();
        let open = |path: &seal::DataPath| -> Sealed {
            let bytes = fs::read(folder.join(path.as_str())).unwrap();
            manifest.open(path, bytes).unwrap()
        };
        let figures = |path: &&seal::DataPath| {
            path.as_str().starts_with("rounds/") || path.as_str().ends_with(".json")
        };
        let top = |path: &&seal::DataPath| !path.as_str().starts_with("sources/");
        let sealed: Vec<Sealed> = manifest
            .paths()
            .filter(figures)
            .filter(top)
            .map(open)
            .collect();
        let own = sealed
            .iter()
            .find(|file| file.path().as_str() == "datapackage.json");
        let descriptor = Descriptor::read(own.unwrap(), &manifest).unwrap();
        let catalogue = Catalogue::read(&fs::read(data.join("catalogue.json")).unwrap()).unwrap();
        let address = Address {
            report: REPORT.into(),
            release: "r1".into(),
            lang: Lang::En,
            root: "../".into(),
            told: String::new(),
            key: String::new(),
            signed: [false; 2],
            unknown: String::new(),
        };
        Page::of(address, catalogue, manifest.root(), &descriptor, sealed).unwrap()
    }

    fn local(name: &str, bytes: &[u8]) -> Local {
        Local {
            name: name.into(),
            bytes: bytes.len() as u64,
            digest: Digest::of(bytes),
            head: bytes.into(),
        }
    }

    fn judged<'a>(listing: &Listing<'a>, name: &str, bytes: &[u8]) -> Verdict<'a> {
        let namesakes = listing.namesakes(&[name]).remove(0);
        listing.judge(&local(name, bytes), &namesakes)
    }

    fn own<'a>(page: &'a Page, path: &str) -> &'a [u8] {
        let mut sealed = page.sealed.iter();
        sealed
            .find(|file| file.path().as_str() == path)
            .unwrap()
            .bytes()
    }

    #[test]
    fn bytes_count_before_names() {
        let page = page();
        let listing = Listing::of(&page);
        let rounds = own(&page, ROUNDS);
        for name in ["main-baseline.csv", ROUNDS, "r1/rounds/main-baseline.csv"] {
            assert_eq!(judged(&listing, name, rounds), Verdict::Same(ROUNDS));
        }
        // Another file of the name lies less deep, and is not it.
        let deep = local("a/b/rounds/main-baseline.csv", rounds);
        assert_eq!(listing.judge(&deep, &[]), Verdict::Same(ROUNDS));
        let renamed = |name| Verdict::Renamed {
            content: vec![ROUNDS],
            name,
        };
        for name in ["copy.csv", "elsewhere/main-baseline.csv"] {
            assert_eq!(judged(&listing, name, rounds), renamed(None));
        }
        let other = "rounds/main-candidate.csv";
        assert_eq!(
            judged(&listing, "main-candidate.csv", rounds),
            renamed(Some(other))
        );
    }

    #[test]
    fn a_listed_name_with_other_bytes_differs_in_a_line() {
        let page = page();
        let listing = Listing::of(&page);
        let text = String::from_utf8(own(&page, ROUNDS).into()).unwrap();
        let crlf = text.replace('\n', "\r\n");
        let Verdict::Differs {
            listed,
            parting,
            cause,
        } = judged(&listing, ROUNDS, crlf.as_bytes())
        else {
            panic!("another verdict");
        };
        assert_eq!(listed[0].path, ROUNDS);
        assert_eq!(listed[0].bytes, Some(text.len() as u64));
        assert_eq!(cause, Some(Cause::CarriageReturns));
        let parting = parting.unwrap();
        assert_eq!(parting.line, 1);
        assert!(parting.found.unwrap().ends_with("e2e_p95_ms\r⏎"));
        assert!(parting.expected.unwrap().ends_with("e2e_p95_ms⏎"));

        let longer = format!("{text}more");
        let Verdict::Differs { parting, .. } = judged(&listing, ROUNDS, longer.as_bytes()) else {
            panic!("another verdict");
        };
        let parting = parting.unwrap();
        let more = (text.lines().count() + 1, Some("more".into()), None);
        assert_eq!((parting.line, parting.found, parting.expected), more);
        let namesakes = listing.namesakes(&[ROUNDS]).remove(0);
        assert!(listing.head(&namesakes) > text.len());
    }

    #[test]
    fn a_name_that_fits_several_files_differs_from_all_of_them() {
        let page = page();
        let listing = Listing::of(&page);
        let Verdict::Differs {
            listed,
            parting,
            cause,
        } = judged(&listing, "in128-out32-c1-r1.json", b"")
        else {
            panic!("another verdict");
        };
        assert_eq!(
            (listed.len(), parting, cause),
            (2, None, Some(Cause::Empty))
        );
    }

    #[test]
    fn the_manifest_is_known_and_its_signature_is_none_of_its_files() {
        let page = page();
        let listing = Listing::of(&page);
        let mut manifest = local("r1/SHA256SUMS", b"");
        manifest.digest = page.root;
        let namesakes = listing.namesakes(&[&manifest.name]).remove(0);
        assert_eq!(listing.judge(&manifest, &namesakes), Verdict::Same(SUMS));
        assert!(matches!(
            judged(&listing, SUMS, b"other"),
            Verdict::Differs { .. }
        ));
        assert_eq!(
            judged(&listing, "r1/SHA256SUMS.minisig", b"RW"),
            Verdict::Signature
        );
        assert_eq!(judged(&listing, "notes.txt", b"x"), Verdict::Unknown);
    }

    #[test]
    fn a_raw_file_is_told_by_the_rounds_made_of_it() {
        let page = page();
        // Without its sources the release lists no such file any more.
        let mut listing = Listing::of(&page);
        listing
            .files
            .retain(|file| !file.path.starts_with("sources/"));
        let (batch, scenario, side, round) = listing.rounds().nth(1).unwrap();
        let mut raw = local("anything.json", b"");
        raw.digest = round.source_sha256.parse().unwrap();
        let fed = Fed {
            batch,
            scenario,
            side,
            rounds: vec![round.round],
        };
        assert_eq!(listing.judge(&raw, &[]), Verdict::Source(vec![fed]));
        assert!(!listing.salted());
    }

    #[test]
    fn paths_decide_which_name_is_meant() {
        let page = page();
        let listing = Listing::of(&page);
        let paths = |names: &[&str]| -> Vec<Vec<&str>> {
            let named = listing.namesakes(names);
            let path = |at: &usize| listing.files[*at].path;
            named
                .iter()
                .map(|files| files.iter().map(path).collect())
                .collect()
        };
        assert_eq!(
            paths(&[
                "a/readme.md",
                "a/sources/readme.md",
                "a/rounds/main-baseline.csv",
                "main-baseline.csv"
            ]),
            [vec!["readme.md"], vec![], vec![ROUNDS], vec![ROUNDS]]
        );
        assert_eq!(
            paths(&[
                "downloads/main-baseline.csv",
                "v0.32.0/in128-out32-c1-r1.json",
                "readme.md.txt",
                ""
            ]),
            [
                vec![],
                vec!["sources/raw/v0.32.0/in128-out32-c1-r1.json"],
                vec![],
                vec![]
            ]
        );
    }

    #[test]
    fn what_no_file_was_is_missing() {
        let page = page();
        let listing = Listing::of(&page);
        let all = listing.files.len();
        let verdicts = [
            judged(&listing, "copy.csv", own(&page, ROUNDS)),
            judged(&listing, "readme.md", b"other"),
            Verdict::Unknown,
        ];
        let missing = listing.missing(&verdicts);
        assert_eq!(missing.len(), all - 2);
        assert!(!missing.contains(&ROUNDS) && !missing.contains(&"readme.md"));
    }
}
