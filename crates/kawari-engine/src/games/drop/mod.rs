//! Games with drops: captured pieces change sides, and come back from the hand.
//!
//! [`DropPosition`] plays every game whose page of data implements [`DropRules`]: the
//! board, the pieces in [Betza's notation](betza), how they promote or flip, what may
//! be dropped, how the game ends. A new game is one such page and one line in the
//! registry.
//!
//! Everything here is rules, but for `tactics`, what the search may guess, and
//! [`evaluation`], which stands above both.

/// Runs a generic check for each game of the family.
#[cfg(test)]
macro_rules! in_every_game {
    ($($test:ident => $check:ident),* $(,)?) => {$(
        #[test]
        fn $test() {
            $check::<$crate::games::drop::Yari>();
            $check::<$crate::games::drop::Hajiku>();
            $check::<$crate::games::drop::Shogi>();
            $check::<$crate::games::drop::Minishogi>();
        }
    )*};
}

mod attack_tables;
mod attacks;
pub mod betza;
pub(crate) mod evaluation;
mod forcing;
mod hajiku;
mod kind;
mod legality;
mod minishogi;
mod move_details;
mod move_record;
mod movegen;
mod moves;
mod notation;
mod position;
mod position_defects;
mod rules;
mod shogi;
mod tactics;
mod yari;

pub use attack_tables::AttackTables;
pub use hajiku::Hajiku;
pub use kind::{BASES, Hand, KINDS, Kind};
pub use minishogi::Minishogi;
pub use moves::{DropMove, Origin};
pub use position::DropPosition;
pub use rules::{
    DeclarationRule, DerivedRules, DropRules, ImpasseRule, ImpasseVerdict, KindRule, PieceRule,
    PieceSides, PieceValues,
};
pub use shogi::Shogi;
pub use yari::Yari;
