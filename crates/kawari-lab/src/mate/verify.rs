//! An independent verifier for proofs of mate.
//!
//! It shares no code with the solver. It uses the rules ([`Position`]) and the game
//! [`History`] alone: it replays the game of the proof, generates every legal answer itself, and
//! adjudicates each position with the history.
//!
//! A proof is accepted if
//!
//! - every attacking move is legal;
//! - every legal answer leads to another position of the proof, or to a position in which the
//!   attacker has won or can win with the next move;
//! - the defender can never declare a win;
//! - no game ends by repetition, perpetual check or a move counter before the mate;
//! - every position is listed once, after the positions that follow it, and can be reached.
//!
//! Each position is checked once, even if several lines lead to it. This is sufficient if the
//! attacker follows the proof and plays a winning move whenever there is one:
//!
//! - **Repetition.** Such a line visits no position twice. The numbers decrease along a line,
//!   so no position with the attacker to move occurs twice. Suppose a position after a threat
//!   occurs twice. The answer played the first time is legal the second time, too. If the
//!   second node lists it, it leads to the same position, whose number is too high for that
//!   list. If not, the attacker wins with the next move after this answer, so the line would
//!   have ended at its first occurrence. So each position occurs at most once more than in the
//!   game before the proof.
//! - **Move counters.** Of all lines to a position, the one with the fewest half-moves left is
//!   checked. The other lines have more time.

use std::collections::HashMap;
use std::io::{BufRead, Write};

use anyhow::{Context, bail, ensure};

use super::proof_file::{self, WrittenNode, WrittenProof};
use kawari_engine::core::color::Color;
use kawari_engine::core::history::History;
use kawari_engine::core::movelist::MoveList;
use kawari_engine::core::outcome::Outcome;
use kawari_engine::core::position::{All, Position};
use kawari_engine::games::Game;
use kawari_engine::games::variants::{Playable, Visitor};
use kawari_engine::notation::Notation;

/// Checks every proof of a file and writes a line with the result for each. Returns false if
/// a proof is wrong.
///
/// # Errors
/// Returns an error if the file cannot be parsed or has no proof, or if the output cannot be
/// written.
pub fn verify(input: impl BufRead, output: &mut dyn Write) -> anyhow::Result<bool> {
    let (mut all_correct, mut count) = (true, 0_u64);
    for proof in proof_file::read(input) {
        let proof = proof?;
        count += 1;
        let WrittenProof { variant, plies, nodes, .. } = &proof;
        write!(output, "{count} {variant} mate in {plies}, {} positions: ", nodes.len())?;
        match check(&proof) {
            Ok(()) => writeln!(output, "proved")?,
            Err(error) => {
                all_correct = false;
                writeln!(output, "wrong: {error:#}")?;
            }
        }
    }
    ensure!(count > 0, "the file has no proof");
    Ok(all_correct)
}

/// Checks one proof.
///
/// # Errors
/// Returns the first mistake in the proof.
pub fn check(proof: &WrittenProof) -> anyhow::Result<()> {
    struct ProofVisitor<'a>(&'a WrittenProof);
    impl Visitor for ProofVisitor<'_> {
        type Output = anyhow::Result<()>;
        fn visit<G: Playable>(self, game: G) -> Self::Output {
            check_in(game, self.0)
        }
    }
    proof.variant.visit(ProofVisitor(proof))
}

fn check_in<G: Game>(game: G, proof: &WrittenProof) -> anyhow::Result<()> {
    let (root, history) = replay(game, &proof.start, &proof.moves)?;
    let last = proof.nodes.len().checked_sub(1).context("the proof has no position")?;
    let mut check = ProofCheck {
        attacker: root.side_to_move(),
        history,
        numbers: HashMap::from([(position_identity(&root), last)]),
        reached: HashMap::from([(last, PendingNode { position: root, plies: 0 })]),
        plies: 0,
    };
    for (number, node) in proof.nodes.iter().enumerate().rev() {
        let reached = check.reached.remove(&number);
        let reached = reached.with_context(|| format!("position {number} cannot be reached"))?;
        let node = check.node(number, node, &reached);
        node.with_context(|| {
            format!("position {number}, {}", position_identity(&reached.position))
        })?;
    }
    ensure!(
        check.plies <= proof.plies,
        "the mate takes {} plies, more than the stated {}",
        check.plies,
        proof.plies
    );
    Ok(())
}

/// Replays the game before the proof. Returns its last position and its history.
fn replay<G: Game>(
    game: G,
    start: &str,
    moves: &[String],
) -> anyhow::Result<(G::Position, History)> {
    let (mut position, _) =
        game.parse_sfen(start).with_context(|| format!("cannot parse SFEN \"{start}\""))?;
    let mut history = History::new();
    history.push(position.key(), position.in_check());
    for (ply, word) in (1..).zip(moves) {
        if let Some(outcome) = position.outcome() {
            bail!("move {ply} ({word}) of the game comes after its end: {outcome}");
        }
        let mv = position.parse_usi(word).with_context(|| format!("move {ply} of the game"))?;
        position.play(mv, &mut ());
        history.push(position.key(), position.in_check());
    }
    Ok((position, history))
}

