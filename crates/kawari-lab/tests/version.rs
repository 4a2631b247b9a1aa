//! Tests of `build/commit.rs`, which finds the commit that `kawari --version` prints.

#[path = "../build/commit.rs"]
mod commit;

use std::fs;
use std::path::{Path, PathBuf};

use commit::Commit;

const ID: &str = "0123456789abcdef0123456789abcdef01234567";

/// Creates a folder with these files and returns the path of the package in it.
fn folder(name: &str, files: &[(&str, String)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("commit").join(name);
    drop(fs::remove_dir_all(&folder));
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    let package = folder.join("sources/crates/lab");
    fs::create_dir_all(&package).expect("a folder");
    package
}

fn found(name: &str, files: &[(&str, String)]) -> Option<String> {
    let commit = Commit::of(&folder(name, files))?;
    assert!(commit.watched.iter().all(|file| file.exists()), "{commit:?}");
    assert!(!commit.watched.is_empty());
    assert_eq!(commit.short(), "0123456789");
    Some(commit.id)
}

#[test]
fn the_commit_of_a_clone() {
    let head = ("sources/.git/HEAD", "ref: refs/heads/main\n".to_owned());
    let log = ("sources/.git/logs/HEAD", "a line for each commit\n".to_owned());
    let branch = ("sources/.git/refs/heads/main", format!("{ID}\n"));
    assert_eq!(found("branch", &[head.clone(), log, branch]).as_deref(), Some(ID));

    let other = "f".repeat(40);
    let packed =
        format!("# pack-refs with: peeled\n{other} refs/heads/old\n{ID} refs/heads/main\n");
    let packed = ("sources/.git/packed-refs", packed);
    assert_eq!(found("packed", &[head.clone(), packed]).as_deref(), Some(ID));

    let detached = ("sources/.git/HEAD", format!("{ID}\n"));
    assert_eq!(found("detached", &[detached]).as_deref(), Some(ID));
    assert_eq!(found("unborn", &[head]), None);
}

#[test]
fn the_commit_of_a_work_tree() {
    let files = [
        ("sources/.git", "gitdir: ../clone/.git/worktrees/w\n".to_owned()),
        ("clone/.git/worktrees/w/HEAD", "ref: refs/heads/w\n".to_owned()),
        ("clone/.git/worktrees/w/commondir", "../..\n".to_owned()),
        ("clone/.git/refs/heads/w", format!("{ID}\n")),
    ];
    assert_eq!(found("work tree", &files).as_deref(), Some(ID));
}

#[test]
fn the_commit_of_a_package() {
    let info =
        format!("{{\n  \"git\": {{\n    \"sha1\": \"{ID}\"\n  }},\n  \"path_in_vcs\": \"\"\n}}");
    let info = ("sources/crates/lab/.cargo_vcs_info.json", info);
    // It may lie in the clone of something else.
    let clone = ("sources/.git/HEAD", "f".repeat(40));
    assert_eq!(found("package", &[info, clone]).as_deref(), Some(ID));
}

#[test]
fn there_may_be_none() {
    assert_eq!(found("nothing", &[]), None);
    assert_eq!(found("elsewhere", &[(".git/HEAD", ID.to_owned())]), None);
    let broken = [("sources/.git/HEAD", "ref: refs/heads/main\n".to_owned())];
    assert_eq!(found("broken", &broken), None);
    let no_id =
        [("sources/crates/lab/.cargo_vcs_info.json", "{\"git\": {\"sha1\": 7}}".to_owned())];
    assert_eq!(found("no id", &no_id), None);
}
