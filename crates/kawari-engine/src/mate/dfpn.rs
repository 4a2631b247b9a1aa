//! Depth-first proof-number search (Nagai 2002, "Df-pn algorithm for searching AND/OR
//! trees and its applications").
//!
//! Additions to the plain algorithm:
//!
//! - **Mate lengths.** A position is proved to be a mate in n plies, or to have no mate in n
//!   plies. So the same table serves searches with any length limit. Move counters that can
//!   end the game (half-moves without a capture, impasse) are length limits as well.
//! - **Repetition.** The attacker gains nothing by returning to a position of the current
//!   path, because the mate from there would be shorter. A disproof that depends on a
//!   repetition of a position further up is valid for this path only and is stored with a
//!   hash of the path (Kishimoto and Müller 2004, "A general solution to the graph history
//!   interaction problem").
//! - **Weak proof numbers** avoid double counting of transpositions: a sum over children is
//!   replaced by their maximum plus one for each other child (Ueda, Hashimoto, Hashimoto and
//!   Iida 2008).
//! - **Late expansion.** Of similar moves, such as drops on the same square, only the first
//!   unsolved one counts.
//! - **1+ε trick.** The search leaves a child only if another child is better by a quarter
//!   (Pawlewicz and Lew 2007, "Improving depth-first PN-search: 1+ε trick").
//! - **Threshold increase.** If a child was seen nearer to the root before, the thresholds
//!   increase by one, so that the search cannot loop forever (Kishimoto 2010, "Dealing with
//!   infinite loops, underestimation, and overestimation of depth-first proof-number
//!   search").

use super::control::SearchControl;
use super::graph::{Graph, PositionKey, Successor, UNLIMITED};
use super::proof_table::{ProofBounds, ProofLookup, ProofNumbers, ProofTable};
use crate::core::forcing::ForcedStatus;

/// Maximum length of a mate, in plies; odd, as the attacker makes the last move.
pub const MAX_MATE_PLIES: u16 = 20_001;
/// Maximum length of a searched line, in plies.
const MAX_LINE_LENGTH: usize = 2000;

/// A move of a node of the current line, with its bounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    /// Move, as [`bits`](crate::core::position::MoveLike::bits).
    pub mv: u16,
    move_class: u16,
    key: PositionKey,
    numbers: ProofNumbers,
    /// Length of the proved mate after the move, in plies; [`UNLIMITED`] without one.
    pub mate_plies: u16,
    /// Length up to which a mate is disproved, in plies.
    no_mate_plies: u16,
    /// Depth of the repeated position that the disproof depends on; [`UNLIMITED`] without one.
    repetition_depth: u16,
    /// Length limit for the child's search, in plies.
    limit: u16,
    /// The position was seen nearer to the root before.
    was_seen_nearer_root: bool,
}

/// A position of the current line.
struct PathEntry {
    key: PositionKey,
    /// Hash of the path from the root to this position.
    path_hash: u64,
}

/// The result of a visit to a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeResult {
    /// Proof numbers and mate lengths.
    pub bounds: ProofBounds,
    /// Depth of the repeated position that a disproof depends on; [`UNLIMITED`] without one.
    pub repetition_depth: u16,
}

impl NodeResult {
    /// The result of a node whose moves are not known.
    const UNKNOWN: Self = Self {
        bounds: ProofBounds {
            numbers: ProofNumbers { proof: 1, disproof: 1 },
            mate_plies: UNLIMITED,
            no_mate_plies: 0,
        },
        repetition_depth: UNLIMITED,
    };
}

/// The combined state of a node's children.
struct NodeSummary {
    node_result: NodeResult,
    /// Index of the best child.
    best: usize,
    /// Phi of the second best child.
    second_phi: u32,
    /// Number of unsolved children that count; see late expansion.
    active_moves: u32,
}

/// The memory of a search.
pub(super) struct SearchMemory {
    pub table: ProofTable,
    /// Buffer for the moves of all nodes of one line. Its capacity is not increased.
    children: Vec<Child>,
}

impl SearchMemory {
    /// Allocates a table and a buffer of these sizes in bytes. Returns `None` without memory.
    pub fn new(table: usize, children: usize) -> Option<Self> {
        let mut buffer = Vec::new();
        buffer.try_reserve_exact(children / size_of::<Child>()).ok()?;
        Some(Self { table: ProofTable::new(table).ok()?, children: buffer })
    }
}

