//! Mates with quiet moves, by passes with two kinds of attacks.
//!
//! - [`Attacks::Threatening`], a lambda search of order 2 (Thomsen 2000, "Lambda-search in game trees
//!   with application to Go"): a quiet move is an attack if the attacker would mate by threats alone
//!   after a null move of the defender. In shogi this is a brinkmate move (hisshi), in games of five
//!   in a row an open three.
//! - [`Attacks::Winning`]: the only attack in a position is the first move of a win that an
//!   alpha-beta search has found.
//!
//! The defender may answer with every legal move. An answer after which the attacker mates by threats
//! alone is refuted without a further search, so only the other answers are searched.
//!
//! A pass is a df-pn search of a [`QuietGraph`], which runs df-pn searches for mates by threats alone,
//! limited to a number of nodes each. The null move and the alpha-beta search only select attacks.
//! They are no part of a proof, so neither zugzwang nor pruning can make a proof wrong.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::control::EXTRACTION_NODES;
use super::dfpn::{DfpnSearch, SearchMemory};
use super::graph::{Graph, PositionKey, Successor, WinSearchResult};
use super::proof;
use super::proof_table::ProofLookup;
use super::pv;
use super::solver::{
    LineReport, MateKind, MateLine, MateQuery, Solution, SolverAnswer, SolverEvent,
};
use crate::core::forcing::ForcedStatus;

/// The attacks of a pass. If there is a mate by threats alone, its first move is the only attack.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Attacks {
    /// Threats, and quiet moves that threaten a mate by threats alone.
    Threatening,
    /// The first move of a win that the [`WinSearch`](super::graph::WinSearch) finds.
    Winning {
        /// Limit of each search for a win, in nodes.
        nodes: u64,
    },
}

/// A pass, with its limits in nodes.
#[derive(Clone, Copy)]
struct Pass {
    attacks: Attacks,
    /// Limit of each search for a mate by threats alone.
    threats: u64,
    /// Limit of the pass. The next pass starts if it is reached.
    nodes: u64,
}

impl Pass {
    const fn threatening(threats: u64, nodes: u64) -> Self {
        Self { attacks: Attacks::Threatening, threats, nodes }
    }

    /// A pass fails with the first position for which no win is found, so its limit is rarely
    /// reached.
    const fn winning(nodes: u64) -> Self {
        Self { attacks: Attacks::Winning { nodes }, threats: 100, nodes: 30 * nodes }
    }
}

/// The passes. Most threats are short, so the first pass is the fastest.
const PASSES: [Pass; 7] = [
    Pass::threatening(100, 300_000),
    Pass::winning(20_000),
    Pass::winning(200_000),
    Pass::threatening(1_000, 1_000_000),
    Pass::winning(2_000_000),
    Pass::winning(20_000_000),
    Pass::threatening(10_000, u64::MAX),
];

/// Maximum number of wins stored (35 MB).
const MAX_WINS: usize = 1 << 19;

/// Minimum number of nodes for shortening a mate.
const SHORTENING_NODES: u64 = 100_000;

/// The error of a search that was stopped.
struct Stopped;

/// The graph of a pass.
struct QuietGraph<'a> {
    /// The search for mates by threats alone.
    threats: DfpnSearch<'a>,
    pass: Pass,
    /// True if no search for a mate by threats alone has reached its node limit in this pass.
    is_exact: bool,
    /// First moves of the wins found. They are never replaced: a proof needs the same attacks as
    /// the search that found it.
    wins: HashMap<PositionKey, u16, FxBuildHasher>,
    /// Buffer for the legal moves of a position.
    moves: Vec<Successor>,
}

impl<'a> QuietGraph<'a> {
    fn new(threats: DfpnSearch<'a>) -> Self {
        Self {
            threats,
            pass: PASSES[0],
            is_exact: true,
            wins: HashMap::default(),
            moves: Vec::new(),
        }
    }

    /// Returns the moves of the attacker in a proof of this pass.
    fn mate_kind(&self) -> MateKind {
        match self.pass.attacks {
            Attacks::Threatening => MateKind::Quiet,
            Attacks::Winning { .. } => MateKind::Any,
        }
    }

