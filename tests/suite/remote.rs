//! `verify` over http, from a host that does everything that hosts do wrong.

use std::{
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use seal::Digest;

use crate::{
    harness::{Files, Folder, Ran, files, repository, run, run_with},
    signed::public,
};

/// What the host does with a request.
enum Does {
    /// Sends the file.
    Right,
    /// Sends the file in chunks, without its length.
    Chunked,
    /// Sends the file compressed, without being asked.
    Gzip,
    /// Says that it is encoded like this.
    Encoded(&'static str),
    /// Answers with this status, and a page.
    Status(&'static str),
    /// Sends to another address.
    Redirect(String),
    /// Sends other bytes.
    Other(Vec<u8>),
    /// Sends half of what it announces, then closes.
    Cut,
    /// Sends half of the file as if it were all.
    Half,
    /// Sends half of what it announces, then nothing.
    Stall,
    /// Sends a byte of it now and then.
    Drip,
    /// Never stops sending.
    Endless,
}

/// A host of `files`.
struct Host {
    address: String,
    /// What it was asked for: the name, and the lines of the request.
    asked: Arc<Mutex<Vec<(String, String)>>>,
}

impl Host {
    /// One that decides what to do by the name of the file and how often it was asked for before.
    fn of(files: Files, does: impl Fn(&str, usize) -> Does + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(vec![]));
        let (shared, log) = (Arc::new((files, does)), Arc::clone(&asked));
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (shared, log) = (Arc::clone(&shared), Arc::clone(&log));
                thread::spawn(move || {
                    let (files, does) = &*shared;
                    let mut stream = stream.unwrap();
                    let lines = BufReader::new(stream.try_clone().unwrap()).lines();
                    let lines = lines
                        .map_while(Result::ok)
                        .take_while(|line| !line.is_empty());
                    let request = lines.collect::<Vec<_>>().join("\n");
                    let name = request.split(' ').nth(1).unwrap_or_default();
                    let name = name.trim_start_matches('/').to_owned();
                    let before = {
                        let mut log = log.lock().unwrap();
                        log.push((name.clone(), request));
                        log.iter().filter(|(other, _)| *other == name).count() - 1
                    };
                    // Nobody listens any more where the client has seen enough.
                    let _ = answer(&mut stream, files.get(&name), does(&name, before));
                });
            }
        });
        Self { address, asked }
    }

    /// What `verify` makes of the release here.
    #[track_caller]
    fn verify(&self, more: &str) -> Ran {
        verify(&format!("{}/r1 {more}", self.address))
    }

    /// The requests for `name`.
    fn asked(&self, name: &str) -> Vec<String> {
        let asked = self.asked.lock().unwrap();
        let asked = asked.iter().filter(|(other, _)| other == name);
        asked.map(|(_, request)| request.to_lowercase()).collect()
    }
}

#[track_caller]
fn verify(arguments: &str) -> Ran {
    let proxy = [("NO_PROXY", "127.0.0.1")];
    run_with(repository(), &format!("verify {arguments}"), &proxy)
}

fn answer(stream: &mut TcpStream, file: Option<&Vec<u8>>, does: Does) -> std::io::Result<()> {
    let page = b"<!doctype html><title>no</title>".to_vec();
    let Some(file) = file else {
        return send(stream, "404 Not Found", "", &page);
    };
    let half = &file[..file.len() / 2];
    match does {
        Does::Right => send(stream, "200 OK", "", file),
        Does::Chunked => {
            head(stream, "200 OK", "Transfer-Encoding: chunked\r\n")?;
            for chunk in file.chunks(1000) {
                write!(stream, "{:x}\r\n", chunk.len())?;
                stream.write_all(chunk)?;
                write!(stream, "\r\n")?;
            }
            write!(stream, "0\r\n\r\n")
        }
        Does::Gzip => send(stream, "200 OK", "Content-Encoding: gzip\r\n", &gzip(file)),
        Does::Encoded(coding) => {
            let header = format!("Content-Encoding: {coding}\r\n");
            send(stream, "200 OK", &header, file)
        }
        Does::Status(status) => send(stream, status, "", &page),
        Does::Redirect(to) => send(stream, "302 Found", &format!("Location: {to}\r\n"), b""),
        Does::Other(bytes) => send(stream, "200 OK", "", &bytes),
        Does::Half => send(stream, "200 OK", "", half),
        Does::Cut | Does::Stall | Does::Drip => {
            head(
                stream,
                "200 OK",
                &format!("Content-Length: {}\r\n", file.len()),
            )?;
            match does {
                Does::Drip => {
                    for byte in file {
                        stream.write_all(&[*byte])?;
                        thread::sleep(Duration::from_millis(200));
                    }
                }
                _ => stream.write_all(half)?,
            }
            if matches!(does, Does::Stall) {
                thread::sleep(Duration::from_secs(60));
            }
            Ok(())
        }
        Does::Endless => {
            head(stream, "200 OK", "")?;
            loop {
                stream.write_all(&[b'a'; 4096])?;
            }
        }
    }
}

