use charts::Lang;
use rounds::Signed;
use seal::Digest;

/// A system on which a reader checks files without us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum System {
    /// With GNU coreutils or BusyBox.
    Linux,
    /// With Perl's shasum.
    Mac,
    /// With PowerShell.
    Windows,
}

impl System {
    /// All, in the order of the choice.
    pub(super) const ALL: [Self; 3] = [Self::Linux, Self::Mac, Self::Windows];

    /// As the choice names it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Linux => "Linux: sha256sum",
            Self::Mac => "macOS: shasum",
            Self::Windows => "Windows: PowerShell",
        }
    }

    /// The one of that name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|system| system.name() == name)
    }

    /// The one that a browser says it runs on.
    #[cfg(feature = "csr")]
    pub(super) fn of(agent: &str) -> Self {
        if agent.contains("Windows") {
            Self::Windows
        } else if agent.contains("Macintosh") {
            Self::Mac
        } else {
            Self::Linux
        }
    }

    fn pick(self, linux: String, mac: String, windows: String) -> String {
        match self {
            Self::Linux => linux,
            Self::Mac => mac,
            Self::Windows => windows,
        }
    }

    /// A command for one file, run in the release's folder; it fails, in PowerShell with `False`, where the bytes are others.
    pub(super) fn line(self, path: &str, digest: Digest) -> String {
        // Paths and digests hold no sign that a shell would read (seal::DataPath).
        self.pick(
            format!("echo \"{digest}  {path}\" | sha256sum -c --strict"),
            format!("echo \"{digest}  {path}\" | shasum -a 256 -c --strict"),
            format!("(Get-FileHash -Algorithm SHA256 '{path}').Hash -eq '{digest}'"),
        )
    }

    /// Commands for the whole release, each with what it checks.
    pub(super) fn lines(
        self,
        root: Digest,
        signed: Option<&Signed>,
        lang: Lang,
    ) -> Vec<(&'static str, String)> {
        let mut lines = vec![
            (
                messages::command_every_file(lang),
                self.pick(
                    "sha256sum -c --strict SHA256SUMS".into(),
                    "shasum -a 256 -c --strict SHA256SUMS".into(),
                    "Get-Content SHA256SUMS | ForEach-Object { $sum, $path = $_ -split '  '; \"${path}: $((Get-FileHash -Algorithm SHA256 $path).Hash -eq $sum)\" }".into(),
                ),
            ),
            (
                messages::command_root(lang),
                self.pick(
                    "sha256sum SHA256SUMS".into(),
                    "shasum -a 256 SHA256SUMS".into(),
                    "(Get-FileHash -Algorithm SHA256 SHA256SUMS).Hash.ToLower()".into(),
                ),
            ),
            (
                messages::command_frictionless(lang),
                "frictionless validate datapackage.json".into(),
            ),
            (
                messages::command_our_own(lang),
                format!("daggerboard verify . --root {root}"),
            ),
        ];
        if let Some(Signed::Listed { key, .. } | Signed::Told { key, .. }) = signed {
            lines.push((
                messages::command_signature(lang),
                format!("minisign -V -m SHA256SUMS -P {key}"),
            ));
        }
        lines
    }
}
