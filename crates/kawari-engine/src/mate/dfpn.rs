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

use super::graph::{Graph, PositionKey, Successor, UNLIMITED};
use super::proof_table::{ProofBounds, ProofLookup, ProofNumbers, ProofTable};
use crate::core::forcing::ForcedStatus;

/// No mate is longer, in plies; odd, as mates of the side to move are.
pub const MAX_MATE_PLIES: u16 = 20_001;
/// Deepest line that is searched, in plies.
const MAX_LINE_LENGTH: usize = 2000;

/// Whether a search goes on.
pub trait SearchMonitor {
    /// Asked again and again, with the positions set up so far and the length of the line
    /// that is looked at.
    fn should_continue(&mut self, nodes: u64, depth: usize, hashfull: u32) -> bool;
}

/// A move at a node of the line that is searched.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// The move.
    pub mv: u16,
    move_class: u16,
    key: PositionKey,
    numbers: ProofNumbers,
    /// The mate behind it, in plies; [`UNLIMITED`] for none.
    pub mate_plies: u16,
    no_mate_plies: u16,
    /// Plies from the root to the position whose return the refutation rests on.
    repetition_depth: u16,
    limit: u16,
    /// It was met nearer to the root before.
    was_seen_nearer_root: bool,
}

/// A position of the line that is searched.
struct PathEntry {
    key: PositionKey,
    /// Tells the ways to positions apart: this one, and all before it.
    path_hash: u64,
}

/// What a visit tells of its node.
#[derive(Clone, Copy, Debug)]
pub struct NodeResult {
    /// What was found.
    pub bounds: ProofBounds,
    /// As in a child.
    pub repetition_depth: u16,
}

/// How the moves of a node stand together.
struct NodeSummary {
    node_result: NodeResult,
    best: usize,
    /// The second best number.
    second_phi: u32,
    /// Moves that count.
    active_moves: u32,
}

/// One search: a graph, a table, and a control that ends it.
pub struct DfpnSearch<'a> {
    pub(super) graph: &'a mut dyn Graph,
    table: &'a mut ProofTable,
    control: &'a mut dyn SearchMonitor,
    /// The moves of all nodes of the line, one node after the other.
    children: &'a mut Vec<Child>,
    successors: Vec<Successor>,
    path: Vec<PathEntry>,
    /// How many positions of the line have boards of each small hash.
    path_counts: Vec<u16>,
    /// Hands of different size may be compared.
    uses_dominance: bool,
    /// Positions set up.
    pub nodes: u64,
    /// No more than these.
    pub node_limit: u64,
    last_check: u64,
    /// The search has been ended, or has run out of room.
    pub is_stopped: bool,
    /// The control is not asked, so that what is proved can be told.
    pub ignores_stop: bool,
}

/// Positions set up between two questions whether to go on.
const STOP_CHECK_INTERVAL: u64 = 512;

impl<'a> DfpnSearch<'a> {
    /// A search of the graph from its latest position on; `children` is room for the moves
    /// of one line, and does not grow.
    pub fn new(
        graph: &'a mut dyn Graph,
        table: &'a mut ProofTable,
        control: &'a mut dyn SearchMonitor,
        children: &'a mut Vec<Child>,
    ) -> Self {
        children.clear();
        let uses_dominance = !graph.has_repetition_bans();
        Self {
            graph,
            table,
            control,
            children,
            successors: Vec::new(),
            path: Vec::new(),
            path_counts: vec![0; 1 << 12],
            uses_dominance,
            nodes: 0,
            node_limit: u64::MAX,
            last_check: 0,
            is_stopped: false,
            ignores_stop: false,
        }
    }

    /// Proves or refutes a mate in `limit` plies at the latest position of the graph; less
    /// where the search is stopped.
    pub fn prove(&mut self, attacking: bool, limit: u16) -> NodeResult {
        let all = ProofNumbers { proof: ProofNumbers::INFINITE, disproof: ProofNumbers::INFINITE };
        self.push_path(self.graph.key());
        let node_result = self.search_node(attacking, limit.min(self.graph.clock()), all);
        self.pop_path();
        node_result
    }

    fn push_path(&mut self, key: PositionKey) {
        let before = self.path.last().map_or(0, |step| step.path_hash);
        let hands = key.attacker.bits().rotate_left(21) ^ key.defender.bits().rotate_left(43);
        let mixed = (before.rotate_left(7) ^ key.board ^ hands).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        self.path.push(PathEntry { key, path_hash: mixed ^ mixed >> 32 });
        self.path_counts[key.board as usize % (1 << 12)] += 1;
    }

