//! The text format of mate proofs.
//!
//! ```text
//! kawari-proof 1
//! variant yari
//! position sfen 3k3/7/2P1P2/7/7/7/7/7/3K3 b RN 1
//! mate 5
//! positions 2
//! N*4c 4a3a=0
//! …
//! ```
//!
//! The lines after `positions` are the positions with the attacker to move, one per line. Each
//! comes after the positions that it leads to; the last one is the root, which is the position
//! after the moves of the `position` line. A line has the attacker's move, then `ANSWER=NUMBER`
//! for each answer, where `NUMBER` is the position after it, counted from 0. An answer is left
//! out if the attacker can win with the next move; a verifier finds that move by trying all. So
//! a line with a single move mates, or mates with the next move after every answer. A file can
//! have several proofs, each followed by a blank line.

use std::io::{BufRead, Write};
use std::iter;

use anyhow::{Context, bail, ensure};

use kawari_engine::engine::game_state::GameState;
use kawari_engine::engine::mate::MateProof;
use kawari_engine::games::variants::Variant;

/// The first line of a proof.
const MAGIC: &str = "kawari-proof 1";

/// A proof read from a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenProof {
    /// Game.
    pub variant: Variant,
    /// Start position of the game before the proof, as SFEN.
    pub start: String,
    /// Moves from the start position to the root, in USI notation.
    pub moves: Vec<String>,
    /// Plies to the mate.
    pub plies: usize,
    /// Positions with the attacker to move; the root is the last one.
    pub nodes: Vec<WrittenNode>,
}

/// A position of a proof, with the attacker to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenNode {
    /// Attacker's move, in USI notation.
    pub mv: String,
    /// Answers, each with the number of the position after it.
    pub answers: Vec<(String, usize)>,
}

/// Writes the proof of a mate at the latest position of a game.
///
/// # Errors
/// Returns an error if the output cannot be written.
pub fn write(
    game_state: &dyn GameState,
    proof: &MateProof,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    let MateProof { proof, usi_move } = proof;
    let word = |bits| usi_move(bits).map(|mv| mv.to_string()).unwrap_or_default();
    writeln!(output, "{MAGIC}\nvariant {}", game_state.info().name)?;
    write!(output, "position sfen {}", game_state.start_sfen())?;
    for (number, mv) in game_state.moves_in_usi().iter().enumerate() {
        write!(output, "{}{mv}", if number == 0 { " moves " } else { " " })?;
    }
    writeln!(output, "\nmate {}\npositions {}", proof.plies, proof.nodes.len())?;
    for node in &proof.nodes {
        write!(output, "{}", word(node.mv))?;
        for &(mv, number) in &node.answers {
            write!(output, " {}={number}", word(mv))?;
        }
        writeln!(output)?;
    }
    writeln!(output)?;
    Ok(())
}

/// Returns an iterator over the proofs of a file. It ends after the first error.
pub fn read(input: impl BufRead) -> impl Iterator<Item = anyhow::Result<WrittenProof>> {
    let mut lines = ProofLines { lines: input.lines(), number: 0 };
    let mut is_over = false;
    iter::from_fn(move || {
        if is_over {
            return None;
        }
        let read = lines.proof().transpose()?;
        is_over = read.is_err();
        Some(read.with_context(|| format!("line {}", lines.number)))
    })
}

struct ProofLines<I> {
    lines: I,
    number: usize,
}

impl<I: Iterator<Item = std::io::Result<String>>> ProofLines<I> {
    fn next(&mut self) -> anyhow::Result<Option<String>> {
        self.number += 1;
        Ok(self.lines.next().transpose()?)
    }

    /// Reads a line that starts with `word` and returns the rest of it.
    fn after_word(&mut self, word: &str) -> anyhow::Result<String> {
        let line = self.next()?.context("the file ends within a proof")?;
        let rest = line.strip_prefix(word).and_then(|rest| rest.strip_prefix(' '));
        Ok(rest.with_context(|| format!("expected `{word}`, found \"{line}\""))?.to_owned())
    }

    fn proof(&mut self) -> anyhow::Result<Option<WrittenProof>> {
        let first = loop {
            match self.next()? {
                None => return Ok(None),
                Some(line) if line.trim().is_empty() => {}
                Some(line) => break line,
            }
        };
        ensure!(first == MAGIC, "expected `{MAGIC}`, found \"{first}\"");
        let variant = self.after_word("variant")?.parse()?;
        let position = self.after_word("position sfen")?;
        let (start, moves) = position.split_once(" moves ").unwrap_or((&position, ""));
        let moves = moves.split_ascii_whitespace().map(str::to_owned).collect();
        let plies = self.after_word("mate")?.parse().context("expected the number of plies")?;
        let count: usize =
            self.after_word("positions")?.parse().context("expected the number of positions")?;
        let mut nodes = Vec::new();
        for number in 0..count {
            let line = self.next()?.context("the file ends within a proof")?;
            nodes.push(node(&line, number)?);
        }
        Ok(Some(WrittenProof { variant, start: start.to_owned(), moves, plies, nodes }))
    }
}

fn node(line: &str, number: usize) -> anyhow::Result<WrittenNode> {
    let mut words = line.split_ascii_whitespace();
    let mv = words.next().context("expected a move")?.to_owned();
    let mut answers = Vec::new();
    for word in words {
        let (answer, target) = word
            .rsplit_once('=')
            .with_context(|| format!("expected `MOVE=NUMBER`, found \"{word}\""))?;
        let target: usize = target
            .parse()
            .with_context(|| format!("expected a position number, found \"{target}\""))?;
        if target >= number {
            bail!("position {number} leads to position {target}, which is not listed before it");
        }
        answers.push((answer.to_owned(), target));
    }
    Ok(WrittenNode { mv, answers })
}
