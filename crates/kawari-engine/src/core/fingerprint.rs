//! A 64-bit checksum.

use std::fmt;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use super::regular_file;

/// A 64-bit FNV-1a hash, <http://www.isthe.com/chongo/tech/comp/fnv/>.
///
/// It is the same on every machine and in every version. It detects accidental changes, not
/// manipulation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fingerprint(u64);

impl Default for Fingerprint {
    /// Returns the hash of no bytes.
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Fingerprint {
    /// Returns the hash of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        let mut fingerprint = Self::default();
        fingerprint.add(bytes);
        fingerprint
    }

    /// Adds bytes to the hash.
    pub fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }

    /// Returns the hash as a number.
    pub const fn number(self) -> u64 {
        self.0
    }

    /// Returns the hash and the size of a file.
    ///
    /// # Errors
    /// Returns the I/O error if the file cannot be read.
    pub fn of_file(path: &Path) -> io::Result<(Self, u64)> {
        let mut reader = BufReader::with_capacity(1 << 16, regular_file::open(path)?);
        let (mut fingerprint, mut size) = (Self::default(), 0);
        loop {
            let chunk = reader.fill_buf()?;
            if chunk.is_empty() {
                return Ok((fingerprint, size));
            }
            fingerprint.add(chunk);
            let length = chunk.len();
            size += length as u64;
            reader.consume(length);
        }
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of the reference code, `test_fnv.c`.
    #[test]
    fn hashes_match_the_published_values() {
        for (text, value) in
            [("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8")]
        {
            let fingerprint = Fingerprint::of(text.as_bytes());
            assert_eq!(fingerprint.to_string(), value, "{text}");
            assert_eq!(format!("{:x}", fingerprint.number()), value, "{text}");
        }
    }

    #[test]
    fn a_file_has_the_hash_of_its_bytes() -> io::Result<()> {
        let path = std::env::temp_dir().join(format!("kawari-fingerprint-{}", std::process::id()));
        // Longer than the read buffer.
        let bytes: Vec<u8> = (0..200_000_u32).map(|n| (n.wrapping_mul(n) >> 7) as u8).collect();
        std::fs::write(&path, &bytes)?;
        let read = Fingerprint::of_file(&path);
        std::fs::remove_file(&path)?;
        assert_eq!(read?, (Fingerprint::of(&bytes), 200_000));
        Ok(())
    }
}
