//! The transposition table, shared by all threads without locks.
//!
//! A slot is two 64-bit words: the data, and the key combined with the data by
//! exclusive or. A slot torn by two writers at once fails its check and is not
//! found (Hyatt and Mann 2002, "A lock-less transposition table implementation
//! for parallel search").

use std::ops::Deref;
use std::ptr::NonNull;
use std::slice;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Ordering};

use memmap2::{MmapMut, MmapOptions};
use thiserror::Error;

use crate::core::key::Key;
use crate::core::score::{self, Score};

/// What a stored score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The true score is at most the stored one.
    Upper = 1,
    /// The true score is at least the stored one.
    Lower = 2,
    /// The stored score is the true one.
    Exact = 3,
}

impl Bound {
    /// What a score says that a search with this window has returned.
    pub const fn of(score: Score, alpha: Score, beta: Score) -> Self {
        if score >= beta {
            Self::Lower
        } else if score > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }

    const fn from_bits(bits: u64) -> Option<Self> {
        match bits & 3 {
            1 => Some(Self::Upper),
            2 => Some(Self::Lower),
            3 => Some(Self::Exact),
            _ => None,
        }
    }
}

/// What the table remembers of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TtEntry {
    /// The best move, as [`MoveLike::bits`](crate::core::position::MoveLike::bits); 0 for none.
    pub best: u16,
    /// The score as seen from the node that asks.
    pub score: Score,
    /// The static evaluation, [`score::NONE`] if there is none.
    pub evaluation: Score,
    /// The depth of the search behind it, in plies; 0 for quiescence.
    pub depth: i32,
    /// What the score means.
    pub bound: Bound,
    /// The node is or was on a principal variation.
    pub on_pv: bool,
}

impl TtEntry {
    /// True when the score settles a search with this window.
    pub fn is_cutoff(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }

    /// True when the score tells more than a static evaluation does.
    pub fn bounds_eval(&self, evaluation: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score > evaluation,
            Bound::Upper => self.score < evaluation,
        }
    }

    fn pack(&self, generation: u8) -> u64 {
        u64::from(self.best)
            | u64::from(self.score as i16 as u16) << 16
            | u64::from(self.evaluation as i16 as u16) << 32
            | u64::from(self.depth.clamp(0, 255) as u8) << 48
            | u64::from(generation << 3 | u8::from(self.on_pv) << 2 | self.bound as u8) << 56
    }

    fn unpack(data: u64) -> Option<Self> {
        Some(Self {
            best: data as u16,
            score: Score::from((data >> 16) as i16),
            evaluation: Score::from((data >> 32) as i16),
            depth: i32::from(depth_of(data)),
            bound: Bound::from_bits(data >> 56)?,
            on_pv: data >> 58 & 1 != 0,
        })
    }
}

const fn depth_of(data: u64) -> u8 {
    (data >> 48) as u8
}

const fn generation_of(data: u64) -> u8 {
    (data >> 59) as u8
}

/// Generations before the count starts again.
const GENERATIONS: u8 = 32;

struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// One cache line of slots; a position may lie in any of them.
#[repr(C, align(64))]
struct Cluster([Slot; 4]);

impl Cluster {
    fn clear(&self) {
        for slot in &self.0 {
            slot.check.store(0, Ordering::Relaxed);
            slot.data.store(0, Ordering::Relaxed);
        }
    }
}

/// The table could not be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("there is no memory for a transposition table of {0} MiB")]
pub struct HashAllocationError(pub usize);

/// Clusters in memory straight from the system: zeroed when first touched, and
/// in huge pages where the system gives them, for the table is read all over the
/// place and would else wait for the page tables as often as for itself.
struct Clusters {
    /// Lies in `_memory`.
    clusters: NonNull<Cluster>,
    len: usize,
    _memory: MmapMut,
}

// SAFETY: clusters are made of atomics alone and belong to this value.
unsafe impl Send for Clusters {}
// SAFETY: as above.
unsafe impl Sync for Clusters {}

impl Clusters {
    /// `len` clusters, more than none; `None` when there is no memory for them.
    fn new(len: usize) -> Option<Self> {
        let bytes = len.checked_mul(size_of::<Cluster>())?;
        let mut memory = MmapOptions::new().len(bytes).map_anon().ok()?;
        // Only a wish: without huge pages the table is slower and no worse.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        let clusters = NonNull::new(memory.as_mut_ptr().cast())?;
        Some(Self { clusters, len, _memory: memory })
    }
}

impl Deref for Clusters {
    type Target = [Cluster];

    #[inline]
    fn deref(&self) -> &[Cluster] {
        // SAFETY: the mapping has room for `len` clusters, begins on a page and so
        // on a cache line, lives as long as `self`, and is used in no other way.
        // Any bits, zeros at first, make a cluster.
        unsafe { slice::from_raw_parts(self.clusters.as_ptr(), self.len) }
    }
}

