//! The interface between a game's rules and the mate solver: threats and defences.
//!
//! The attacker may play only threats: checks in games with a General or King; fours and
//! other moves that threaten to win in games of five in a row. The defender must answer
//! every threat. Everything here must be exact, because the solver's proofs depend on it.

use super::key::Key;
use super::movelist::MoveList;
use super::position::Position;

/// The status of a position for the attacker, found without a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForcedStatus {
    /// The attacker wins in exactly this many plies against every defence.
    Won(u16),
    /// The attacker cannot win by threats.
    Lost,
    /// Undecided. The number is the number of the defender's replies, or 1 if the attacker
    /// is to move.
    Open(u16),
}

/// The pieces in hand, packed so that one subtraction compares two hands: seven bits for
/// each kind, of which the highest is spare.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PackedHand(u64);

impl PackedHand {
    /// The empty hand.
    pub const EMPTY: Self = Self(0);
    /// Maximum number of kinds.
    const KINDS: usize = 9;
    /// Maximum number of pieces of a kind.
    const MOST: u16 = 63;
    /// Bits for each kind.
    const BITS: u32 = 7;
    /// Spare bits of all kinds.
    const SPARE: u64 = {
        let mut bits = 0;
        let mut kind = 0;
        while kind < Self::KINDS {
            bits |= 64 << (kind as u32 * Self::BITS);
            kind += 1;
        }
        bits
    };

    /// Packs the number of pieces of each kind. Returns `None` if there are more than 9 kinds
    /// or more than 63 pieces of a kind.
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

    /// Returns true if this hand has at least as many pieces of each kind as the other.
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

    /// Returns the hand for a number from [`PackedHand::bits`].
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & !Self::SPARE)
    }

    /// Returns the packed hand as a number.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }
}

/// A position split into a key without the hands, and the hands. The solver compares hands
/// of positions that are otherwise equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardAndHands {
    /// Position key without the hands. It includes the hands if they are too large for
    /// [`PackedHand`].
    pub board: Key,
    /// Hands of Black and White.
    pub hands: [PackedHand; 2],
}

/// The kind of threats that force wins in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThreatKind {
    /// Checks, in games with a General or King.
    Check,
    /// Fours and other moves that threaten to win, in games of five in a row.
    Four,
}

/// A position that the mate solver can search.
pub trait Forcing: Position {
    /// Returns the kind of threats in the game. `None` for games with neither Kings nor rows;
    /// the mate solver is never called for them.
    fn threats(&self) -> Option<ThreatKind>;

    /// Generates the attacker's legal moves that win or threaten to win. If a move wins
    /// immediately, other moves may be left out. The attacker is to move.
    fn generate_threats(&self, moves: &mut MoveList<Self::Move>);

    /// Generates the defender's legal moves, except those after which the attacker wins with
    /// the next move. The defender is to move.
    fn generate_defences(&self, moves: &mut MoveList<Self::Move>);

    /// Returns the status with the defender to move, after a threat.
    fn defender_status(&self) -> ForcedStatus;

    /// Returns the status with the attacker to move, after a reply.
    fn attacker_status(&self) -> ForcedStatus;

    /// Returns true if the side to move wins with its next move. May return false for a side
    /// in check.
    fn can_win_next(&self) -> bool;

    /// Returns the position after a null move, whatever it costs the side to move. Returns `None`
    /// if the side to move is in check.
    fn after_pass(&self) -> Option<Self>;

    /// Returns the class of a defender's move. A refutation of one move usually refutes the
    /// others of its class. Class 0 groups nothing.
    fn move_class(&self, mv: Self::Move) -> u16;

    /// Returns the key without the hands, and the hands.
    fn board_and_hands(&self) -> BoardAndHands;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack(counts: &[u16]) -> Option<PackedHand> {
        PackedHand::new(counts.iter().copied())
    }

    #[test]
    fn hands_are_compared_kind_by_kind() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..2_000 {
            let hands: [[u16; 9]; 2] = std::array::from_fn(|_| {
                std::array::from_fn(|_| *random.choice(&[0, 1, 2, 62, 63]).expect("a number"))
            });
            // Two random hands rarely cover each other, so add one that both cover.
            let covered = std::array::from_fn(|kind| hands[0][kind].min(hands[1][kind]));
            let [one, other, less] =
                [hands[0], hands[1], covered].map(|hand| pack(&hand).expect("a small hand"));
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
            pack(&[63; 9]).expect("a small hand").bits()
        );
        assert_ne!(pack(&[1]), pack(&[0, 1]));
    }

    #[test]
    fn a_hand_that_is_too_large_cannot_be_packed() {
        assert!(pack(&[63; 9]).is_some());
        assert_eq!((pack(&[64]), pack(&[0; 10])), (None, None));
    }
}
