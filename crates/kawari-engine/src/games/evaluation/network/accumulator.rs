//! The accumulators of a line, brought up to date when a score is asked for.
//!
//! A move only notes which places it fills and empties. What it comes to is added up for
//! those positions that are judged, from the last one before that was, so that the many
//! positions that are not judged cost next to nothing, and all that go on from one share
//! the work.
//!
//! A position has an accumulator for each of four views, though a score needs but two:
//! that of a side that was mirrored, or no longer is, is not made anew, but goes on from
//! the last position of which it was needed.

use super::Network;
use super::inputs::View;
use super::lanes::{self, Aligned, Rows};
use crate::core::color::Color;
use crate::core::score::MAX_PLY;

/// Most places that a move fills, and most that it empties, before the position is
/// looked at afresh instead; a power of two.
const MOST: usize = 8;
/// Number of views.
const VIEWS: usize = View::ALL.len();

/// Some places.
#[derive(Clone, Copy, Debug)]
struct Places {
    places: [u16; MOST],
    /// How many there are; more than fit have overwritten others.
    count: u8,
}

impl Places {
    const NONE: Self = Self { places: [0; MOST], count: 0 };

    #[inline(always)]
    fn push(&mut self, place: usize) {
        self.places[usize::from(self.count) % MOST] = place as u16;
        self.count = self.count.wrapping_add(1);
    }

    #[inline(always)]
    fn is_overrun(&self) -> bool {
        usize::from(self.count) > MOST
    }

    #[inline(always)]
    fn as_slice(&self) -> &[u16] {
        &self.places[..usize::from(self.count).min(MOST)]
    }
}

/// What is known of a position of the line.
#[derive(Clone, Debug)]
pub struct Ply {
    /// Places that the move to it has filled.
    added: Places,
    /// Places that it has emptied.
    removed: Places,
    /// Men of each side.
    men: [u8; 2],
    /// The view of each side is mirrored.
    mirrored: [bool; 2],
    /// By view: its accumulator is up to date.
    is_summed: [bool; VIEWS],
}

impl Ply {
    const NEW: Self = Self {
        added: Places::NONE,
        removed: Places::NONE,
        men: [0; 2],
        mirrored: [false; 2],
        is_summed: [false; VIEWS],
    };

    /// A place is filled.
    #[inline(always)]
    pub fn add(&mut self, place: usize) {
        self.added.push(place);
    }

    /// A place is emptied.
    #[inline(always)]
    pub fn remove(&mut self, place: usize) {
        self.removed.push(place);
    }

    /// A side has one man more.
    #[inline(always)]
    pub fn add_man(&mut self, color: Color) {
        self.men[color.index()] = self.men[color.index()].wrapping_add(1);
    }

    /// A side has one man fewer.
    #[inline(always)]
    pub fn remove_man(&mut self, color: Color) {
        self.men[color.index()] = self.men[color.index()].wrapping_sub(1);
    }

    /// The view of a side is mirrored or not.
    #[inline(always)]
    pub fn mirror(&mut self, viewer: Color, mirrored: bool) {
        self.mirrored[viewer.index()] = mirrored;
    }

    /// The numbers of both sides' views: see [`View::ALL`].
    #[inline(always)]
    fn views(&self) -> [usize; 2] {
        [usize::from(self.mirrored[0]), 2 + usize::from(self.mirrored[1])]
    }

    #[inline(always)]
    fn is_overrun(&self) -> bool {
        self.added.is_overrun() || self.removed.is_overrun()
    }
}

/// The accumulators of the positions of a line.
#[derive(Clone, Debug)]
pub struct Accumulators {
    plies: Vec<Ply>,
    /// By position, by view.
    sums: Aligned<i16>,
    /// Units of an accumulator.
    hidden: usize,
    /// The last position.
    top: usize,
    /// Where a position is described.
    places: Vec<u16>,
    /// The accumulators of both sides with what was looked for.
    whole: Aligned<i16>,
    /// Where the weights begin of what was looked for.
    seen: Vec<Rows>,
}

/// Adds everything that is in the last position, by its places.
pub type Describe<'a> = &'a dyn Fn(&mut Vec<u16>);

impl Accumulators {
    /// As many positions as a search looks ahead.
    pub const SEARCHED: usize = MAX_PLY + 1;

    /// Those of a line that consists of one position; `length` positions may follow
    /// before there has to be more memory.
    pub fn new(network: &Network, length: usize) -> Self {
        let hidden = network.hidden();
        Self {
            plies: vec![Ply::NEW; length + 1],
            sums: Aligned::zeros((length + 1) * VIEWS * hidden),
            hidden,
            top: 0,
            places: Vec::new(),
            whole: Aligned::zeros(2 * hidden),
            seen: Vec::new(),
        }
    }

    /// The last position.
    #[inline(always)]
    pub fn top(&mut self) -> &mut Ply {
        &mut self.plies[self.top]
    }

    /// One position more; what the move to it changes is to be told to it.
    #[inline]
    pub fn push(&mut self) -> &mut Ply {
        let Ply { men, mirrored, .. } = self.plies[self.top];
        self.top += 1;
        if self.top == self.plies.len() {
            self.grow();
        }
        let ply = &mut self.plies[self.top];
        ply.added.count = 0;
        ply.removed.count = 0;
        ply.men = men;
        ply.mirrored = mirrored;
        ply.is_summed = [false; VIEWS];
        ply
    }

    /// One position fewer; the first one stays.
    #[inline]
    pub fn pop(&mut self) {
        self.top = self.top.saturating_sub(1);
    }

