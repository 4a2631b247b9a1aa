//! `kawari book make`: generation of random openings without duplicate positions.

use std::io::{self, Write};
use std::ops::ControlFlow;

use anyhow::{bail, ensure};
use clap::ValueEnum;
use rustc_hash::FxHashSet;

use crate::openings::{Opening, RandomOpenings};
use crate::ordered_map;
use crate::progress::{ProgressBar, Reporting};
use kawari_engine::core::key::Key;
use kawari_engine::core::score::Score;
use kawari_engine::engine::game_state::{self, StartPosition};
use kawari_engine::games::variants::Variant;

/// Options of `kawari book make`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookConfig {
    /// Game variant.
    pub variant: Variant,
    /// Number of openings.
    pub count: usize,
    /// Random moves per opening.
    pub plies: usize,
    /// Largest lead of either side after these moves, in centipawns (hundredths of a pawn
    /// or man).
    pub bound: Score,
    /// Smallest lead of either side. A value above 0 suits games in which balanced
    /// openings end in draws.
    pub ahead: Score,
    /// Nodes of the search that measures the lead. Default:
    /// [`RandomOpenings::usual_nodes`].
    pub nodes: Option<u64>,
    /// Seed of the random moves.
    pub seed: u64,
    /// Output format of an opening.
    pub form: BookForm,
    /// Worker threads. Default: the number of cores.
    pub jobs: Option<usize>,
    /// Progress output on standard error.
    pub reporting: Reporting,
}

impl Default for BookConfig {
    /// 500 Hasami openings of eight moves each.
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

/// Output format of an opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum BookForm {
    /// The moves: `startpos moves …`
    Moves,
    /// The position after the moves
    Sfen,
}

/// A set of generated openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    config: BookConfig,
    /// Openings in the output format.
    openings: Vec<String>,
}

impl Book {
    /// Generates a book.
    ///
    /// # Errors
    /// Returns an error if `ahead` is greater than `bound`, if too few different openings
    /// exist, or if memory for the searches cannot be allocated.
    pub fn make(config: BookConfig) -> anyhow::Result<Self> {
        let BookConfig { ahead, bound, .. } = config;
        ensure!(ahead <= bound, "a side cannot be {ahead} ahead and at most {bound}");
        let openings = draw(&config)?;
        Ok(Self { config, openings })
    }

    /// Writes two comment lines, then one opening per line.
    ///
    /// # Errors
    /// Returns an error if `output` cannot be written.
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

/// An opening in the output format, with its position's key.
struct BookEntry {
    text: String,
    key: Key,
}

/// Draws random openings until the book is full.
fn draw(config: &BookConfig) -> anyhow::Result<Vec<String>> {
    /// Consecutive duplicates after which generation fails.
    const MAX_DUPLICATES: usize = 200;
    let &BookConfig { variant, plies, bound, ahead, seed, nodes, form, count, reporting, .. } =
        config;
    let nodes = nodes.unwrap_or_else(|| RandomOpenings::usual_nodes(variant));
    let openings = RandomOpenings { variant, plies, seed, lead_range: Some(ahead..=bound), nodes };
    let worker = move || {
        let openings = openings.clone();
        move |index| openings.nth(index).and_then(|opening| book_entry(&opening, variant, form))
    };
    let mut progress = ProgressBar::new("openings", Some(count as u64), reporting);
    let (mut book, mut keys, mut duplicates) = (Vec::new(), FxHashSet::default(), 0);
    let indices = 0..if count == 0 { 0 } else { u64::MAX };
    ordered_map::map(ordered_map::jobs(config.jobs), indices, worker, |entry| {
        let entry: BookEntry = entry?;
        if keys.insert(entry.key) {
            book.push(entry.text);
            duplicates = 0;
            progress.advance(1);
        } else {
            duplicates += 1;
        }
        if duplicates > MAX_DUPLICATES {
            bail!("found only {} different openings of {plies} plies in {variant}", book.len());
        }
        Ok(if book.len() < count { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    Ok(book)
}

fn book_entry(opening: &Opening, variant: Variant, form: BookForm) -> anyhow::Result<BookEntry> {
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
