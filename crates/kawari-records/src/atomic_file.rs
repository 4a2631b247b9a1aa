//! Atomic file replacement: after a kill at any moment a file has either its old or its new
//! contents.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

/// Returns the path with an extension appended.
pub fn with_appended_extension(path: &Path, extension: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    name.into()
}

/// Replaces a file. `write` writes a temporary file in the same folder, which is synced to
/// disk and then renamed.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub fn put(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> anyhow::Result<()> {
    let new = with_appended_extension(path, "new");
    let all = || {
        let mut file = BufWriter::new(File::create(&new)?);
        write(&mut file)?;
        file.flush()?;
        file.get_ref().sync_all()?;
        fs::rename(&new, path)
    };
    all().with_context(|| format!("cannot write {}", path.display()))
}