/// A df-pn search.
pub(super) struct DfpnSearch<'a> {
    pub(super) graph: &'a mut dyn Graph,
    table: &'a mut ProofTable,
    /// The limits, which the searches of all orders share.
    pub control: &'a SearchControl<'a>,
    /// Children of all nodes of the current line, in path order.
    children: &'a mut Vec<Child>,
    successors: Vec<Successor>,
    path: Vec<PathEntry>,
    /// Number of positions of the line by the low bits of the board key.
    path_counts: Vec<u16>,
    /// Uses dominance: results for one hand are applied to better or worse hands.
    pub uses_dominance: bool,
    /// The search was stopped, or a limit was reached.
    pub is_stopped: bool,
}

impl<'a> DfpnSearch<'a> {
    /// Creates a search from the latest position of the graph, with an empty table.
    pub fn new(
        graph: &'a mut dyn Graph,
        memory: &'a mut SearchMemory,
        control: &'a SearchControl<'a>,
    ) -> Self {
        let SearchMemory { table, children } = memory;
        table.clear();
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
            is_stopped: false,
        }
    }

    /// Searches for a mate within `limit` plies at the latest position of the graph, until it
    /// is proved or disproved or the search is stopped. `attacking` is true if the attacker is
    /// to move.
    pub fn prove(&mut self, attacking: bool, limit: u16) -> NodeResult {
        let all = ProofNumbers { proof: ProofNumbers::INFINITE, disproof: ProofNumbers::INFINITE };
        self.push_path(self.graph.key());
        let node_result = self.search_node(attacking, limit.min(self.graph.clock()), all);
        self.pop_path();
        node_result
    }

    /// Returns what the table has about a mate within `limit` plies at the latest position of the
    /// graph.
    pub fn probe(&self, limit: u16) -> ProofLookup {
        let limit = limit.min(self.graph.clock());
        self.table.probe(&self.graph.key(), limit, self.uses_dominance)
    }

    fn push_path(&mut self, key: PositionKey) {
        let parent_hash = self.path.last().map_or(0, |entry| entry.path_hash);
        let hands = key.attacker.bits().rotate_left(21) ^ key.defender.bits().rotate_left(43);
        let mixed =
            (parent_hash.rotate_left(7) ^ key.board ^ hands).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        self.path.push(PathEntry { key, path_hash: mixed ^ mixed >> 32 });
        self.path_counts[key.board as usize % (1 << 12)] += 1;
    }

    fn pop_path(&mut self) {
        if let Some(entry) = self.path.pop() {
            self.path_counts[entry.key.board as usize % (1 << 12)] -= 1;
        }
    }

    /// Searches a node until it is solved or its proof numbers reach the thresholds.
    fn search_node(&mut self, attacking: bool, limit: u16, thresholds: ProofNumbers) -> NodeResult {
        let (start, nodes) = (self.children.len(), self.control.nodes());
        if !self.expand(attacking, limit) {
            return NodeResult::UNKNOWN;
        }
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
            // 1+ε trick.
            let margin = 1 + summary.second_phi / 4;
            let child_phi_threshold = phi_threshold.min(summary.second_phi.saturating_add(margin));
            let child_delta_threshold = delta_threshold - (summary.active_moves - 1);
            let Child { mv, key, limit: child_limit, .. } = self.children[summary.best];
            self.graph.descend(mv);
            self.control.add_nodes(1);
            self.push_path(key);
            let node_result = self.search_node(
                !attacking,
                child_limit,
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
        self.store_result(&summary.node_result, self.control.nodes() - nodes);
        summary.node_result
    }

    /// Stores the result of a node. `work` is the number of nodes searched for it.
    fn store_result(&mut self, node_result: &NodeResult, work: u64) {
        let depth = self.path.len() - 1;
        let NodeResult { bounds, repetition_depth } = node_result;
        let key = self.path[depth].key;
        let depends_on_path =
            bounds.numbers.disproof == 0 && usize::from(*repetition_depth) < depth;
        if depends_on_path {
            let path_independent =
                ProofBounds { mate_plies: UNLIMITED, no_mate_plies: 0, ..*bounds };
            self.table.store(&key, depth as u16, &path_independent, true, work);
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

    /// Adds the children of the latest position. Returns false, and adds none, if they are not
    /// complete or do not fit into the buffer.
    fn expand(&mut self, attacking: bool, limit: u16) -> bool {
        let mut successors = std::mem::take(&mut self.successors);
        successors.clear();
        let is_complete = self.graph.successors(attacking, limit, &mut successors);
        self.control.add_nodes(successors.len() as u64);
        let is_full = self.children.len() + successors.len() > self.children.capacity();
        let has_children = is_complete && !is_full;
        let depth = self.path.len();
        if !has_children || depth > MAX_LINE_LENGTH || self.control.should_stop(depth, self.table) {
            self.is_stopped = true;
        }
        let start = self.children.len();
        if has_children {
            for successor in &successors {
                let child = self.new_child(successor, attacking, limit);
                self.children.push(child);
            }
        }
        self.successors = successors;
        if !attacking {
            self.children[start..].sort_by_key(|child| child.move_class);
        }
        has_children
    }

    /// Creates a child with the bounds known before its search.
    fn new_child(&self, successor: &Successor, attacking: bool, limit: u16) -> Child {
        let &Successor { mv, move_class, status, clock, ends_by_repetition, key } = successor;
        let limit = (limit.saturating_sub(1)).min(clock);
        // Mates have an odd length with the attacker to move, else an even one.
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
        match status {
            // The rules check for a win on the board first, then for repetition. Later wins
            // need another move.
            ForcedStatus::Won(0) => child.set_proved(0),
            _ if ends_by_repetition => child.set_refuted(UNLIMITED, UNLIMITED),
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

    /// Sets the bounds of a child from the table. `answers` is the initial proof number.
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

    /// Returns the depth of a position of the current line that equals this one, or that is
    /// better for the attacker.
    fn repeated_depth(&self, key: &PositionKey) -> Option<u16> {
        if self.path_counts[key.board as usize % (1 << 12)] == 0 {
            return None;
        }
        let is_repeated = |entry: &PathEntry| {
            if self.uses_dominance { entry.key.dominates(key) } else { entry.key == *key }
        };
        self.path.iter().position(is_repeated).map(|depth| depth as u16)
    }

    /// Combines the children of a node; `start` is the index of the first one.
    fn summary(&self, start: usize, attacking: bool, limit: u16) -> NodeSummary {
        let children = &self.children[start..];
        let mut sum = NodeSummaryBuilder::new(attacking, limit);
        for (number, child) in children.iter().enumerate() {
            sum.add(start + number, child);
        }
        sum.finish()
    }

    /// Returns the moves of the latest position with their known bounds; `None` if the search
    /// was stopped before.
    pub fn list_children(&mut self, attacking: bool, limit: u16) -> Option<Vec<Child>> {
        self.push_path(self.graph.key());
        let is_complete = self.expand(attacking, limit.min(self.graph.clock()));
        self.pop_path();
        is_complete.then(|| self.children.drain(..).collect())
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

    /// Returns true if a mate within the limit is proved after the move.
    pub fn is_proved(&self) -> bool {
        self.numbers.proof == 0
    }

    /// Returns true if a mate within the limit is disproved after the move.
    pub fn is_refuted(&self) -> bool {
        self.numbers.disproof == 0
    }
}

/// Returns the proof numbers as (phi, delta): phi is minimized over the children, delta is
/// summed. Phi is the proof number if the attacker is to move, else the disproof number.
fn phi_delta(attacking: bool, numbers: ProofNumbers) -> (u32, u32) {
    let ProofNumbers { proof, disproof } = numbers;
    if attacking { (proof, disproof) } else { (disproof, proof) }
}

/// Returns proof numbers from (phi, delta): the inverse of [`phi_delta`].
fn from_phi_delta(attacking: bool, phi: u32, delta: u32) -> ProofNumbers {
    let (proof, disproof) = if attacking { (phi, delta) } else { (delta, phi) };
    ProofNumbers { proof, disproof }
}

/// The intermediate state while the children of a node are combined.
struct NodeSummaryBuilder {
    attacking: bool,
    limit: u16,
    /// Child that solves the node for the side to move: mate length and 0, or disproved length
    /// and repetition depth.
    deciding: Option<(u16, u16)>,
    /// Longest mate among the children that lose for the defender.
    longest: u16,
    /// Minimum of the disproved lengths of the attacker's children.
    no_mate_plies: u16,
    /// Minimum of the repetition depths of the attacker's children.
    repetition_depth: u16,
    /// Move class of the last child that counted.
    move_class: u16,
    /// Phi, delta and index of the best child.
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
        // The child's limit can be lower because of a move counter that ends the game. Its
        // disproof is then valid for the limit of this node.
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
