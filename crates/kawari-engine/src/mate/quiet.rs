//! Mates with quiet moves: lambda search of order 2 (Thomsen 2000, "Lambda-search in game trees
//! with application to Go").
//!
//! A quiet move is an attack if the attacker would mate by threats alone after a null move of the
//! defender: in shogi a brinkmate move (hisshi), in games of five in a row an open three. The
//! defender may answer with every legal move. An answer after which the attacker mates by
//! threats alone is refuted without a further search, so only the answers that stop the threat
//! are searched.
//!
//! Both orders are df-pn searches. [`QuietGraph`] is the graph of order 2; it runs searches of
//! order 1, limited to a number of nodes each, to find the attacks and to refute the answers.
//! The null move only selects the attacks. It is no part of a proof, so zugzwang cannot make a
//! proof wrong.

use super::dfpn::{DfpnSearch, SearchMonitor};
use super::graph::{Graph, PositionKey, Successor, ThreatGraph};
use super::proof;
use super::pv;
use super::solver::{
    EXTRACTION_NODES, LineReport, MateKind, MateLine, MateQuery, Solution, SolverAnswer,
    SolverEvent, SolverMemory,
};
use crate::core::forcing::ForcedStatus;

/// The limits of a pass: a search with a node limit for each search of order 1.
struct PassLimits {
    /// Node limit of each search of order 1.
    threat_nodes: u64,
    /// Node limit of the pass. The next pass starts if it is reached.
    nodes: u64,
}

/// The passes. Most threats are short, so the first pass is the fastest.
const PASSES: [PassLimits; 3] = [
    PassLimits { threat_nodes: 100, nodes: 300_000 },
    PassLimits { threat_nodes: 1_000, nodes: 3_000_000 },
    PassLimits { threat_nodes: 10_000, nodes: u64::MAX },
];

/// Minimum number of nodes for shortening a mate.
const SHORTENING_NODES: u64 = 100_000;

/// The error of a search that was stopped.
struct Stopped;

/// The graph of order 2. The attacker plays the threats of the game, and quiet moves that threaten
/// to mate by threats alone.
struct QuietGraph<'a> {
    /// The search of order 1. Its graph is that of the game.
    threats: DfpnSearch<'a, dyn ThreatGraph + 'a>,
    /// Node limit of each search of order 1.
    threat_nodes: u64,
    /// Node limit of all searches together.
    node_limit: u64,
    /// True if no search of order 1 has reached its node limit.
    is_exact: bool,
    /// Buffer for the legal moves of a position.
    moves: Vec<Successor>,
}

