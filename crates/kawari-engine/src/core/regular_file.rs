//! Files to read: regular ones alone. A named pipe may never have a writer, and a device
//! may have no end.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Opens a regular file to read.
///
/// # Errors
/// Returns the system's error, or one that says that the path is no regular file.
pub fn open(path: &Path) -> io::Result<File> {
    // The check comes first: to open a named pipe waits for its writer.
    check(path)?;
    File::open(path)
}

/// Checks that a path is a regular file.
///
/// # Errors
/// As [`open`].
pub fn check(path: &Path) -> io::Result<()> {
    if fs::metadata(path)?.is_file() {
        Ok(())
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"))
    }
}

/// Opens a regular file of at most `limit` bytes to read.
///
/// # Errors
/// As [`open`], and one that names the limit if the file is larger.
pub fn open_up_to(path: &Path, limit: u64) -> io::Result<io::Take<File>> {
    let file = open(path)?;
    if file.metadata()?.len() > limit {
        let text = format!("larger than {} MiB", limit >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, text));
    }
    // It may grow while it is read.
    Ok(file.take(limit))
}

/// Reads a regular file of at most `limit` bytes.
///
/// # Errors
/// As [`open_up_to`].
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_up_to(path, limit)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_things_than_files_are_refused() {
        let folder = std::env::temp_dir();
        let error = read(&folder, 1 << 20).expect_err("a folder");
        assert_eq!(error.to_string(), "not a regular file");
        #[cfg(unix)]
        assert!(open(Path::new("/dev/zero")).is_err());
    }

    #[test]
    fn files_have_to_be_small_enough() {
        let path = std::env::temp_dir().join(format!("kawari-regular-{}", std::process::id()));
        fs::write(&path, vec![7; (1 << 20) + 1]).expect("a file");
        let large = read(&path, 1 << 20).map_err(|error| error.to_string());
        let whole = read(&path, (1 << 20) + 1).map(|bytes| bytes.len());
        fs::remove_file(&path).expect("the file is there");
        assert_eq!(large, Err("larger than 1 MiB".to_owned()));
        assert_eq!(whole.ok(), Some((1 << 20) + 1));
    }
}
