//! Proofs as text.
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
//! A proof is the positions with the attacker to move, each in a line of its own and all
//! after those that follow on it; the last is that of the question, behind the moves that
//! its line may have. First in a line is the attacker's move, then each answer and the
//! number of the position behind it, from 0. Answers are left out after which the attacker
//! wins with its next move, whatever that is: whoever checks the proof finds it by trying.
//! So a line with a move alone mates, or cannot be stopped from mating with the next move.
//! A file may have several proofs, a blank line behind each.

use std::io::{BufRead, Write};
use std::iter;

use anyhow::{Context, bail, ensure};

use kawari_engine::engine::game_state::GameState;
use kawari_engine::engine::mate::MateProof;
use kawari_engine::games::variants::Variant;

/// The first line of a proof.
const MAGIC: &str = "kawari-proof 1";

/// A proof as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenProof {
    /// The game.
    pub variant: Variant,
    /// Where the game of the question began, as SFEN.
    pub start: String,
    /// Its moves.
    pub moves: Vec<String>,
    /// Plies to the mate.
    pub plies: usize,
    /// The positions.
    pub nodes: Vec<WrittenNode>,
}

/// A position with the attacker to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenNode {
    /// The attacker's move.
    pub mv: String,
    /// Answers, and the numbers of the positions behind them.
    pub answers: Vec<(String, usize)>,
}

/// Writes the proof of a mate at the latest position of a line of play.
///
/// # Errors
/// When it cannot be written.
pub fn write(
    game_state: &dyn GameState,
    proof: &MateProof,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    let MateProof { proof, word } = proof;
    writeln!(output, "{MAGIC}\nvariant {}", game_state.info().name)?;
    write!(output, "position sfen {}", game_state.start_sfen())?;
    for (number, mv) in game_state.moves().iter().enumerate() {
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

/// The proofs of a file, one after the other.
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

    /// The rest of the next line, which begins with this word.
    fn after_word(&mut self, word: &str) -> anyhow::Result<String> {
        let line = self.next()?.context("the file ends within a proof")?;
        let rest = line.strip_prefix(word).and_then(|rest| rest.strip_prefix(' '));
        Ok(rest.with_context(|| format!("`{word}` is expected"))?.to_owned())
    }

    fn proof(&mut self) -> anyhow::Result<Option<WrittenProof>> {
        let first = loop {
            match self.next()? {
                None => return Ok(None),
                Some(line) if line.trim().is_empty() => {}
                Some(line) => break line,
            }
        };
        ensure!(first == MAGIC, "`{MAGIC}` is expected");
        let variant = self.after_word("variant")?.parse()?;
        let position = self.after_word("position sfen")?;
        let (start, moves) = position.split_once(" moves ").unwrap_or((&position, ""));
        let moves = moves.split_ascii_whitespace().map(str::to_owned).collect();
        let plies = self.after_word("mate")?.parse().context("plies are expected")?;
        let count: usize = self.after_word("positions")?.parse().context("a number is expected")?;
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
    let mv = words.next().context("a move is expected")?.to_owned();
    let mut answers = Vec::new();
    for word in words {
        let (answer, behind) = word.rsplit_once('=').context("`MOVE=NUMBER` is expected")?;
        let behind: usize = behind.parse().context("the number of a position is expected")?;
        if behind >= number {
            bail!("position {number} goes on to {behind}, which does not stand before it");
        }
        answers.push((answer.to_owned(), behind));
    }
    Ok(WrittenNode { mv, answers })
}