    fn pop_path(&mut self) {
        if let Some(step) = self.path.pop() {
            self.path_counts[step.key.board as usize % (1 << 12)] -= 1;
        }
    }

    /// Searches a node until it is solved or its numbers reach those given.
    fn search_node(&mut self, attacking: bool, limit: u16, thresholds: ProofNumbers) -> NodeResult {
        let (start, nodes) = (self.children.len(), self.nodes);
        self.expand(attacking, limit);
        let (mut phi_threshold, mut delta_threshold) = phi_delta(attacking, thresholds);
        let mut summary = self.summary(start, attacking, limit);
        if self.children[start..]
            .iter()
            .any(|child| child.was_seen_nearer_root && !child.numbers.is_solved())
        {
            let (phi, delta) = phi_delta(attacking, summary.node_result.bounds.numbers);
            phi_threshold = phi_threshold.max(phi + 1);
            delta_threshold = delta_threshold.max(delta + 1);
        }
        loop {
            let numbers = summary.node_result.bounds.numbers;
            let (phi, delta) = phi_delta(attacking, numbers);
            if numbers.is_solved()
                || phi >= phi_threshold
                || delta >= delta_threshold
                || self.is_stopped
            {
                break;
            }
            let slack = 1 + summary.second_phi / 4;
            let child_phi_threshold = phi_threshold.min(summary.second_phi.saturating_add(slack));
            let child_delta_threshold = delta_threshold - (summary.active_moves - 1);
            let Child { mv, key, limit: limit_of_child, .. } = self.children[summary.best];
            self.graph.descend(mv);
            self.nodes += 1;
            self.push_path(key);
            let node_result = self.search_node(
                !attacking,
                limit_of_child,
                from_phi_delta(attacking, child_phi_threshold, child_delta_threshold),
            );
            self.pop_path();
            self.graph.ascend();
            let child = &mut self.children[summary.best];
            child.numbers = node_result.bounds.numbers;
            (child.mate_plies, child.no_mate_plies) =
                (node_result.bounds.mate_plies, node_result.bounds.no_mate_plies);
            child.repetition_depth = node_result.repetition_depth;
            summary = self.summary(start, attacking, limit);
        }
        self.children.truncate(start);
        self.store_result(&summary.node_result, self.nodes - nodes);
        summary.node_result
    }

    fn store_result(&mut self, node_result: &NodeResult, work: u64) {
        let depth = self.path.len() - 1;
        let NodeResult { bounds, repetition_depth } = node_result;
        let key = self.path[depth].key;
        let rests_on_way = bounds.numbers.disproof == 0 && usize::from(*repetition_depth) < depth;
        if rests_on_way {
            let kept = ProofBounds { mate_plies: UNLIMITED, no_mate_plies: 0, ..*bounds };
            self.table.store(&key, depth as u16, &kept, true, work);
            let path_hash = self.path[depth - 1].path_hash;
            self.table.store_path_result(
                &key,
                path_hash,
                bounds.no_mate_plies,
                *repetition_depth,
                work,
            );
        } else {
            self.table.store(&key, depth as u16, bounds, false, work);
        }
    }

    fn should_stop(&mut self) -> bool {
        if self.nodes >= self.node_limit {
            return true;
        }
        if self.nodes - self.last_check < STOP_CHECK_INTERVAL {
            return false;
        }
        self.last_check = self.nodes;
        let hashfull = self.table.hashfull();
        let should_continue = self.control.should_continue(self.nodes, self.path.len(), hashfull);
        !should_continue && !self.ignores_stop
    }

    /// Adds the moves of the latest position.
    fn expand(&mut self, attacking: bool, limit: u16) {
        let mut successors = std::mem::take(&mut self.successors);
        successors.clear();
        self.graph.successors(attacking, &mut successors);
        self.nodes += successors.len() as u64;
        let is_full = self.children.len() + successors.len() > self.children.capacity();
        if is_full || self.path.len() > MAX_LINE_LENGTH || self.should_stop() {
            self.is_stopped = true;
        }
        let start = self.children.len();
        if !is_full {
            for successor in &successors {
                let child = self.new_child(successor, attacking, limit);
                self.children.push(child);
            }
        }
        self.successors = successors;
        if !attacking {
            self.children[start..].sort_by_key(|child| child.move_class);
        }
    }

