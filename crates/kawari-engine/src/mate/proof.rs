//! The whole proof of a mate, for those who want to check it.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::dfpn::DfpnSearch;
use super::solver;

/// A position with the attacker to move, and how it goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofNode {
    /// The attacker's move, as [`bits`](crate::core::position::MoveLike::bits) packs it.
    pub mv: u16,
    /// The answers after which the attacker does not win at once, each with the number of
    /// the node behind it: a smaller one.
    pub answers: Vec<(u16, usize)>,
}

/// A proof: positions with what to play there, each of them once. The last one is that of
/// the question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The positions.
    pub nodes: Vec<ProofNode>,
    /// Plies to the mate against the longest defence in this proof.
    pub plies: u16,
}

/// What may be written down, at most: more is of no use to anybody.
const MAX_PROOF_NODES: usize = 20_000_000;
/// How often it is begun again because a shorter mate was met on the way.
const MAX_ATTEMPTS: usize = 16;

/// The proof of a mate in at most so many plies at the latest position of the graph.
/// `None` where the search could not find again what it had proved.
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

/// Why an attempt has failed.
enum ExtractionError {
    /// A line has come back to where it had been: there is a shorter way, which is known
    /// now.
    Cycle,
    /// The search was ended.
    SearchEnded,
}

/// Tells positions apart.
type NodeKey = [u64; 3];

struct Extraction<'a, 'b> {
    search: &'a mut DfpnSearch<'b>,
    /// The number and the height of each position that was met; `None` while its node is
    /// being made.
    extracted: HashMap<NodeKey, Option<(usize, u16)>, FxBuildHasher>,
    nodes: Vec<ProofNode>,
}

impl Extraction<'_, '_> {
    /// The number of the node of the latest position, and its plies to the mate.
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
        let (mv, left) =
            solver::best_attack(self.search, limit).ok_or(ExtractionError::SearchEnded)?;
        self.search.graph.descend(mv);
        let answers = if left == 0 { Ok((Vec::new(), 0)) } else { self.list_defences(left) };
        self.search.graph.ascend();
        let (answers, height) = answers?;
        let found = (self.nodes.len(), height + 1);
        self.nodes.push(ProofNode { mv, answers });
        self.extracted.insert(node_key, Some(found));
        Ok(found)
    }

    /// The answers that are written down, and the plies to the mate against the longest.
    fn list_defences(&mut self, limit: u16) -> Result<(Vec<(u16, usize)>, u16), ExtractionError> {
        // Whatever is played, the attacker wins at once then.
        let mut height = 2;
        let mut written = Vec::new();
        for (mv, plies) in
            solver::list_defences(self.search, limit).ok_or(ExtractionError::SearchEnded)?
        {
            if plies == 1 {
                continue;
            }
            self.search.graph.descend(mv);
            let node = self.node(plies);
            self.search.graph.ascend();
            let (number, its_height) = node?;
            height = height.max(its_height + 1);
            written.push((mv, number));
        }
        Ok((written, height))
    }
}
