//! A publisher who stops the command: all of a release is there, or nothing of it.

use std::{process::Command, thread, time::Duration};

use crate::{harness::Folder, small};

#[test]
fn a_publish_that_is_stopped_leaves_nothing_behind() {
    let whole = Folder::holding(small::ingested());
    whole.run("publish new --data data").well();
    let (mut stopped, mut finished) = (0, 0);
    for wait in (0..60).step_by(4) {
        let folder = Folder::holding(small::ingested());
        let before = folder.tree();
        let mut publish = Command::new(env!("CARGO_BIN_EXE_daggerboard"))
            .args(["publish", "new", "--data", "data"])
            .current_dir(folder.path(""))
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(wait));
        let pid = publish.id().to_string();
        // Too late is fine.
        let _ = Command::new("kill").args(["-TERM", &pid]).status();
        publish.wait().unwrap();
        if folder.tree() == before {
            stopped += 1;
        } else {
            finished += 1;
            assert_eq!(folder.files("data"), whole.files("data"), "after {wait} ms");
        }
    }
    assert!(stopped > 0, "{stopped} stopped, {finished} finished");
}
