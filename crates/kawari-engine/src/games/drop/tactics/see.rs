//! What captures win: at once, and after the exchange they start.

use crate::core::position::Position;
use crate::core::score::Score;
use crate::games::drop::kind::{KINDS, Kind};
use crate::games::drop::moves::{DropMove, Origin};
use crate::games::drop::position::DropPosition;
use crate::games::drop::rules::{BitboardOf, DerivedRules, DropRules, KindRule, SquareOf};

/// What a capture swings: the victim is gone from the board, and in the hand of
/// its captor as what it becomes there.
#[inline]
fn capture_swing<R: DropRules>(victim: Kind, held: Kind) -> Score {
    R::kind_rule(victim).values.board + R::kind_rule(held).values.hand
}

/// The kinds by their value on the board, the cheapest first, General or King
/// last.
const fn least_valuable_first(rules: &[KindRule; KINDS], king: Kind) -> [Kind; KINDS] {
    let mut order = [Kind::new(0); KINDS];
    let mut placed = 0;
    while placed < KINDS {
        // Insertion sort, by a rank in which the royal piece is beyond price.
        let kind = Kind::new(placed);
        let mut at = placed;
        while at > 0 && see_price(rules, king, order[at - 1]) > see_price(rules, king, kind) {
            order[at] = order[at - 1];
            at -= 1;
        }
        order[at] = kind;
        placed += 1;
    }
    order
}

const fn see_price(rules: &[KindRule; KINDS], king: Kind, kind: Kind) -> Score {
    if kind.index() == king.index() { Score::MAX } else { rules[kind.index()].values.board }
}

impl<R: DropRules> DropPosition<R> {
    /// What a legal move wins at once: the swing of a capture and the rise of a
    /// promotion, or the fall of a demotion.
    #[inline]
    pub(super) fn immediate_gain(&self, mv: DropMove<R::Geometry>) -> Score {
        let Origin::Board(from) = mv.origin() else { return 0 };
        let mut gain = 0;
        if self.occupied().contains(mv.to()) {
            let victim = self.kind_on(mv.to());
            gain += capture_swing::<R>(victim, Self::into_hand(victim, mv));
        }
        if mv.is_flip() {
            let kind = self.kind_on(from);
            gain += R::kind_rule(kind.flipped()).values.board - R::kind_rule(kind).values.board;
        }
        gain
    }

    /// What the opponent would win by taking back on the target of the move. A
    /// piece that captures and demotes there can be counter-flipped.
    #[inline]
    fn recapture_gain(&self, mv: DropMove<R::Geometry>) -> Score {
        let (mover, is_capture) = match mv.origin() {
            Origin::Hand(kind) => (kind, false),
            Origin::Board(from) => (self.kind_on(from), self.occupied().contains(mv.to())),
        };
        let landed = if mv.is_flip() { mover.flipped() } else { mover };
        let demotes = mv.is_flip() && mover.is_promoted();
        if R::COUNTER_FLIP && is_capture && demotes {
            capture_swing::<R>(landed, landed.promoted())
        } else {
            capture_swing::<R>(landed, R::kind_rule(landed).captured)
        }
    }

