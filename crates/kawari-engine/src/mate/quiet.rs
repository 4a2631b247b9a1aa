//! Mates with quiet moves: lambda search of orders 2 and 3 (Thomsen 2000, "Lambda-search in game
//! trees with application to Go").
//!
//! In order 2 a quiet move is an attack if the attacker would mate by threats alone after a null
//! move of the defender: in shogi a brinkmate move (hisshi), in games of five in a row an open
//! three. In order 3 it is an attack if the attacker would then have a mate of order 2. The
//! defender may answer with every legal move. An answer after which the attacker has a mate of the
//! next lower order is refuted without a further search, so only the answers that stop the threat
//! are searched.
//!
//! All orders are df-pn searches. [`QuietGraph`] is the graph of orders 2 and 3; it runs searches of
//! the next lower order, limited to a number of nodes each, to find the attacks and to refute the
//! answers. The null move only selects the attacks. It is no part of a proof, so zugzwang cannot
//! make a proof wrong.

use super::control::EXTRACTION_NODES;
use super::dfpn::{DfpnSearch, SearchMemory};
use super::graph::{Graph, PositionKey, Successor, ThreatGraph};
use super::proof;
use super::proof_table::ProofLookup;
use super::pv;
use super::solver::{
    LineReport, MateKind, MateLine, MateQuery, Solution, SolverAnswer, SolverEvent,
};
use crate::core::forcing::ForcedStatus;

/// The limits of a pass, in nodes.
struct PassLimits {
    /// Limit of each search of order 1.
    threats: u64,
    /// Limit of each search of order 2, in a pass of order 3.
    quiet: u64,
    /// Limit of the pass. The next pass starts if it is reached.
    nodes: u64,
}

/// The passes of order 2. Most threats are short, so the first pass is the fastest.
const PASSES: [PassLimits; 3] = [
    PassLimits { threats: 100, quiet: 0, nodes: 300_000 },
    PassLimits { threats: 1_000, quiet: 0, nodes: 3_000_000 },
    PassLimits { threats: 10_000, quiet: 0, nodes: u64::MAX },
];

/// The passes of order 3.
const DEEP_PASSES: [PassLimits; 2] = [
    PassLimits { threats: 100, quiet: 3_000, nodes: 1_000_000 },
    PassLimits { threats: 1_000, quiet: 30_000, nodes: 3_000_000 },
];

/// Minimum number of nodes for shortening a mate.
const SHORTENING_NODES: u64 = 100_000;

/// The error of a search that was stopped.
struct Stopped;

/// The graph of order 2 or 3. The attacker plays the attacks of the next lower order, and quiet
/// moves that threaten a mate of that order.
struct QuietGraph<'a> {
    /// The search of the next lower order.
    threats: DfpnSearch<'a, dyn ThreatGraph + 'a>,
    /// Node limit of each search of the next lower order.
    threat_nodes: u64,
    /// True if no search of the next lower order has reached its node limit.
    is_exact: bool,
    /// The moves of the attacker in a proof of this order.
    kind: MateKind,
    /// Buffer for the legal moves of a position.
    moves: Vec<Successor>,
}

impl<'a> QuietGraph<'a> {
    fn new(
        threats: DfpnSearch<'a, dyn ThreatGraph + 'a>,
        threat_nodes: u64,
        kind: MateKind,
    ) -> Self {
        Self { threats, threat_nodes, is_exact: true, kind, moves: Vec::new() }
    }

    /// Searches the latest position, with the attacker to move, for a mate of the next lower order
    /// within `limit` plies. Returns the plies of the mate.
    fn threat_mate(&mut self, limit: u16) -> Result<Option<u16>, Stopped> {
        let search = &mut self.threats;
        match search.probe(limit) {
            ProofLookup::Proved(plies) => return Ok(Some(plies)),
            ProofLookup::Refuted(_) => return Ok(None),
            ProofLookup::Open { .. } | ProofLookup::Nothing => {}
        }
        let control = search.control;
        let nodes = if control.is_extracting() {
            self.threat_nodes.max(EXTRACTION_NODES / 10)
        } else {
            self.threat_nodes
        };
        search.is_stopped = false;
        let bounds = control.with_nodes(nodes, || search.prove(true, limit)).bounds;
        if bounds.numbers.proof == 0 {
            return Ok(Some(bounds.mate_plies));
        }
        if bounds.numbers.disproof != 0 {
            if control.is_interrupted() || control.is_at_limit() {
                return Err(Stopped);
            }
            self.is_exact = false;
        }
        Ok(None)
    }