impl QuietGraph<'_> {
    /// Searches the latest position, with the attacker to move, for a mate by threats alone
    /// within `limit` plies. Returns the plies of the mate.
    fn threat_mate(&mut self, limit: u16) -> Result<Option<u16>, Stopped> {
        let search = &mut self.threats;
        let end = search.nodes.saturating_add(self.threat_nodes);
        search.node_limit = end.min(self.node_limit);
        search.is_stopped = false;
        let bounds = search.prove(true, limit).bounds;
        if bounds.numbers.proof == 0 {
            return Ok(Some(bounds.mate_plies));
        }
        if bounds.numbers.disproof != 0 {
            if search.is_interrupted || search.nodes >= self.node_limit {
                return Err(Stopped);
            }
            self.is_exact = false;
        }
        Ok(None)
    }

    /// Adds the attacks. If there is a mate by threats alone, adds its first move only.
    fn list_attacks(&mut self, limit: u16, out: &mut Vec<Successor>) -> Result<(), Stopped> {
        let mate = self.threat_mate(limit)?;
        self.threats.graph.successors(true, limit, out);
        self.threats.nodes += out.len() as u64;
        if let Some(plies) = mate {
            // The table may have lost the move.
            self.threats.node_limit = self.node_limit;
            self.threats.is_stopped = false;
            let (mv, left) = pv::best_attack(&mut self.threats, plies).ok_or(Stopped)?;
            out.retain(|successor| successor.mv == mv);
            out.iter_mut().for_each(|successor| successor.status = ForcedStatus::Won(left));
            return Ok(());
        }
        if limit < 3 {
            return Ok(());
        }
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.threats.graph.legal_successors(true, &mut moves);
        self.threats.nodes += moves.len() as u64;
        let threats = out.len();
        let mut result = Ok(());
        for successor in &moves {
            let is_threat = out[..threats].iter().any(|threat| threat.mv == successor.mv);
            let is_lost = successor.status == ForcedStatus::Lost || successor.ends_by_repetition;
            if is_threat || is_lost {
                continue;
            }
            match self.threatens_mate(successor, limit) {
                Ok(true) => out.push(*successor),
                Ok(false) => {}
                Err(stopped) => {
                    result = Err(stopped);
                    break;
                }
            }
        }
        self.moves = moves;
        result
    }

    /// Returns true if the attacker would mate after a move and a null move of the defender.
    fn threatens_mate(&mut self, successor: &Successor, limit: u16) -> Result<bool, Stopped> {
        if successor.status == ForcedStatus::Won(0) {
            return Ok(true);
        }
        self.threats.graph.descend(successor.mv);
        let mate = if self.threats.graph.pass() {
            let mate = self.threat_mate(limit - 2);
            self.threats.graph.ascend();
            mate
        } else {
            Ok(None)
        };
        self.threats.graph.ascend();
        mate.map(|mate| mate.is_some())
    }

    /// Adds all legal answers, with the plies of a mate by threats alone after them. If an answer
    /// ends the game without a loss, adds this answer only.
    fn list_answers(&mut self, limit: u16, out: &mut Vec<Successor>) -> Result<(), Stopped> {
        self.threats.graph.legal_successors(false, out);
        self.threats.nodes += out.len() as u64;
        let refutes = |successor: &Successor| {
            successor.status == ForcedStatus::Lost
                || successor.ends_by_repetition && successor.status != ForcedStatus::Won(0)
        };
        if let Some(refutation) = out.iter().copied().find(refutes) {
            out.clear();
            out.push(refutation);
            return Ok(());
        }
        for successor in out.iter_mut() {
            if let ForcedStatus::Open(_) = successor.status {
                self.threats.graph.descend(successor.mv);
                let mate = self.threat_mate(limit.saturating_sub(1));
                self.threats.graph.ascend();
                if let Some(plies) = mate? {
                    successor.status = ForcedStatus::Won(plies);
                }
            }
        }
        Ok(())
    }
}

impl Graph for QuietGraph<'_> {
    fn successors(&mut self, attacking: bool, limit: u16, out: &mut Vec<Successor>) -> bool {
        let listed =
            if attacking { self.list_attacks(limit, out) } else { self.list_answers(limit, out) };
        listed.is_ok()
    }

    fn any_move(&self) -> Option<u16> {
        self.threats.graph.any_move()
    }

    fn descend(&mut self, mv: u16) {
        self.threats.graph.descend(mv);
    }

    fn ascend(&mut self) {
        self.threats.graph.ascend();
    }

    fn key(&self) -> PositionKey {
        self.threats.graph.key()
    }

    fn clock(&self) -> u16 {
        self.threats.graph.clock()
    }

    fn has_repetition_bans(&self) -> bool {
        self.threats.graph.has_repetition_bans()
    }
}

/// A monitor that never stops a search. The searches of order 1 have the monitor of the query.
struct Unmonitored;

impl SearchMonitor for Unmonitored {
    fn should_continue(&mut self, _: u64, _: usize, _: u32) -> bool {
        true
    }
}

