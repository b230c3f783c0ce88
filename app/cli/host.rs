//! A folder that a host serves, read over http or https: nothing but what its manifest lists, and no byte beyond.

use std::{fmt, io::Read, thread, time::Duration};

use anyhow::{anyhow, bail};
use rounds::Catalogue;
use seal::{
    Cause, DataPath, Descriptor, Digest, Hasher, Manifest, Mend, OpenError, SIGNATURE, SUMS, cause,
};
use ureq::{
    Agent, Timeout,
    http::{StatusCode, Uri, header},
};

use crate::folder::{self, CATALOGUE, DESCRIPTOR, Entry, KEYS, Opened, REPORT};

/// The longest that a file may be whose length nothing lists.
const UNLISTED: u64 = 2 << 20;
/// The longest that a signature may be.
const SIGNED: u64 = 4 << 10;
/// How much of a hashed file is kept, to tell what another one in its place looks like.
const HEAD: usize = 64 << 10;
/// How often a file is asked for where the host does not give it whole.
const TRIES: u32 = 3;
/// The pause before the second try; each further one is twice as long.
const PAUSE: Duration = Duration::from_millis(500);
/// How many redirects are followed for one file.
const REDIRECTS: usize = 5;
/// The slowest that a file may come, in bytes a second, beyond four times the silence.
const SLOWEST: u64 = 64 << 10;

/// A folder that a host serves.
#[derive(Clone)]
pub(crate) struct Host {
    agent: Agent,
    /// With a slash at its end.
    address: String,
    silence: Duration,
}

/// What a host gives for a name.
enum Answer {
    /// A file, to its end.
    Whole(File),
    /// More bytes than were allowed; these are the first.
    Longer(Vec<u8>),
    /// Not there, or not for us.
    Absent(StatusCode),
}

/// A file that came whole.
struct File {
    digest: Digest,
    bytes: u64,
    /// The first of its bytes, as many as were to be kept.
    kept: Vec<u8>,
}

/// Why a file did not come.
struct Failure {
    why: String,
    /// It may come when it is asked for once more.
    passing: bool,
}

impl Host {
    /// The folder at `address`, on a host that may send nothing for as long as `silence`.
    pub(crate) fn at(address: &str, silence: Duration) -> anyhow::Result<Self> {
        let (scheme, rest) = address.split_once("://").unwrap_or_default();
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        // First of all, so that no message holds them.
        if authority.contains('@') {
            bail!("the address holds a name or password, expected none");
        }
        if !["http", "https"].contains(&scheme) {
            bail!("`{address}`: found `{scheme}`, expected http or https");
        }
        if address.contains(['?', '#']) {
            bail!("`{address}`: found `?` or `#`, expected the address of a folder");
        }
        let dots =
            |name: &str| [".", ".."].contains(&name.to_lowercase().replace("%2e", ".").as_str());
        if path.split('/').any(dots) {
            bail!("`{address}`: found `.` or `..` for a folder, expected its name");
        }
        address
            .parse::<Uri>()
            .map_err(|error| anyhow!("`{address}` is no address: {error}"))?;
        let agent = Agent::config_builder()
            .user_agent(concat!("daggerboard/", env!("CARGO_PKG_VERSION")))
            .accept_encoding("identity")
            .http_status_as_error(false)
            // Followed here, where an address elsewhere is refused before anything is asked of it.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_resolve(Some(silence))
            .timeout_connect(Some(silence))
            .timeout_per_read(Some(silence))
            .timeout_per_write(Some(silence))
            .build()
            .new_agent();
        Ok(Self {
            agent,
            address: format!("{}/", address.trim_end_matches('/')),
            silence,
        })
    }

