//! A folder for each test, and the command run in it.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use tempfile::TempDir;

/// Where publish looks for private terms.
pub(crate) const TERMS: &str = "private-terms.txt";

/// Files by their path in a folder.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// A folder that is gone when its test is over.
pub(crate) struct Folder(TempDir);

/// What the command did.
pub(crate) struct Ran {
    /// The exit code.
    pub(crate) code: i32,
    /// The result.
    pub(crate) out: String,
    /// The talk.
    pub(crate) err: String,
}

/// The repository.
pub(crate) fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below `path`.
pub(crate) fn files(path: &Path) -> Files {
    let mut files = Files::new();
    for (name, found) in walk(path) {
        if found.is_file() {
            files.insert(name, fs::read(&found).unwrap());
        }
    }
    files
}

/// Everything below `path` by its relative name, with `/` between names; links are not followed.
fn walk(path: &Path) -> Vec<(String, PathBuf)> {
    let mut found = vec![];
    let mut folders = vec![path.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            }
            let name = entry.path().strip_prefix(path).unwrap().to_owned();
            found.push((name.to_str().unwrap().replace('\\', "/"), entry.path()));
        }
    }
    found.sort();
    found
}

/// Runs `daggerboard` in `folder`, with arguments that have no space in them.
#[track_caller]
pub(crate) fn run(folder: &Path, arguments: &str) -> Ran {
    run_with(folder, arguments, &[])
}

/// The same with these variables set.
#[track_caller]
pub(crate) fn run_with(folder: &Path, arguments: &str, environment: &[(&str, &str)]) -> Ran {
    let output = Command::new(env!("CARGO_BIN_EXE_daggerboard"))
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .envs(environment.iter().copied())
        .output()
        .unwrap();
    Ran::of(output)
}

impl Folder {
    /// One with nothing in it but the list of private terms that publish asks for.
    pub(crate) fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        folder.write(TERMS, "no such name\n");
        folder
    }

    /// One with these files in it.
    pub(crate) fn holding(files: &Files) -> Self {
        let folder = Self::new();
        for (name, bytes) in files {
            folder.write(name, bytes);
        }
        folder
    }

    /// Where `name` is.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes the file `name`, and the folders on the way to it.
    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// The text of `name`.
    #[track_caller]
    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Puts `to` in the place of the first `from` in `name`.
    #[track_caller]
    pub(crate) fn edit(&self, name: &str, from: &str, to: &str) {
        let text = self.read(name);
        assert!(text.contains(from), "{name} has no `{from}`:\n{text}");
        self.write(name, text.replacen(from, to, 1));
    }

    /// Removes the file `name`.
    pub(crate) fn remove(&self, name: &str) {
        fs::remove_file(self.path(name)).unwrap();
    }

    /// Puts an empty folder in the place of the file `name`.
    pub(crate) fn make_folder_of(&self, name: &str) {
        self.remove(name);
        fs::create_dir(self.path(name)).unwrap();
    }

    /// Exchanges two files.
    pub(crate) fn swap(&self, a: &str, b: &str) {
        let (in_a, in_b) = (self.read(a), self.read(b));
        self.write(a, in_b);
        self.write(b, in_a);
    }

    /// Every file below `name`.
    pub(crate) fn files(&self, name: &str) -> Files {
        files(&self.path(name))
    }

    /// Everything in the folder: files with their digest, folders and links too.
    pub(crate) fn tree(&self) -> BTreeMap<String, String> {
        let what = |path: &Path| match fs::read_link(path) {
            Ok(target) => format!("link to {}", target.display()),
            Err(_) if path.is_dir() => "folder".into(),
            Err(_) => seal::Digest::of(&fs::read(path).unwrap()).to_string(),
        };
        let all = walk(self.0.path()).into_iter();
        all.map(|(name, path)| (name, what(&path))).collect()
    }

    /// Runs `daggerboard` in this folder.
    #[track_caller]
    pub(crate) fn run(&self, arguments: &str) -> Ran {
        run(self.0.path(), arguments)
    }

    /// The same with these variables set.
    #[cfg(unix)]
    #[track_caller]
    pub(crate) fn run_with(&self, arguments: &str, environment: &[(&str, &str)]) -> Ran {
        run_with(self.0.path(), arguments, environment)
    }

    /// Runs another program in this folder; `None` where this machine has no such program.
    #[track_caller]
    pub(crate) fn run_tool(&self, line: &str) -> Option<Ran> {
        let mut words = line.split_whitespace();
        // No person's or machine's settings: git reads them from several places.
        let run = Command::new(words.next().unwrap())
            .args(words)
            .current_dir(self.0.path())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .output();
        match run {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            output => Some(Ran::of(output.unwrap())),
        }
    }
}

impl Ran {
    #[track_caller]
    fn of(output: Output) -> Self {
        let ran = Self {
            code: output.status.code().expect("it ended by itself"),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        };
        assert!(!ran.err.contains("panicked"), "{}", ran.err);
        ran
    }

    /// Goes on only if all went well.
    #[track_caller]
    pub(crate) fn well(self) -> Self {
        assert_eq!(self.code, 0, "{}", self.err);
        self
    }
}
