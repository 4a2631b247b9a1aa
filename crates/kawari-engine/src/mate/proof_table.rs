//! The proof table: the transposition table of the proof-number search. An entry has the
//! length of the proved mate, the length up to which a mate is disproved, and the proof
//! numbers.
//!
//! Entries are indexed by the board. The hands of the entries of one board are compared: a
//! mate that is proved for a hand is also proved for every better hand ("dominance", Seo
//! 1999, "On effective utilization of dominance relations in tsume-shogi solving
//! algorithms"). If the entries of a window are all used, the one with the least work is
//! replaced. A lost entry costs time but never makes a result wrong.

use thiserror::Error;

use super::graph::{PositionKey, UNLIMITED};
use crate::core::forcing::PackedHand;

/// An entry in memory: board key, attacker's hand, defender's hand, proof numbers, and
/// [`PackedTail`]. An empty entry is zero.
type EntryWords = [u64; 5];

/// The error of a proof table that cannot be allocated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("cannot allocate a proof table of {0} MiB")]
pub struct ProofTableAllocationError(pub usize);

/// Proof number and disproof number of a position: the minimum number of leaves that must be
/// proved to prove it, or disproved to disprove it (Allis 1994).
///
/// <https://www.chessprogramming.org/Proof-Number_Search>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProofNumbers {
    /// Proof number; 0 if the position is proved.
    pub proof: u32,
    /// Disproof number; 0 if the position is disproved.
    pub disproof: u32,
}

impl ProofNumbers {
    /// Infinity: greater than every proof number of an unsolved position.
    pub const INFINITE: u32 = 1 << 30;
    /// Numbers of a proved position.
    pub const PROVED: Self = Self { proof: 0, disproof: Self::INFINITE };
    /// Numbers of a disproved position.
    pub const REFUTED: Self = Self { proof: Self::INFINITE, disproof: 0 };

    /// Returns true if the position is proved or disproved.
    pub const fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// The result of a table probe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ProofLookup {
    /// Mate in this many plies.
    Proved(u16),
    /// No mate within this many plies; [`UNLIMITED`] for no mate at all.
    Refuted(u16),
    /// Searched, but not solved.
    Open {
        /// Proof numbers of the last visit.
        numbers: ProofNumbers,
        /// Minimum distance from the root at which the position was searched, in plies.
        depth: u16,
        /// The table has a disproof that is valid for one path: see
        /// [`ProofTable::probe_path_result`].
        has_path_results: bool,
    },
    /// Not in the table.
    Nothing,
}

/// The proof numbers and mate lengths of a position after a visit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProofBounds {
    /// Proof numbers.
    pub numbers: ProofNumbers,
    /// Length of the proved mate, in plies; [`UNLIMITED`] without one.
    pub mate_plies: u16,
    /// Length up to which a mate is disproved, in plies.
    pub no_mate_plies: u16,
}

/// The proof table.
pub(super) struct ProofTable {
    entries: Vec<EntryWords>,
    /// Number of the current search. Entries of other searches count as empty.
    search: u8,
    /// Number of entries of this search.
    used: u64,
}

/// The fields of the last word of an entry.
#[derive(Clone, Copy)]
struct PackedTail {
    mate_plies: u16,
    no_mate_plies: u16,
    depth: u16,
    has_path_results: bool,
    work: u8,
    search: u8,
}

impl PackedTail {
    const HAS_PATH_RESULTS: u64 = 1 << 47;
    const DEPTH: u64 = (1 << 15) - 1;

    fn pack(self) -> u64 {
        u64::from(self.mate_plies)
            | u64::from(self.no_mate_plies) << 16
            | (u64::from(self.depth) & Self::DEPTH) << 32
            | if self.has_path_results { Self::HAS_PATH_RESULTS } else { 0 }
            | u64::from(self.work) << 48
            | u64::from(self.search) << 56
    }

