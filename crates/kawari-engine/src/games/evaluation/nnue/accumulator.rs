//! A stack of accumulators with lazy updates.
//!
//! A move only records the features that it adds and removes. An evaluation updates the
//! accumulators from the nearest earlier position on the stack whose accumulators are
//! computed. Positions that are not evaluated cost almost nothing, and siblings share the
//! work of their common ancestors.
//!
//! Each position has room for an accumulator of each view in each King bucket, although a
//! score needs only two. When a King move changes the view of its side, the accumulator of the
//! new view is updated from the last position in which that view was needed instead of being
//! computed from scratch. So positions of the line are a cache of the views.

use super::Network;
use super::features::BucketedView;
use super::simd::{self, AlignedVec, Rows, ViewSlices};
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
    /// Bit set of the views whose accumulators are computed.
    computed: u32,
}

impl PlyUpdate {
    const NEW: Self = Self {
        added: FeatureList::NONE,
        removed: FeatureList::NONE,
        men: [0; 2],
        views: BucketedView::DEFAULT,
        computed: 0,
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

    /// True if the accumulator of a view is computed.
    #[inline(always)]
    fn has(&self, view: BucketedView) -> bool {
        self.computed >> view.index() & 1 != 0
    }

    /// True if the accumulators of these views are computed.
    #[inline(always)]
    fn has_both(&self, views: [BucketedView; 2]) -> bool {
        self.has(views[0]) && self.has(views[1])
    }

    /// Records that the accumulator of a view is computed.
    #[inline(always)]
    fn set_computed(&mut self, view: BucketedView) {
        self.computed |= 1 << view.index();
    }

    #[inline(always)]
    fn has_overflowed(&self) -> bool {
        self.added.has_overflowed() || self.removed.has_overflowed()
    }
}

/// The stack of accumulators.
#[derive(Clone, Debug)]
pub struct Accumulators {
    plies: Vec<PlyUpdate>,
    /// Accumulators, by position, then by view.
    sums: AlignedVec<i16>,
    /// Number of units of an accumulator.
    hidden: usize,
    /// Number of units of all views of a position.
    size: usize,
    /// Index of the last position.
    top: usize,
    /// Buffer for the features of a position.
    features: Vec<u16>,
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
        let size = BucketedView::count(network.king_buckets) * hidden;
        Self {
            plies: vec![PlyUpdate::NEW; length + 1],
            sums: AlignedVec::zeros((length + 1) * size),
            hidden,
            size,
            top: 0,
            features: Vec::new(),
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
        ply.computed = 0;
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
        self.sums = AlignedVec::with(self.sums.as_slice(), length * self.size);
    }

    /// Updates and returns the accumulators of both sides in the last position, Black's
    /// first.
    #[inline]
    pub fn sums(&mut self, network: &Network, list_features: ListFeatures<'_>) -> [&[i16]; 2] {
        let top = &self.plies[self.top];
        let views = top.views;
        if !top.has_both(views) {
            self.update(network, views, list_features);
        }
        let sums = &self.sums.as_slice()[self.top * self.size..];
        views.map(|view| &sums[view.index() * self.hidden..][..self.hidden])
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
        let sums = &self.sums.as_slice()[self.top * self.size..];
        let from = views.map(|view| &sums[view.index() * self.hidden..][..self.hidden]);
        let (set, table) = (network.instructions(), network.weights());
        simd::add_all(set, from, self.combined_sums.as_mut_slice(), table, &self.computed_rows);
        self.combined_sums.as_slice().split_at(self.hidden).into()
    }

    /// Updates the accumulators of the last position in two views.
    fn update(
        &mut self,
        network: &Network,
        views: [BucketedView; 2],
        list_features: ListFeatures<'_>,
    ) {
        if let Some(before) = self.top.checked_sub(1)
            && self.plies[before].has_both(views)
            && self.update_both_views(network, views)
        {
            return;
        }
        for view in views {
            let mut computed_ply = self.top;
            while !self.plies[computed_ply].has(view) {
                if computed_ply == 0 || self.plies[computed_ply].has_overflowed() {
                    self.refresh(network, view, list_features);
                    computed_ply = self.top;
                } else {
                    computed_ply -= 1;
                }
            }
            (computed_ply + 1..=self.top).for_each(|ply| self.update_view(network, ply, view));
        }
    }

    /// Updates both views of the last position from the position before it in one pass.
    /// Returns false if the move is neither a plain move nor a plain capture;
    /// [`update_view`](Self::update_view) handles the others.
    #[inline(always)]
    fn update_both_views(&mut self, network: &Network, views: [BucketedView; 2]) -> bool {
        let (size, hidden) = (self.size, self.hidden);
        let (from, to) = self.sums.as_mut_slice().split_at_mut(self.top * size);
        let (from, to) = (&from[(self.top - 1) * size..], &mut to[..size]);
        let [before, after] = [&self.plies[self.top - 1], &self.plies[self.top]];
        if before.men != after.men {
            return false;
        }
        let (set, table) = (network.instructions(), network.weights());
        let rows = |&feature: &u16| network.rows(feature, views);
        let starts = views.map(|view| view.index() * hidden);
        let slices = ViewSlices { starts, hidden };
        match (after.added.as_slice(), after.removed.as_slice()) {
            ([a], [r]) => {
                simd::replace_one(set, from, to, table, slices, rows(a), rows(r));
            }
            ([a, b], [r, s]) => {
                let (come, go) = ([rows(a), rows(b)], [rows(r), rows(s)]);
                simd::replace_two(set, from, to, table, slices, come, go);
            }
            _ => return false,
        }
        views.into_iter().for_each(|view| self.plies[self.top].set_computed(view));
        true
    }

    /// Updates a view of a position from the position before it.
    fn update_view(&mut self, network: &Network, ply: usize, view: BucketedView) {
        let start = |ply: usize| ply * self.size + view.index() * self.hidden;
        let before = start(ply - 1);
        let (from, to) = self.sums.as_mut_slice().split_at_mut(start(ply));
        let to = &mut to[..self.hidden];
        to.copy_from_slice(&from[before..][..self.hidden]);
        let [before, after] = [&self.plies[ply - 1], &self.plies[ply]];
        let (set, table) = (network.instructions(), network.weights());
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
        self.plies[ply].set_computed(view);
    }

    /// Computes all views of the last position from scratch, so that later positions can
    /// be updated from it in every view.
    pub fn refresh_all(&mut self, network: &Network, list_features: ListFeatures<'_>) {
        BucketedView::all(network.king_buckets)
            .for_each(|view| self.refresh(network, view, list_features));
    }

    /// Computes a view of the last position from scratch.
    #[cold]
    fn refresh(&mut self, network: &Network, view: BucketedView, list_features: ListFeatures<'_>) {
        self.features.clear();
        list_features(&mut self.features);
        let start = self.top * self.size + view.index() * self.hidden;
        let sum = &mut self.sums.as_mut_slice()[start..][..self.hidden];
        sum.copy_from_slice(network.biases());
        for &feature in &self.features {
            let row = network.row(feature, view);
            simd::add(network.instructions(), sum, network.weights(), row);
        }
        self.plies[self.top].set_computed(view);
    }
}
