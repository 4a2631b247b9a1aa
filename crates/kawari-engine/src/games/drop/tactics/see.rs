//! Material gain of captures and static exchange evaluation (SEE).

use crate::core::position::Position;
use crate::core::score::Score;
use crate::games::drop::kind::Kind;
use crate::games::drop::moves::{DropMove, Origin};
use crate::games::drop::position::DropPosition;
use crate::games::drop::rules::{BitboardOf, DropRules, SquareOf};

/// Returns the material swing of a capture: the board value that the opponent loses plus
/// the hand value that the capturing side gains.
#[inline]
fn capture_swing<R: DropRules>(rules: R, victim: Kind, held: Kind) -> Score {
    let table = rules.table();
    table.kind_rule(victim).values.board + table.kind_rule(held).values.hand
}

impl<R: DropRules> DropPosition<R> {
    /// Returns the immediate material gain of a legal move: the swing of a capture and
    /// the change in value of a promotion or demotion.
    #[inline]
    pub(super) fn immediate_gain(&self, mv: DropMove<R::Geometry>) -> Score {
        let Origin::Board(from) = mv.origin() else { return 0 };
        let mut gain = 0;
        if self.occupied().contains(mv.to()) {
            let victim = self.kind_on(mv.to());
            gain += capture_swing(self.game(), victim, self.captured_kind(victim, mv));
        }
        if mv.is_flip() {
            let kind = self.kind_on(from);
            gain += self.table().kind_rule(kind.flipped()).values.board
                - self.table().kind_rule(kind).values.board;
        }
        gain
    }

    /// Returns the material swing of a recapture on the move's target. A piece that
    /// captures and demotes there can be counter-flipped.
    #[inline]
    fn recapture_gain(&self, mv: DropMove<R::Geometry>) -> Score {
        let (mover, is_capture) = match mv.origin() {
            Origin::Hand(kind) => (kind, false),
            Origin::Board(from) => (self.kind_on(from), self.occupied().contains(mv.to())),
        };
        let landed = if mv.is_flip() { mover.flipped() } else { mover };
        let demotes = mv.is_flip() && mover.is_promoted();
        if self.table().rules.counter_flip && is_capture && demotes {
            let held = self.table().kind_rule(landed).captured.promoted();
            capture_swing(self.game(), landed, held)
        } else {
            capture_swing(self.game(), landed, self.table().kind_rule(landed).captured)
        }
    }

    /// Returns true if the static exchange evaluation (SEE) of a legal move is at least
    /// `threshold`. Both sides capture on the target with their least valuable piece
    /// while it pays. X-ray attackers take part. Pins and promotions of recapturing
    /// pieces are ignored.
    ///
    /// <https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>
    pub(super) fn exchange_gains_at_least(
        &self,
        mv: DropMove<R::Geometry>,
        threshold: Score,
    ) -> bool {
        // The margin by which the side that captured last exceeds its bound, if its
        // own piece is recaptured.
        let mut margin = self.immediate_gain(mv) - threshold;
        if margin < 0 {
            return false;
        }
        margin -= self.recapture_gain(mv);
        if margin >= 0 {
            return true;
        }
        let to = mv.to();
        let mut occupied = self.occupied().with(to);
        if let Origin::Board(from) = mv.origin() {
            occupied = occupied.without(from);
        }
        let mut side = !self.side_to_move();
        loop {
            let attackers = self.all_attackers(to, occupied) & occupied;
            let Some((kind, from)) = self.least_valuable(attackers & self.pieces(side)) else {
                break;
            };
            if self.table().is_king(kind) && attackers.intersects(self.pieces(!side)) {
                break;
            }
            side = !side;
            margin = -margin
                - 1
                - capture_swing(self.game(), kind, self.table().kind_rule(kind).captured);
            if margin >= 0 {
                break;
            }
            occupied = occupied.without(from);
        }
        // `side` loses the exchange: it cannot recapture, or the other side meets its
        // bound even after a recapture.
        side != self.side_to_move()
    }

