//! The registry: every game by name, and the program's one `match` over them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{Game, GameInfo, drop, hasami};

/// Something to be done with a game whose name is known only at run time.
///
/// [`Variant::visit`] calls it with the game as a type, so everything behind it
/// is compiled for that game.
pub trait Visitor {
    /// What the visit gives.
    type Output;

    /// Does it with one game.
    fn visit<G: Game>(self) -> Self::Output;
}

macro_rules! variants {
    ($($variant:ident => $game:ty),* $(,)?) => {
        /// A game that the engine plays.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Variant {
            $(#[doc = concat!("See [`", stringify!($game), "`].")] $variant,)*
        }

        impl Variant {
            /// Every game.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Calls the visitor with this game as a type.
            pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
                match self {
                    $(Self::$variant => visitor.visit::<$game>(),)*
                }
            }
        }
    };
}

variants! {
    Hasami => hasami::Hasami,
    HasamiNocorner => hasami::HasamiNocorner,
    HasamiChess => hasami::HasamiChess,
    HasamiJsa => hasami::HasamiJsa,
    DaiHasami => hasami::DaiHasami,
    HasamiFive => hasami::HasamiFive,
    HasamiBrainking => hasami::HasamiBrainking,
    HasamiLudos => hasami::HasamiLudos,
    MakYek => hasami::MakYek,
    Yari => drop::yari::Yari,
    Hajiku => drop::hajiku::Hajiku,
}

impl Variant {
    /// What there is to know about the game.
    pub fn info(self) -> &'static GameInfo {
        struct Info;
        impl Visitor for Info {
            type Output = &'static GameInfo;
            fn visit<G: Game>(self) -> &'static GameInfo {
                &G::INFO
            }
        }
        self.visit(Info)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.info().name)
    }
}

/// A name that no game has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no game is called `{0}`")]
pub struct UnknownVariant(pub String);

impl FromStr for Variant {
    type Err = UnknownVariant;

    /// Finds a game by its name or an alias, in any case.
    fn from_str(name: &str) -> Result<Self, UnknownVariant> {
        let fits = |variant: &&Self| {
            let info = variant.info();
            [info.name].iter().chain(info.aliases).any(|known| known.eq_ignore_ascii_case(name))
        };
        Self::ALL.iter().find(fits).copied().ok_or_else(|| UnknownVariant(name.to_owned()))
    }
}
