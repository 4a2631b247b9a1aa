//! The transposition table (TT), shared by all threads without locks.
//!
//! A slot is two 64-bit words: the data, and the key XORed with the data. If two threads
//! write a slot at the same time, the check fails and the slot does not match any key
//! (Hyatt and Mann 2002, "A lock-less transposition table implementation for parallel
//! search").

use std::ops::Deref;
use std::ptr::NonNull;
use std::slice;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Ordering};

use thiserror::Error;

use crate::core::key::Key;
use crate::core::platform::ZeroedPages;
use crate::core::score::{self, Score};
use crate::core::wide;

/// The bound type of a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// Upper bound: the search failed low.
    Upper = 1,
    /// Lower bound: the search failed high.
    Lower = 2,
    /// Exact score.
    Exact = 3,
}

impl Bound {
    /// Returns the bound type of a score that a search with this window returned.
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

/// The TT entry of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TtEntry {
    /// Best move, as [`MoveLike::bits`](crate::core::position::MoveLike::bits); 0 for none.
    pub best: u16,
    /// Score; mate distances count from the root.
    pub score: Score,
    /// Raw static evaluation; [`score::NONE`] if the node was not evaluated.
    pub evaluation: Score,
    /// Depth of the search, in plies; 0 for quiescence search.
    pub depth: i32,
    /// Bound type of the score.
    pub bound: Bound,
    /// The node is or was on a PV.
    pub on_pv: bool,
}

impl TtEntry {
    /// Returns true if the score causes a cutoff with this window.
    pub fn is_cutoff(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }

    /// Returns true if the score is exact or a tighter bound than the static evaluation.
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

/// Number of generations before the counter wraps.
const GENERATIONS: u8 = 32;

struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// A cache line of four slots. A position can be stored in any of them.
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

/// The error of a transposition table that cannot be allocated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("cannot allocate a transposition table of {0} MiB")]
pub struct HashAllocationError(pub usize);

/// The clusters in zeroed memory.
struct Clusters {
    /// Start of `_memory`.
    clusters: NonNull<Cluster>,
    len: usize,
    _memory: ZeroedPages,
}

// SAFETY: clusters are made of atomics alone and belong to this value.
unsafe impl Send for Clusters {}
// SAFETY: as above.
unsafe impl Sync for Clusters {}

impl Clusters {
    /// Allocates `len` clusters, at least 1; returns `None` without enough memory.
    fn new(len: usize) -> Option<Self> {
        let bytes = len.checked_mul(size_of::<Cluster>())?;
        let mut memory = ZeroedPages::new(bytes)?;
        let clusters = NonNull::new(memory.as_mut_ptr().cast())?;
        Some(Self { clusters, len, _memory: memory })
    }
}

impl Deref for Clusters {
    type Target = [Cluster];

    #[inline]
    fn deref(&self) -> &[Cluster] {
        // SAFETY: the memory holds `len` clusters, is aligned to a cache line, lives as long as
        // `self` and has no other user. Every bit pattern is a valid cluster.
        unsafe { slice::from_raw_parts(self.clusters.as_ptr(), self.len) }
    }
}

/// The clusters written since the table was cleared, up to a maximum number.
struct DirtyClusters {
    list: Box<[AtomicU32]>,
    /// Number of entries in `list`; at least its length if the list is full.
    count: AtomicUsize,
}

impl DirtyClusters {
    /// Maximum length of the list. Clearing the whole table is faster than clearing more
    /// single clusters.
    const MAX_LENGTH: usize = 1 << 16;

    /// Creates an empty list for a table with this number of clusters.
    fn new(clusters: usize) -> Self {
        let listed = if u32::try_from(clusters).is_ok() { clusters / 8 } else { 0 };
        let list = (0..listed.min(Self::MAX_LENGTH)).map(|_| AtomicU32::new(0)).collect();
        Self { list, count: AtomicUsize::new(0) }
    }

    #[inline]
    fn mark(&self, cluster: usize) {
        // A full list costs one comparison.
        if self.count.load(Ordering::Relaxed) < self.list.len() {
            let index = self.count.fetch_add(1, Ordering::Relaxed);
            if let Some(entry) = self.list.get(index) {
                entry.store(cluster as u32, Ordering::Relaxed);
            }
        }
    }

    /// Returns the written clusters, with duplicates; `None` if the list is full.
    fn all(&self) -> Option<impl Iterator<Item = usize>> {
        let entries = self.list.get(..self.count.load(Ordering::Relaxed))?;
        let is_full = entries.len() == self.list.len();
        (!is_full).then(|| entries.iter().map(|entry| entry.load(Ordering::Relaxed) as usize))
    }