fn send(stream: &mut TcpStream, status: &str, header: &str, body: &[u8]) -> std::io::Result<()> {
    head(
        stream,
        status,
        &format!("{header}Content-Length: {}\r\n", body.len()),
    )?;
    stream.write_all(body)
}

fn head(stream: &mut TcpStream, status: &str, headers: &str) -> std::io::Result<()> {
    write!(
        stream,
        "HTTP/1.1 {status}\r\n{headers}Connection: close\r\n\r\n"
    )
}

/// `bytes` as gzip.
fn gzip(bytes: &[u8]) -> Vec<u8> {
    let crc = bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            if crc & 1 == 1 {
                crc >> 1 ^ 0xedb8_8320
            } else {
                crc >> 1
            }
        })
    });
    let mut gzip = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    gzip.extend(miniz_oxide::deflate::compress_to_vec(bytes, 6));
    gzip.extend((!crc).to_le_bytes());
    gzip.extend((bytes.len() as u32).to_le_bytes());
    gzip
}

/// A published release, below `r1/`.
fn release() -> Files {
    let files = files(&repository().join("data/vllm-0.32.0-8x-h20-3e/r1")).into_iter();
    files
        .map(|(name, bytes)| (format!("r1/{name}"), bytes))
        .collect()
}

/// A host of that release which does wrong with the file `name` only.
fn host(name: &'static str, does: impl Fn(usize) -> Does + Send + Sync + 'static) -> Host {
    let name = format!("r1/{name}");
    Host::of(release(), move |asked, before| {
        if asked == name {
            does(before)
        } else {
            Does::Right
        }
    })
}

/// A host of that release which does wrong with the file `name` the first time only.
fn at_first(name: &'static str, does: fn() -> Does) -> Host {
    host(name, move |before| match before {
        0 => does(),
        _ => Does::Right,
    })
}

/// The same bytes but for one bit.
fn flipped(name: &str) -> Vec<u8> {
    let mut bytes = release()[&format!("r1/{name}")].clone();
    bytes[100] ^= 1;
    bytes
}

const ROUNDS: &str = "rounds/main-baseline.csv";

#[test]
fn a_host_and_a_folder_are_verified_alike() {
    let all = files(&repository().join("data")).into_iter();
    let all: Files = all
        .map(|(name, bytes)| (format!("data/{name}"), bytes))
        .collect();
    let host = Host::of(all, |_, _| Does::Right);
    let folder = run(repository(), "verify data").well();
    for end in ["", "/"] {
        let ran = verify(&format!("{}/data{end}", host.address)).well();
        assert_eq!(
            ran.out.replace(&format!("{}/", host.address), ""),
            folder.out
        );
        assert!(ran.err.contains("were not looked for"), "{}", ran.err);
        assert!(ran.err.contains("--root"), "{}", ran.err);
    }
    assert!(host.asked("data/catalogue.json")[0].contains("accept-encoding: identity"));

    let root = Digest::of(&release()["r1/SHA256SUMS"]);
    let of = |more: &str| verify(&format!("{}/data {more}", host.address));
    of(&format!("--root {root} --min-seq 1")).well();
    let other = of(&format!("--root {}", Digest::of(b"")));
    assert_eq!(other.code, 4);
    assert!(
        other.err.contains("no release here has the root digest"),
        "{}",
        other.err
    );
    let older = of("--min-seq 2");
    assert_eq!(older.code, 4);
    assert!(
        older.err.contains("an older state came back"),
        "{}",
        older.err
    );
}