    fn unpack(word: u64) -> Self {
        Self {
            mate_plies: word as u16,
            no_mate_plies: (word >> 16) as u16,
            depth: (word >> 32 & Self::DEPTH) as u16,
            has_path_results: word & Self::HAS_PATH_RESULTS != 0,
            work: (word >> 48) as u8,
            search: (word >> 56) as u8,
        }
    }
}

fn search_of(words: &EntryWords) -> u8 {
    (words[4] >> 56) as u8
}

fn work_of(words: &EntryWords) -> u8 {
    (words[4] >> 48) as u8
}

fn numbers_of(words: &EntryWords) -> ProofNumbers {
    ProofNumbers { proof: words[3] as u32, disproof: (words[3] >> 32) as u32 }
}

fn pack_numbers(numbers: ProofNumbers) -> u64 {
    u64::from(numbers.proof) | u64::from(numbers.disproof) << 32
}

/// Returns the binary logarithm of `work`, in eighths.
fn log_scale(work: u64) -> u8 {
    let work = work.max(1);
    let doublings = work.ilog2();
    let rest = (work << (63 - doublings) >> 60 & 7) as u32;
    u8::try_from(8 * doublings + rest).unwrap_or(u8::MAX)
}

impl ProofTable {
    /// Number of entries in which a board can be stored.
    const WINDOW: usize = 8;

    /// Creates an empty table of `bytes`.
    ///
    /// # Errors
    /// Returns [`ProofTableAllocationError`] if the memory cannot be allocated.
    pub fn new(bytes: usize) -> Result<Self, ProofTableAllocationError> {
        let count = (bytes / size_of::<EntryWords>()).max(2 * Self::WINDOW);
        let mut room: Vec<EntryWords> = Vec::new();
        room.try_reserve_exact(count).map_err(|_| ProofTableAllocationError(bytes >> 20))?;
        drop(room);
        // `vec!` of zeros gets zeroed pages from the system, which are not touched here.
        Ok(Self { entries: vec![[0; 5]; count], search: 1, used: 0 })
    }

    /// Clears the table for another search, in constant time except every 255th time.
    pub fn clear(&mut self) {
        self.used = 0;
        self.search = match self.search.checked_add(1) {
            Some(search) => search,
            None => {
                self.entries.fill([0; 5]);
                1
            }
        };
    }

    /// Returns the share of used entries, in permille.
    pub fn hashfull(&self) -> u32 {
        (self.used * 1000 / self.entries.len() as u64) as u32
    }

    fn window_start(&self, board: u64) -> usize {
        let mixed = board.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let slots = self.entries.len() - Self::WINDOW + 1;
        ((u128::from(mixed) * slots as u128) >> 64) as usize
    }

    fn window(&self, board: u64) -> &[EntryWords] {
        let window_start = self.window_start(board);
        &self.entries[window_start..window_start + Self::WINDOW]
    }

    /// Probes a position for a mate within `limit` plies. Without `uses_dominance` only an
    /// entry with the same hands matches.
    pub fn probe(&self, key: &PositionKey, limit: u16, uses_dominance: bool) -> ProofLookup {
        let mut lookup = ProofLookup::Nothing;
        for words in self.window(key.board) {
            if words[0] != key.board || search_of(words) != self.search {
                continue;
            }
            let is_same = words[1] == key.attacker.bits() && words[2] == key.defender.bits();
            if !is_same && !uses_dominance {
                continue;
            }
            let tail = PackedTail::unpack(words[4]);
            if tail.mate_plies <= limit && (is_same || is_at_least_as_good(key, words)) {
                return ProofLookup::Proved(tail.mate_plies);
            }
            if tail.no_mate_plies >= limit && (is_same || is_at_most_as_good(key, words)) {
                return ProofLookup::Refuted(tail.no_mate_plies);
            }
            if is_same {
                let PackedTail { depth, has_path_results, .. } = tail;
                lookup = ProofLookup::Open { numbers: numbers_of(words), depth, has_path_results };
            }
        }
        lookup
    }

