//! The registry: every game by name, and the program's one `match` over them.

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use thiserror::Error;

use super::drop::{self, Hajiku, Minishogi, Shogi, Yari};
use super::evaluation::GameEvaluation;
use super::evaluation::nnue::NnueEvaluation;
use super::evaluation::nnue::features::NnueFeatures;
use super::hasami::{
    self, DaiHasami, Hasami, HasamiBrainking, HasamiChess, HasamiFive, HasamiJsa, HasamiLudos,
    HasamiNocorner, MakYek,
};
use super::{Game, GameInfo};
use crate::core::forcing::Forcing;

/// A game that the engine plays: its rules, and what judges its positions.
pub trait Playable: Game<Position: NnueFeatures> {
    /// What judges them.
    type Evaluation: GameEvaluation<Self::Position>;

    /// The file of the network that is built in, if one is.
    const NETWORK: Option<&'static [u8]>;

    /// What is built in of the game's endgames, if something is: see
    /// `tables::exceptions`.
    const ENDGAMES: Option<&'static [u8]>;

    /// The evaluation that needs no file, with its network if it has one; made once for
    /// all that ask for it.
    fn built_in() -> Arc<Self::Evaluation>;

    /// The hand-written evaluation alone, made once likewise.
    fn hand_crafted() -> Arc<Self::Evaluation>;
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

/// The network of a game, in the folder `networks`: what its line in the registry says.
macro_rules! network {
    () => {
        None
    };
    ($file:literal) => {{
        #[cfg(feature = "networks")]
        const NETWORK: Option<&[u8]> = Some(include_bytes!(concat!("networks/", $file)));
        #[cfg(not(feature = "networks"))]
        const NETWORK: Option<&[u8]> = None;
        NETWORK
    }};
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

/// The evaluation of a game that needs no file.
fn make_built_in<G: Playable>() -> Arc<G::Evaluation> {
    match G::NETWORK {
        None => G::hand_crafted(),
        Some(file) => {
            let read = G::Evaluation::read(file, &G::INFO);
            Arc::new(read.expect("a test has read the networks that are built in"))
        }
    }
}

macro_rules! variants {
    ($($game:ident $(evaluated by $evaluation:ty)? $(=> $network:literal)? $(; endgames $endgames:literal)?),* $(,)?) => {
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
            type Evaluation = NnueEvaluation<evaluation!($($evaluation)?)>;

            const NETWORK: Option<&'static [u8]> = network!($($network)?);

            const ENDGAMES: Option<&'static [u8]> = endgames!($($endgames)?);

            fn built_in() -> Arc<Self::Evaluation> {
                static BUILT_IN: LazyLock<Arc<<$game as Playable>::Evaluation>> =
                    LazyLock::new(make_built_in::<$game>);
                Arc::clone(&BUILT_IN)
            }

            fn hand_crafted() -> Arc<Self::Evaluation> {
                static HAND_CRAFTED: LazyLock<Arc<<$game as Playable>::Evaluation>> =
                    LazyLock::new(|| Arc::new(GameEvaluation::hand_crafted()));
                Arc::clone(&HAND_CRAFTED)
            }
        })*
    };
}

variants! {
    Hasami evaluated by hasami::evaluation::HasamiHce<Hasami> => "hasami.network"; endgames "hasami.exceptions",
    HasamiNocorner evaluated by hasami::evaluation::HasamiHce<HasamiNocorner>; endgames "hasami-nocorner.exceptions",
    HasamiChess evaluated by hasami::evaluation::HasamiHce<HasamiChess>; endgames "hasami-chess.exceptions",
    HasamiJsa evaluated by hasami::evaluation::HasamiHce<HasamiJsa> => "hasami-jsa.network",
    DaiHasami evaluated by hasami::evaluation::HasamiHce<DaiHasami> => "dai-hasami.network",
    HasamiFive evaluated by hasami::evaluation::HasamiHce<HasamiFive> => "hasami-five.network",
    HasamiBrainking evaluated by hasami::evaluation::HasamiHce<HasamiBrainking> => "hasami-brainking.network",
    HasamiLudos evaluated by hasami::evaluation::HasamiHce<HasamiLudos> => "hasami-ludos.network",
    MakYek evaluated by hasami::evaluation::HasamiHce<MakYek>,
    Yari evaluated by drop::evaluation::DropHce<Yari> => "yari.network",
    Hajiku evaluated by drop::evaluation::DropHce<Hajiku> => "hajiku.network",
    Shogi evaluated by drop::evaluation::DropHce<Shogi> => "shogi.network",
    Minishogi evaluated by drop::evaluation::DropHce<Minishogi> => "minishogi.network",
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

    /// Whether it has Kings or rows, so that wins are forced: see [`Forcing::THREATS`].
    pub fn forces_wins(self) -> bool {
        struct Forces;
        impl Visitor for Forces {
            type Output = bool;
            fn visit<G: Playable>(self) -> bool {
                G::Position::THREATS.is_some()
            }
        }
        self.visit(Forces)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.info().name)
    }
}

