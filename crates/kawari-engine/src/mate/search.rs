//! Depth-first proof-number search (Nagai 2002, "Df-pn algorithm for searching AND/OR
//! trees and its applications").
//!
//! What is added to the plain algorithm:
//!
//! - **Lengths.** A position is proved to be mate in so many plies, or refuted within so
//!   many. So one table serves searches for any mate and for short ones, and a count that
//!   ends the game, of half-moves without a capture or in an impasse, is a bound like
//!   another.
//! - **Repetition.** Who returns to a position on the way has won nothing by it: from
//!   there the mate would be shorter. A refutation that rests on such a return to a
//!   position further up holds on this way alone and is remembered with the way (Kishimoto
//!   and Müller 2004, "A general solution to the graph history interaction problem").
//! - **Transpositions** do not count twice: of the side that needs all of its moves the
//!   largest number counts, and one for each other move (weak proof numbers, Ueda,
//!   Hashimoto, Hashimoto and Iida 2008).
//! - **Late expansion.** Of moves that are alike, drops on the same square among them, one
//!   counts; the next one when that is answered.
//! - **Slack.** A move is left only when another is better by a quarter (Pawlewicz and Lew
//!   2007, "Improving depth-first PN-search: 1+ε trick"). Where a position was met nearer
//!   to the root before, thresholds give way by one, that no circle is run through without
//!   end (Kishimoto 2010, "Dealing with infinite loops, underestimation, and
//!   overestimation of depth-first proof-number search").

use super::graph::{FOREVER, Graph, Site, Successor};
use super::table::{Finding, Known, Numbers, ProofTable};
use crate::core::forcing::Standing;

/// No mate is longer, in plies; odd, as mates of the side to move are.
pub const LONGEST: u16 = 20_001;
/// Deepest line that is searched, in plies.
const DEEPEST: usize = 2000;

/// Whether a search goes on.
pub trait Control {
    /// Asked again and again, with the positions set up so far and the length of the line
    /// that is looked at.
    fn goes_on(&mut self, nodes: u64, depth: usize, fullness: u32) -> bool;
}

/// A move at a node of the line that is searched.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// The move.
    pub mv: u16,
    kinship: u16,
    site: Site,
    numbers: Numbers,
    /// The mate behind it, in plies; [`FOREVER`] for none.
    pub proved: u16,
    refuted: u16,
    /// Plies from the root to the position whose return the refutation rests on.
    rests_on: u16,
    limit: u16,
    /// It was met nearer to the root before.
    is_old: bool,
}

/// A position of the line that is searched.
struct Step {
    site: Site,
    /// Tells the ways to positions apart: this one, and all before it.
    way: u64,
}

/// What a visit tells of its node.
#[derive(Clone, Copy, Debug)]
pub struct Verdict {
    /// What was found.
    pub finding: Finding,
    /// As in a child.
    pub rests_on: u16,
}

/// How the moves of a node stand together.
struct Summary {
    verdict: Verdict,
    best: usize,
    /// The second best number.
    second: u32,
    /// Moves that count.
    active: u32,
}

/// One search: a graph, a table, and a control that ends it.
pub struct Search<'a> {
    pub(super) graph: &'a mut dyn Graph,
    table: &'a mut ProofTable,
    control: &'a mut dyn Control,
    /// The moves of all nodes of the line, one node after the other.
    children: &'a mut Vec<Child>,
    successors: Vec<Successor>,
    path: Vec<Step>,
    /// How many positions of the line have boards of each small hash.
    recent: Vec<u16>,
    /// Hands of different size may be compared.
    comparing: bool,
    /// Positions set up.
    pub nodes: u64,
    /// No more than these.
    pub most_nodes: u64,
    asked: u64,
    /// The search has been ended, or has run out of room.
    pub is_stopped: bool,
    /// The control is not asked, so that what is proved can be told.
    pub is_unstoppable: bool,
}

/// Positions set up between two questions whether to go on.
const PERIOD: u64 = 512;