    /// Stores the bounds of a position. `depth` is its distance from the root, `work` the
    /// number of nodes searched. A true `has_path_results` is kept.
    pub fn store(
        &mut self,
        key: &PositionKey,
        depth: u16,
        bounds: &ProofBounds,
        has_path_results: bool,
        work: u64,
    ) {
        let entry = self.entry(key, depth);
        let mut tail = PackedTail::unpack(entry[4]);
        tail.mate_plies = tail.mate_plies.min(bounds.mate_plies);
        tail.no_mate_plies = tail.no_mate_plies.max(bounds.no_mate_plies);
        tail.depth = tail.depth.min(depth);
        tail.has_path_results |= has_path_results;
        tail.work = log_scale(work).max(tail.work);
        entry[4] = tail.pack();
        if !bounds.numbers.is_solved() {
            entry[3] = pack_numbers(bounds.numbers);
        }
    }

    /// Returns the entry of a position. Creates it if there is none.
    fn entry(&mut self, key: &PositionKey, depth: u16) -> &mut EntryWords {
        let (window_start, search) = (self.window_start(key.board), self.search);
        let is_same_position = |words: &EntryWords| {
            search_of(words) == search
                && words[..3] == [key.board, key.attacker.bits(), key.defender.bits()]
        };
        let window = &self.entries[window_start..window_start + Self::WINDOW];
        let slot = match window.iter().position(is_same_position) {
            Some(slot) => slot,
            None => {
                let replacement_value = |words: &EntryWords| {
                    if search_of(words) == search { 1 + u32::from(work_of(words)) } else { 0 }
                };
                let slots = 0..Self::WINDOW;
                let slot = slots.min_by_key(|&slot| replacement_value(&window[slot])).unwrap_or(0);
                self.used += u64::from(search_of(&window[slot]) != search);
                let tail = PackedTail {
                    mate_plies: UNLIMITED,
                    no_mate_plies: 0,
                    depth,
                    has_path_results: false,
                    work: 0,
                    search,
                };
                self.entries[window_start + slot] = [
                    key.board,
                    key.attacker.bits(),
                    key.defender.bits(),
                    pack_numbers(ProofNumbers { proof: 1, disproof: 1 }),
                    tail.pack(),
                ];
                slot
            }
        };
        &mut self.entries[window_start + slot]
    }

    /// Returns a disproof that is valid for one path: the length up to which there is no mate,
    /// and the depth of the repeated position that the disproof depends on.
    pub fn probe_path_result(&self, key: &PositionKey, path_hash: u64) -> Option<(u16, u16)> {
        let key = PositionKey { board: key.board ^ path_hash, ..*key };
        match self.probe(&key, 1, false) {
            ProofLookup::Refuted(plies) => {
                let words = self.window(key.board).iter().find(|words| {
                    words[..3] == [key.board, key.attacker.bits(), key.defender.bits()]
                })?;
                Some((plies, numbers_of(words).proof as u16))
            }
            _ => None,
        }
    }

    /// Stores a disproof that is valid for one path.
    pub fn store_path_result(
        &mut self,
        key: &PositionKey,
        path_hash: u64,
        no_mate_plies: u16,
        repetition_depth: u16,
        work: u64,
    ) {
        let key = PositionKey { board: key.board ^ path_hash, ..*key };
        let entry = self.entry(&key, 0);
        let mut tail = PackedTail::unpack(entry[4]);
        tail.no_mate_plies = no_mate_plies;
        tail.work = log_scale(work);
        entry[4] = tail.pack();
        entry[3] = pack_numbers(ProofNumbers { proof: u32::from(repetition_depth), disproof: 1 });
    }
}

/// Returns true if the hands are at least as good for the attacker as those of the entry.
fn is_at_least_as_good(key: &PositionKey, words: &EntryWords) -> bool {
    covers(key.attacker.bits(), words[1]) && covers(words[2], key.defender.bits())
}

