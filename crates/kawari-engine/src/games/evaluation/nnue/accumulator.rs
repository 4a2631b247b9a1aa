//! A stack of accumulators with lazy updates.
//!
//! A move only records the features that it adds and removes. An evaluation updates the
//! accumulators from the nearest earlier position on the stack whose accumulators are
//! computed. Positions that are not evaluated cost almost nothing, and siblings share the
//! work of their common ancestors.
//!
//! A King move can change the view of its side: the mirroring or the King bucket. Then all
//! weights change, and the accumulator is computed anew, from a cache with the last computed
//! accumulator of each view (a "Finny table"). Only features that differ are updated.

use super::Network;
use super::features::BucketedView;
use super::simd::{self, AlignedVec, Rows};
use crate::core::color::Color;
use crate::core::score::MAX_PLY;

/// Largest number of features that a move adds, and that it removes. Above it the
/// accumulators are recomputed. A power of two.
const MAX_CHANGES: usize = 8;

/// Features that a move adds or removes.
#[derive(Clone, Copy, Debug)]
struct FeatureList {
    features: [u16; MAX_CHANGES],
    /// Number of features. Above [`MAX_CHANGES`], later features overwrite earlier ones.
    count: u8,
}

impl FeatureList {
    const NONE: Self = Self { features: [0; MAX_CHANGES], count: 0 };

    #[inline(always)]
    fn push(&mut self, feature: usize) {
        self.features[usize::from(self.count) % MAX_CHANGES] = feature as u16;
        self.count = self.count.wrapping_add(1);
    }

    #[inline(always)]
    fn has_overflowed(&self) -> bool {
        usize::from(self.count) > MAX_CHANGES
    }

    #[inline(always)]
    fn as_slice(&self) -> &[u16] {
        &self.features[..usize::from(self.count).min(MAX_CHANGES)]
    }
}

/// The changes of a move, and the state of the position after it.
#[derive(Clone, Debug)]
pub struct PlyUpdate {
    /// Features that the move adds.
    added: FeatureList,
    /// Features that the move removes.
    removed: FeatureList,
    /// Number of men of each side.
    men: [u8; 2],
    /// View of each side.
    views: [BucketedView; 2],
    /// True if the accumulator of a side is computed.
    is_computed: [bool; 2],
}

impl PlyUpdate {
    const NEW: Self = Self {
        added: FeatureList::NONE,
        removed: FeatureList::NONE,
        men: [0; 2],
        views: BucketedView::DEFAULT,
        is_computed: [false; 2],
    };

    /// Records an added feature.
    #[inline(always)]
    pub fn add(&mut self, feature: usize) {
        self.added.push(feature);
    }

    /// Records a removed feature.
    #[inline(always)]
    pub fn remove(&mut self, feature: usize) {
        self.removed.push(feature);
    }

    /// Records an added man.
    #[inline(always)]
    pub fn add_man(&mut self, color: Color) {
        self.men[color.index()] = self.men[color.index()].wrapping_add(1);
    }

    /// Records a removed man.
    #[inline(always)]
    pub fn remove_man(&mut self, color: Color) {
        self.men[color.index()] = self.men[color.index()].wrapping_sub(1);
    }

    /// Sets the view of a side.
    #[inline(always)]
    pub fn set_view(&mut self, perspective: Color, view: BucketedView) {
        self.views[perspective.index()] = view;
    }

    #[inline(always)]
    fn has_overflowed(&self) -> bool {
        self.added.has_overflowed() || self.removed.has_overflowed()
    }
}

/// The last computed accumulator of each view, and the features that it contains.
#[derive(Clone, Debug)]
struct AccumulatorCache {
    /// Accumulators, by view.
    sums: AlignedVec<i16>,
    /// Bit sets of features, by view.
    features: Vec<u64>,
    /// Number of words of a bit set.
    words: usize,
    /// Buffer for the features of a position, as a list and as a bit set.
    listed: Vec<u16>,
    active: Vec<u64>,
}

impl AccumulatorCache {
    /// Creates a cache whose accumulators have no features.
    fn new(network: &Network) -> Self {
        let (views, words) = (network.views(), network.features().div_ceil(64));
        Self {
            sums: AlignedVec::of(&network.biases().repeat(views)),
            features: vec![0; views * words],
            words,
            listed: Vec::new(),
            active: vec![0; words],
        }
    }