/// Where something was stored since the table was empty, as long as that is not too
/// often to be listed.
struct DirtyClusters {
    list: Box<[AtomicU32]>,
    /// Number of notes; the list is full from its own length on.
    notes: AtomicUsize,
}

impl DirtyClusters {
    /// More than this is not worth listing: memory is emptied faster in a row.
    const LONGEST: usize = 1 << 16;

    /// For a table of so many clusters.
    fn new(clusters: usize) -> Self {
        let listed = if u32::try_from(clusters).is_ok() { clusters / 8 } else { 0 };
        let list = (0..listed.min(Self::LONGEST)).map(|_| AtomicU32::new(0)).collect();
        Self { list, notes: AtomicUsize::new(0) }
    }

    #[inline]
    fn mark(&self, cluster: usize) {
        // Once the list is full this is one comparison.
        if self.notes.load(Ordering::Relaxed) < self.list.len() {
            let place = self.notes.fetch_add(1, Ordering::Relaxed);
            if let Some(note) = self.list.get(place) {
                note.store(cluster as u32, Ordering::Relaxed);
            }
        }
    }

    /// All clusters that were touched, some of them several times; `None` when they are
    /// too many to be known.
    fn all(&self) -> Option<impl Iterator<Item = usize>> {
        let notes = self.list.get(..self.notes.load(Ordering::Relaxed))?;
        let is_full = notes.len() == self.list.len();
        (!is_full).then(|| notes.iter().map(|note| note.load(Ordering::Relaxed) as usize))
    }

    fn clear(&self) {
        self.notes.store(0, Ordering::Relaxed);
    }
}

/// The transposition table.
pub struct TranspositionTable {
    clusters: Clusters,
    generation: AtomicU8,
    dirty_clusters: DirtyClusters,
}

impl TranspositionTable {
    /// An empty table of `mebibytes`, at least one.
    ///
    /// # Errors
    /// [`HashAllocationError`] when the system does not give that much.
    pub fn new(mebibytes: usize) -> Result<Self, HashAllocationError> {
        let error = HashAllocationError(mebibytes);
        let bytes = mebibytes.max(1).checked_mul(1 << 20).ok_or(error)?;
        let clusters = Clusters::new(bytes / size_of::<Cluster>()).ok_or(error)?;
        let dirty_clusters = DirtyClusters::new(clusters.len());
        Ok(Self { clusters, generation: AtomicU8::new(0), dirty_clusters })
    }

    /// Forgets everything, and touches all of its memory. Nobody may be using it.
    pub fn clear(&self) {
        self.clusters.iter().for_each(Cluster::clear);
        self.next_generation();
    }

    /// Forgets everything. After a small search that takes as long as what it has
    /// stored, not as the table is large. Nobody may be using it.
    pub fn clear_dirty(&self) {
        match self.dirty_clusters.all() {
            Some(dirty_clusters) => {
                dirty_clusters.for_each(|cluster| self.clusters[cluster].clear())
            }
            None => self.clusters.iter().for_each(Cluster::clear),
        }
        self.next_generation();
    }

    fn next_generation(&self) {
        self.dirty_clusters.clear();
        self.generation.store(0, Ordering::Relaxed);
    }

    /// Tells the table that a new search begins: what it knows is older now.
    pub fn start_search(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// The number of the cluster in which a position may lie.
    #[inline]
    fn cluster_index(&self, key: Key) -> usize {
        // The high half of the product is below the number of clusters.
        ((u128::from(key) * self.clusters.len() as u128) >> 64) as usize
    }

    #[inline]
    fn cluster(&self, key: Key) -> &Cluster {
        &self.clusters[self.cluster_index(key)]
    }

    /// Asks the CPU to bring the position's cluster near.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        let cluster = std::ptr::from_ref(self.cluster(key));
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch reads nothing; SSE is part of x86-64.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(cluster.cast());
        }
        #[cfg(target_arch = "aarch64")]
        // SAFETY: a prefetch reads nothing and touches no register or flag.
        unsafe {
            std::arch::asm!("prfm pldl1keep, [{}]", in(reg) cluster,
                options(readonly, nostack, preserves_flags));
        }
        #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
        let _ = cluster;
    }

    /// What is known of a position that stands `ply` plies from the root.
    #[inline]
    pub fn probe(&self, key: Key, ply: usize) -> Option<TtEntry> {
        let data = self.cluster(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (slot.check.load(Ordering::Relaxed) ^ data == key).then_some(data)
        })?;
        let entry = TtEntry::unpack(data)?;
        Some(TtEntry { score: from_table(entry.score, ply), ..entry })
    }

    /// Remembers a position that stands `ply` plies from the root. A shallower
    /// search of this generation does not push out a deeper one of the same
    /// position unless it is exact.
    pub fn store(&self, key: Key, ply: usize, entry: TtEntry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let mut entry = TtEntry { score: to_table(entry.score, ply), ..entry };
        let place = self.cluster_index(key);
        let cluster = &self.clusters[place];
        let mut replaced = &cluster.0[0];
        let mut lowest = i32::MAX;
        for slot in &cluster.0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                let known_depth = i32::from(depth_of(data));
                let fresh = generation_of(data) == generation;
                if fresh && entry.bound != Bound::Exact && entry.depth + 4 < known_depth {
                    return;
                }
                if entry.best == 0 {
                    entry.best = data as u16;
                }
                replaced = slot;
                break;
            }
            let age = (GENERATIONS + generation - generation_of(data)) % GENERATIONS;
            // An empty slot has depth 0 and is as good as an old one.
            let replacement_value =
                i32::from(depth_of(data)) - 8 * i32::from(age) + if data == 0 { -1000 } else { 0 };
            if replacement_value < lowest {
                lowest = replacement_value;
                replaced = slot;
            }
        }
        let data = entry.pack(generation);
        replaced.data.store(data, Ordering::Relaxed);
        replaced.check.store(key ^ data, Ordering::Relaxed);
        self.dirty_clusters.mark(place);
    }

    /// How full the table is with what this search stored, in thousandths, from
    /// a sample at its front.
    pub fn hashfull(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = &self.clusters[..self.clusters.len().min(250)];
        let used = sample
            .iter()
            .flat_map(|cluster| &cluster.0)
            .map(|slot| slot.data.load(Ordering::Relaxed))
            .filter(|&data| data != 0 && generation_of(data) == generation)
            .count();
        (used * 1000 / (sample.len() * 4)) as u32
    }
}

