//! The API token. Only the page that this program has opened has it.

use std::fmt;
use std::hint;

/// A token: 128 random bits in hexadecimal digits.
#[derive(Clone, PartialEq, Eq)]
pub struct PageToken([u8; Self::DIGITS]);

impl PageToken {
    const BYTES: usize = 16;
    const DIGITS: usize = 2 * Self::BYTES;

    /// Creates a random token.
    ///
    /// # Errors
    /// Returns an error if the system's random number generator fails.
    pub fn new() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; Self::BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(Self::from_bytes(bytes))
    }

    fn from_bytes(bytes: [u8; Self::BYTES]) -> Self {
        const HEXADECIMAL: &[u8; 16] = b"0123456789abcdef";
        let mut digits = [0; Self::DIGITS];
        for (pair, byte) in digits.chunks_exact_mut(2).zip(bytes) {
            pair[0] = HEXADECIMAL[usize::from(byte >> 4)];
            pair[1] = HEXADECIMAL[usize::from(byte & 15)];
        }
        Self(digits)
    }

    /// Returns whether the digits are those of the token. Takes constant time, so that timing
    /// does not reveal how many digits are correct.
    pub fn matches(&self, given: &[u8]) -> bool {
        let Ok(given) = <&[u8; Self::DIGITS]>::try_from(given) else { return false };
        let pairs = self.0.iter().zip(given);
        let difference = pairs.fold(0, |sum, (one, other)| hint::black_box(sum | (one ^ other)));
        difference == 0
    }
}

impl fmt::Display for PageToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&digit| write!(f, "{}", char::from(digit)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_matches_only_its_digits() {
        let token = PageToken::from_bytes([0x0f; 16]);
        let digits = "0f".repeat(16);
        assert_eq!(token.to_string(), digits);
        assert!(token.matches(digits.as_bytes()));
        for wrong in ["", "0f", &"0F".repeat(16), &"0f".repeat(17), &digits.replacen('f', "e", 1)] {
            assert!(!token.matches(wrong.as_bytes()), "{wrong}");
        }
        let last = format!("{}e", &digits[..31]);
        assert!(!token.matches(last.as_bytes()));
    }

    #[test]
    fn tokens_differ() {
        let token = || PageToken::new().expect("random bits").to_string();
        assert_ne!(token(), token());
    }
}