    /// What is known of a move before it is searched.
    fn new_child(&self, successor: &Successor, attacking: bool, limit: u16) -> Child {
        let &Successor { mv, move_class, standing, clock, is_barred, key } = successor;
        let limit = (limit.saturating_sub(1)).min(clock);
        // The attacker has the last move: its own mates are of odd length.
        let limit = if attacking { limit & !1 } else { limit.saturating_sub(1) | 1 }.min(limit);
        let mut child = Child {
            mv,
            move_class,
            key,
            numbers: ProofNumbers { proof: 1, disproof: 1 },
            mate_plies: UNLIMITED,
            no_mate_plies: 0,
            repetition_depth: UNLIMITED,
            limit,
            was_seen_nearer_root: false,
        };
        match standing {
            // The rules look at the board first, then at repetition, and only then may
            // anybody move on.
            ForcedStatus::Won(0) => child.set_proved(0),
            _ if is_barred => child.set_refuted(UNLIMITED, UNLIMITED),
            ForcedStatus::Won(plies) if plies <= limit => child.set_proved(plies),
            ForcedStatus::Won(plies) => child.set_refuted(plies.saturating_sub(1), UNLIMITED),
            ForcedStatus::Lost => child.set_refuted(UNLIMITED, UNLIMITED),
            ForcedStatus::Open(_) if limit < 1 + u16::from(attacking) => {
                child.set_refuted(limit, UNLIMITED)
            }
            ForcedStatus::Open(answers) => match self.repeated_depth(&key) {
                Some(depth) => child.set_refuted(UNLIMITED, depth),
                None => self.init_from_table(&mut child, answers),
            },
        }
        child
    }

    /// Tells a child what the table knows of it.
    fn init_from_table(&self, child: &mut Child, answers: u16) {
        match self.table.probe(&child.key, child.limit, self.uses_dominance) {
            ProofLookup::Proved(plies) => child.set_proved(plies),
            ProofLookup::Refuted(plies) => child.set_refuted(plies, UNLIMITED),
            ProofLookup::Open { numbers, depth, has_path_results } => {
                child.numbers = numbers;
                child.was_seen_nearer_root = usize::from(depth) < self.path.len();
                if has_path_results
                    && let Some(PathEntry { path_hash, .. }) = self.path.last()
                    && let Some((plies, repetition_depth)) =
                        self.table.probe_path_result(&child.key, *path_hash)
                    && plies >= child.limit
                {
                    child.set_refuted(plies, repetition_depth);
                }
            }
            ProofLookup::Nothing => child.numbers.proof = answers.into(),
        }
    }

    /// The number of plies from the root to a position of the line that is this one, or
    /// better for the attacker.
    fn repeated_depth(&self, key: &PositionKey) -> Option<u16> {
        if self.path_counts[key.board as usize % (1 << 12)] == 0 {
            return None;
        }
        let is_return = |step: &PathEntry| {
            if self.uses_dominance { step.key.dominates(key) } else { step.key == *key }
        };
        self.path.iter().position(is_return).map(|depth| depth as u16)
    }

    /// Puts the moves of a node together, from the first of them on.
    fn summary(&self, start: usize, attacking: bool, limit: u16) -> NodeSummary {
        let children = &self.children[start..];
        let mut sum = NodeSummaryBuilder::new(attacking, limit);
        for (number, child) in children.iter().enumerate() {
            sum.add(start + number, child);
        }
        sum.finish()
    }

    /// The moves of the latest position, with what is known of them.
    pub fn list_children(&mut self, attacking: bool, limit: u16) -> Vec<Child> {
        self.push_path(self.graph.key());
        self.expand(attacking, limit.min(self.graph.clock()));
        self.pop_path();
        self.children.drain(..).collect()
    }
}

impl Child {
    fn set_proved(&mut self, plies: u16) {
        (self.numbers, self.mate_plies) = (ProofNumbers::PROVED, plies);
    }