impl<'a> Search<'a> {
    /// A search of the graph from its latest position on; `children` is room for the moves
    /// of one line, and does not grow.
    pub fn new(
        graph: &'a mut dyn Graph,
        table: &'a mut ProofTable,
        control: &'a mut dyn Control,
        children: &'a mut Vec<Child>,
    ) -> Self {
        children.clear();
        let comparing = !graph.has_bars();
        Self {
            graph,
            table,
            control,
            children,
            successors: Vec::new(),
            path: Vec::new(),
            recent: vec![0; 1 << 12],
            comparing,
            nodes: 0,
            most_nodes: u64::MAX,
            asked: 0,
            is_stopped: false,
            is_unstoppable: false,
        }
    }

    /// Proves or refutes a mate in `limit` plies at the latest position of the graph; less
    /// where the search is stopped.
    pub fn prove(&mut self, attacking: bool, limit: u16) -> Verdict {
        let all = Numbers { proof: Numbers::INFINITE, disproof: Numbers::INFINITE };
        self.enter(self.graph.site());
        let verdict = self.visit(attacking, limit.min(self.graph.clock()), all);
        self.leave();
        verdict
    }

    fn enter(&mut self, site: Site) {
        let before = self.path.last().map_or(0, |step| step.way);
        let hands = site.attacker.bits().rotate_left(21) ^ site.defender.bits().rotate_left(43);
        let mixed =
            (before.rotate_left(7) ^ site.board ^ hands).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        self.path.push(Step { site, way: mixed ^ mixed >> 32 });
        self.recent[site.board as usize % (1 << 12)] += 1;
    }

    fn leave(&mut self) {
        if let Some(step) = self.path.pop() {
            self.recent[step.site.board as usize % (1 << 12)] -= 1;
        }
    }

    /// Searches a node until it is solved or its numbers reach those given.
    fn visit(&mut self, attacking: bool, limit: u16, most: Numbers) -> Verdict {
        let (start, nodes) = (self.children.len(), self.nodes);
        self.expand(attacking, limit);
        let (mut near_most, mut far_most) = sides(attacking, most);
        let mut summary = self.summary(start, attacking, limit);
        if self.children[start..].iter().any(|child| child.is_old && !child.numbers.is_solved()) {
            let (near, far) = sides(attacking, summary.verdict.finding.numbers);
            near_most = near_most.max(near + 1);
            far_most = far_most.max(far + 1);
        }
        loop {
            let numbers = summary.verdict.finding.numbers;
            let (near, far) = sides(attacking, numbers);
            if numbers.is_solved() || near >= near_most || far >= far_most || self.is_stopped {
                break;
            }
            let slack = 1 + summary.second / 4;
            let near_child = near_most.min(summary.second.saturating_add(slack));
            let far_child = far_most - (summary.active - 1);
            let Child { mv, site, limit: limit_of_child, .. } = self.children[summary.best];
            self.graph.descend(mv);
            self.nodes += 1;
            self.enter(site);
            let verdict =
                self.visit(!attacking, limit_of_child, together(attacking, near_child, far_child));
            self.leave();
            self.graph.ascend();
            let child = &mut self.children[summary.best];
            child.numbers = verdict.finding.numbers;
            (child.proved, child.refuted) = (verdict.finding.proved, verdict.finding.refuted);
            child.rests_on = verdict.rests_on;
            summary = self.summary(start, attacking, limit);
        }
        self.children.truncate(start);
        self.remember(&summary.verdict, self.nodes - nodes);
        summary.verdict
    }

    fn remember(&mut self, verdict: &Verdict, work: u64) {
        let depth = self.path.len() - 1;
        let Verdict { finding, rests_on } = verdict;
        let site = self.path[depth].site;
        let rests_on_way = finding.numbers.disproof == 0 && usize::from(*rests_on) < depth;
        if rests_on_way {
            let kept = Finding { proved: FOREVER, refuted: 0, ..*finding };
            self.table.store(&site, depth as u16, &kept, true, work);
            let way = self.path[depth - 1].way;
            self.table.store_way(&site, way, finding.refuted, *rests_on, work);
        } else {
            self.table.store(&site, depth as u16, finding, false, work);
        }
    }

    fn is_over(&mut self) -> bool {
        if self.nodes >= self.most_nodes {
            return true;
        }
        if self.nodes - self.asked < PERIOD {
            return false;
        }
        self.asked = self.nodes;
        let fullness = self.table.fullness();
        let goes_on = self.control.goes_on(self.nodes, self.path.len(), fullness);
        !goes_on && !self.is_unstoppable
    }

