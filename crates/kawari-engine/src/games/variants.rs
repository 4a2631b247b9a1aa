//! The registry: [`Variant`] lists the games by name. [`Variant::visit`] has the program's
//! only `match` over them.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
#[allow(unused_imports, reason = "a build may have games from files only")]
use std::sync::LazyLock;

use thiserror::Error;

use super::evaluation::GameEvaluation;
#[allow(unused_imports, reason = "a build may have games from files only")]
use super::evaluation::nnue::NnueEvaluation;
use super::evaluation::nnue::features::NnueFeatures;
use super::loaded::{self, LoadedGame};
use super::{BuiltInGame, Game, GameFiles, GameInfo};
#[allow(unused_imports, reason = "a build may have games of one family only")]
use super::{drop, hasami};
use crate::core::forcing::Forcing;

/// A game with an evaluation.
pub trait Playable: Game<Position: NnueFeatures> {
    /// The evaluation of its positions.
    type Evaluation: GameEvaluation<Self>;

    /// Returns the built-in evaluation: the network if there is one, else the
    /// hand-crafted evaluation. All callers share it.
    fn built_in(self) -> Arc<Self::Evaluation>;

    /// Returns the hand-crafted evaluation. All callers share it.
    fn hand_crafted(self) -> Arc<Self::Evaluation>;
}

/// A generic function over games, called through [`Variant::visit`].
pub trait Visitor {
    /// Return type.
    type Output;

    /// Runs with the game. All code below is compiled for its type.
    fn visit<G: Playable>(self, game: G) -> Self::Output;
}

#[allow(dead_code, reason = "a build may have games from files only")]
fn make_built_in<G: Playable>(game: G) -> Arc<G::Evaluation> {
    match game.files().network {
        None => game.hand_crafted(),
        Some(file) => {
            let network = G::Evaluation::read(game, file);
            Arc::new(network.expect("a test reads every built-in network"))
        }
    }
}

macro_rules! variants {
    ($(#[$playable:meta] $family:ident $game:ident $definition:literal $($evaluation:ident)::+),* $(,)?) => {
        /// A game that the engine plays.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Variant {
            $(#[doc = concat!("See [`", stringify!($family), "::", stringify!($game), "`].")] $game,)*
            /// A game from a file: see [`loaded`].
            Loaded(LoadedGame),
        }

        impl Variant {
            /// Every built-in game, sorted by [`GameInfo::order`].
            pub const ALL: &'static [Self] = &sorted([$(#[$playable] Self::$game),*]);

            /// [`Variant::ALL`], and in a build with games from files also the games that the
            /// environment variable `KAWARI_GAMES` has left out. Definitions can refer to them.
            pub const KNOWN: &'static [Self] = &sorted([$(Self::$game),*]);

            /// Returns the game's data.
            pub const fn info(self) -> &'static GameInfo {
                match self {
                    $(Self::$game => &<$family::$game as BuiltInGame>::INFO,)*
                    Self::Loaded(game) => game.info(),
                }
            }

            /// Calls the visitor with this game.
            pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
                match self {
                    $(#[$playable] Self::$game => visitor.visit($family::$game),)*
                    Self::Loaded(game) => game.visit(visitor),
                    #[allow(unreachable_patterns, reason = "reached if a game is left out")]
                    game => unreachable!("{game} is not in `Variant::ALL`"),
                }
            }

            /// Returns the compiled-in files of the game.
            pub const fn files(self) -> GameFiles {
                match self {
                    $(Self::$game => <$family::$game as BuiltInGame>::FILES,)*
                    Self::Loaded(game) => game.files(),
                }
            }

            /// Returns the text of the definition of a built-in game, or `None` for a loaded one.
            pub(super) const fn built_in_definition(self) -> Option<&'static str> {
                match self {
                    $(Self::$game => Some(include_str!($definition)),)*
                    Self::Loaded(_) => None,
                }
            }
        }

        $(#[$playable] impl Playable for $family::$game {
            type Evaluation = NnueEvaluation<$family::$game, $($evaluation)::+<$family::$game>>;

            fn built_in(self) -> Arc<Self::Evaluation> {
                static BUILT_IN: LazyLock<Arc<<$family::$game as Playable>::Evaluation>> =
                    LazyLock::new(|| make_built_in($family::$game));
                Arc::clone(&BUILT_IN)
            }

            fn hand_crafted(self) -> Arc<Self::Evaluation> {
                static HAND_CRAFTED: LazyLock<Arc<<$family::$game as Playable>::Evaluation>> =
                    LazyLock::new(|| Arc::new(GameEvaluation::hand_crafted($family::$game)));
                Arc::clone(&HAND_CRAFTED)
            }
        })*
    };
}

