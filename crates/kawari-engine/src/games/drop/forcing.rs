//! Checks and evasions of the drop games for the mate solver.

use super::attack_tables::KEYS;
use super::kind::Kind;
use super::moves::{DropMove, Origin};
use super::position::DropPosition;
use super::rules::DropRules;
use crate::core::color::Color;
use crate::core::forcing::{BoardAndHands, ForcedStatus, Forcing, PackedHand, ThreatKind};
use crate::core::key::Key;
use crate::core::movelist::MoveList;
use crate::core::position::{All, MoveLike, Position};
use crate::core::tactics::Tactics;

impl<R: DropRules> DropPosition<R> {
    /// Returns true if a legal move leaves a line to the enemy King and gives check. In games
    /// with irregular moves, all checks are found.
    #[inline(always)]
    fn checks_by_discovery(&self, mv: DropMove<R::Geometry>) -> bool {
        let king = self.king(!self.side_to_move());
        let may_open = |from| self.tables().lines[king.index()].contains(from);
        let may_check = match mv.origin() {
            Origin::Board(from) => may_open(from),
            Origin::Hand(_) => false,
        };
        (may_check || self.table().has_irregular_moves()) && {
            let mut next = self.clone();
            next.make(mv, &mut ());
            next.in_check()
        }
    }

    /// Returns a hand in packed form, if it fits, and its part of the position key.
    #[inline(always)]
    fn hand_code(&self, color: Color) -> (Option<PackedHand>, Key) {
        let mut key: Key = 0;
        let kinds = Kind::all().filter(|&kind| self.table().can_hold(kind));
        let code = PackedHand::new(kinds.map(|kind| {
            let count = self.hand(color).count(kind);
            let number = KEYS.in_hand(color, kind.index());
            key = key.wrapping_add(number.wrapping_mul(Key::from(count)));
            count
        }));
        (code, key)
    }
}

impl<R: DropRules> Forcing for DropPosition<R> {
    #[inline(always)]
    fn threats(&self) -> Option<ThreatKind> {
        self.table().wins_by_mate().then_some(ThreatKind::Check)
    }

    /// Adds the legal moves that give check.
    fn generate_threats(&self, moves: &mut MoveList<Self::Move>) {
        self.generate::<All>(moves);
        let checks = self.threat_filter();
        moves.retain(|&mv| checks(mv) || self.checks_by_discovery(mv));
    }

    fn generate_defences(&self, moves: &mut MoveList<Self::Move>) {
        self.generate::<All>(moves);
    }

    fn defender_status(&self) -> ForcedStatus {
        match self.count_moves() {
            0 => ForcedStatus::Won(0),
            replies => ForcedStatus::Open(u16::try_from(replies).unwrap_or(u16::MAX)),
        }
    }

    fn attacker_status(&self) -> ForcedStatus {
        if self.can_win_next() { ForcedStatus::Won(1) } else { ForcedStatus::Open(1) }
    }

    fn can_win_next(&self) -> bool {
        !self.in_check() && self.has_mate_in_one()
    }

    fn after_pass(&self) -> Option<Self> {
        self.null_move()
    }

    /// Returns the same class for all drops on a square, and for board moves that
    /// differ only in flip or counter-flip.
    fn move_class(&self, mv: Self::Move) -> u16 {
        match mv.origin() {
            Origin::Hand(_) => mv.to().index() as u16 | 1 << 15,
            Origin::Board(from) => DropMove::board(from, mv.to()).bits(),
        }
    }

