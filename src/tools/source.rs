//! Where a tool reads: files, or standard input under the name `-`.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// True if this names standard input.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// Opens a file to read, or standard input.
///
/// # Errors
/// What the system says.
pub fn open(path: &Path) -> io::Result<Box<dyn BufRead + Send>> {
    if is_stdin(path) {
        Ok(Box::new(BufReader::new(io::stdin())))
    } else {
        Ok(Box::new(BufReader::new(File::open(path)?)))
    }
}

/// Reads all of a file, or of standard input.
///
/// # Errors
/// What the system says.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}