    /// Returns the piece with the lowest board value in a set.
    #[inline]
    fn least_valuable(&self, set: BitboardOf<R>) -> Option<(Kind, SquareOf<R>)> {
        if set.is_empty() {
            return None;
        }
        let order = &self.table().least_valuable_first[..self.table().kind_count];
        order.iter().find_map(|&kind| Some((kind, (self.of_kind(kind) & set).first()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::tactics::Tactics;
    use crate::games::drop::{Hajiku, Minishogi, Shogi, Yari};
    use crate::notation::{Notation, read};

    /// Asserts the exact SEE value of a move.
    fn assert_see<R: DropRules + Default>(sfen: &str, word: &str, worth: Score) {
        let position: DropPosition<R> = read(sfen);
        let mv = position.parse_usi(word).expect("a legal move");
        assert!(position.see_ge(mv, worth), "{word} wins less than {worth}");
        assert!(!position.see_ge(mv, worth + 1), "{word} wins more than {worth}");
    }

    fn swing_of<R: DropRules + Default>(letter: char) -> Score {
        let kind = R::default().table().kind(letter, false).expect("a piece of the game");
        capture_swing(R::default(), kind, kind)
    }

    #[test]
    fn least_valuable_piece_is_first_and_king_last() {
        fn check<R: DropRules + Default>() {
            let (table, name) = (R::default().table(), R::default().info().name);
            let order = &table.least_valuable_first[..table.kind_count];
            assert_eq!(order.last(), Some(&table.king), "{name}");
            // Kinds of equal value are in index order.
            let ranks = order[..table.kind_count - 1]
                .iter()
                .map(|&kind| (table.kind_rule(kind).values.board, kind));
            assert!(ranks.is_sorted_by(|one, next| one < next), "{name}");
        }
        check::<Yari>();
        check::<Hajiku>();
        check::<Shogi>();
        check::<Minishogi>();
    }

    #[test]
    fn exchanges_continue_while_they_pay() {
        let (pawn, rook) = (swing_of::<Yari>('P'), swing_of::<Yari>('R'));
        assert_see::<Yari>("6k/7/7/3p3/7/7/3R3/7/K6 b - 1", "4g4d", pawn);
        assert_see::<Yari>("6k/7/3p3/3p3/7/7/3R3/7/K6 b - 1", "4g4d", pawn - rook);
        // X-ray: the second Rook captures through the first one's square.
        let battery = "6k/7/3p3/3p3/7/7/3R3/3R3/K6 b - 1";
        assert_see::<Yari>(battery, "4g4d", 2 * pawn - rook);
    }

    #[test]
    fn general_captures_only_undefended_pieces() {
        let (pawn, rook) = (swing_of::<Yari>('P'), swing_of::<Yari>('R'));
        assert_see::<Yari>("7/3k3/7/3p3/3P3/7/7/7/K6 b - 1", "4e4d", pawn);
        assert_see::<Yari>("7/7/3k3/3p3/3P3/7/7/7/K6 b - 1", "4e4d", 0);
        assert_see::<Yari>("7/7/3k3/3p3/3P3/3R3/7/7/K6 b - 1", "4e4d", pawn);
        assert_see::<Yari>("7/7/3k3/7/7/7/7/7/K6 b R 1", "R*4d", -rook);
    }

    #[test]
    fn demoting_capture_is_recaptured_with_counter_flip() {
        let gold = Hajiku.table().kind('G', false).expect("a piece of the game");
        let (low, high) = (
            Hajiku.table().kind_rule(gold).values,
            Hajiku.table().kind_rule(gold.promoted()).values,
        );
        let defended = "2g3k/3p3/7/3+G3/7/7/7/7/K6 b - 1";
        let worth = swing_of::<Hajiku>('P') + low.board - high.board - (low.board + high.hand);
        assert_see::<Hajiku>(defended, "4d4b+", worth);
        // A demotion without a capture cannot be counter-flipped.
        let worth = low.board - high.board - (low.board + low.hand);
        assert_see::<Hajiku>("2g3k/7/7/3+G3/7/7/7/7/K6 b - 1", "4d4b+", worth);
    }

    #[test]
    fn capture_without_demotion_is_not_counter_flipped() {
        let pawn = Hajiku.table().kind('P', false).expect("a piece of the game");
        let (low, high) = (
            Hajiku.table().kind_rule(pawn).values,
            Hajiku.table().kind_rule(pawn.promoted()).values,
        );
        let taken = swing_of::<Hajiku>('P') - (high.board + low.hand);
        assert_see::<Hajiku>("2g3k/3p3/3+P3/7/7/7/7/7/K6 b - 1", "4c4b", taken);
        let risen = taken + high.board - low.board;
        assert_see::<Hajiku>("2g3k/3p3/3P3/7/7/7/7/7/K6 b - 1", "4c4b+", risen);
    }
}