    /// Adds the attacks. If there is a mate of the next lower order, adds its first move only.
    fn list_attacks(&mut self, limit: u16, out: &mut Vec<Successor>) -> Result<(), Stopped> {
        if let Some(plies) = self.threat_mate(limit)? {
            // The table may have lost the move.
            self.threats.is_stopped = false;
            let (mv, left) = pv::best_attack(&mut self.threats, plies).ok_or(Stopped)?;
            self.threats.graph.legal_successors(true, out);
            out.retain(|successor| successor.mv == mv);
            out.iter_mut().for_each(|successor| successor.status = ForcedStatus::Won(left));
            return Ok(());
        }
        if !self.threats.graph.successors(true, limit, out) {
            return Err(Stopped);
        }
        if limit < 3 {
            return Ok(());
        }
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.threats.graph.legal_successors(true, &mut moves);
        self.threats.control.add_nodes(moves.len() as u64);
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

    /// Adds all legal answers, with the plies of a mate of the next lower order after them. If an
    /// answer ends the game without a loss, adds this answer only.
    fn list_answers(&mut self, limit: u16, out: &mut Vec<Successor>) -> Result<(), Stopped> {
        self.threats.graph.legal_successors(false, out);
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

impl ThreatGraph for QuietGraph<'_> {
    fn legal_successors(&mut self, attacking: bool, out: &mut Vec<Successor>) {
        self.threats.graph.legal_successors(attacking, out);
    }

    fn pass(&mut self) -> bool {
        self.threats.graph.pass()
    }
}

/// Searches for a mate with quiet moves, after `threats` has disproved a mate by threats alone
/// within `plies`. If order 2 excludes a mate, order 3 is searched as well; only a mate that it
/// finds changes the answer.
pub(super) fn solve<'a>(
    threats: DfpnSearch<'a, dyn ThreatGraph + 'a>,
    [memory, deep_memory]: &mut [SearchMemory; 2],
    plies: u16,
    query: &MateQuery,
    report: LineReport<'_>,
) -> Solution {
    let control = threats.control;
    let mut graph = QuietGraph::new(threats, 0, MateKind::Quiet);
    let (mut answer, mut proof) = (SolverAnswer::Unknown, None);
    for (number, pass) in PASSES.iter().enumerate() {
        (graph.threat_nodes, graph.is_exact) = (pass.threats, true);
        match run_pass(&mut graph, memory, pass, plies, query, report) {
            PassResult::Mate(line, found) => {
                (answer, proof) = (SolverAnswer::Mate(line), found);
                break;
            }
            PassResult::NoMate if graph.is_exact || number + 1 == PASSES.len() => {
                let threat_nodes = (!graph.is_exact).then_some(pass.threats);
                answer = SolverAnswer::NoQuietMate { plies, threat_nodes };
                break;
            }
            PassResult::NoMate | PassResult::Unknown => {}
        }
        if control.is_interrupted() || control.is_at_limit() {
            break;
        }
    }
    if matches!(answer, SolverAnswer::NoQuietMate { .. }) {
        for pass in &DEEP_PASSES {
            graph.threat_nodes = pass.threats;
            let mut threats =
                DfpnSearch::<'_, dyn ThreatGraph + '_>::new(&mut graph, memory, control);
            threats.uses_dominance = false;
            let mut deep_graph = QuietGraph::new(threats, pass.quiet, MateKind::DeepQuiet);
            let result = run_pass(&mut deep_graph, deep_memory, pass, plies, query, report);
            if let PassResult::Mate(line, found) = result {
                (answer, proof) = (SolverAnswer::Mate(line), found);
                break;
            }
        }
    }
    Solution { answer, nodes: control.nodes(), proof, is_unique: None }
}

/// The result of a pass.
enum PassResult {
    /// A mate, with its proof if the query asks for it.
    Mate(MateLine, Option<proof::Proof>),
    /// No mate by the attacks that the searches of lower orders have found.
    NoMate,
    /// A limit was reached.
    Unknown,
}

/// Searches for a mate within the limits of a pass.
fn run_pass(
    graph: &mut QuietGraph<'_>,
    memory: &mut SearchMemory,
    pass: &PassLimits,
    plies: u16,
    query: &MateQuery,
    report: LineReport<'_>,
) -> PassResult {
    let control = graph.threats.control;
    let mut search = DfpnSearch::new(graph, memory, control);
    search.uses_dominance = false;
    let start = control.nodes();
    let bounds = control.with_nodes(pass.nodes, || search.prove(true, plies)).bounds;
    if bounds.numbers.proof == 0 {
        let nodes = control.nodes() - start;
        return finish(&mut search, bounds.mate_plies, nodes, query, report);
    }
    if bounds.numbers.disproof == 0 { PassResult::NoMate } else { PassResult::Unknown }
}

/// Returns the mate in `plies` that was proved with `nodes`: its line, which is shortened if the
/// query asks for it, and its proof.
fn finish(
    search: &mut DfpnSearch<'_, QuietGraph<'_>>,
    mut plies: u16,
    nodes: u64,
    query: &MateQuery,
    report: LineReport<'_>,
) -> PassResult {
    let control = search.control;
    let mut best = None;
    loop {
        search.is_stopped = false;
        let moves =
            control.extract(EXTRACTION_NODES, || pv::principal_variation(search, plies, false));
        let Some(moves) = moves else { break };
        let line = MateLine { moves, is_shortest: false, kind: search.graph.kind };
        report(SolverEvent::Mate(&line), control.nodes());
        best = Some((line, plies));
        if !query.shortens || plies <= 3 {
            break;
        }
        search.is_stopped = false;
        let nodes = nodes.max(SHORTENING_NODES);
        let bounds = control.with_nodes(nodes, || search.prove(true, plies - 2)).bounds;
        if bounds.numbers.proof != 0 {
            break;
        }
        plies = bounds.mate_plies;
    }
    let Some((line, plies)) = best else { return PassResult::Unknown };
    let proof = query.with_proof.then(|| {
        search.is_stopped = false;
        control.extract(u64::MAX, || proof::extract(search, plies))
    });
    PassResult::Mate(line, proof.flatten())
}