/// Returns true if the hands are at most as good for the attacker as those of the entry.
fn is_at_most_as_good(key: &PositionKey, words: &EntryWords) -> bool {
    covers(words[1], key.attacker.bits()) && covers(key.defender.bits(), words[2])
}

fn covers(more: u64, less: u64) -> bool {
    PackedHand::from_bits(more).covers(PackedHand::from_bits(less))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(count: u16) -> PackedHand {
        PackedHand::new([count].into_iter()).expect("a small hand")
    }

    fn key(board: u64, attacker: u16, defender: u16) -> PositionKey {
        PositionKey { board, attacker: hand(attacker), defender: hand(defender) }
    }

    fn mate_plies(plies: u16) -> ProofBounds {
        ProofBounds { numbers: ProofNumbers::PROVED, mate_plies: plies, no_mate_plies: 0 }
    }

    fn no_mate_plies(plies: u16) -> ProofBounds {
        ProofBounds { numbers: ProofNumbers::REFUTED, mate_plies: UNLIMITED, no_mate_plies: plies }
    }

    #[test]
    fn dominance_applies_proofs_to_better_hands_and_disproofs_to_worse_hands() {
        let mut table = ProofTable::new(1 << 16).expect("memory");
        table.store(&key(1, 2, 1), 0, &mate_plies(5), false, 1);
        table.store(&key(2, 2, 1), 0, &no_mate_plies(7), false, 1);
        let probe = |board, attacker, defender, limit| {
            table.probe(&key(board, attacker, defender), limit, true)
        };
        assert_eq!(probe(1, 3, 0, 5), ProofLookup::Proved(5));
        assert_eq!(probe(1, 3, 0, 3), ProofLookup::Nothing);
        assert_eq!(probe(1, 1, 1, 5), ProofLookup::Nothing);
        assert_eq!(probe(1, 3, 2, 5), ProofLookup::Nothing);
        assert_eq!(probe(2, 1, 2, 7), ProofLookup::Refuted(7));
        assert_eq!(probe(2, 1, 2, 9), ProofLookup::Nothing);
        assert_eq!(probe(2, 3, 1, 7), ProofLookup::Nothing);
        assert_eq!(table.probe(&key(1, 3, 0), 5, false), ProofLookup::Nothing);
    }

    #[test]
    fn entry_with_least_work_is_replaced() {
        let mut table = ProofTable::new(1).expect("memory");
        for board in 1..1000 {
            let work = if board == 500 { 1 << 20 } else { board };
            table.store(&key(board, 0, 0), 0, &mate_plies(3), false, work);
        }
        assert_eq!(table.probe(&key(500, 0, 0), 3, true), ProofLookup::Proved(3));
        let left = (1..1000)
            .filter(|&board| table.probe(&key(board, 0, 0), 3, true) == ProofLookup::Proved(3));
        assert!(left.count() <= table.entries.len());
    }

    #[test]
    fn clear_removes_all_entries() {
        let mut table = ProofTable::new(1 << 16).expect("memory");
        // The 8-bit search number wraps twice.
        for _ in 0..600 {
            assert_eq!(table.probe(&key(9, 0, 0), 3, true), ProofLookup::Nothing);
            table.store(&key(9, 0, 0), 0, &mate_plies(3), false, 1);
            assert_eq!(table.probe(&key(9, 0, 0), 3, true), ProofLookup::Proved(3));
            table.clear();
        }
    }

    #[test]
    fn path_result_is_valid_for_its_path_only() {
        let mut table = ProofTable::new(1 << 16).expect("memory");
        table.store_path_result(&key(4, 1, 1), 77, 9, 2, 1);
        assert_eq!(table.probe_path_result(&key(4, 1, 1), 77), Some((9, 2)));
        assert_eq!(table.probe_path_result(&key(4, 1, 1), 78), None);
        assert_eq!(table.probe(&key(4, 1, 1), 3, true), ProofLookup::Nothing);
    }
}
