//! What a proof of a forced win asks of the rules.
//!
//! One side, the attacker, wins by threats alone: checks in the games with a General or
//! King, fours and other threats of a winning move in the games of five in a row. The
//! other side has to answer each of them. All that is said here is exact: a proof
//! stands on it.

use super::key::Key;
use super::movelist::MoveList;
use super::position::Position;

/// How a position stands for the attacker, as far as a look at it tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForcedStatus {
    /// The attacker wins in so many plies, whatever happens; it cannot be sooner.
    Won(u16),
    /// The attacker cannot win by threats.
    Lost,
    /// Not seen. The number is the answers that the defender has, 1 where it is the
    /// attacker's turn.
    Open(u16),
}

/// What a hand holds, in a form that is compared at once: seven bits a kind, the highest
/// of them spare.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PackedHand(u64);

impl PackedHand {
    /// Nothing in hand.
    pub const EMPTY: Self = Self(0);
    /// Most kinds that a code has room for.
    const KINDS: usize = 9;
    /// Most pieces of a kind.
    const MOST: u16 = 63;
    /// Bits for each kind.
    const BITS: u32 = 7;
    /// The spare bits.
    const SPARE: u64 = {
        let mut bits = 0;
        let mut kind = 0;
        while kind < Self::KINDS {
            bits |= 64 << (kind as u32 * Self::BITS);
            kind += 1;
        }
        bits
    };

    /// The code of a hand with so many of each kind; `None` where there is no room for
    /// that many.
    pub fn new(counts: impl Iterator<Item = u16>) -> Option<Self> {
        let mut code = 0;
        for (kind, count) in counts.enumerate() {
            if kind >= Self::KINDS || count > Self::MOST {
                return None;
            }
            code |= u64::from(count) << (kind as u32 * Self::BITS);
        }
        Some(Self(code))
    }

    /// True when this hand has at least as many of each kind as the other.
    ///
    /// ```
    /// use kawari_engine::core::forcing::PackedHand;
    ///
    /// let hand = |counts: [u16; 2]| PackedHand::new(counts.into_iter()).expect("a small hand");
    /// assert!(hand([2, 1]).covers(hand([1, 1])));
    /// assert!(!hand([2, 0]).covers(hand([0, 1])));
    /// ```
    #[inline]
    pub const fn covers(self, other: Self) -> bool {
        ((self.0 | Self::SPARE) - other.0) & Self::SPARE == Self::SPARE
    }

    /// The hand whose code is a number that [`PackedHand::bits`] gave.
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & !Self::SPARE)
    }

    /// The code as a number.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }
}

/// What a position is for those who compare hands: all of it but the hands, and these,
/// Black's first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardAndHands {
    /// A hash of board, side to move and every right: the position's key without the
    /// hands, or with them where they have no code.
    pub board: Key,
    /// The hands.
    pub hands: [PackedHand; 2],
}

/// The threats by which wins are forced in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThreatKind {
    /// Checks, in games with a General or King.
    Check,
    /// Fours and other moves that threaten to win, in games of five in a row.
    Four,
}

/// Positions of a game in which a win may be forced.
pub trait Forcing: Position {
    /// The threats of the game; `None` for games that have neither Kings nor rows, whose
    /// positions are never searched for mates.
    const THREATS: Option<ThreatKind>;

    /// Adds every legal move of the side to move, the attacker, that wins at once or
    /// threatens to. Where it can win at once, moves that do will do.
    fn generate_threats(&self, moves: &mut MoveList<Self::Move>);

    /// Adds every legal move of the side to move, the defender, but those after which
    /// the attacker wins at once.
    fn generate_defences(&self, moves: &mut MoveList<Self::Move>);

    /// How it stands with the defender to move, after a threat.
    fn defender_status(&self) -> ForcedStatus;

    /// How it stands with the attacker to move, after an answer.
    fn attacker_status(&self) -> ForcedStatus;

    /// Moves of the defender with the same number are alike, 0 excepted: what refutes
    /// one of them will mostly refute the others.
    fn move_class(&self, mv: Self::Move) -> u16;

    /// The position with its hands apart.
    fn board_and_hands(&self) -> BoardAndHands;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(counts: &[u16]) -> Option<PackedHand> {
        PackedHand::new(counts.iter().copied())
    }

    #[test]
    fn hands_are_compared_kind_by_kind() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..2_000 {
            let hands: [[u16; 9]; 2] = std::array::from_fn(|_| {
                std::array::from_fn(|_| *random.choice(&[0, 1, 2, 62, 63]).expect("a number"))
            });
            // Mostly neither covers the other: now and then let one.
            let covered = std::array::from_fn(|kind| hands[0][kind].min(hands[1][kind]));
            let [one, other, less] =
                [hands[0], hands[1], covered].map(|hand| code(&hand).expect("room"));
            let covers = |one: [u16; 9], other: [u16; 9]| {
                one.iter().zip(other).all(|(one, other)| *one >= other)
            };
            assert_eq!(one.covers(other), covers(hands[0], hands[1]), "{hands:?}");
            assert!(one.covers(less) && other.covers(less), "{hands:?}");
            assert_eq!(PackedHand::from_bits(one.bits()), one);
            assert_eq!(one.bits() & PackedHand::SPARE, 0);
        }
        assert_eq!(
            PackedHand::from_bits(u64::MAX >> 1).bits(),
            code(&[63; 9]).expect("room").bits()
        );
        assert_ne!(code(&[1]), code(&[0, 1]));
    }

    #[test]
    fn a_hand_that_is_too_large_has_no_code() {
        assert!(code(&[63; 9]).is_some());
        assert_eq!((code(&[64]), code(&[0; 10])), (None, None));
    }
}