    /// Adds the moves of the latest position.
    fn expand(&mut self, attacking: bool, limit: u16) {
        let mut successors = std::mem::take(&mut self.successors);
        successors.clear();
        self.graph.successors(attacking, &mut successors);
        self.nodes += successors.len() as u64;
        let is_full = self.children.len() + successors.len() > self.children.capacity();
        if is_full || self.path.len() > DEEPEST || self.is_over() {
            self.is_stopped = true;
        }
        let start = self.children.len();
        if !is_full {
            for successor in &successors {
                let child = self.meet(successor, attacking, limit);
                self.children.push(child);
            }
        }
        self.successors = successors;
        if !attacking {
            self.children[start..].sort_by_key(|child| child.kinship);
        }
    }

    /// What is known of a move before it is searched.
    fn meet(&self, successor: &Successor, attacking: bool, limit: u16) -> Child {
        let &Successor { mv, kinship, standing, clock, is_barred, site } = successor;
        let limit = (limit.saturating_sub(1)).min(clock);
        // The attacker has the last move: its own mates are of odd length.
        let limit = if attacking { limit & !1 } else { limit.saturating_sub(1) | 1 }.min(limit);
        let mut child = Child {
            mv,
            kinship,
            site,
            numbers: Numbers { proof: 1, disproof: 1 },
            proved: FOREVER,
            refuted: 0,
            rests_on: FOREVER,
            limit,
            is_old: false,
        };
        match standing {
            // The rules look at the board first, then at repetition, and only then may
            // anybody move on.
            Standing::Won(0) => child.prove(0),
            _ if is_barred => child.refute(FOREVER, FOREVER),
            Standing::Won(plies) if plies <= limit => child.prove(plies),
            Standing::Won(plies) => child.refute(plies.saturating_sub(1), FOREVER),
            Standing::Lost => child.refute(FOREVER, FOREVER),
            Standing::Open(_) if limit < 1 + u16::from(attacking) => child.refute(limit, FOREVER),
            Standing::Open(answers) => match self.returns_to(&site) {
                Some(depth) => child.refute(FOREVER, depth),
                None => self.remind(&mut child, answers),
            },
        }
        child
    }

    /// Tells a child what the table knows of it.
    fn remind(&self, child: &mut Child, answers: u16) {
        match self.table.look_up(&child.site, child.limit, self.comparing) {
            Known::Proved(plies) => child.prove(plies),
            Known::Refuted(plies) => child.refute(plies, FOREVER),
            Known::Open { numbers, depth, has_ways } => {
                child.numbers = numbers;
                child.is_old = usize::from(depth) < self.path.len();
                if has_ways
                    && let Some(Step { way, .. }) = self.path.last()
                    && let Some((plies, rests_on)) = self.table.look_up_way(&child.site, *way)
                    && plies >= child.limit
                {
                    child.refute(plies, rests_on);
                }
            }
            Known::Nothing => child.numbers.proof = answers.into(),
        }
    }

    /// The number of plies from the root to a position of the line that is this one, or
    /// better for the attacker.
    fn returns_to(&self, site: &Site) -> Option<u16> {
        if self.recent[site.board as usize % (1 << 12)] == 0 {
            return None;
        }
        let is_return = |step: &Step| {
            if self.comparing { step.site.is_no_worse_than(site) } else { step.site == *site }
        };
        self.path.iter().position(is_return).map(|depth| depth as u16)
    }

    /// Puts the moves of a node together, from the first of them on.
    fn summary(&self, start: usize, attacking: bool, limit: u16) -> Summary {
        let children = &self.children[start..];
        let mut sum = Sum::new(attacking, limit);
        for (number, child) in children.iter().enumerate() {
            sum.add(start + number, child);
        }
        sum.end()
    }

    /// The moves of the latest position, with what is known of them.
    pub fn look(&mut self, attacking: bool, limit: u16) -> Vec<Child> {
        self.enter(self.graph.site());
        self.expand(attacking, limit.min(self.graph.clock()));
        self.leave();
        self.children.drain(..).collect()
    }
}

impl Child {
    fn prove(&mut self, plies: u16) {
        (self.numbers, self.proved) = (Numbers::PROVED, plies);
    }