#[test]
fn what_passes_or_is_only_sent_another_way_is_no_fault() {
    let good = [
        host(ROUNDS, |_| Does::Chunked),
        host(ROUNDS, |_| Does::Gzip),
        at_first(ROUNDS, || Does::Cut),
        at_first(ROUNDS, || Does::Stall),
        at_first(ROUNDS, || Does::Status("429 Too Many Requests")),
        at_first(ROUNDS, || Does::Status("503 Service Unavailable")),
        at_first("report.json", || Does::Half),
    ];
    thread::scope(|scope| {
        for host in &good {
            scope.spawn(|| host.verify("--timeout 2").well());
        }
    });
    let host = at_first(ROUNDS, || Does::Other(flipped(ROUNDS)));
    host.verify("").well();
    let asked = host.asked(&format!("r1/{ROUNDS}"));
    let fresh: Vec<bool> = asked
        .iter()
        .map(|request| request.contains("cache-control: no-cache"))
        .collect();
    assert_eq!(fresh, [false, true]);

    for (to, name) in [
        ("/moved/report.json", "moved/report.json"),
        ("moved.json?a=/b#c", "r1/moved.json?a=/b"),
    ] {
        let mut files = release();
        files.insert(name.into(), files["r1/report.json"].clone());
        let host = Host::of(files, move |asked, _| match asked {
            "r1/report.json" => Does::Redirect(to.into()),
            _ => Does::Right,
        });
        host.verify("").well();
    }
}

#[test]
fn whatever_a_host_does_wrong_is_said_and_ends() {
    thread::scope(|scope| {
        // The exit code, what is said, and how often the file was asked for.
        let case = |name, does: fn() -> Does, code, says, asked| {
            scope.spawn(move || {
                let host = host(name, move |_| does());
                let ran = host.verify(match does() {
                    Does::Stall | Does::Drip => "--timeout 1",
                    _ => "",
                });
                let here = format!("{name}: {says}: {}", ran.err);
                assert_eq!(ran.code, code, "{here}");
                assert!(ran.err.contains(says), "{here}");
                assert!(ran.err.contains(&host.address), "{here}");
                assert_eq!(host.asked(&format!("r1/{name}")).len(), asked, "{here}");
                assert!(!ran.out.contains("root digest"), "{here}");
            });
        };
        case(
            ROUNDS,
            || Does::Other(flipped(ROUNDS)),
            4,
            "differs from SHA256SUMS: found 12679 bytes",
            2,
        );
        case(
            ROUNDS,
            || Does::Half,
            4,
            "differs from SHA256SUMS: found 6339 bytes",
            2,
        );
        case(
            ROUNDS,
            || Does::Other(b"<html>".to_vec()),
            4,
            "(an HTML page, perhaps the host's error page)",
            2,
        );
        case(ROUNDS, || Does::Endless, 4, "more than 12679 bytes came", 2);
        case(
            ROUNDS,
            || Does::Status("404 Not Found"),
            4,
            "is listed in SHA256SUMS, but cannot be read: the host answers 404",
            1,
        );
        case(
            ROUNDS,
            || Does::Status("403 Forbidden"),
            4,
            "the host answers 403",
            1,
        );
        case(
            ROUNDS,
            || Does::Status("500 Internal Server Error"),
            1,
            "the host answers 500 Internal Server Error, 3 times",
            3,
        );
        case(
            ROUNDS,
            || Does::Status("204 No Content"),
            1,
            "the host answers 204",
            1,
        );
        case(ROUNDS, || Does::Cut, 1, "disconnected, 3 times", 3);
        case(
            ROUNDS,
            || Does::Stall,
            1,
            "the host sent nothing for 1 s, 3 times",
            3,
        );
        case(ROUNDS, || Does::Drip, 1, "it was not whole after 4 s", 1);
        case(
            ROUNDS,
            || Does::Encoded("br"),
            1,
            "it comes encoded as `br`",
            1,
        );
        case(ROUNDS, || Does::Encoded("gzip"), 1, "gzip", 3);
        case(
            ROUNDS,
            || Does::Redirect(format!("/r1/{ROUNDS}")),
            1,
            "more than 5 redirects",
            6,
        );
        case(
            "datapackage.json",
            || Does::Half,
            4,
            "`datapackage.json` does not give their lengths",
            2,
        );
        case(
            "datapackage.json",
            || Does::Endless,
            4,
            "more than 2097152 bytes came",
            2,
        );
        case(
            "SHA256SUMS",
            || Does::Endless,
            1,
            "more than 2097152 bytes came",
            1,
        );
        case(
            "SHA256SUMS",
            || Does::Status("403 Forbidden"),
            1,
            "found neither SHA256SUMS nor catalogue.json",
            1,
        );
        case(
            "SHA256SUMS",
            || Does::Other(b"<html>".to_vec()),
            1,
            "found neither SHA256SUMS nor catalogue.json",
            1,
        );
    });
}