    /// Searches the latest position, with the attacker to move, for a mate by threats alone within
    /// `limit` plies. Returns the plies of the mate.
    fn threat_mate(&mut self, limit: u16) -> Result<Option<u16>, Stopped> {
        let search = &mut self.threats;
        match search.probe(limit) {
            ProofLookup::Proved(plies) => return Ok(Some(plies)),
            ProofLookup::Refuted(_) => return Ok(None),
            ProofLookup::Open { .. } | ProofLookup::Nothing => {}
        }
        let control = search.control;
        let nodes = if control.is_extracting() {
            self.pass.threats.max(EXTRACTION_NODES / 10)
        } else {
            self.pass.threats
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

    /// Adds the attacks of the pass. If there is a mate by threats alone, adds its first move only.
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
        match self.pass.attacks {
            Attacks::Threatening => self.list_threatening_moves(limit, out),
            Attacks::Winning { .. } if limit < 3 => Ok(()),
            Attacks::Winning { nodes } => self.list_winning_move(nodes, out),
        }
    }

    /// Adds the first move of a win, if one is found with at most `nodes` nodes.
    fn list_winning_move(&mut self, nodes: u64, out: &mut Vec<Successor>) -> Result<(), Stopped> {
        let (key, control) = (self.threats.graph.key(), self.threats.control);
        let mv = match self.wins.get(&key) {
            Some(&mv) => mv,
            None if control.is_at_limit() || self.wins.len() >= MAX_WINS => return Err(Stopped),
            None => {
                let found = self.threats.graph.search_win(nodes.min(control.nodes_left()));
                control.add_nodes(found.nodes);
                let Some(mv) = found.mv else { return Ok(()) };
                self.wins.insert(key, mv);
                mv
            }
        };
        self.threats.graph.legal_successors(true, out);
        out.retain(|successor| successor.mv == mv && !is_lost(successor));
        Ok(())
    }

    /// Adds the threats, and the quiet moves that threaten a mate by threats alone.
    fn list_threatening_moves(
        &mut self,
        limit: u16,
        out: &mut Vec<Successor>,
    ) -> Result<(), Stopped> {
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
            if is_threat || is_lost(successor) {
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

/// Returns true if an attack loses or ends the game by repetition.
fn is_lost(attack: &Successor) -> bool {
    attack.status == ForcedStatus::Lost || attack.ends_by_repetition
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

    fn legal_successors(&mut self, attacking: bool, out: &mut Vec<Successor>) {
        self.threats.graph.legal_successors(attacking, out);
    }

    fn pass(&mut self) -> bool {
        self.threats.graph.pass()
    }

    fn search_win(&mut self, nodes: u64) -> WinSearchResult {
        self.threats.graph.search_win(nodes)
    }
}

/// Searches for a mate with quiet moves, after `threats` has disproved a mate by threats alone
/// within `plies`.
pub(super) fn solve<'a>(
    threats: DfpnSearch<'a>,
    memory: &mut SearchMemory,
    plies: u16,
    query: &MateQuery,
    report: LineReport<'_>,
) -> Solution {
    let control = threats.control;
    let mut graph = QuietGraph::new(threats);
    let (mut answer, mut proof) = (SolverAnswer::Unknown, None);
    for (number, pass) in PASSES.into_iter().enumerate() {
        let is_threatening = pass.attacks == Attacks::Threatening;
        if is_threatening && answer != SolverAnswer::Unknown {
            // There is no mate by the attacks of this pass.
            continue;
        }
        (graph.pass, graph.is_exact) = (pass, true);
        match run_pass(&mut graph, memory, plies, query, report) {
            PassResult::Mate(line, found) => {
                (answer, proof) = (SolverAnswer::Mate(line), found);
                break;
            }
            PassResult::NoMate
                if is_threatening && (graph.is_exact || number + 1 == PASSES.len()) =>
            {
                let threat_nodes = (!graph.is_exact).then_some(pass.threats);
                answer = SolverAnswer::NoQuietMate { plies, threat_nodes };
            }
            PassResult::NoMate | PassResult::Unknown => {}
        }
        if control.is_interrupted() || control.is_at_limit() {
            break;
        }
    }
    Solution { answer, nodes: control.nodes(), proof, is_unique: None }
}

/// The result of a pass.
enum PassResult {
    /// A mate, with its proof if the query asks for it.
    Mate(MateLine, Option<proof::Proof>),
    /// No mate by the attacks of the pass.
    NoMate,
    /// A limit was reached.
    Unknown,
}

/// Searches for a mate within the limits of the graph's pass.
fn run_pass(
    graph: &mut QuietGraph<'_>,
    memory: &mut SearchMemory,
    plies: u16,
    query: &MateQuery,
    report: LineReport<'_>,
) -> PassResult {
    let (control, nodes, kind) = (graph.threats.control, graph.pass.nodes, graph.mate_kind());
    let mut search = DfpnSearch::new(graph, memory, control);
    search.uses_dominance = false;
    let start = control.nodes();
    let bounds = control.with_nodes(nodes, || search.prove(true, plies)).bounds;
    if bounds.numbers.proof == 0 {
        let nodes = control.nodes() - start;
        return finish(&mut search, kind, bounds.mate_plies, nodes, query, report);
    }
    if bounds.numbers.disproof == 0 { PassResult::NoMate } else { PassResult::Unknown }
}

/// Returns the mate in `plies` that was proved with `nodes`: its line, which is shortened if the
/// query asks for it, and its proof.
fn finish(
    search: &mut DfpnSearch<'_>,
    kind: MateKind,
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
        let line = MateLine { moves, is_shortest: false, kind };
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
