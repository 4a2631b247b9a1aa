//! An independent verifier for proofs of mate.
//!
//! It shares no code with the solver: it replays the game of the proof by the rules,
//! generates every legal answer itself, and adjudicates each position with the history of
//! the game before it looks at anything else.
//!
//! A proof is accepted if
//!
//! - each attacking move is legal;
//! - each legal answer leads to another position of the proof, or to one in which the
//!   attacker has a move that wins at once;
//! - no position is ended by repetition, perpetual check or a counter before the mate;
//! - no position is listed twice, each is listed after those that follow it, and each can
//!   be reached.
//!
//! Positions are checked once each, however many lines lead to them. That is enough for an
//! attacker that follows the proof and wins at once wherever it can:
//!
//! - **Repetition.** Such a line cannot come back to a position. Numbers fall along a line,
//!   so an attacking position cannot occur twice. If the position after a threat did, the
//!   answer that was played the first time would be legal the second time as well. It
//!   leads to the same listed position, whose number is too high for the second list; or
//!   it is unlisted there, so the attacker wins at once from that position, and the line
//!   would have ended there. So each position occurs once more than in the game before the
//!   proof.
//! - **Counters.** Of all lines to a position the one with the fewest half-moves left is
//!   followed. The others have more time.

use std::collections::HashMap;
use std::io::{BufRead, Write};

use anyhow::{Context, bail, ensure};

use super::proof_file::{self, WrittenNode, WrittenProof};
use kawari_engine::core::color::Color;
use kawari_engine::core::history::History;
use kawari_engine::core::movelist::MoveList;
use kawari_engine::core::outcome::Outcome;
use kawari_engine::core::position::{All, Position};
use kawari_engine::engine::game_state::{GameState, StartPosition, VariantGameState};
use kawari_engine::games::Game;
use kawari_engine::games::variants::{Playable, Visitor};
use kawari_engine::notation::Notation;

/// Checks every proof of a file and prints for each what it proves, or where it is wrong.
/// Returns false if one is wrong.
///
/// # Errors
/// If the file is not a file of proofs, or the output cannot be written.
pub fn verify(input: impl BufRead, output: &mut dyn Write) -> anyhow::Result<bool> {
    let (mut all_are_good, mut count) = (true, 0_u64);
    for proof in proof_file::read(input) {
        let proof = proof?;
        count += 1;
        let WrittenProof { variant, plies, nodes, .. } = &proof;
        write!(output, "{count} {variant} mate in {plies}, {} positions: ", nodes.len())?;
        match check(&proof) {
            Ok(()) => writeln!(output, "proved")?,
            Err(error) => {
                all_are_good = false;
                writeln!(output, "wrong: {error:#}")?;
            }
        }
    }
    ensure!(count > 0, "there is no proof");
    Ok(all_are_good)
}

/// Checks one proof.
///
/// # Errors
/// The first mistake found in it.
pub fn check(proof: &WrittenProof) -> anyhow::Result<()> {
    struct ProofVisitor<'a>(&'a WrittenProof);
    impl Visitor for ProofVisitor<'_> {
        type Output = anyhow::Result<()>;
        fn visit<G: Playable>(self) -> Self::Output {
            check_in::<G>(self.0)
        }
    }
    proof.variant.visit(ProofVisitor(proof))
}

fn check_in<G: Game>(proof: &WrittenProof) -> anyhow::Result<()> {
    let mut game_state = VariantGameState::<G>::new();
    let moves: Vec<&str> = proof.moves.iter().map(String::as_str).collect();
    game_state.set(StartPosition::Sfen(&proof.start), &moves)?;
    let root = game_state.position();
    let last = proof.nodes.len().checked_sub(1).context("it has no position")?;
    let mut check = ProofCheck {
        attacker: root.side_to_move(),
        history: game_state.history().clone(),
        reached: HashMap::from([(last, PendingNode { position: root.clone(), plies: 0 })]),
        numbers: HashMap::from([(position_identity(root), last)]),
        plies: 0,
    };
    for (number, node) in proof.nodes.iter().enumerate().rev() {
        let reached = check.reached.remove(&number);
        let reached = reached.with_context(|| format!("no line leads to position {number}"))?;
        let node = check.node(number, node, &reached);
        node.with_context(|| {
            format!("position {number}, {}", position_identity(&reached.position))
        })?;
    }
    ensure!(check.plies <= proof.plies, "the mate takes {} plies", check.plies);
    Ok(())
}