    /// Computes and returns the accumulator of a view.
    fn refresh(
        &mut self,
        network: &Network,
        view: BucketedView,
        list_features: ListFeatures<'_>,
    ) -> &[i16] {
        self.listed.clear();
        list_features(&mut self.listed);
        self.active.fill(0);
        for &feature in &self.listed {
            self.active[usize::from(feature / 64)] |= 1 << (feature % 64);
        }
        let (set, table, hidden) = (network.instructions(), network.weights(), network.hidden());
        let sum = &mut self.sums.as_mut_slice()[view.index() * hidden..][..hidden];
        let cached = &mut self.features[view.index() * self.words..][..self.words];
        for (word, (cached, &active)) in cached.iter_mut().zip(&self.active).enumerate() {
            for_each_bit(active & !*cached, |bit| {
                simd::add(set, sum, table, network.row((64 * word + bit) as u16, view));
            });
            for_each_bit(*cached & !active, |bit| {
                simd::subtract(set, sum, table, network.row((64 * word + bit) as u16, view));
            });
            *cached = active;
        }
        sum
    }
}

/// Calls a function with the index of each bit that is set.
#[inline(always)]
fn for_each_bit(mut bits: u64, mut visit: impl FnMut(usize)) {
    while bits != 0 {
        visit(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

/// The stack of accumulators.
#[derive(Clone, Debug)]
pub struct Accumulators {
    plies: Vec<PlyUpdate>,
    /// Accumulators, by position, then by side.
    sums: AlignedVec<i16>,
    /// Number of units of an accumulator.
    hidden: usize,
    /// Index of the last position.
    top: usize,
    cache: AccumulatorCache,
    /// Accumulators of both sides including the computed features.
    combined_sums: AlignedVec<i16>,
    /// Rows of the computed features.
    computed_rows: Vec<Rows>,
}

/// A function that appends the features of the last position to a list.
pub type ListFeatures<'a> = &'a dyn Fn(&mut Vec<u16>);

impl Accumulators {
    /// Capacity for a search.
    pub const SEARCHED: usize = MAX_PLY + 1;

    /// Creates a stack with one position and room for `length` more.
    pub fn new(network: &Network, length: usize) -> Self {
        let hidden = network.hidden();
        Self {
            plies: vec![PlyUpdate::NEW; length + 1],
            sums: AlignedVec::zeros((length + 1) * 2 * hidden),
            hidden,
            top: 0,
            cache: AccumulatorCache::new(network),
            combined_sums: AlignedVec::zeros(2 * hidden),
            computed_rows: Vec::new(),
        }
    }

    /// Returns the last position.
    #[inline(always)]
    pub fn top(&mut self) -> &mut PlyUpdate {
        &mut self.plies[self.top]
    }

    /// Pushes a position. The caller records the changes of the move in it.
    #[inline]
    pub fn push(&mut self) -> &mut PlyUpdate {
        let PlyUpdate { men, views, .. } = self.plies[self.top];
        self.top += 1;
        if self.top == self.plies.len() {
            self.grow();
        }
        let ply = &mut self.plies[self.top];
        ply.added.count = 0;
        ply.removed.count = 0;
        ply.men = men;
        ply.views = views;
        ply.is_computed = [false; 2];
        ply
    }

    /// Pops a position. The first one is never popped.
    #[inline]
    pub fn pop(&mut self) {
        self.top = self.top.saturating_sub(1);
    }

    #[cold]
    fn grow(&mut self) {
        let length = 2 * self.plies.len();
        self.plies.resize(length, PlyUpdate::NEW);
        self.sums = AlignedVec::with(self.sums.as_slice(), length * 2 * self.hidden);
    }

    /// Updates and returns the accumulators of both sides in the last position, Black's
    /// first.
    #[inline]
    pub fn sums(&mut self, network: &Network, list_features: ListFeatures<'_>) -> [&[i16]; 2] {
        if self.plies[self.top].is_computed != [true; 2] {
            self.update(network, list_features);
        }
        self.top_sums()
    }

    /// Returns the accumulators of the last position.
    #[inline(always)]
    fn top_sums(&self) -> [&[i16]; 2] {
        let size = 2 * self.hidden;
        self.sums.as_slice()[self.top * size..][..size].split_at(self.hidden).into()
    }

    /// Like [`sums`](Self::sums), with the computed features added. `computed_features`
    /// calls its argument with each of them.
    #[inline]
    pub fn sums_with_computed_features(
        &mut self,
        network: &Network,
        list_features: ListFeatures<'_>,
        computed_features: impl FnOnce(&mut dyn FnMut(usize)),
    ) -> [&[i16]; 2] {
        self.sums(network, list_features);
        let views = self.plies[self.top].views;
        self.computed_rows.clear();
        computed_features(&mut |feature| {
            self.computed_rows.push(network.rows(feature as u16, views))
        });
        let size = 2 * self.hidden;
        let sums = &self.sums.as_slice()[self.top * size..][..size];
        let from = sums.split_at(self.hidden).into();
        let (set, table) = (network.instructions(), network.weights());
        simd::add_all(set, from, self.combined_sums.as_mut_slice(), table, &self.computed_rows);
        self.combined_sums.as_slice().split_at(self.hidden).into()
    }

    /// Updates the accumulators of the last position.
    fn update(&mut self, network: &Network, list_features: ListFeatures<'_>) {
        if let Some(before) = self.top.checked_sub(1)
            && self.plies[before].is_computed == [true; 2]
            && self.plies[before].views == self.plies[self.top].views
            && self.update_both_sides(network)
        {
            return;
        }
        for side in 0..2 {
            let view = self.plies[self.top].views[side];
            let mut computed_ply = self.top;
            while !self.plies[computed_ply].is_computed[side] {
                if computed_ply == 0
                    || self.plies[computed_ply].has_overflowed()
                    || self.plies[computed_ply - 1].views[side] != view
                {
                    self.refresh(network, side, list_features);
                    computed_ply = self.top;
                } else {
                    computed_ply -= 1;
                }
            }
            (computed_ply + 1..=self.top).for_each(|ply| self.update_side(network, ply, side));
        }
    }

    /// Updates both accumulators of the last position from the position before it in one pass.
    /// Returns false if the move is neither a plain move nor a plain capture;
    /// [`update_side`](Self::update_side) handles the others.
    #[inline(always)]
    fn update_both_sides(&mut self, network: &Network) -> bool {
        let size = 2 * self.hidden;
        let (from, to) = self.sums.as_mut_slice().split_at_mut(self.top * size);
        let (from, to) = (&from[(self.top - 1) * size..], &mut to[..size]);
        let [before, after] = [&self.plies[self.top - 1], &self.plies[self.top]];
        if before.men != after.men {
            return false;
        }
        let (set, table) = (network.instructions(), network.weights());
        let rows = |&feature: &u16| network.rows(feature, after.views);
        match (after.added.as_slice(), after.removed.as_slice()) {
            ([a], [r]) => {
                simd::replace_one(set, from, to, table, rows(a), rows(r));
            }
            ([a, b], [r, s]) => {
                let (come, go) = ([rows(a), rows(b)], [rows(r), rows(s)]);
                simd::replace_two(set, from, to, table, come, go);
            }
            _ => return false,
        }
        self.plies[self.top].is_computed = [true; 2];
        true
    }

    /// Updates the accumulator of a side in a position from the position before it.
    fn update_side(&mut self, network: &Network, ply: usize, side: usize) {
        let start = |ply: usize| (2 * ply + side) * self.hidden;
        let before = start(ply - 1);
        let (from, to) = self.sums.as_mut_slice().split_at_mut(start(ply));
        let to = &mut to[..self.hidden];
        to.copy_from_slice(&from[before..][..self.hidden]);
        let [before, after] = [&self.plies[ply - 1], &self.plies[ply]];
        let (set, table, view) = (network.instructions(), network.weights(), after.views[side]);
        let mut add = |&feature: &u16| simd::add(set, to, table, network.row(feature, view));
        after.added.as_slice().iter().for_each(&mut add);
        let men = Color::ALL.map(|color| {
            [before, after].map(|ply| network.men_feature(color, ply.men[color.index()].into()))
        });
        men.iter()
            .filter(|[old, new]| old != new)
            .for_each(|[_, new]| new.iter().for_each(&mut add));
        let mut remove =
            |&feature: &u16| simd::subtract(set, to, table, network.row(feature, view));
        after.removed.as_slice().iter().for_each(&mut remove);
        men.iter()
            .filter(|[old, new]| old != new)
            .for_each(|[old, _]| old.iter().for_each(&mut remove));
        self.plies[ply].is_computed[side] = true;
    }

    /// Computes the accumulator of a side in the last position from the cache.
    #[cold]
    fn refresh(&mut self, network: &Network, side: usize, list_features: ListFeatures<'_>) {
        let view = self.plies[self.top].views[side];
        let sum = self.cache.refresh(network, view, list_features);
        let start = (2 * self.top + side) * self.hidden;
        self.sums.as_mut_slice()[start..][..self.hidden].copy_from_slice(sum);
        self.plies[self.top].is_computed[side] = true;
    }
}