/// Searches for a mate with quiet moves, after `threats` has disproved a mate by threats alone
/// within `plies`.
pub(super) fn solve<'a>(
    threats: DfpnSearch<'a, dyn ThreatGraph + 'a>,
    memory: &mut SolverMemory,
    plies: u16,
    query: &MateQuery,
    report: LineReport<'_>,
) -> Solution {
    let SolverMemory { table, children } = memory;
    let mut graph =
        QuietGraph { threats, threat_nodes: 0, node_limit: 0, is_exact: true, moves: Vec::new() };
    let mut answer = SolverAnswer::Unknown;
    let mut proof = None;
    for (number, pass) in PASSES.iter().enumerate() {
        graph.threat_nodes = pass.threat_nodes;
        graph.node_limit = graph.threats.nodes.saturating_add(pass.nodes).min(query.nodes);
        graph.is_exact = true;
        table.clear();
        let mut monitor = Unmonitored;
        let mut search = DfpnSearch::new(&mut graph, table, &mut monitor, children);
        search.uses_dominance = false;
        let start = search.graph.threats.nodes;
        let bounds = search.prove(true, plies).bounds;
        if bounds.numbers.proof == 0 {
            let nodes = search.graph.threats.nodes - start;
            (answer, proof) = finish(&mut search, bounds.mate_plies, nodes, query, report);
            break;
        }
        let is_stopped = search.is_stopped;
        let is_last = number + 1 == PASSES.len();
        if bounds.numbers.disproof == 0 && (graph.is_exact || is_last) {
            let threat_nodes = (!graph.is_exact).then_some(pass.threat_nodes);
            answer = SolverAnswer::NoQuietMate { plies, threat_nodes };
            break;
        }
        if is_stopped && (graph.threats.is_interrupted || graph.threats.nodes >= query.nodes) {
            break;
        }
    }
    Solution { answer, nodes: graph.threats.nodes, proof, is_unique: None }
}

/// Lets a stopped search go on for [`EXTRACTION_NODES`].
fn allow_extraction(search: &mut DfpnSearch<'_, QuietGraph<'_>>) {
    search.is_stopped = false;
    let graph = &mut *search.graph;
    graph.threats.ignores_stop = true;
    graph.threats.is_interrupted = false;
    graph.threat_nodes = graph.threat_nodes.max(EXTRACTION_NODES / 10);
    graph.node_limit = graph.threats.nodes.saturating_add(EXTRACTION_NODES);
}

/// Returns the answer for a mate in `plies` that was proved with `nodes`: its line, which is
/// shortened if the query asks for it, and its proof.
fn finish(
    search: &mut DfpnSearch<'_, QuietGraph<'_>>,
    mut plies: u16,
    nodes: u64,
    query: &MateQuery,
    report: LineReport<'_>,
) -> (SolverAnswer, Option<proof::Proof>) {
    let mut best = None;
    loop {
        let threat_nodes = search.graph.threat_nodes;
        allow_extraction(search);
        let moves = pv::principal_variation(search, plies, false);
        search.graph.threats.ignores_stop = false;
        search.graph.threat_nodes = threat_nodes;
        let Some(moves) = moves else { break };
        let line = MateLine { moves, is_shortest: false, kind: MateKind::Quiet };
        report(SolverEvent::Mate(&line), search.graph.threats.nodes);
        best = Some((line, plies));
        if !query.shortens || plies <= 3 {
            break;
        }
        let end = search.graph.threats.nodes.saturating_add(nodes.max(SHORTENING_NODES));
        search.graph.node_limit = end.min(query.nodes);
        search.is_stopped = false;
        let bounds = search.prove(true, plies - 2).bounds;
        if bounds.numbers.proof != 0 {
            break;
        }
        plies = bounds.mate_plies;
    }
    let Some((line, plies)) = best else { return (SolverAnswer::Unknown, None) };
    let proof = query.with_proof.then(|| {
        allow_extraction(search);
        search.graph.node_limit = u64::MAX;
        proof::extract(search, plies)
    });
    (SolverAnswer::Mate(line), proof.flatten())
}