include!(concat!(env!("OUT_DIR"), "/variants.rs"));

/// Returns the games sorted by [`GameInfo::order`].
const fn sorted<const N: usize>(mut games: [Variant; N]) -> [Variant; N] {
    let mut end = 1;
    while end < N {
        let mut at = end;
        while at > 0 && games[at].info().order < games[at - 1].info().order {
            (games[at], games[at - 1]) = (games[at - 1], games[at]);
            at -= 1;
        }
        end += 1;
    }
    games
}

impl Variant {
    /// Returns every game: the built-in ones, then the loaded ones in the order of their loading.
    /// A game is left out if a later one has the same name.
    pub fn all() -> Vec<Self> {
        let loaded = loaded::all();
        let is_replaced = |game: &Self| loaded.iter().any(|it| it.info().name == game.info().name);
        let built_in = Self::ALL.iter().copied().filter(|game| !is_replaced(game));
        built_in.chain(loaded.iter().copied().map(Self::Loaded)).collect()
    }

    /// Returns the built-in or loaded game with a name or an alias, ignoring case. Of several
    /// games with this name, it is the last loaded one.
    pub(super) fn find(name: &str) -> Option<Self> {
        let matches = |variant: &&Self| {
            let info = variant.info();
            [info.name].iter().chain(info.aliases).any(|known| known.eq_ignore_ascii_case(name))
        };
        Self::all().iter().rfind(matches).copied()
    }