/// Distances to the end of the game count from the root in the search and from
/// the position itself in the table.
const fn to_table(score: Score, ply: usize) -> Score {
    if !score::is_decisive(score) {
        score
    } else if score > 0 {
        score + ply as Score
    } else {
        score - ply as Score
    }
}

const fn from_table(score: Score, ply: usize) -> Score {
    if !score::is_decisive(score) {
        score
    } else if score > 0 {
        score - ply as Score
    } else {
        score + ply as Score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: TtEntry = TtEntry {
        best: 77,
        score: -1234,
        evaluation: 56,
        depth: 9,
        bound: Bound::Lower,
        on_pv: true,
    };

    #[test]
    fn a_slot_is_sixteen_bytes_and_a_cluster_one_cache_line() {
        assert_eq!(size_of::<Slot>(), 16);
        assert_eq!(size_of::<Cluster>(), 64);
    }

    #[test]
    fn what_is_stored_is_found_by_its_key_alone() {
        let table = TranspositionTable::new(1).expect("one MiB");
        assert_eq!(table.probe(0, 0), None);
        table.store(42, 0, ENTRY);
        assert_eq!(table.probe(42, 0), Some(ENTRY));
        assert_eq!(table.probe(43, 0), None);
        table.clear();
        assert_eq!(table.probe(42, 0), None);
    }

    /// Whether little was stored or much: after it nothing is left, wherever it lay.
    #[test]
    fn nothing_is_left_of_what_is_forgotten() {
        let table = TranspositionTable::new(1).expect("one MiB");
        // Spread over the whole table, each in a cluster of its own.
        let key = |n: u64| n << 50 | 1;
        for stored in [3, 100, 2_047, 2_048, 2_049, 16_000, 5] {
            (0..stored).for_each(|n| table.store(key(n), 0, ENTRY));
            assert!((0..stored).all(|n| table.probe(key(n), 0).is_some()), "{stored}");
            assert_eq!(table.dirty_clusters.all().is_some(), stored < 2_048, "{stored}");
            table.clear_dirty();
            let slots = table.clusters.iter().flat_map(|cluster| &cluster.0);
            let left = slots.filter(|slot| slot.data.load(Ordering::Relaxed) != 0).count();
            assert_eq!(left, 0, "{stored}");
        }
    }

    #[test]
    fn mate_distances_count_from_the_node_that_asks() {
        let table = TranspositionTable::new(1).expect("one MiB");
        // Found 3 plies from the root: mate 4 plies later.
        table.store(1, 3, TtEntry { score: score::mate_in(7), ..ENTRY });
        assert_eq!(table.probe(1, 5).map(|entry| entry.score), Some(score::mate_in(9)));
        table.store(1, 3, TtEntry { score: score::mated_in(7), ..ENTRY });
        assert_eq!(table.probe(1, 5).map(|entry| entry.score), Some(score::mated_in(9)));
    }

    #[test]
    fn an_old_entry_makes_room_before_a_new_one() {
        let table = TranspositionTable::new(1).expect("one MiB");
        let same_cluster = |n: u64| n + 1;
        for n in 0..4 {
            table.store(same_cluster(n), 0, TtEntry { depth: 9, ..ENTRY });
        }
        table.start_search();
        table.store(same_cluster(0), 0, TtEntry { depth: 3, bound: Bound::Exact, ..ENTRY });
        table.store(same_cluster(9), 0, TtEntry { depth: 1, ..ENTRY });
        assert!(table.probe(same_cluster(0), 0).is_some());
        assert!(table.probe(same_cluster(9), 0).is_some());
    }
}
