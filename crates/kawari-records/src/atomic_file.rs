//! Files that are always whole: as they were or as they are to be, whenever the program is
//! killed.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

/// The path with one more extension.
pub fn beside(path: &Path, extension: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    name.into()
}

/// Writes a file beside the one that is meant, which takes its place when all of it is on
/// the disk.
///
/// # Errors
/// When it cannot be written.
pub fn put(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> anyhow::Result<()> {
    let new = beside(path, "new");
    let all = || {
        let mut file = BufWriter::new(File::create(&new)?);
        write(&mut file)?;
        file.flush()?;
        file.get_ref().sync_all()?;
        fs::rename(&new, path)
    };
    all().with_context(|| format!("cannot write {}", path.display()))
}
