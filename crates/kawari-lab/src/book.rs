//! `kawari book make`: a book of different openings for a game.

use std::io::{self, Write};
use std::ops::ControlFlow;

use anyhow::{bail, ensure};
use clap::ValueEnum;
use rustc_hash::FxHashSet;

use super::openings::{Opening, RandomOpenings};
use super::ordered_map;
use super::progress::{ProgressBar, Reporting};
use kawari_engine::core::key::Key;
use kawari_engine::core::score::Score;
use kawari_engine::engine::game_state::{self, StartPosition};
use kawari_engine::games::variants::Variant;

/// What kind of book is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookConfig {
    /// The game.
    pub variant: Variant,
    /// Number of openings.
    pub count: usize,
    /// Random moves of each.
    pub plies: usize,
    /// How far a side may be ahead after them, in hundredths of a pawn or man.
    pub bound: Score,
    /// How far a side has to be ahead; for games that are drawn when they begin level.
    pub ahead: Score,
    /// Positions searched to tell whether one is; as many as the game is worth if absent.
    pub nodes: Option<u64>,
    /// Seed of the random moves.
    pub seed: u64,
    /// How an opening is written.
    pub form: BookForm,
    /// Searches at once; as many as there are cores if absent.
    pub jobs: Option<usize>,
    /// What is said on the way.
    pub reporting: Reporting,
}

impl Default for BookConfig {
    /// Five hundred openings of Hasami, eight moves each.
    fn default() -> Self {
        Self {
            variant: Variant::Hasami,
            count: 500,
            plies: 8,
            bound: 100,
            ahead: 0,
            nodes: None,
            seed: 1,
            form: BookForm::Moves,
            jobs: None,
            reporting: Reporting::default(),
        }
    }
}

/// How a book writes its openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum BookForm {
    /// `startpos moves …`
    Moves,
    /// The position that the moves lead to
    Sfen,
}

/// A book of openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    config: BookConfig,
    /// Its openings as they are written.
    openings: Vec<String>,
}

impl Book {
    /// Draws a book.
    ///
    /// # Errors
    /// When a side has to be further ahead than it may be, there are not enough different
    /// openings, or there is no memory to search them.
    pub fn make(config: BookConfig) -> anyhow::Result<Self> {
        let BookConfig { ahead, bound, .. } = config;
        ensure!(ahead <= bound, "no side can be {ahead} ahead and at most {bound}");
        let openings = draw(&config)?;
        Ok(Self { config, openings })
    }

    /// Writes it, an opening a line.
    ///
    /// # Errors
    /// An output that cannot be written.
    pub fn write(&self, mut output: impl Write) -> io::Result<()> {
        let BookConfig { variant, plies, seed, bound, ahead, nodes, .. } = &self.config;
        writeln!(output, "# {} openings of {variant}", self.openings.len())?;
        write!(output, "# {plies} random moves, seed {seed}, ")?;
        match ahead {
            0 => write!(output, "no side ahead by more than {bound}")?,
            _ => write!(output, "a side ahead by {ahead} to {bound}")?,
        }
        if let Some(nodes) = nodes {
            write!(output, " at {nodes} nodes")?;
        }
        writeln!(output)?;
        for opening in &self.openings {
            writeln!(output, "{opening}")?;
        }
        output.flush()
    }
}

/// An opening as its book writes it, and the key of its position.
struct BookEntry {
    text: String,
    key: Key,
}

/// Draws until the book is full.
fn draw(config: &BookConfig) -> anyhow::Result<Vec<String>> {
    /// Openings in a row that are in the book already, before it is given up.
    const PATIENCE: usize = 200;
    let &BookConfig { variant, plies, bound, ahead, seed, nodes, form, count, reporting, .. } =
        config;
    let nodes = nodes.unwrap_or_else(|| RandomOpenings::usual_nodes(variant));
    let openings = RandomOpenings { variant, plies, seed, lead_range: Some(ahead..=bound), nodes };
    let worker = move || {
        let openings = openings.clone();
        move |index| openings.nth(index).and_then(|opening| candidate(&opening, variant, form))
    };
    let mut progress = ProgressBar::new("openings", Some(count as u64), reporting);
    let (mut book, mut keys, mut known) = (Vec::new(), FxHashSet::default(), 0);
    let indices = 0..if count == 0 { 0 } else { u64::MAX };
    ordered_map::map(ordered_map::jobs(config.jobs), indices, worker, |candidate| {
        let candidate: BookEntry = candidate?;
        if keys.insert(candidate.key) {
            book.push(candidate.text);
            known = 0;
            progress.advance(1);
        } else {
            known += 1;
        }
        if known > PATIENCE {
            bail!("{plies} plies of {variant} give few more than {} openings", book.len());
        }
        Ok(if book.len() < count { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    Ok(book)
}

fn candidate(opening: &Opening, variant: Variant, form: BookForm) -> anyhow::Result<BookEntry> {
    let mut game_state = game_state::open(variant);
    let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
    game_state.set(StartPosition::Sfen(&opening.start), &moves)?;
    let text = match form {
        BookForm::Sfen => game_state.sfen(),
        BookForm::Moves if moves.is_empty() => "startpos".to_owned(),
        BookForm::Moves => format!("startpos moves {}", moves.join(" ")),
    };
    Ok(BookEntry { text, key: game_state.key() })
}
