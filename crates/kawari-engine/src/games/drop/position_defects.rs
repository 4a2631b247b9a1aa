//! Detection of positions that an SFEN can describe but no game can reach.

use super::kind::Kind;
use super::position::DropPosition;
use super::rules::DropRules;
use crate::core::color::Color;
use crate::core::geometry::Geometry;
use crate::core::position::Position;
use crate::notation::error::SfenError;

/// Returns the first defect of a position.
pub(super) fn find_defect<R: DropRules>(position: &DropPosition<R>) -> Option<SfenError> {
    find_dead_piece(position)
        .or_else(|| find_two_pawns(position))
        .or_else(|| find_excess_piece(position))
}

/// Finds a piece on a rank that it cannot reach by a move, because promotion is forced
/// there, nor by a drop.
fn find_dead_piece<R: DropRules>(position: &DropPosition<R>) -> Option<SfenError> {
    Color::ALL.into_iter().find_map(|color| {
        position.pieces(color).into_iter().find_map(|square| {
            let (_, kind) = position.piece_on(square)?;
            let rule = position.table().kind_rule(kind);
            let squares = rule.must_promote[color.index()] & rule.cannot_drop[color.index()];
            let dead = squares.contains(square);
            let piece = position.usi_piece(square).filter(|_| dead)?;
            Some(SfenError::DeadPiece { piece: piece.to_string(), square: square.to_string() })
        })
    })
}

fn find_two_pawns<R: DropRules>(position: &DropPosition<R>) -> Option<SfenError> {
    Color::ALL.into_iter().find_map(|color| {
        let most = usize::from(position.table().kind_rule(Kind::PAWN).max_per_file);
        let pawns = position.of_kind(Kind::PAWN) & position.pieces(color);
        let on_file = |file: usize| pawns.into_iter().filter(|pawn| pawn.file() == file).count();
        let file =
            (0..<R::Geometry as Geometry>::FILES).find(|&file| most == 1 && on_file(file) > 1)?;
        Some(SfenError::TwoPawns { color, file: file + 1 })
    })
}

/// Finds a piece of which board and hands hold more than the start position.
fn find_excess_piece<R: DropRules>(position: &DropPosition<R>) -> Option<SfenError> {
    let start = position.game().startpos();
    (0..position.table().rules.pieces.len()).map(Kind::of_piece).find_map(|kind| {
        let (count, most) = (count_of_piece(position, kind), count_of_piece(&start, kind));
        (count > most).then(|| SfenError::TooMany {
            piece: position.table().symbol(kind),
            count,
            most,
        })
    })
}

/// Counts a piece over the board and both hands, on either side, for both players.
fn count_of_piece<R: DropRules>(position: &DropPosition<R>, kind: Kind) -> u32 {
    let in_hands = |kind| Color::ALL.map(|color| u32::from(position.hand(color).count(kind)));
    let table = position.table();
    let sides = [kind, kind.promoted()].into_iter().filter(|&side| table.exists(side));
    sides.map(|side| position.of_kind(side).count() + in_hands(side).iter().sum::<u32>()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::drop::{Hajiku, Shogi, Yari};
    use crate::notation::{Notation, read};

    fn position_defect<R: DropRules + Default>(sfen: &str) -> Option<SfenError> {
        read::<DropPosition<R>>(sfen).position_defect()
    }

    in_every_game!(start_position_has_no_defect => check_start);

    fn check_start<R: DropRules + Default>() {
        assert_eq!(R::default().startpos().position_defect(), None);
    }

    #[test]
    fn dead_pieces_are_defects() {
        let dead = |piece: &str, square: &str| {
            let (piece, square) = (piece.to_owned(), square.to_owned());
            Some(SfenError::DeadPiece { piece, square })
        };
        assert_eq!(position_defect::<Shogi>("4k3P/9/9/9/9/9/9/9/4K4 b - 1"), dead("P", "1a"));
        assert_eq!(position_defect::<Shogi>("4k4/9/9/9/9/9/9/9/l3K4 b - 1"), dead("l", "9i"));
        // A Yari Knight can be dropped on the second farthest rank.
        assert_eq!(position_defect::<Yari>("3k3/N6/7/7/7/7/7/7/3K3 b - 1"), None);
        assert_eq!(position_defect::<Yari>("N2k3/7/7/7/7/7/7/7/3K3 b - 1"), dead("N", "7a"));
        // A shogi Knight cannot.
        assert_eq!(position_defect::<Shogi>("4k4/N8/9/9/9/9/9/9/4K4 b - 1"), dead("N", "9b"));
        assert_eq!(position_defect::<Shogi>("4k4/9/N8/9/9/9/9/9/4K4 b - 1"), None);
    }

    #[test]
    fn two_pawns_on_a_file_are_a_defect() {
        let two = |color, file| Some(SfenError::TwoPawns { color, file });
        let with =
            |board: &str| position_defect::<Yari>(&format!("3k3/7/{board}/7/7/7/7/3K3 b - 1"));
        assert_eq!(with("P6/P6"), two(Color::Black, 7));
        assert_eq!(with("6p/6p"), two(Color::White, 1));
        assert_eq!(with("2p4/2P4"), None);
        assert_eq!(with("2P4/2+P4"), None);
        assert_eq!(with("2PP3/7"), None);
        assert_eq!(with("PPPPPPP/ppppppp"), None);
    }

    #[test]
    fn excess_pieces_are_a_defect() {
        let more = |piece: &str, count, most| {
            Some(SfenError::TooMany { piece: piece.to_owned(), count, most })
        };
        let yari =
            |hands: &str| position_defect::<Yari>(&format!("3k3/7/+P6/7/r6/7/7/7/3K3 b {hands} 1"));
        assert_eq!(yari("3R13P"), None);
        assert_eq!(yari("2R6Pr7p"), None);
        assert_eq!(yari("4R"), more("R", 5, 4));
        assert_eq!(yari("7P7p"), more("P", 15, 14));
        // Both sides of a piece count as the same piece.
        let hajiku = |hands: &str| {
            position_defect::<Hajiku>(&format!("3k3/7/g6/7/+G6/7/7/7/3K3 b {hands} 1"))
        };
        assert_eq!(hajiku("G+g"), None);
        assert_eq!(hajiku("G+Gg"), more("G", 5, 4));
    }
}