    /// Static exchange evaluation: both sides take on the target, cheapest piece
    /// first, as long as it pays. Pieces behind the takers join in; pins, and
    /// promotions of those who take back, are not looked at.
    ///
    /// <https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>
    pub(super) fn see_wins(&self, mv: DropMove<R::Geometry>, threshold: Score) -> bool {
        // How far the side that has just taken is above what it needs, its own
        // piece counted as lost.
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
            if kind == R::KING && attackers.intersects(self.pieces(!side)) {
                break;
            }
            side = !side;
            margin = -margin - 1 - capture_swing::<R>(kind, R::kind_rule(kind).captured);
            if margin >= 0 {
                break;
            }
            occupied = occupied.without(from);
        }
        // The side that cannot or need not take any more has lost the argument.
        side != self.side_to_move()
    }

    /// The cheapest piece of a set.
    #[inline]
    fn least_valuable(&self, set: BitboardOf<R>) -> Option<(Kind, SquareOf<R>)> {
        if set.is_empty() {
            return None;
        }
        let order = const { &least_valuable_first(&R::KIND_RULES, R::KING) };
        order.iter().find_map(|&kind| Some((kind, (self.of_kind(kind) & set).first()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::tactics::Tactics;
    use crate::games::drop::{Hajiku, Minishogi, Shogi, Yari};
    use crate::notation::{Notation, read};

    /// The exchange is worth just so much.
    fn is_worth<R: DropRules>(sfen: &str, word: &str, worth: Score) {
        let position: DropPosition<R> = read(sfen);
        let mv = position.parse_usi(word).expect("a legal move");
        assert!(position.see_ge(mv, worth), "{word} wins less than {worth}");
        assert!(!position.see_ge(mv, worth + 1), "{word} wins more than {worth}");
    }

    fn swing_of<R: DropRules>(letter: char) -> Score {
        let kind = R::kind(letter, false).expect("a piece of the game");
        capture_swing::<R>(kind, kind)
    }

    #[test]
    fn the_cheapest_piece_takes_first_and_the_general_last() {
        fn check<R: DropRules>() {
            let order = least_valuable_first(&R::KIND_RULES, R::KING);
            assert_eq!(order.last(), Some(&R::KING), "{}", R::INFO.name);
            // Pieces of one value in the order of their numbers.
            let ranks =
                order[..KINDS - 1].iter().map(|&kind| (R::kind_rule(kind).values.board, kind));
            assert!(ranks.is_sorted_by(|one, next| one < next), "{}", R::INFO.name);
        }
        check::<Yari>();
        check::<Hajiku>();
        check::<Shogi>();
        check::<Minishogi>();
    }

    #[test]
    fn exchanges_go_on_as_long_as_they_pay() {
        let (pawn, rook) = (swing_of::<Yari>('P'), swing_of::<Yari>('R'));
        is_worth::<Yari>("6k/7/7/3p3/7/7/3R3/7/K6 b - 1", "4g4d", pawn);
        is_worth::<Yari>("6k/7/3p3/3p3/7/7/3R3/7/K6 b - 1", "4g4d", pawn - rook);
        // The second Rook takes through the square that the first has left.
        let battery = "6k/7/3p3/3p3/7/7/3R3/3R3/K6 b - 1";
        is_worth::<Yari>(battery, "4g4d", 2 * pawn - rook);
    }

    #[test]
    fn a_general_takes_only_what_is_not_defended() {
        let (pawn, rook) = (swing_of::<Yari>('P'), swing_of::<Yari>('R'));
        is_worth::<Yari>("7/3k3/7/3p3/3P3/7/7/7/K6 b - 1", "4e4d", pawn);
        is_worth::<Yari>("7/7/3k3/3p3/3P3/7/7/7/K6 b - 1", "4e4d", 0);
        is_worth::<Yari>("7/7/3k3/3p3/3P3/3R3/7/7/K6 b - 1", "4e4d", pawn);
        is_worth::<Yari>("7/7/3k3/7/7/7/7/7/K6 b R 1", "R*4d", -rook);
    }

    #[test]
    fn a_demoted_captor_is_taken_promoted() {
        let gold = Hajiku::kind('G', false).expect("a piece of the game");
        let (low, high) =
            (Hajiku::kind_rule(gold).values, Hajiku::kind_rule(gold.promoted()).values);
        let defended = "2g3k/3p3/7/3+G3/7/7/7/7/K6 b - 1";
        let worth = swing_of::<Hajiku>('P') + low.board - high.board - (low.board + high.hand);
        is_worth::<Hajiku>(defended, "4d4b+", worth);
        // Without a capture it is taken as it lies.
        let worth = low.board - high.board - (low.board + low.hand);
        is_worth::<Hajiku>("2g3k/7/7/3+G3/7/7/7/7/K6 b - 1", "4d4b+", worth);
    }

    #[test]
    fn a_captor_that_does_not_demote_is_taken_as_it_lies() {
        let pawn = Hajiku::kind('P', false).expect("a piece of the game");
        let (low, high) =
            (Hajiku::kind_rule(pawn).values, Hajiku::kind_rule(pawn.promoted()).values);
        let taken = swing_of::<Hajiku>('P') - (high.board + low.hand);
        is_worth::<Hajiku>("2g3k/3p3/3+P3/7/7/7/7/7/K6 b - 1", "4c4b", taken);
        let risen = taken + high.board - low.board;
        is_worth::<Hajiku>("2g3k/3p3/3P3/7/7/7/7/7/K6 b - 1", "4c4b+", risen);
    }
}
