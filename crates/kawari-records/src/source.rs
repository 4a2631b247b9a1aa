//! Where a tool reads: files, or standard input under the name `-`.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use kawari_engine::core::regular_file;

/// True if this names standard input.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// The largest file that is kept in memory, in bytes.
pub const LARGEST: u64 = 1 << 30;

/// Opens a regular file to read, or standard input.
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

/// Opens a file that is kept in memory, of at most [`LARGEST`] bytes, or standard input.
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

/// Reads a file of at most `limit` bytes, or as many of standard input.
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
