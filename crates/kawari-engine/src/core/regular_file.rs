//! Opens files for reading, and rejects everything but regular files: a named pipe may have
//! no writer, and a device may have no end.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Opens a regular file for reading.
///
/// # Errors
/// Returns the I/O error, or [`io::ErrorKind::InvalidInput`] if the path is not a regular
/// file.
pub fn open(path: &Path) -> io::Result<File> {
    // The check comes first because opening a named pipe blocks until it has a writer.
    check(path)?;
    File::open(path)
}

/// Checks that a path is a regular file.
///
/// # Errors
/// Returns the same errors as [`open`].
pub fn check(path: &Path) -> io::Result<()> {
    if fs::metadata(path)?.is_file() {
        Ok(())
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"))
    }
}

/// Opens a regular file of at most `limit` bytes for reading.
///
/// # Errors
/// Returns the same errors as [`open`], and [`io::ErrorKind::FileTooLarge`] if the file is
/// larger.
pub fn open_up_to(path: &Path, limit: u64) -> io::Result<io::Take<File>> {
    let file = open(path)?;
    if file.metadata()?.len() > limit {
        let text = format!("larger than {} MiB", limit >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, text));
    }
    // `take` enforces the limit if the file grows while it is read.
    Ok(file.take(limit))
}

/// Reads a regular file of at most `limit` bytes.
///
/// # Errors
/// Returns the same errors as [`open_up_to`].
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_up_to(path, limit)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a regular file of at most `limit` bytes as UTF-8.
///
/// # Errors
/// Returns an error like [`read`], or [`io::ErrorKind::InvalidData`] if the file is not UTF-8.
pub fn read_to_string(path: &Path, limit: u64) -> io::Result<String> {
    String::from_utf8(read(path, limit)?)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "the file is not UTF-8 text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_and_devices_are_rejected() {
        let folder = std::env::temp_dir();
        let error = read(&folder, 1 << 20).expect_err("a folder");
        assert_eq!(error.to_string(), "not a regular file");
        #[cfg(unix)]
        assert!(open(Path::new("/dev/zero")).is_err());
    }

    #[test]
    fn files_above_the_limit_are_rejected() {
        let path = std::env::temp_dir().join(format!("kawari-regular-{}", std::process::id()));
        fs::write(&path, vec![7; (1 << 20) + 1]).expect("a file");
        let large = read(&path, 1 << 20).map_err(|error| error.to_string());
        let whole = read(&path, (1 << 20) + 1).map(|bytes| bytes.len());
        fs::remove_file(&path).expect("the file is there");
        assert_eq!(large, Err("larger than 1 MiB".to_owned()));
        assert_eq!(whole.ok(), Some((1 << 20) + 1));
    }
}