/// An attacking position of the proof that is still to be checked.
struct PendingNode<P> {
    /// The position, with the counters of the line that leaves the least time.
    position: P,
    /// Plies of the longest line to it.
    plies: usize,
}

/// A check in progress: from the last position of the proof, the one it is about, down.
struct ProofCheck<P> {
    attacker: Color,
    /// The game up to the position that the proof is about.
    history: History,
    /// The positions that are still to be checked, by number.
    reached: HashMap<usize, PendingNode<P>>,
    /// The number of each position that was reached, by [`position_identity`].
    numbers: HashMap<String, usize>,
    /// Length of the longest line to a mate so far, in plies.
    plies: usize,
}

/// Board, side to move, hands and rights: the SFEN without a move number.
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

    /// True if the attacker, to move, has a move that wins on the board.
    fn has_immediate_win(&self, position: &P) -> bool {
        legal_moves(position).iter().any(|&mv| self.is_won(&after(position, mv)))
    }

    /// Rejects a position in which the game is over: on the board, or by its history.
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

    /// Checks a position, the attacking move and every answer to it.
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
            ensure!(answers.is_empty(), "there are answers to a win");
            self.plies = self.plies.max(plies + 1);
            return Ok(());
        }
        self.expect_ongoing(&next).with_context(|| format!("after {mv}"))?;
        let mut listed: HashMap<&str, usize> = HashMap::with_capacity(answers.len());
        for (answer, target) in answers {
            ensure!(*target < number, "{answer} leads to position {target}, which comes later");
            ensure!(listed.insert(answer, *target).is_none(), "{answer} is listed twice");
        }
        for &answer in &legal_moves(&next) {
            let word = P::usi(answer);
            let behind = after(&next, answer);
            self.expect_ongoing(&behind).with_context(|| format!("after {mv} {word}"))?;
            match listed.remove(word.as_str()) {
                Some(target) => self.reach(target, behind, plies + 2)?,
                None => {
                    ensure!(self.has_immediate_win(&behind), "after {mv} {word} there is no mate");
                    self.plies = self.plies.max(plies + 3);
                }
            }
        }
        // Named in the order of the proof.
        let illegal = answers.iter().find(|(answer, _)| listed.contains_key(answer.as_str()));
        match illegal {
            Some((answer, _)) => bail!("{answer} is not a legal answer to {mv}"),
            None => Ok(()),
        }
    }

    /// Notes that a line leads to the position of this number.
    fn reach(&mut self, target: usize, position: P, plies: usize) -> anyhow::Result<()> {
        let here = position_identity(&position);
        match self.numbers.get(&here) {
            Some(&other) => {
                ensure!(other == target, "{here} is position {other} and {target}");
                let reached = self.reached.get_mut(&target);
                let reached = reached.context("it is checked already")?;
                reached.plies = reached.plies.max(plies);
                let left = |position: &P| position.half_moves_left().unwrap_or(u32::MAX);
                if left(&position) < left(&reached.position) {
                    reached.position = position;
                }
            }
            None => {
                if let Some(other) = self.reached.get(&target) {
                    bail!(
                        "position {target} is {here} as well as {}",
                        position_identity(&other.position)
                    );
                }
                self.numbers.insert(here, target);
                self.reached.insert(target, PendingNode { position, plies });
            }
        }
        Ok(())
    }
}
