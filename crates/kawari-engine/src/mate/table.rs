//! What is known of positions: how far a mate is proved, how far it is refuted, and
//! the numbers that say how much is left to do.
//!
//! An entry is found by its board; among those of one board hands are compared, so that
//! a mate that is proved for a hand is known for every better one ("dominance", Seo
//! 1999, "On effective utilization of dominance relations in tsume-shogi solving
//! algorithms"). When all room for a board is taken, the entry goes behind which lies the
//! least work. That costs time and never truth: what is in the table is true.

use thiserror::Error;

use super::graph::{FOREVER, Site};
use crate::core::forcing::HandCode;

/// An entry, as it lies in memory: five words, all zero while nothing is there.
type Words = [u64; 5];

/// There is no memory for a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("there is no memory for a proof table of {0} MiB")]
pub struct OutOfMemory(pub usize);

/// What remains to be done at a position: the least number of leaves that have to be
/// proved to prove it, and to be refuted to refute it (Allis 1994).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// The proof number.
    pub proof: u32,
    /// The disproof number.
    pub disproof: u32,
}

impl Numbers {
    /// More than any number that is still to be done.
    pub const INFINITE: u32 = 1 << 30;
    /// Of a position that is proved.
    pub const PROVED: Self = Self { proof: 0, disproof: Self::INFINITE };
    /// Of a position that is refuted.
    pub const REFUTED: Self = Self { proof: Self::INFINITE, disproof: 0 };

    /// True where nothing is left to be done.
    pub const fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// There is a mate in so many plies.
    Proved(u16),
    /// There is none in so many plies; [`FOREVER`]: none at all.
    Refuted(u16),
    /// It was looked at.
    Open {
        /// What remained to be done.
        numbers: Numbers,
        /// The least number of plies from the root at which it was met.
        depth: u16,
        /// It was refuted on one way to it at least.
        has_ways: bool,
    },
    /// Nothing.
    Nothing,
}

/// What a visit has found out of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What is left to be done.
    pub numbers: Numbers,
    /// The mate that is proved, in plies; [`FOREVER`] for none.
    pub proved: u16,
    /// The plies in which there is no mate.
    pub refuted: u16,
}

/// The table.
pub struct ProofTable {
    entries: Vec<Words>,
    /// Entries of other searches are room.
    search: u8,
    /// Entries of this search.
    used: u64,
}

/// The parts of the last word of an entry.
#[derive(Clone, Copy)]
struct Tail {
    proved: u16,
    refuted: u16,
    depth: u16,
    has_ways: bool,
    work: u8,
    search: u8,
}

impl Tail {
    const WAYS: u64 = 1 << 47;
    const DEPTH: u64 = (1 << 15) - 1;

    fn pack(self) -> u64 {
        u64::from(self.proved)
            | u64::from(self.refuted) << 16
            | (u64::from(self.depth) & Self::DEPTH) << 32
            | if self.has_ways { Self::WAYS } else { 0 }
            | u64::from(self.work) << 48
            | u64::from(self.search) << 56
    }

    fn unpack(word: u64) -> Self {
        Self {
            proved: word as u16,
            refuted: (word >> 16) as u16,
            depth: (word >> 32 & Self::DEPTH) as u16,
            has_ways: word & Self::WAYS != 0,
            work: (word >> 48) as u8,
            search: (word >> 56) as u8,
        }
    }
}

fn search_of(words: &Words) -> u8 {
    (words[4] >> 56) as u8
}

fn work_of(words: &Words) -> u8 {
    (words[4] >> 48) as u8
}

fn numbers_of(words: &Words) -> Numbers {
    Numbers { proof: words[3] as u32, disproof: (words[3] >> 32) as u32 }
}

fn pack_numbers(numbers: Numbers) -> u64 {
    u64::from(numbers.proof) | u64::from(numbers.disproof) << 32
}

/// So much work, in eighths of a doubling.
fn scale(work: u64) -> u8 {
    let work = work.max(1);
    let doublings = work.ilog2();
    let rest = (work << (63 - doublings) >> 60 & 7) as u32;
    u8::try_from(8 * doublings + rest).unwrap_or(u8::MAX)
}

impl ProofTable {
    /// Entries among which a board finds room.
    const WINDOW: usize = 8;