    fn set_refuted(&mut self, plies: u16, repetition_depth: u16) {
        (self.numbers, self.no_mate_plies, self.repetition_depth) =
            (ProofNumbers::REFUTED, plies, repetition_depth);
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
fn phi_delta(attacking: bool, numbers: ProofNumbers) -> (u32, u32) {
    let ProofNumbers { proof, disproof } = numbers;
    if attacking { (proof, disproof) } else { (disproof, proof) }
}

fn from_phi_delta(attacking: bool, phi: u32, delta: u32) -> ProofNumbers {
    let (proof, disproof) = if attacking { (phi, delta) } else { (delta, phi) };
    ProofNumbers { proof, disproof }
}

/// The moves of a node, as they are put together.
struct NodeSummaryBuilder {
    attacking: bool,
    limit: u16,
    /// The move that settles the node for its side: the mate in plies, or the refutation
    /// and what it rests on.
    deciding: Option<(u16, u16)>,
    /// Of the moves that lose: the longest mate, and the least refutation.
    longest: u16,
    no_mate_plies: u16,
    repetition_depth: u16,
    move_class: u16,
    best: Option<(u32, u32, usize)>,
    second_phi: u32,
    delta: u32,
    active_moves: u32,
}

impl NodeSummaryBuilder {
    fn new(attacking: bool, limit: u16) -> Self {
        Self {
            attacking,
            limit,
            deciding: None,
            longest: 0,
            no_mate_plies: UNLIMITED,
            repetition_depth: UNLIMITED,
            move_class: 0,
            best: None,
            second_phi: ProofNumbers::INFINITE,
            delta: 0,
            active_moves: 0,
        }
    }

    fn add(&mut self, number: usize, child: &Child) {
        let (phi, delta) = phi_delta(self.attacking, child.numbers);
        // A count that ends the game sooner than the limit refutes as well.
        let no_mate_plies = child.no_mate_plies.max(self.limit.saturating_sub(1));
        if phi == 0 {
            let found = if self.attacking {
                (child.mate_plies, 0)
            } else {
                (no_mate_plies, child.repetition_depth)
            };
            let is_better = |&(old, rest): &(u16, u16)| {
                if self.attacking { found.0 < old } else { (found.1, found.0) > (rest, old) }
            };
            if self.deciding.as_ref().is_none_or(is_better) {
                self.deciding = Some(found);
            }
        } else if delta == 0 {
            if self.attacking {
                self.no_mate_plies = self.no_mate_plies.min(no_mate_plies);
                self.repetition_depth = self.repetition_depth.min(child.repetition_depth);
            } else {
                self.longest = self.longest.max(child.mate_plies);
            }
        } else if child.move_class == 0 || child.move_class != self.move_class {
            self.move_class = child.move_class;
            self.active_moves += 1;
            self.delta = self.delta.max(delta);
            let candidate = (phi, delta, number);
            match self.best {
                Some(best) if candidate >= best => self.second_phi = self.second_phi.min(phi),
                best => {
                    self.second_phi = best.map_or(self.second_phi, |(phi, ..)| phi);
                    self.best = Some(candidate);
                }
            }
        }
    }

    fn finish(self) -> NodeSummary {
        let largest = ProofNumbers::INFINITE - 1;
        let open =
            ProofBounds { numbers: ProofNumbers::PROVED, mate_plies: UNLIMITED, no_mate_plies: 0 };
        let proved_result = |plies: u16| ProofBounds {
            numbers: ProofNumbers::PROVED,
            mate_plies: plies.saturating_add(1),
            ..open
        };
        let refuted_result = |plies: u16| ProofBounds {
            numbers: ProofNumbers::REFUTED,
            no_mate_plies: plies.saturating_add(1),
            ..open
        };
        let (bounds, repetition_depth) = match (self.deciding, self.best, self.attacking) {
            (Some((plies, _)), _, true) => (proved_result(plies), UNLIMITED),
            (Some((plies, repetition_depth)), _, false) => {
                (refuted_result(plies), repetition_depth)
            }
            (None, Some((phi, ..)), attacking) => {
                let delta = (self.delta + (self.active_moves - 1)).min(largest);
                let numbers = from_phi_delta(attacking, phi.min(largest), delta);
                (ProofBounds { numbers, ..open }, UNLIMITED)
            }
            (None, None, true) => (refuted_result(self.no_mate_plies), self.repetition_depth),
            (None, None, false) => (proved_result(self.longest), UNLIMITED),
        };
        NodeSummary {
            node_result: NodeResult { bounds, repetition_depth },
            best: self.best.map_or(0, |(.., number)| number),
            second_phi: self.second_phi,
            active_moves: self.active_moves.max(1),
        }
    }
}
