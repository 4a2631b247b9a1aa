//! Checks proofs by nothing but the rules.
//!
//! Every position of a proof is set up from its question on. Its move has to be legal;
//! every legal answer has to lead to another position of the proof, or to one in which the
//! attacker has a move that wins at once. No position stands there twice, and each stands
//! after those that follow on it: so no line of the proof comes back to where it was. What
//! remains is the game before the question, which may make a position end the game, and
//! counts that run out; where they could, the whole tree is walked with its history.

use std::collections::HashMap;
use std::io::{BufRead, Write};

use anyhow::{Context, bail, ensure};

use super::proof_file::{self, WrittenNode, WrittenProof};
use crate::core::color::Color;
use crate::core::history::History;
use crate::core::movelist::MoveList;
use crate::core::outcome::Outcome;
use crate::core::position::{All, Position};
use crate::engine::line::{GameLine, Line, Start};
use crate::games::Game;
use crate::games::variants::{Playable, Visitor};
use crate::notation::Notation;

/// Most positions of a tree that is walked with its history.
const MOST_VISITS: u64 = 20_000_000;
/// Half-moves within which no count can run out that has not begun.
const FREE_OF_COUNTS: usize = 40;

/// Checks every proof of a file and says of each what it proves, or where it is wrong.
/// False when one is wrong.
///
/// # Errors
/// When the file is no file of proofs, or the output cannot be written.
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
/// What is wrong with it.
pub fn check(proof: &WrittenProof) -> anyhow::Result<()> {
    struct Checker<'a>(&'a WrittenProof);
    impl Visitor for Checker<'_> {
        type Output = anyhow::Result<()>;
        fn visit<G: Playable>(self) -> Self::Output {
            check_in::<G>(self.0)
        }
    }
    proof.variant.visit(Checker(proof))
}

fn check_in<G: Game>(proof: &WrittenProof) -> anyhow::Result<()> {
    let mut line = GameLine::<G>::new();
    let moves: Vec<&str> = proof.moves.iter().map(String::as_str).collect();
    line.set(Start::Sfen(&proof.start), &moves)?;
    let root = line.position();
    ensure!(!proof.nodes.is_empty(), "it has no position");
    let mut check = Check {
        nodes: &proof.nodes,
        attacker: root.side_to_move(),
        history: line.history(),
        numbers: HashMap::new(),
        heights: vec![None; proof.nodes.len()],
        is_near_repetition: false,
        visits: 0,
    };
    let height = check.node(proof.nodes.len() - 1, root)?;
    ensure!(height <= proof.plies, "the mate takes {height} plies");
    let left = root.clock_left().map_or(FREE_OF_COUNTS, |left| left as usize);
    if check.is_near_repetition || height > left {
        let mut history = line.history().clone();
        check.walk(proof.nodes.len() - 1, root, &mut history)?;
    }
    Ok(())
}

/// A proof that is being checked.
struct Check<'a> {
    nodes: &'a [WrittenNode],
    attacker: Color,
    /// The game before the question, and it.
    history: &'a History,
    /// The number of each position, by all that makes it.
    numbers: HashMap<String, usize>,
    /// Plies to the mate from each position that is checked.
    heights: Vec<Option<usize>>,
    /// A position of the proof has come so often before that it would end the game.
    is_near_repetition: bool,
    visits: u64,
}

/// What makes a position: its SFEN but for the number of the move.
fn identity<N: Notation>(position: &N) -> String {
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

impl Check<'_> {
    fn is_won<N: Notation>(&self, position: &N) -> bool {
        position.outcome().and_then(Outcome::winner) == Some(self.attacker)
    }

    fn wins_at_once<N: Notation>(&self, position: &N) -> bool {
        position.outcome().is_none()
            && legal_moves(position).iter().any(|&mv| self.is_won(&after(position, mv)))
    }

    fn note<N: Notation>(&mut self, position: &N) {
        let before = self.history.occurrences(position.key());
        self.is_near_repetition |= before + 1 >= N::REPETITION.occurrences;
    }

    /// Checks a position and all behind it; gives its plies to the mate.
    fn node<N: Notation>(&mut self, number: usize, position: &N) -> anyhow::Result<usize> {
        let is_here = identity(position);
        if let Some(height) = self.heights[number] {
            ensure!(
                self.numbers.get(&is_here) == Some(&number),
                "position {number} stands for {is_here} as well as for another"
            );
            return Ok(height);
        }
        if let Some(other) = self.numbers.insert(is_here.clone(), number) {
            bail!("{is_here} is position {other} and {number}");
        }
        let height = self.check(number, position);
        let height = height.with_context(|| format!("position {number}, {is_here}"))?;
        self.heights[number] = Some(height);
        Ok(height)
    }

    fn check<N: Notation>(&mut self, number: usize, position: &N) -> anyhow::Result<usize> {
        let nodes = self.nodes;
        let WrittenNode { mv, answers } = &nodes[number];
        let next = after(position, position.parse_usi(mv)?);
        if self.is_won(&next) {
            ensure!(answers.is_empty(), "there are answers to a win");
            return Ok(1);
        }
        ensure!(next.outcome().is_none(), "{mv} ends the game");
        self.note(&next);
        let mut height = 3;
        let mut left: Vec<&(String, usize)> = answers.iter().collect();
        for &answer in &legal_moves(&next) {
            let behind = after(&next, answer);
            let word = N::usi(answer);
            if let Some(place) = left.iter().position(|(known, _)| *known == word) {
                let (_, number) = left.swap_remove(place);
                ensure!(behind.outcome().is_none(), "{mv} {word} ends the game");
                self.note(&behind);
                height = height.max(2 + self.node(*number, &behind)?);
            } else {
                ensure!(self.wins_at_once(&behind), "after {mv} {word} there is no mate");
            }
        }
        ensure!(left.is_empty(), "an answer to {mv} is not legal, or stands there twice");
        Ok(height)
    }

    /// Walks the tree behind a position with its history: nothing may end the game before
    /// the mate.
    fn walk<N: Notation>(
        &mut self,
        number: usize,
        position: &N,
        history: &mut History,
    ) -> anyhow::Result<()> {
        self.visits += 1;
        ensure!(self.visits <= MOST_VISITS, "the tree is too large to be walked");
        let nodes = self.nodes;
        let WrittenNode { mv, answers } = &nodes[number];
        let next = after(position, position.parse_usi(mv)?);
        if self.is_won(&next) {
            return Ok(());
        }
        history.push(next.key(), next.in_check());
        let attacker = self.attacker;
        let is_over = |position: &N, history: &History| {
            let ended = position.adjudicate(history);
            ended.is_some() && ended.and_then(Outcome::winner) != Some(attacker)
        };
        ensure!(!is_over(&next, history), "position {number}: the game ends after {mv}");
        for &answer in &legal_moves(&next) {
            let behind = after(&next, answer);
            history.push(behind.key(), behind.in_check());
            let word = N::usi(answer);
            ensure!(!is_over(&behind, history), "position {number}: it ends after {mv} {word}");
            if let Some((_, number)) = answers.iter().find(|(known, _)| *known == word) {
                self.walk(*number, &behind, history)?;
            }
            history.pop();
        }
        history.pop();
        Ok(())
    }
}