    /// An empty table of so many bytes.
    ///
    /// # Errors
    /// [`OutOfMemory`] when the system does not give them.
    pub fn new(bytes: usize) -> Result<Self, OutOfMemory> {
        let count = (bytes / size_of::<Words>()).max(2 * Self::WINDOW);
        let mut room: Vec<Words> = Vec::new();
        room.try_reserve_exact(count).map_err(|_| OutOfMemory(bytes >> 20))?;
        drop(room);
        // Memory that is zero when it comes takes no time until it is used.
        Ok(Self { entries: vec![[0; 5]; count], search: 1, used: 0 })
    }

    /// Forgets everything, for another search.
    pub fn forget(&mut self) {
        self.used = 0;
        self.search = match self.search.checked_add(1) {
            Some(search) => search,
            None => {
                self.entries.fill([0; 5]);
                1
            }
        };
    }

    /// The full part, in thousandths.
    pub fn fullness(&self) -> u32 {
        (self.used * 1000 / self.entries.len() as u64) as u32
    }

    fn home(&self, board: u64) -> usize {
        let mixed = board.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let places = self.entries.len() - Self::WINDOW + 1;
        ((u128::from(mixed) * places as u128) >> 64) as usize
    }

    fn window(&self, board: u64) -> &[Words] {
        let home = self.home(board);
        &self.entries[home..home + Self::WINDOW]
    }

    /// What is known of a position, asked for a mate in `limit` plies. Without
    /// `comparing`, only of the very same hands.
    pub fn look_up(&self, site: &Site, limit: u16, comparing: bool) -> Known {
        let mut known = Known::Nothing;
        for words in self.window(site.board) {
            if words[0] != site.board || search_of(words) != self.search {
                continue;
            }
            let is_same = words[1] == site.attacker.bits() && words[2] == site.defender.bits();
            if !is_same && !comparing {
                continue;
            }
            let tail = Tail::unpack(words[4]);
            if tail.proved <= limit && (is_same || is_no_worse(site, words)) {
                return Known::Proved(tail.proved);
            }
            if tail.refuted >= limit && (is_same || is_no_better(site, words)) {
                return Known::Refuted(tail.refuted);
            }
            if is_same {
                let Tail { depth, has_ways, .. } = tail;
                known = Known::Open { numbers: numbers_of(words), depth, has_ways };
            }
        }
        known
    }

    /// Remembers what was found of a position, so many plies from the root, by so much
    /// work. Gives true to `has_ways` for good.
    pub fn store(&mut self, site: &Site, depth: u16, finding: &Finding, has_ways: bool, work: u64) {
        let entry = self.entry(site, depth);
        let mut tail = Tail::unpack(entry[4]);
        tail.proved = tail.proved.min(finding.proved);
        tail.refuted = tail.refuted.max(finding.refuted);
        tail.depth = tail.depth.min(depth);
        tail.has_ways |= has_ways;
        tail.work = scale(work).max(tail.work);
        entry[4] = tail.pack();
        if !finding.numbers.is_solved() {
            entry[3] = pack_numbers(finding.numbers);
        }
    }

    /// The entry of a position, made if it is not there.
    fn entry(&mut self, site: &Site, depth: u16) -> &mut Words {
        let (home, search) = (self.home(site.board), self.search);
        let is_it = |words: &Words| {
            search_of(words) == search
                && words[..3] == [site.board, site.attacker.bits(), site.defender.bits()]
        };
        let window = &self.entries[home..home + Self::WINDOW];
        let place = match window.iter().position(is_it) {
            Some(place) => place,
            None => {
                let worth = |words: &Words| {
                    if search_of(words) == search { 1 + u32::from(work_of(words)) } else { 0 }
                };
                let places = 0..Self::WINDOW;
                let place = places.min_by_key(|&place| worth(&window[place])).unwrap_or(0);
                self.used += u64::from(search_of(&window[place]) != search);
                let tail =
                    Tail { proved: FOREVER, refuted: 0, depth, has_ways: false, work: 0, search };
                self.entries[home + place] = [
                    site.board,
                    site.attacker.bits(),
                    site.defender.bits(),
                    pack_numbers(Numbers { proof: 1, disproof: 1 }),
                    tail.pack(),
                ];
                place
            }
        };
        &mut self.entries[home + place]
    }

    /// The plies in which a position has no mate on the way that leads to it, and the
    /// number of plies from the root to the position on that way whose return it rests on.
    pub fn look_up_way(&self, site: &Site, way: u64) -> Option<(u16, u16)> {
        let site = Site { board: site.board ^ way, ..*site };
        match self.look_up(&site, 1, false) {
            Known::Refuted(plies) => {
                let words = self.window(site.board).iter().find(|words| {
                    words[..3] == [site.board, site.attacker.bits(), site.defender.bits()]
                })?;
                Some((plies, numbers_of(words).proof as u16))
            }
            _ => None,
        }
    }

