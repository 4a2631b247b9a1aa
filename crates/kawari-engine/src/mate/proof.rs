//! Extraction of the complete proof of a mate, for independent verification.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::dfpn::DfpnSearch;
use super::proof_table::ProofLookup;
use super::pv;

/// A node of a [`Proof`]: a position with the attacker to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofNode {
    /// Attacker's move, as [`bits`](crate::core::position::MoveLike::bits).
    pub mv: u16,
    /// Defender's moves, each with the index of the node after it, which is smaller than the
    /// index of this node. Without the moves that end the game with a loss, or that lose to the
    /// attacker's next move.
    pub answers: Vec<(u16, usize)>,
}

/// A proof of a mate: the attacker's move in every position that the defender can reach. Each
/// position has one node; the root is the last one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// Nodes; children come before their parents.
    pub nodes: Vec<ProofNode>,
    /// Plies to mate against the longest defence in this proof.
    pub plies: u16,
}

/// Maximum number of nodes of a proof.
const MAX_PROOF_NODES: usize = 20_000_000;
/// Maximum number of attempts. An attempt fails if it finds a cycle or a longer proof; the
/// next one uses the shorter mates found meanwhile.
const MAX_ATTEMPTS: usize = 16;

/// Returns the proof of a mate in at most `plies` at the latest position of the graph. `None`
/// if the search could not prove again the mates that the table has lost.
pub(super) fn extract(search: &mut DfpnSearch<'_>, plies: u16) -> Option<Proof> {
    for _ in 0..MAX_ATTEMPTS {
        let mut extraction =
            Extraction { search, extracted: HashMap::default(), nodes: Vec::new() };
        match extraction.node(plies) {
            Ok((_, height)) if height <= plies => {
                return Some(Proof { nodes: extraction.nodes, plies: height });
            }
            Ok(_) | Err(ExtractionError::Cycle) => {}
            Err(ExtractionError::SearchEnded) => return None,
        }
    }
    None
}

/// The reason why an attempt failed.
enum ExtractionError {
    /// A line returned to an earlier position. The search has found a shorter mate by now.
    Cycle,
    /// The search was stopped or the proof is too large.
    SearchEnded,
}

/// The identity of a position: board and hands.
type NodeKey = [u64; 3];

struct Extraction<'a, 'b> {
    search: &'a mut DfpnSearch<'b>,
    /// Node index and plies to mate of each position; `None` while its subtree is extracted.
    extracted: HashMap<NodeKey, Option<(usize, u16)>, FxBuildHasher>,
    nodes: Vec<ProofNode>,
}

impl Extraction<'_, '_> {
    /// Extracts the latest position. Returns the index of its node and the plies to mate.
    fn node(&mut self, limit: u16) -> Result<(usize, u16), ExtractionError> {
        let key = self.search.graph.key();
        let node_key = [key.board, key.attacker.bits(), key.defender.bits()];
        match self.extracted.get(&node_key) {
            Some(Some((number, height))) if *height <= limit => return Ok((*number, *height)),
            Some(_) => return Err(ExtractionError::Cycle),
            None => {}
        }
        if self.nodes.len() >= MAX_PROOF_NODES {
            return Err(ExtractionError::SearchEnded);
        }
        self.extracted.insert(node_key, None);
        // Another parent may have the position with a shorter mate, so the shortest known one is
        // extracted.
        let limit = match self.search.probe(limit) {
            ProofLookup::Proved(plies) => plies.min(limit),
            _ => limit,
        };
        let (mv, left) = pv::best_attack(self.search, limit).ok_or(ExtractionError::SearchEnded)?;
        self.search.graph.descend(mv);
        let answers = if left == 0 { Ok((Vec::new(), 0)) } else { self.list_defences(left) };
        self.search.graph.ascend();
        let (answers, height) = answers?;
        let found = (self.nodes.len(), height + 1);
        self.nodes.push(ProofNode { mv, answers });
        self.extracted.insert(node_key, Some(found));
        Ok(found)
    }

    /// Extracts the defender's moves. Returns them with their nodes, and the plies to mate
    /// against the longest defence.
    fn list_defences(&mut self, limit: u16) -> Result<(Vec<(u16, usize)>, u16), ExtractionError> {
        // Without moves in the proof, the attacker wins with the next move.
        let mut height = 2;
        let mut defences = Vec::new();
        for (mv, plies) in
            pv::list_defences(self.search, limit).ok_or(ExtractionError::SearchEnded)?
        {
            if plies <= 1 {
                continue;
            }
            self.search.graph.descend(mv);
            let node = self.node(plies);
            self.search.graph.ascend();
            let (number, child_height) = node?;
            height = height.max(child_height + 1);
            defences.push((mv, number));
        }
        Ok((defences, height))
    }
}
