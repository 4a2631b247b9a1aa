//! The choice of a dialect. The interface of the dialects is in [`dialect`](super::dialect).

use super::cecp::Cecp;
use super::dialect::Dialect;
use super::uci::Uci;
use super::usi::Usi;

/// The dialect of a client.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DialectKind {
    /// The Universal Shogi Interface.
    #[default]
    Usi,
    /// The Universal Chess Interface.
    Uci,
    /// The Chess Engine Communication Protocol of xboard.
    Cecp,
}

impl DialectKind {
    /// Returns the implementation of the dialect.
    pub fn implementation(self) -> &'static dyn Dialect {
        match self {
            Self::Usi => &Usi,
            Self::Uci => &Uci,
            Self::Cecp => &Cecp,
        }
    }
}