    /// The releases here: itself, or all that its `catalogue.json` lists.
    pub(crate) fn releases(&self) -> anyhow::Result<Vec<(Self, Option<Entry>)>> {
        if self.optional(SUMS, UNLISTED)?.is_some() {
            return Ok(vec![(self.clone(), None)]);
        }
        let Some(bytes) = self.optional(CATALOGUE, UNLISTED)? else {
            bail!("{}", folder::neither(self));
        };
        let catalogue = Catalogue::read(&bytes).map_err(|error| anyhow!("in `{self}`: {error}"))?;
        let entries = folder::entries(catalogue, self)?.into_iter();
        let release = |entry: Entry| {
            let address = format!("{}{}/{}/", self.address, entry.report, entry.release.id);
            (
                Self {
                    address,
                    ..self.clone()
                },
                Some(entry),
            )
        };
        Ok(entries.map(release).collect())
    }

    /// What is not verified here.
    pub(crate) fn caveats(&self) -> Vec<&'static str> {
        let mut caveats = vec![
            "a host's folder cannot be listed: files that are not in the manifest were not looked for",
        ];
        if self.address.starts_with("http://") {
            caveats.push(
                "over plain http anyone on the way can change what comes: give --root with a root digest that came another way",
            );
        }
        caveats
    }

    /// The publisher's keys beside the catalogue, if any are there.
    pub(crate) fn keys(&self) -> anyhow::Result<Option<Vec<u8>>> {
        self.optional(KEYS, UNLISTED)
    }

    /// Opens the release here and hashes every file as it comes. The inner error says why there is no manifest to go by.
    pub(crate) fn open(&self) -> anyhow::Result<Result<Opened, String>> {
        let refused = |why| Ok(Err(format!("cannot read `{}{SUMS}`: {why}", self.address)));
        let sums = match self.get(SUMS, UNLISTED, UNLISTED as usize, false)? {
            Answer::Whole(file) => file.kept,
            Answer::Longer(_) => return refused(longer(UNLISTED)),
            Answer::Absent(status) => return refused(answers(status)),
        };
        let manifest = match Manifest::read(&sums) {
            Ok(manifest) => manifest,
            Err(error) => return Ok(Err(format!("`{self}`: {error}"))),
        };
        let signature = self.optional(SIGNATURE, SIGNED)?;
        let (mut files, mut bytes, mut differs) = (vec![], 0, vec![]);
        if let Some(path) = manifest.paths().find(|path| path.as_str() == DESCRIPTOR) {
            match self.compare(&manifest, path, UNLISTED, UNLISTED as usize)? {
                Ok(file) => {
                    bytes += file.bytes;
                    match manifest.open(path, file.kept) {
                        Ok(sealed) => files.push(sealed),
                        Err(error) => differs.push(error.to_string()),
                    }
                }
                Err(why) => differs.push(why),
            }
        }
        let descriptor = folder::descriptor(&manifest, &files, &mut differs);
        if descriptor.is_none() {
            differs.push(format!(
                "the files that {SUMS} lists were not read: `{DESCRIPTOR}` does not give their lengths"
            ));
        }
        for (path, entry) in descriptor.iter().flat_map(Descriptor::files) {
            // Its date is what a signature's key is held to.
            let report = path.as_str() == REPORT && entry.bytes <= UNLISTED;
            let keep = if report { UNLISTED as usize } else { HEAD };
            match self.compare(&manifest, path, entry.bytes, keep) {
                Ok(Ok(file)) => {
                    bytes += file.bytes;
                    differs.extend(folder::other_length(path, entry, file.bytes));
                    if report {
                        files.extend(manifest.open(path, file.kept));
                    }
                }
                Ok(Err(why)) => differs.push(why),
                // What was found so far counts more than that the host went away.
                Err(error) if !differs.is_empty() => {
                    differs.push(error.to_string());
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(Ok(Opened {
            place: self.to_string(),
            signature: folder::signature(signature, &mut differs),
            manifest,
            descriptor,
            files,
            bytes,
            differs,
        }))
    }

    /// Hashes the listed file `path`. Another one in its place is asked for once more past all caches; the inner error says
    /// how it differs still.
    fn compare(
        &self,
        manifest: &Manifest,
        path: &DataPath,
        limit: u64,
        keep: usize,
    ) -> anyhow::Result<Result<File, String>> {
        let Some(listed) = manifest.digest(path) else {
            return Ok(Err(OpenError::Unlisted(path.clone()).to_string()));
        };
        let mut answer = self.get(path.as_str(), limit, keep, false)?;
        let same = |answer: &Answer| matches!(answer, Answer::Whole(file) if file.digest == listed);
        if !same(&answer) && !matches!(answer, Answer::Absent(_)) {
            answer = self.get(path.as_str(), limit, keep, true)?;
        }
        Ok(match answer {
            Answer::Whole(file) if file.digest == listed => Ok(file),
            Answer::Whole(file) => Err(OpenError::Differs {
                path: path.clone(),
                listed,
                found: file.digest,
                bytes: usize::try_from(file.bytes).unwrap_or(usize::MAX),
                cause: cause(&file.kept),
            }
            .to_string()),
            Answer::Longer(head) => {
                let hint = cause(&head).map(|cause| format!(" ({cause})"));
                Err(format!(
                    "`{path}`: {}{}{}",
                    longer(limit),
                    hint.unwrap_or_default(),
                    Mend::Fetch
                ))
            }
            Answer::Absent(status) => Err(format!(
                "`{path}` is listed in {SUMS}, but cannot be read: {}{}",
                answers(status),
                Mend::Fetch
            )),
        })
    }

    /// The bytes of a file that need not be there. Many hosts send a page in the place of one that is not.
    fn optional(&self, name: &str, limit: u64) -> anyhow::Result<Option<Vec<u8>>> {
        let is_page = |bytes: &[u8]| cause(bytes) == Some(Cause::Html);
        match self.get(name, limit, limit as usize, false)? {
            Answer::Absent(_) => Ok(None),
            Answer::Whole(file) if is_page(&file.kept) => Ok(None),
            Answer::Longer(head) if is_page(&head) => Ok(None),
            Answer::Whole(file) => Ok(Some(file.kept)),
            Answer::Longer(_) => bail!("cannot read `{}{name}`: {}", self.address, longer(limit)),
        }
    }

    /// Asks for the file `name`, a few times where that may help.
    fn get(&self, name: &str, limit: u64, keep: usize, fresh: bool) -> anyhow::Result<Answer> {
        let address = format!("{}{name}", self.address);
        let mut tries = 1;
        loop {
            match self.ask(&address, limit, keep, fresh) {
                Ok(answer) => return Ok(answer),
                Err(failure) if failure.passing && tries < TRIES => {
                    thread::sleep(PAUSE * 2u32.pow(tries - 1));
                    tries += 1;
                }
                Err(Failure { why, .. }) => {
                    let often = if tries > 1 {
                        format!(", {tries} times")
                    } else {
                        String::new()
                    };
                    bail!("cannot read `{address}`: {why}{often}");
                }
            }
        }
    }

    fn ask(&self, address: &str, limit: u64, keep: usize, fresh: bool) -> Result<Answer, Failure> {
        let whole = self.silence * 4 + Duration::from_secs(limit / SLOWEST);
        let failed = |error| Failure::of(error, self.silence, whole);
        let mut address = address.to_owned();
        for _ in 0..=REDIRECTS {
            let mut request = self.agent.get(&address);
            if fresh {
                request = request.header(header::CACHE_CONTROL, "no-cache");
            }
            let request = request.config().timeout_per_call(Some(whole)).build();
            let mut response = request.call().map_err(failed)?;
            let status = response.status();
            let text = |name| {
                response
                    .headers()
                    .get(name)
                    .and_then(|value| value.to_str().ok())
            };
            if status.is_redirection()
                && let Some(to) = text(header::LOCATION)
            {
                address = self.redirected(&address, to)?;
                continue;
            }
            if let Some(coding) =
                text(header::CONTENT_ENCODING).filter(|coding| *coding != "identity")
            {
                return Err(Failure::lasting(format!(
                    "it comes encoded as `{coding}`, expected as it is or as gzip"
                )));
            }
            return match status.as_u16() {
                200 => receive(&mut response.body_mut().as_reader(), limit, keep).map_err(failed),
                403 | 404 | 410 => Ok(Answer::Absent(status)),
                429 | 500..=599 => Err(Failure {
                    why: answers(status),
                    passing: true,
                }),
                _ => Err(Failure::lasting(answers(status))),
            };
        }
        Err(Failure::lasting(format!("more than {REDIRECTS} redirects")))
    }

    /// Where a redirect leads, if scheme, host and port stay the same.
    fn redirected(&self, from: &str, to: &str) -> Result<String, Failure> {
        let to = to.split('#').next().unwrap_or_default();
        let (scheme, rest) = from.split_once("://").unwrap_or_default();
        let authority = rest.split('/').next().unwrap_or_default();
        let address = if to.starts_with("//") {
            format!("{scheme}:{to}")
        } else if to.starts_with('/') {
            format!("{scheme}://{authority}{to}")
        } else if to
            .split(['/', '?'])
            .next()
            .is_some_and(|first| first.contains(':'))
        {
            to.to_owned()
        } else {
            let folder = from.rfind('/').map_or(from, |end| &from[..=end]);
            format!("{folder}{to}")
        };
        if origin(&address).is_some() && origin(&address) == origin(from) {
            Ok(address)
        } else {
            Err(Failure::lasting(format!(
                "it redirects to `{address}`, which has another scheme, host or port: give that address itself if it is meant"
            )))
        }
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.address.trim_end_matches('/'))
    }
}

impl Failure {
    fn lasting(why: String) -> Self {
        Self {
            why,
            passing: false,
        }
    }

    fn of(error: ureq::Error, silence: Duration, whole: Duration) -> Self {
        let why = match error {
            // A host this slow will be as slow once more.
            ureq::Error::Timeout(Timeout::PerCall) => {
                return Self::lasting(format!("it was not whole after {} s", whole.as_secs()));
            }
            ureq::Error::Timeout(_) => format!("the host sent nothing for {} s", silence.as_secs()),
            ureq::Error::HostNotFound => "no host has this name".into(),
            ureq::Error::Io(error) => error.to_string(),
            error => error.to_string(),
        };
        Self { why, passing: true }
    }
}

/// Takes a file as it comes, and no more of it than `limit`.
fn receive(body: &mut dyn Read, limit: u64, keep: usize) -> Result<Answer, ureq::Error> {
    let (mut hasher, mut bytes, mut kept) = (Hasher::default(), 0, vec![]);
    let mut buffer = vec![0; 64 << 10];
    loop {
        let read = body.read(&mut buffer)?;
        let read = &buffer[..read];
        if read.is_empty() {
            let digest = hasher.finish();
            return Ok(Answer::Whole(File {
                digest,
                bytes,
                kept,
            }));
        }
        hasher.update(read);
        bytes += read.len() as u64;
        kept.extend_from_slice(&read[..read.len().min(keep - kept.len())]);
        if bytes > limit {
            return Ok(Answer::Longer(kept));
        }
    }
}

/// Scheme, host and port; `None` where there is more to the authority than that.
fn origin(address: &str) -> Option<(String, String, u16)> {
    let address: Uri = address.parse().ok()?;
    if address.authority()?.as_str().contains('@') {
        return None;
    }
    let scheme = address.scheme_str()?.to_owned();
    let port = address
        .port_u16()
        .unwrap_or(if scheme == "https" { 443 } else { 80 });
    Some((scheme, address.host()?.to_lowercase(), port))
}

fn answers(status: StatusCode) -> String {
    format!("the host answers {status}")
}

fn longer(limit: u64) -> String {
    format!("more than {limit} bytes came, expected no more")
}
