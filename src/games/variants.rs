//! The registry: every game by name, and the program's one `match` over them.

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use thiserror::Error;

use super::drop::{self, Hajiku, Minishogi, Shogi, Yari};
use super::evaluation::GameEvaluation;
use super::hasami::{
    self, DaiHasami, Hasami, HasamiBrainking, HasamiChess, HasamiFive, HasamiJsa, HasamiLudos,
    HasamiNocorner, MakYek,
};
use super::{Game, GameInfo};

/// A game that the engine plays: its rules, and what judges its positions.
pub trait Playable: Game {
    /// What judges them.
    type Evaluation: GameEvaluation<Self::Position>;

    /// What is built in of the game's endgames, if something is: see
    /// `tables::exceptions`.
    const ENDGAMES: Option<&'static [u8]>;

    /// The evaluation that needs no file, made once for all that ask for it.
    fn built_in() -> Arc<Self::Evaluation>;
}

/// Something to be done with a game whose name is known only at run time.
///
/// [`Variant::visit`] calls it with the game as a type, so everything behind it
/// is compiled for that game.
pub trait Visitor {
    /// What the visit gives.
    type Output;

    /// Does it with one game.
    fn visit<G: Playable>(self) -> Self::Output;
}

/// What judges a game: what its line in the registry says, else material alone.
macro_rules! evaluation {
    () => {
        $crate::games::evaluation::material::Material
    };
    ($evaluation:ty) => {
        $evaluation
    };
}

/// What is built in of a game's endgames, in the folder `endgames`.
macro_rules! endgames {
    () => {
        None
    };
    ($file:literal) => {
        Some(include_bytes!(concat!("endgames/", $file)))
    };
}

macro_rules! variants {
    ($($game:ident $(judged by $evaluation:ty)? $(; endgames $endgames:literal)?),* $(,)?) => {
        /// A game that the engine plays.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Variant {
            $(#[doc = concat!("See [`", stringify!($game), "`].")] $game,)*
        }

        impl Variant {
            /// Every game.
            pub const ALL: &'static [Self] = &[$(Self::$game),*];

            /// Calls the visitor with this game as a type.
            pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
                match self {
                    $(Self::$game => visitor.visit::<$game>(),)*
                }
            }
        }

        $(impl Playable for $game {
            type Evaluation = evaluation!($($evaluation)?);

            const ENDGAMES: Option<&'static [u8]> = endgames!($($endgames)?);

            fn built_in() -> Arc<Self::Evaluation> {
                type Shared = Arc<<$game as Playable>::Evaluation>;
                static BUILT_IN: LazyLock<Shared> =
                    LazyLock::new(|| Arc::new(GameEvaluation::<<$game as Game>::Position>::built_in()));
                Arc::clone(&BUILT_IN)
            }
        })*
    };
}

variants! {
    Hasami judged by hasami::evaluation::Linear<Hasami>; endgames "hasami.exceptions",
    HasamiNocorner judged by hasami::evaluation::Linear<HasamiNocorner>; endgames "hasami-nocorner.exceptions",
    HasamiChess judged by hasami::evaluation::Linear<HasamiChess>; endgames "hasami-chess.exceptions",
    HasamiJsa judged by hasami::evaluation::Linear<HasamiJsa>,
    DaiHasami judged by hasami::evaluation::Linear<DaiHasami>,
    HasamiFive judged by hasami::evaluation::Linear<HasamiFive>,
    HasamiBrainking judged by hasami::evaluation::Linear<HasamiBrainking>,
    HasamiLudos judged by hasami::evaluation::Linear<HasamiLudos>,
    MakYek judged by hasami::evaluation::Linear<MakYek>,
    Yari judged by drop::evaluation::Linear<Yari>,
    Hajiku judged by drop::evaluation::Linear<Hajiku>,
    Shogi judged by drop::evaluation::Linear<Shogi>,
    Minishogi judged by drop::evaluation::Linear<Minishogi>,
}

impl Variant {
    /// What there is to know about the game.
    pub fn info(self) -> &'static GameInfo {
        struct Info;
        impl Visitor for Info {
            type Output = &'static GameInfo;
            fn visit<G: Playable>(self) -> &'static GameInfo {
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
