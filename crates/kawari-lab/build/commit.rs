//! The commit of the sources, read without git: from a clone's `.git` folder, or from the file
//! that `cargo package` adds to a package.

use std::fs;
use std::path::{Path, PathBuf};

/// A commit, and the files that change when there is another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Commit {
    /// Hash of the commit, in hexadecimal digits.
    pub id: String,
    /// Existing files that change with the commit.
    pub watched: Vec<PathBuf>,
}

impl Commit {
    /// Returns the commit of a crate: of its package, else of the clone whose `crates`
    /// folder it lies in. A clone around another folder is another program's.
    pub fn of(package: &Path) -> Option<Self> {
        of_package(package).or_else(|| of_clone(&package.join("../..")))
    }

    /// Returns the first ten digits of the hash.
    pub fn short(&self) -> &str {
        self.id.get(..10).unwrap_or(&self.id)
    }
}

/// Reads the commit from a package, which has a file with `"sha1": "…"`.
fn of_package(sources: &Path) -> Option<Commit> {
    let file = sources.join(".cargo_vcs_info.json");
    let text = fs::read_to_string(&file).ok()?;
    let (_, rest) = text.split_once("\"sha1\"")?;
    let id = rest.split('"').nth(1).and_then(id)?;
    Some(Commit { id, watched: vec![file] })
}

fn of_clone(sources: &Path) -> Option<Commit> {
    let git = git_folder(sources)?;
    let common = match fs::read_to_string(git.join("commondir")) {
        Ok(path) => git.join(path.trim()),
        Err(_) => git.clone(),
    };
    let head = fs::read_to_string(git.join("HEAD")).ok()?;
    let id = match head.trim().strip_prefix("ref: ") {
        None => id(&head),
        Some(branch) => id_of_branch(&common, branch),
    };
    // Each commit and each change of branch adds a line to the log.
    let mut watched = vec![git.join("HEAD"), git.join("logs/HEAD")];
    watched.retain(|file| file.exists());
    Some(Commit { id: id?, watched })
}

/// Returns the git folder of the sources. In a linked work tree, `.git` is a file with its path.
fn git_folder(sources: &Path) -> Option<PathBuf> {
    let git = sources.join(".git");
    if git.is_dir() {
        return Some(git);
    }
    let text = fs::read_to_string(&git).ok()?;
    text.trim().strip_prefix("gitdir: ").map(|path| sources.join(path))
}

/// Returns the commit of a branch, which is in a file of that name or in `packed-refs`.
fn id_of_branch(common: &Path, branch: &str) -> Option<String> {
    if let Ok(text) = fs::read_to_string(common.join(branch)) {
        return id(&text);
    }
    let packed = fs::read_to_string(common.join("packed-refs")).ok()?;
    let of_branch = |line: &str| {
        let (id, name) = line.split_once(' ')?;
        (name == branch).then(|| id.to_owned())
    };
    packed.lines().find_map(of_branch).and_then(|text| id(&text))
}

/// Returns the text if it is the hash of a commit.
fn id(text: &str) -> Option<String> {
    let text = text.trim();
    let is_id = text.len() >= 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_id.then(|| text.to_owned())
}