    fn board_and_hands(&self) -> BoardAndHands {
        let [(black, black_key), (white, white_key)] =
            Color::ALL.map(|color| self.hand_code(color));
        match (black, white) {
            (Some(black), Some(white)) => BoardAndHands {
                board: self.key().wrapping_sub(black_key).wrapping_sub(white_key),
                hands: [black, white],
            },
            _ => BoardAndHands { board: self.key(), hands: [PackedHand::EMPTY; 2] },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::drop::{Shogi, Yari};
    use crate::notation::{Notation, read};

    in_every_game! {
        threats_are_the_checks => check_threats,
        move_class_ignores_flips_and_dropped_kinds => check_move_class,
    }

    /// Returns the positions of 12 random games.
    fn random_positions<R: DropRules + Default>() -> Vec<DropPosition<R>> {
        let mut random = fastrand::Rng::with_seed(7);
        let mut positions = Vec::new();
        for _ in 0..12 {
            let mut position = R::default().startpos();
            for _ in 0..80 {
                positions.push(position.clone());
                let mut moves = MoveList::new();
                position.generate::<All>(&mut moves);
                let Some(&mv) = random.choice(&moves[..]) else { break };
                position.play(mv, &mut ());
            }
        }
        positions
    }

    fn check_threats<R: DropRules + Default>() {
        for position in random_positions::<R>() {
            let (mut moves, mut threats) = (MoveList::new(), MoveList::new());
            position.generate::<All>(&mut moves);
            position.generate_threats(&mut threats);
            moves.retain(|&mv| {
                let mut next = position.clone();
                next.play(mv, &mut ());
                next.in_check()
            });
            assert_eq!(threats.to_vec(), moves.to_vec(), "{}", position.sfen(1));
        }
    }

    fn check_move_class<R: DropRules + Default>() {
        for position in random_positions::<R>().into_iter().step_by(7) {
            let mut moves = MoveList::new();
            position.generate::<All>(&mut moves);
            let squares = |mv: DropMove<R::Geometry>| match mv.origin() {
                Origin::Hand(_) => (None, mv.to()),
                Origin::Board(from) => (Some(from), mv.to()),
            };
            for &one in &moves[..] {
                for &other in &moves[..] {
                    let same_class = position.move_class(one) == position.move_class(other);
                    assert_eq!(same_class, squares(one) == squares(other), "{}", position.sfen(1));
                }
            }
        }
    }

    #[test]
    fn board_key_ignores_hands() {
        let board_and_hands = |rest: &str| {
            read::<DropPosition<Yari>>(&format!("3k3/7/p6/7/7/7/6P/7/3K3 {rest} 1"))
                .board_and_hands()
        };
        let bare = board_and_hands("b -");
        let held = board_and_hands("b 2PRb");
        assert_eq!((bare.board, bare.hands), (held.board, [PackedHand::EMPTY; 2]));
        assert_ne!(held.hands[0], held.hands[1]);
        assert!(held.hands[0].covers(board_and_hands("b PR").hands[0]));
        assert!(!held.hands[0].covers(board_and_hands("b 3P").hands[0]));
        assert_ne!(board_and_hands("w -").board, bare.board);
        assert_ne!(
            read::<DropPosition<Yari>>("3k3/7/p6/7/7/6P/7/7/3K3 b - 1").board_and_hands().board,
            bare.board
        );
        // A hand that does not fit the packed form stays in the board key.
        let large = read::<DropPosition<Yari>>("3k3/7/p6/7/7/7/6P/7/3K3 b 64P 1");
        assert_eq!(
            (large.board_and_hands().board, large.board_and_hands().hands),
            (large.key(), [PackedHand::EMPTY; 2])
        );
        assert_ne!(large.board_and_hands().board, bare.board);
    }

    #[test]
    fn attacker_not_in_check_wins_by_mate_in_one() {
        let status = |sfen: &str| read::<DropPosition<Shogi>>(sfen).attacker_status();
        assert_eq!(status("4k4/9/4P4/9/9/9/9/9/4K4 b G 1"), ForcedStatus::Won(1));
        assert_eq!(status("4k4/9/4P4/9/9/9/9/9/4K4 b N 1"), ForcedStatus::Open(1));
        // The first position with the attacker in check.
        assert_eq!(status("4k4/9/4P4/9/9/9/9/9/4K3r b G 1"), ForcedStatus::Open(1));
    }

    #[test]
    fn defender_status_counts_replies() {
        let status = |sfen: &str| read::<DropPosition<Shogi>>(sfen).defender_status();
        assert_eq!(status("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"), ForcedStatus::Won(0));
        assert_eq!(status("4k4/9/9/9/9/9/9/9/4L3K w - 1"), ForcedStatus::Open(4));
    }
}