#[test]
fn what_was_found_is_said_even_if_the_host_goes_away() {
    let host = Host::of(release(), |name, _| match name {
        "r1/readme.md" => Does::Other(flipped("readme.md")),
        "r1/report.json" => Does::Status("502 Bad Gateway"),
        _ => Does::Right,
    });
    let ran = host.verify("");
    assert_eq!(ran.code, 4);
    for says in [
        "`readme.md` differs from SHA256SUMS",
        "report.json`: the host answers 502 Bad Gateway, 3 times",
    ] {
        assert!(ran.err.contains(says), "{}", ran.err);
    }
    assert!(host.asked(&format!("r1/{ROUNDS}")).is_empty());
}

#[test]
fn nothing_is_asked_of_another_host() {
    let other = Host::of(release(), |_, _| Does::Right);
    let elsewhere = other.address.clone();
    let to = [
        elsewhere.clone(),
        elsewhere.replace("http:", ""),
        "https://127.0.0.1/".into(),
        "ftp:a".into(),
    ];
    for to in to {
        let said = to.clone();
        let ran = host(ROUNDS, move |_| Does::Redirect(format!("{to}/r1/{ROUNDS}"))).verify("");
        assert_eq!(ran.code, 1, "{}", ran.err);
        assert!(
            ran.err.contains("which has another scheme, host or port"),
            "{}",
            ran.err
        );
        assert!(ran.err.contains(&said), "{}", ran.err);
    }
    let name = "http://user:secret@127.0.0.1/";
    let ran = host(ROUNDS, move |_| Does::Redirect(name.into())).verify("");
    assert!(
        ran.err.contains("which has another scheme, host or port"),
        "{}",
        ran.err
    );
    assert!(other.asked.lock().unwrap().is_empty());
}

#[test]
fn a_catalogue_is_not_read_beyond_its_limit() {
    let catalogue = vec![b' '; 3 << 20];
    let host = Host::of(
        Files::from([("catalogue.json".into(), catalogue)]),
        |_, _| Does::Right,
    );
    let ran = verify(&host.address);
    assert_eq!(ran.code, 1);
    let says = "catalogue.json`: more than 2097152 bytes came, expected no more";
    assert!(ran.err.contains(says), "{}", ran.err);
}

#[test]
fn a_signature_and_keys_may_be_there() {
    let folder = Folder::new();
    for (name, bytes) in release() {
        folder.write(&name, bytes);
    }
    let host = |folder: &Folder| Host::of(folder.files(""), |_, _| Does::Right);
    for (signature, says) in [
        (
            &b"untrusted comment: a\n"[..],
            "found no minisign signature",
        ),
        (&[0xff], "found bytes that are no UTF-8"),
    ] {
        folder.write("r1/SHA256SUMS.minisig", signature);
        for ran in [folder.run("verify r1"), host(&folder).verify("")] {
            assert_eq!(ran.code, 4);
            let says = format!("`SHA256SUMS.minisig`: {says}");
            assert!(ran.err.contains(&says), "{}", ran.err);
        }
    }
    folder.write("r1/SHA256SUMS.minisig", vec![b'a'; 5000]);
    let ran = host(&folder).verify("");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("more than 4096 bytes came"), "{}", ran.err);

    let data = Host::of(files(&repository().join("data")), |_, _| Does::Right);
    let ran = verify(&data.address).well();
    assert_eq!(
        ran.out.matches(": signed by key RW").count(),
        2,
        "{}",
        ran.out
    );
    let key = public("stranger");
    let ran = verify(&format!("{} --key {key}", data.address));
    assert_eq!(ran.code, 4);
    assert!(ran.err.contains("by another key than"), "{}", ran.err);
}

#[test]
fn an_address_is_one_of_a_folder_and_holds_no_secret() {
    #[track_caller]
    fn case(address: &str, says: &str) {
        let ran = verify(address);
        assert_eq!(ran.code, 1, "{address}: {}", ran.err);
        assert!(ran.err.contains(says), "{address}: {}", ran.err);
        assert!(!ran.err.contains("secret"), "{address}: {}", ran.err);
    }
    case(
        "http://user:secret@localhost/data",
        "holds a name or password",
    );
    case(
        "ftp://localhost/data",
        "found `ftp`, expected http or https",
    );
    case("file:///data", "found `file`, expected http or https");
    case(
        "http://localhost/data/../other",
        "found `.` or `..` for a folder",
    );
    case(
        "http://localhost/data/%2E%2e/other",
        "found `.` or `..` for a folder",
    );
    case(
        "http://localhost/data?a=b",
        "expected the address of a folder",
    );
    case(
        "http://localhost/data#a",
        "expected the address of a folder",
    );
    case("http://", "is no address");
    case("http://local^host/", "is no address");
    case(
        "http://127.0.0.1:1/data",
        "cannot read `http://127.0.0.1:1/data/SHA256SUMS`",
    );
}