    #[cold]
    fn grow(&mut self) {
        let length = 2 * self.plies.len();
        self.plies.resize(length, Ply::NEW);
        self.sums = Aligned::with(self.sums.as_slice(), length * VIEWS * self.hidden);
    }

    /// The accumulators of both sides in the last position, Black's first, up to date.
    #[inline]
    pub fn sums(&mut self, network: &Network, describe: Describe<'_>) -> [&[i16]; 2] {
        let top = &self.plies[self.top];
        let views = top.views();
        if !views.iter().all(|&view| top.is_summed[view]) {
            self.catch_up(network, views, describe);
        }
        let sums = &self.sums.as_slice()[self.top * VIEWS * self.hidden..];
        views.map(|view| &sums[view * self.hidden..][..self.hidden])
    }

    /// As [`sums`](Self::sums), and with what is seen of that position, told by `look` with
    /// its places.
    #[inline]
    pub fn sums_and_seen(
        &mut self,
        network: &Network,
        describe: Describe<'_>,
        look: impl FnOnce(&mut dyn FnMut(usize)),
    ) -> [&[i16]; 2] {
        self.sums(network, describe);
        let views = self.plies[self.top].views();
        self.seen.clear();
        look(&mut |place| self.seen.push(network.rows(place as u16, views)));
        let sums = &self.sums.as_slice()[self.top * VIEWS * self.hidden..];
        let from = views.map(|view| &sums[view * self.hidden..][..self.hidden]);
        let (set, table) = (network.instructions(), network.weights());
        lanes::add_all(set, from, self.whole.as_mut_slice(), table, &self.seen);
        self.whole.as_slice().split_at(self.hidden).into()
    }

    /// Brings the accumulators of the last position up to date.
    fn catch_up(&mut self, network: &Network, views: [usize; 2], describe: Describe<'_>) {
        if let Some(before) = self.top.checked_sub(1)
            && views.iter().all(|&view| self.plies[before].is_summed[view])
            && self.exchange(network, views)
        {
            return;
        }
        for view in views {
            let mut known = self.top;
            while !self.plies[known].is_summed[view] {
                if known == 0 || self.plies[known].is_overrun() {
                    self.look(network, view, describe);
                    known = self.top;
                } else {
                    known -= 1;
                }
            }
            (known + 1..=self.top).for_each(|ply| self.follow(network, ply, view));
        }
    }

    /// Does all that [`follow`](Self::follow) does at once, for both sides in the last
    /// position; false where the move to it was more than a move or a capture.
    #[inline(always)]
    fn exchange(&mut self, network: &Network, views: [usize; 2]) -> bool {
        let size = VIEWS * self.hidden;
        let (from, to) = self.sums.as_mut_slice().split_at_mut(self.top * size);
        let (from, to) = (&from[(self.top - 1) * size..], &mut to[..size]);
        let [before, after] = [&self.plies[self.top - 1], &self.plies[self.top]];
        if before.men != after.men {
            return false;
        }
        let (set, table) = (network.instructions(), network.weights());
        let rows = |&place: &u16| network.rows(place, views);
        match (after.added.as_slice(), after.removed.as_slice()) {
            ([a], [r]) => {
                lanes::exchange(set, from, to, table, views, rows(a), rows(r));
            }
            ([a, b], [r, s]) => {
                let (come, go) = ([rows(a), rows(b)], [rows(r), rows(s)]);
                lanes::exchange_two(set, from, to, table, views, come, go);
            }
            _ => return false,
        }
        let is_summed = &mut self.plies[self.top].is_summed;
        views.iter().for_each(|&view| is_summed[view] = true);
        true
    }

    /// Adds up what the move to a position has changed in a view.
    fn follow(&mut self, network: &Network, ply: usize, view: usize) {
        let start = |ply: usize| (ply * VIEWS + view) * self.hidden;
        let before = start(ply - 1);
        let (from, to) = self.sums.as_mut_slice().split_at_mut(start(ply));
        let to = &mut to[..self.hidden];
        to.copy_from_slice(&from[before..][..self.hidden]);
        let [before, after] = [&self.plies[ply - 1], &self.plies[ply]];
        let (set, table) = (network.instructions(), network.weights());
        let mut add = |&place: &u16| lanes::add(set, to, table, network.row(place, view));
        after.added.as_slice().iter().for_each(&mut add);
        let men = Color::ALL.map(|color| {
            [before, after].map(|ply| network.men_place(color, ply.men[color.index()].into()))
        });
        men.iter()
            .filter(|[old, new]| old != new)
            .for_each(|[_, new]| new.iter().for_each(&mut add));
        let mut remove = |&place: &u16| lanes::subtract(set, to, table, network.row(place, view));
        after.removed.as_slice().iter().for_each(&mut remove);
        men.iter()
            .filter(|[old, new]| old != new)
            .for_each(|[old, _]| old.iter().for_each(&mut remove));
        self.plies[ply].is_summed[view] = true;
    }

    /// Looks at the last position in all views, so that those go on from it that are not
    /// needed yet.
    pub fn look_around(&mut self, network: &Network, describe: Describe<'_>) {
        (0..VIEWS).for_each(|view| self.look(network, view, describe));
    }

    /// Looks at the last position afresh.
    #[cold]
    fn look(&mut self, network: &Network, view: usize, describe: Describe<'_>) {
        self.places.clear();
        describe(&mut self.places);
        let start = (self.top * VIEWS + view) * self.hidden;
        let sum = &mut self.sums.as_mut_slice()[start..][..self.hidden];
        sum.copy_from_slice(network.biases());
        for &place in &self.places {
            let row = network.row(place, view);
            lanes::add(network.instructions(), sum, network.weights(), row);
        }
        self.plies[self.top].is_summed[view] = true;
    }
}
