//! Input of the tools: files, or standard input for the path `-`.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use kawari_engine::core::regular_file;

/// Returns true if the path denotes standard input.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// Maximum size of a file that is kept in memory, in bytes.
pub const LARGEST: u64 = 1 << 30;

/// Opens a regular file, or standard input, for reading.
///
/// # Errors
/// As [`regular_file::open`].
pub fn open(path: &Path) -> io::Result<Box<dyn BufRead + Send>> {
    if is_stdin(path) {
        Ok(Box::new(BufReader::new(io::stdin())))
    } else {
        Ok(Box::new(BufReader::new(regular_file::open(path)?)))
    }
}

/// Opens a regular file of at most [`LARGEST`] bytes, or standard input, for reading.
///
/// # Errors
/// As [`regular_file::open_up_to`].
pub fn open_small(path: &Path) -> io::Result<Box<dyn BufRead + Send>> {
    if is_stdin(path) {
        open(path)
    } else {
        Ok(Box::new(BufReader::new(regular_file::open_up_to(path, LARGEST)?)))
    }
}

/// Reads a file of at most `limit` bytes, or up to `limit` bytes of standard input.
///
/// # Errors
/// As [`regular_file::read`].
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    if is_stdin(path) {
        let mut bytes = Vec::new();
        io::stdin().take(limit).read_to_end(&mut bytes)?;
        Ok(bytes)
    } else {
        regular_file::read(path, limit)
    }
}