    /// True if the game has Kings or wins by rows, so that wins can be forced: see
    /// [`Forcing::threats`].
    pub fn forces_wins(self) -> bool {
        struct Forces;
        impl Visitor for Forces {
            type Output = bool;
            fn visit<G: Playable>(self, game: G) -> bool {
                game.startpos().threats().is_some()
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

/// An unknown name of a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown variant \"{0}\"{near}", near = suggestion(.0))]
pub struct UnknownVariant(pub String);

/// Returns a hint with the most similar name, or an empty string if no name is similar.
fn suggestion(name: &str) -> String {
    /// Jaro-Winkler similarity, from 0 (nothing in common) to 1 (equal).
    const SIMILARITY_THRESHOLD: f64 = 0.85;
    let name = name.to_ascii_lowercase();
    let similarity = |known: &str| strsim::jaro_winkler(&name, known);
    let shipped = if loaded::CAN_LOAD { kawari_rules::SHIPPED } else { &[] };
    let shipped = shipped.iter().map(|&(name, _)| name);
    let known = Variant::all().into_iter().map(|variant| variant.info().name).chain(shipped);
    let best = known.max_by(|one, other| similarity(one).total_cmp(&similarity(other)));
    best.filter(|best| similarity(best) >= SIMILARITY_THRESHOLD)
        .map_or(String::new(), |best| format!(" (did you mean \"{best}\"?)"))
}

impl FromStr for Variant {
    type Err = UnknownVariant;

    /// Parses a name or an alias, ignoring case. Of several games with this name, it is the
    /// last loaded one. A shipped game is loaded if no other game has its name.
    fn from_str(name: &str) -> Result<Self, UnknownVariant> {
        Self::find(name)
            .or_else(|| loaded::load_shipped(name))
            .ok_or_else(|| UnknownVariant(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::core::position::Position;

    /// Checks a property of some games. Other games may or may not have it.
    fn check(property: fn(Variant) -> bool, with: &[&str], without: &[&str]) {
        let games = |names: &[&str]| -> Vec<Variant> {
            names.iter().map(|name| name.parse().expect("a game")).collect()
        };
        games(with).into_iter().for_each(|game| assert!(property(game), "{game}"));
        games(without).into_iter().for_each(|game| assert!(!property(game), "{game}"));
    }

    #[test]
    fn games_with_kings_or_rows_force_wins() {
        let rows = ["dai-hasami", "hasami-five", "hasami-brainking", "hasami-ludos"];
        let kings = ["yari", "hajiku", "shogi", "minishogi"];
        let captures = ["hasami", "hasami-nocorner", "hasami-chess", "hasami-jsa", "mak-yek"];
        check(Variant::forces_wins, &[rows, kings].concat(), &captures);
    }

    #[test]
    fn games_won_by_the_last_capture_have_tablebases() {
        fn has_endgame_rules(game: Variant) -> bool {
            struct HasEndgameRules;
            impl Visitor for HasEndgameRules {
                type Output = bool;
                fn visit<G: Playable>(self, game: G) -> bool {
                    game.startpos().endgame_rules().is_some()
                }
            }
            game.visit(HasEndgameRules)
        }
        let with = [
            "hasami",
            "hasami-nocorner",
            "hasami-chess",
            "dai-hasami",
            "hasami-brainking",
            "mak-yek",
        ];
        let without = ["hasami-jsa", "hasami-five", "hasami-ludos", "yari", "shogi"];
        check(has_endgame_rules, &with, &without);
    }

    #[test]
    fn games_are_sorted_by_their_order() {
        let orders: Vec<u32> = Variant::ALL.iter().map(|game| game.info().order).collect();
        assert!(orders.is_sorted_by(|one, next| one < next), "{orders:?}");
    }

    #[test]
    fn names_and_rules_are_unique() {
        let mut texts = BTreeSet::new();
        for info in Variant::ALL.iter().map(|variant| variant.info()) {
            let names = [info.name, info.title, info.japanese].map(str::to_owned);
            for text in names.into_iter().chain([info.rules.concat()]) {
                assert!(!text.is_empty(), "{}", info.name);
                assert!(texts.insert(text.clone()), "{text}");
            }
        }
    }

    #[test]
    fn names_of_other_programs_are_aliases() {
        for (name, variant) in [
            ("hasamishogi", Variant::Hasami),
            ("daihasami", Variant::DaiHasami),
            ("daihasamishogi", Variant::DaiHasami),
            ("makyek", Variant::MakYek),
            ("hajikushogi", Variant::Hajiku),
        ] {
            assert_eq!(name.parse(), Ok(variant));
        }
    }

    #[test]
    fn names_and_aliases_parse_in_any_case() {
        for &variant in Variant::ALL {
            for name in [variant.info().name].iter().chain(variant.info().aliases) {
                assert_eq!(name.parse(), Ok(variant));
                assert_eq!(name.to_uppercase().parse(), Ok(variant));
            }
        }
        let shipped: Variant = "YariShogi".parse().expect("a shipped game");
        assert_eq!((shipped.info().name, "yarishogi".parse()), ("yarishogi", Ok(shipped)));
        let unknown = "gomoku".parse::<Variant>();
        assert_eq!(unknown, Err(UnknownVariant("gomoku".to_owned())));
        let error = |name: &str| UnknownVariant(name.to_owned()).to_string();
        assert_eq!(error("gomoku"), r#"unknown variant "gomoku""#);
        assert_eq!(error("hasmi"), r#"unknown variant "hasmi" (did you mean "hasami"?)"#);
        assert_eq!(error("Shgi"), r#"unknown variant "Shgi" (did you mean "shogi"?)"#);
    }
}
