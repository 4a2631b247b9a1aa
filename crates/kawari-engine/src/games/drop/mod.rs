//! Games with drops: a captured piece changes sides and can be dropped from the hand.
//!
//! [`DropPosition`] is generic over [`DropRules`], a trait of constants: the board, the
//! pieces in Betza notation, promotion and flips, drop restrictions and the end
//! of the game. To add a game, implement this trait and add one line to the registry.
//!
//! All modules implement rules except `tactics` (heuristics for the search) and
//! [`evaluation`], which depends on both.

/// Defines a test for each generic check that runs it for every game of the family.
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
mod betza;
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

pub use hajiku::Hajiku;
pub use kind::{Hand, Kind};
pub use minishogi::Minishogi;
pub use moves::{DropMove, Origin};
pub use position::DropPosition;
pub use rules::{
    DeclarationRule, DropRules, ImpasseRule, ImpasseVerdict, PieceRule, PieceSides, PieceValues,
};
pub use shogi::Shogi;
pub use yari::Yari;