/// A name that no game has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no game is called `{0}`{near}", near = suggestion(.0))]
pub struct UnknownVariant(pub String);

/// Names the game that is nearly called so, if there is one.
fn suggestion(name: &str) -> String {
    /// From 0, nothing in common, to 1, the same.
    const SIMILARITY_THRESHOLD: f64 = 0.85;
    let name = name.to_ascii_lowercase();
    let likeness = |known: &str| strsim::jaro_winkler(&name, known);
    let known = Variant::ALL.iter().map(|variant| variant.info().name);
    let best = known.max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
    best.filter(|best| likeness(best) >= SIMILARITY_THRESHOLD)
        .map_or(String::new(), |best| format!(" (did you mean `{best}`?)"))
}

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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::core::position::Position;

    #[test]
    fn wins_are_forced_where_there_are_kings_or_rows() {
        let forcing = Variant::ALL.iter().filter(|variant| variant.forces_wins());
        let expected = BTreeSet::from([
            "yari",
            "hajiku",
            "shogi",
            "minishogi",
            "dai-hasami",
            "hasami-five",
            "hasami-brainking",
            "hasami-ludos",
        ]);
        assert_eq!(forcing.map(|variant| variant.info().name).collect::<BTreeSet<_>>(), expected);
    }

    #[test]
    fn games_of_capture_down_to_the_last_man_have_endgames() {
        struct HasEndgames;
        impl Visitor for HasEndgames {
            type Output = bool;
            fn visit<G: Playable>(self) -> bool {
                G::Position::endgame_rules().is_some()
            }
        }
        let with = Variant::ALL.iter().filter(|variant| variant.visit(HasEndgames));
        let expected = BTreeSet::from([
            "hasami",
            "hasami-nocorner",
            "hasami-chess",
            "dai-hasami",
            "hasami-brainking",
            "mak-yek",
        ]);
        assert_eq!(with.map(|variant| variant.info().name).collect::<BTreeSet<_>>(), expected);
    }

    #[test]
    fn every_game_has_words_of_its_own() {
        let mut told = BTreeSet::new();
        for info in Variant::ALL.iter().map(|variant| variant.info()) {
            let words = [info.name, info.title, info.japanese].map(str::to_owned);
            for words in words.into_iter().chain([info.rules.concat()]) {
                assert!(!words.is_empty(), "{}", info.name);
                assert!(told.insert(words.clone()), "{words}");
            }
        }
    }

    #[test]
    fn other_programs_names_of_games_are_known() {
        for (name, variant) in [
            ("hasamishogi", Variant::Hasami),
            ("daihasami", Variant::DaiHasami),
            ("daihasamishogi", Variant::DaiHasami),
            ("makyek", Variant::MakYek),
            ("yarishogi", Variant::Yari),
            ("hajikushogi", Variant::Hajiku),
        ] {
            assert_eq!(name.parse(), Ok(variant));
        }
    }

    #[test]
    fn a_game_is_found_by_its_name_or_an_alias_in_any_case() {
        for &variant in Variant::ALL {
            for name in [variant.info().name].iter().chain(variant.info().aliases) {
                assert_eq!(name.parse(), Ok(variant));
                assert_eq!(name.to_uppercase().parse(), Ok(variant));
            }
        }
        let unknown = "gomoku".parse::<Variant>();
        assert_eq!(unknown, Err(UnknownVariant("gomoku".to_owned())));
        let error = |name: &str| UnknownVariant(name.to_owned()).to_string();
        assert_eq!(error("gomoku"), "no game is called `gomoku`");
        assert_eq!(error("hasmi"), "no game is called `hasmi` (did you mean `hasami`?)");
        assert_eq!(error("Shgi"), "no game is called `Shgi` (did you mean `shogi`?)");
    }
}