    /// Remembers that a position has no mate in so many plies on the way that leads to it.
    pub fn store_way(&mut self, site: &Site, way: u64, refuted: u16, rests_on: u16, work: u64) {
        let site = Site { board: site.board ^ way, ..*site };
        let entry = self.entry(&site, 0);
        let mut tail = Tail::unpack(entry[4]);
        tail.refuted = refuted;
        tail.work = scale(work);
        entry[4] = tail.pack();
        entry[3] = pack_numbers(Numbers { proof: u32::from(rests_on), disproof: 1 });
    }
}

/// True when the attacker is at least as well off as in an entry of the same board.
fn is_no_worse(site: &Site, words: &Words) -> bool {
    covers(site.attacker.bits(), words[1]) && covers(words[2], site.defender.bits())
}

/// True when the attacker is at most as well off as in an entry of the same board.
fn is_no_better(site: &Site, words: &Words) -> bool {
    covers(words[1], site.attacker.bits()) && covers(site.defender.bits(), words[2])
}

fn covers(more: u64, less: u64) -> bool {
    HandCode::from_bits(more).covers(HandCode::from_bits(less))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(count: u16) -> HandCode {
        HandCode::new([count].into_iter()).expect("a small hand")
    }

    fn site(board: u64, attacker: u16, defender: u16) -> Site {
        Site { board, attacker: hand(attacker), defender: hand(defender) }
    }

    fn proved(plies: u16) -> Finding {
        Finding { numbers: Numbers::PROVED, proved: plies, refuted: 0 }
    }

    fn refuted(plies: u16) -> Finding {
        Finding { numbers: Numbers::REFUTED, proved: FOREVER, refuted: plies }
    }

    #[test]
    fn a_mate_is_known_for_better_hands_and_a_refutation_for_worse_ones() {
        let mut table = ProofTable::new(1 << 16).expect("memory");
        table.store(&site(1, 2, 1), 0, &proved(5), false, 1);
        table.store(&site(2, 2, 1), 0, &refuted(7), false, 1);
        let known = |board, attacker, defender, limit| {
            table.look_up(&site(board, attacker, defender), limit, true)
        };
        assert_eq!(known(1, 3, 0, 5), Known::Proved(5));
        assert_eq!(known(1, 3, 0, 3), Known::Nothing);
        assert_eq!(known(1, 1, 1, 5), Known::Nothing);
        assert_eq!(known(1, 3, 2, 5), Known::Nothing);
        assert_eq!(known(2, 1, 2, 7), Known::Refuted(7));
        assert_eq!(known(2, 1, 2, 9), Known::Nothing);
        assert_eq!(known(2, 3, 1, 7), Known::Nothing);
        assert_eq!(table.look_up(&site(1, 3, 0), 5, false), Known::Nothing);
    }

    #[test]
    fn the_least_work_goes_when_there_is_no_room() {
        let mut table = ProofTable::new(1).expect("memory");
        for board in 1..1000 {
            let work = if board == 500 { 1 << 20 } else { board };
            table.store(&site(board, 0, 0), 0, &proved(3), false, work);
        }
        assert_eq!(table.look_up(&site(500, 0, 0), 3, true), Known::Proved(3));
        let left = (1..1000)
            .filter(|&board| table.look_up(&site(board, 0, 0), 3, true) == Known::Proved(3));
        assert!(left.count() <= table.entries.len());
    }

    #[test]
    fn what_was_known_is_forgotten_for_another_search() {
        let mut table = ProofTable::new(1 << 16).expect("memory");
        // More searches than there are numbers for them.
        for _ in 0..600 {
            assert_eq!(table.look_up(&site(9, 0, 0), 3, true), Known::Nothing);
            table.store(&site(9, 0, 0), 0, &proved(3), false, 1);
            assert_eq!(table.look_up(&site(9, 0, 0), 3, true), Known::Proved(3));
            table.forget();
        }
    }

    #[test]
    fn a_way_is_known_by_itself_alone() {
        let mut table = ProofTable::new(1 << 16).expect("memory");
        table.store_way(&site(4, 1, 1), 77, 9, 2, 1);
        assert_eq!(table.look_up_way(&site(4, 1, 1), 77), Some((9, 2)));
        assert_eq!(table.look_up_way(&site(4, 1, 1), 78), None);
        assert_eq!(table.look_up(&site(4, 1, 1), 3, true), Known::Nothing);
    }
}