    fn clear(&self) {
        self.count.store(0, Ordering::Relaxed);
    }
}

/// The transposition table (TT).
pub struct TranspositionTable {
    clusters: Clusters,
    generation: AtomicU8,
    dirty_clusters: DirtyClusters,
}

impl TranspositionTable {
    /// Creates an empty table of `mebibytes`, at least 1.
    ///
    /// # Errors
    /// Returns [`HashAllocationError`] if the memory cannot be allocated.
    pub fn new(mebibytes: usize) -> Result<Self, HashAllocationError> {
        let error = HashAllocationError(mebibytes);
        let bytes = mebibytes.max(1).checked_mul(1 << 20).ok_or(error)?;
        let clusters = Clusters::new(bytes / size_of::<Cluster>()).ok_or(error)?;
        let dirty_clusters = DirtyClusters::new(clusters.len());
        Ok(Self { clusters, generation: AtomicU8::new(0), dirty_clusters })
    }

    /// Clears the table and writes all its memory. No search may be running.
    pub fn clear(&self) {
        self.clusters.iter().for_each(Cluster::clear);
        self.next_generation();
    }

    /// Clears the table. After a small search only the written clusters are cleared, so the
    /// time does not depend on the size of the table. No search may be running.
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

    /// Starts a new generation: entries of earlier searches are replaced first.
    pub fn start_search(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// Returns the index of the cluster for a key.
    #[inline]
    fn cluster_index(&self, key: Key) -> usize {
        // The upper half of the product is less than the number of clusters.
        if wide::IN_HALVES {
            return wide::high_product(key, self.clusters.len() as u64) as usize;
        }
        ((u128::from(key) * self.clusters.len() as u128) >> 64) as usize
    }

    #[inline]
    fn cluster(&self, key: Key) -> &Cluster {
        &self.clusters[self.cluster_index(key)]
    }

    /// Prefetches the cluster of a key into the CPU cache.
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

    /// Returns the entry of a position, with mate scores adjusted to `ply`.
    #[inline]
    pub fn probe(&self, key: Key, ply: usize) -> Option<TtEntry> {
        let data = self.cluster(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (slot.check.load(Ordering::Relaxed) ^ data == key).then_some(data)
        })?;
        let entry = TtEntry::unpack(data)?;
        Some(TtEntry { score: from_table(entry.score, ply), ..entry })
    }

    /// Stores the entry of a position at `ply`.
    ///
    /// Keeps the old entry of the same position if it is of this generation and more than
    /// 4 plies deeper, unless the new score is exact. Otherwise replaces the slot with the
    /// lowest depth, where 1 generation of age counts as 8 plies.
    pub fn store(&self, key: Key, ply: usize, entry: TtEntry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let mut entry = TtEntry { score: to_table(entry.score, ply), ..entry };
        let index = self.cluster_index(key);
        let cluster = &self.clusters[index];
        let mut replaced = &cluster.0[0];
        let mut lowest = i32::MAX;
        for slot in &cluster.0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                let stored_depth = i32::from(depth_of(data));
                let is_current = generation_of(data) == generation;
                if is_current && entry.bound != Bound::Exact && entry.depth + 4 < stored_depth {
                    return;
                }
                if entry.best == 0 {
                    entry.best = data as u16;
                }
                replaced = slot;
                break;
            }
            let age = (GENERATIONS + generation - generation_of(data)) % GENERATIONS;
            // An empty slot is always replaced first.
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
        self.dirty_clusters.mark(index);
    }

    /// Returns the share of slots written by this search, in permille, from a sample of up to
    /// 250 clusters.
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

/// Converts a score for storage: mate distances count from the root in the search and from
/// the position in the table.
const fn to_table(score: Score, ply: usize) -> Score {
    if !score::is_decisive(score) {
        score
    } else if score > 0 {
        score + ply as Score
    } else {
        score - ply as Score
    }
}

/// Converts a stored score back: the inverse of [`to_table`].
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
    fn slot_is_16_bytes_and_cluster_is_one_cache_line() {
        assert_eq!(size_of::<Slot>(), 16);
        assert_eq!(size_of::<Cluster>(), 64);
    }

    #[test]
    fn stored_entry_is_found_by_its_key_only() {
        let table = TranspositionTable::new(1).expect("one MiB");
        assert_eq!(table.probe(0, 0), None);
        table.store(42, 0, ENTRY);
        assert_eq!(table.probe(42, 0), Some(ENTRY));
        assert_eq!(table.probe(43, 0), None);
        table.clear();
        assert_eq!(table.probe(42, 0), None);
    }

    #[test]
    fn clear_dirty_clears_every_slot() {
        let table = TranspositionTable::new(1).expect("one MiB");
        // Each key has a different cluster, spread over the whole table.
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
    fn mate_distance_is_adjusted_to_the_ply_of_the_probe() {
        let table = TranspositionTable::new(1).expect("one MiB");
        // Stored at ply 3: the mate is 4 plies later.
        table.store(1, 3, TtEntry { score: score::mate_in(7), ..ENTRY });
        assert_eq!(table.probe(1, 5).map(|entry| entry.score), Some(score::mate_in(9)));
        table.store(1, 3, TtEntry { score: score::mated_in(7), ..ENTRY });
        assert_eq!(table.probe(1, 5).map(|entry| entry.score), Some(score::mated_in(9)));
    }

    #[test]
    fn old_generation_is_replaced_first() {
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