/// A position of the proof, with the attacker to move, that has not been checked yet.
struct PendingNode<P> {
    /// Position, with the move counters of the line that has the fewest half-moves left.
    position: P,
    /// Length of the longest line to the position, in plies.
    plies: usize,
}

/// The state of a check, which goes from the last position of the proof, its root, to the
/// first.
struct ProofCheck<P> {
    attacker: Color,
    /// History of the game up to the root.
    history: History,
    /// Reached positions that have not been checked yet, by number.
    reached: HashMap<usize, PendingNode<P>>,
    /// Number of each reached position, by [`position_identity`].
    numbers: HashMap<String, usize>,
    /// Length of the longest line to a mate so far, in plies.
    plies: usize,
}

/// Returns the identity of a position: an SFEN with a fixed move number.
fn position_identity<N: Notation>(position: &N) -> String {
    position.sfen(1)
}

fn legal_moves<P: Position>(position: &P) -> MoveList<P::Move> {
    let mut moves = MoveList::new();
    position.generate::<All>(&mut moves);
    moves
}

fn after<P: Position>(position: &P, mv: P::Move) -> P {
    let mut next = position.clone();
    next.play(mv, &mut ());
    next
}

impl<P: Notation> ProofCheck<P> {
    fn is_won(&self, position: &P) -> bool {
        position.outcome().and_then(Outcome::winner) == Some(self.attacker)
    }

    /// Returns true if the attacker, to move, can win on the board with the next move.
    fn has_immediate_win(&self, position: &P) -> bool {
        legal_moves(position).iter().any(|&mv| self.is_won(&after(position, mv)))
    }

    /// Returns an error if the game is over: on the board, or by its history.
    fn expect_ongoing(&mut self, position: &P) -> anyhow::Result<()> {
        if let Some(outcome) = position.outcome() {
            bail!("the game is over: {outcome}");
        }
        self.history.push(position.key(), position.in_check());
        let adjudicated = position.adjudicate(&self.history);
        self.history.pop();
        match adjudicated {
            Some(outcome) => bail!("the game is over: {outcome}"),
            None => Ok(()),
        }
    }

    /// Checks one node: the attacking move and every legal answer.
    fn node(
        &mut self,
        number: usize,
        node: &WrittenNode,
        reached: &PendingNode<P>,
    ) -> anyhow::Result<()> {
        let WrittenNode { mv, answers } = node;
        let PendingNode { position, plies } = reached;
        let attack = position.parse_usi(mv)?;
        let next = after(position, attack);
        if self.is_won(&next) {
            ensure!(answers.is_empty(), "{mv} wins, but has answers");
            self.plies = self.plies.max(plies + 1);
            return Ok(());
        }
        self.expect_ongoing(&next).with_context(|| format!("after {mv}"))?;
        ensure!(!next.can_declare(), "the defender declares a win after {mv}");
        let mut listed: HashMap<&str, usize> = HashMap::with_capacity(answers.len());
        for (answer, target) in answers {
            ensure!(*target < number, "{answer} leads to position {target}, listed later");
            ensure!(listed.insert(answer, *target).is_none(), "{answer} is listed twice");
        }
        for &answer in &legal_moves(&next) {
            let word = next.usi(answer).to_string();
            let next = after(&next, answer);
            if self.is_won(&next) && !listed.contains_key(word.as_str()) {
                self.plies = self.plies.max(plies + 2);
                continue;
            }
            self.expect_ongoing(&next).with_context(|| format!("after {mv} {word}"))?;
            match listed.remove(word.as_str()) {
                Some(target) => self.reach(target, next, plies + 2)?,
                None => {
                    ensure!(self.has_immediate_win(&next), "no mate after {mv} {word}");
                    self.plies = self.plies.max(plies + 3);
                }
            }
        }
        // The first illegal answer in the order of the proof.
        let illegal = answers.iter().find(|(answer, _)| listed.contains_key(answer.as_str()));
        match illegal {
            Some((answer, _)) => bail!("{answer} is not a legal answer to {mv}"),
            None => Ok(()),
        }
    }

    /// Adds a line that leads to the position with the number `target`.
    fn reach(&mut self, target: usize, position: P, plies: usize) -> anyhow::Result<()> {
        let identity = position_identity(&position);
        match self.numbers.get(&identity) {
            Some(&other) => {
                ensure!(other == target, "positions {other} and {target} are both {identity}");
                let reached = self.reached.get_mut(&target);
                let reached = reached.context("a checked position is reached again")?;
                reached.plies = reached.plies.max(plies);
                let left = |position: &P| position.half_moves_left().unwrap_or(u32::MAX);
                if left(&position) < left(&reached.position) {
                    reached.position = position;
                }
            }
            None => {
                if let Some(other) = self.reached.get(&target) {
                    bail!(
                        "position {target} is both {identity} and {}",
                        position_identity(&other.position)
                    );
                }
                self.numbers.insert(identity, target);
                self.reached.insert(target, PendingNode { position, plies });
            }
        }
        Ok(())
    }
}