    fn refute(&mut self, plies: u16, rests_on: u16) {
        (self.numbers, self.refuted, self.rests_on) = (Numbers::REFUTED, plies, rests_on);
    }

    /// True when a mate behind it is known.
    pub fn is_proved(&self) -> bool {
        self.numbers.proof == 0
    }

    /// True when it is known that there is none in time.
    pub fn is_refuted(&self) -> bool {
        self.numbers.disproof == 0
    }
}

/// The number of which a node takes the least, and the one that adds up.
fn sides(attacking: bool, numbers: Numbers) -> (u32, u32) {
    let Numbers { proof, disproof } = numbers;
    if attacking { (proof, disproof) } else { (disproof, proof) }
}

fn together(attacking: bool, near: u32, far: u32) -> Numbers {
    let (proof, disproof) = if attacking { (near, far) } else { (far, near) };
    Numbers { proof, disproof }
}

/// The moves of a node, as they are put together.
struct Sum {
    attacking: bool,
    limit: u16,
    /// The move that settles the node for its side: the mate in plies, or the refutation
    /// and what it rests on.
    settled: Option<(u16, u16)>,
    /// Of the moves that lose: the longest mate, and the least refutation.
    longest: u16,
    refuted: u16,
    rests_on: u16,
    kinship: u16,
    best: Option<(u32, u32, usize)>,
    second: u32,
    far: u32,
    active: u32,
}

impl Sum {
    fn new(attacking: bool, limit: u16) -> Self {
        Self {
            attacking,
            limit,
            settled: None,
            longest: 0,
            refuted: FOREVER,
            rests_on: FOREVER,
            kinship: 0,
            best: None,
            second: Numbers::INFINITE,
            far: 0,
            active: 0,
        }
    }

    fn add(&mut self, number: usize, child: &Child) {
        let (near, far) = sides(self.attacking, child.numbers);
        // A count that ends the game sooner than the limit refutes as well.
        let refuted = child.refuted.max(self.limit.saturating_sub(1));
        if near == 0 {
            let found = if self.attacking { (child.proved, 0) } else { (refuted, child.rests_on) };
            let is_better = |&(old, rest): &(u16, u16)| {
                if self.attacking { found.0 < old } else { (found.1, found.0) > (rest, old) }
            };
            if self.settled.as_ref().is_none_or(is_better) {
                self.settled = Some(found);
            }
        } else if far == 0 {
            if self.attacking {
                self.refuted = self.refuted.min(refuted);
                self.rests_on = self.rests_on.min(child.rests_on);
            } else {
                self.longest = self.longest.max(child.proved);
            }
        } else if child.kinship == 0 || child.kinship != self.kinship {
            self.kinship = child.kinship;
            self.active += 1;
            self.far = self.far.max(far);
            let this = (near, far, number);
            match self.best {
                Some(best) if this >= best => self.second = self.second.min(near),
                best => {
                    self.second = best.map_or(self.second, |(near, ..)| near);
                    self.best = Some(this);
                }
            }
        }
    }

    fn end(self) -> Summary {
        let most = Numbers::INFINITE - 1;
        let open = Finding { numbers: Numbers::PROVED, proved: FOREVER, refuted: 0 };
        let proved = |plies: u16| Finding {
            numbers: Numbers::PROVED,
            proved: plies.saturating_add(1),
            ..open
        };
        let refuted = |plies: u16| Finding {
            numbers: Numbers::REFUTED,
            refuted: plies.saturating_add(1),
            ..open
        };
        let (finding, rests_on) = match (self.settled, self.best, self.attacking) {
            (Some((plies, _)), _, true) => (proved(plies), FOREVER),
            (Some((plies, rests_on)), _, false) => (refuted(plies), rests_on),
            (None, Some((near, ..)), attacking) => {
                let far = (self.far + (self.active - 1)).min(most);
                let numbers = together(attacking, near.min(most), far);
                (Finding { numbers, ..open }, FOREVER)
            }
            (None, None, true) => (refuted(self.refuted), self.rests_on),
            (None, None, false) => (proved(self.longest), FOREVER),
        };
        Summary {
            verdict: Verdict { finding, rests_on },
            best: self.best.map_or(0, |(.., number)| number),
            second: self.second,
            active: self.active.max(1),
        }
    }
}
