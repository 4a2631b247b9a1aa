//! `kawari book make`: a book of different openings for a game.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use rustc_hash::FxHashSet;

use super::limits::at_least_one;
use super::openings::{Opening, RandomOpenings};
use super::ordered;
use super::progress::Progress;
use crate::core::key::Key;
use crate::core::score::Score;
use crate::engine::line::{self, Start};
use crate::games::variants::Variant;

/// Makes books of openings
#[derive(ClapArgs, Clone, Debug)]
pub struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Clone, Debug)]
enum Task {
    /// Draws different openings at random and writes them one a line
    ///
    /// The same options give the same book. Every opening leads to another position,
    /// in which a shallow search sees no side ahead by more than the bound.
    Make(MakeArgs),
}

/// What kind of book is made.
#[derive(ClapArgs, Clone, Debug)]
struct MakeArgs {
    /// The game
    variant: Variant,
    /// Number of openings
    #[arg(long, value_name = "COUNT", default_value_t = 500)]
    count: usize,
    /// Random moves of each
    #[arg(long, value_name = "PLIES", default_value_t = 8)]
    plies: usize,
    /// How far a side may be ahead after them, in hundredths of a pawn or man
    #[arg(long, value_name = "SCORE", default_value_t = 100,
        value_parser = clap::value_parser!(i32).range(0..))]
    bound: Score,
    /// Seed of the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How an opening is written
    #[arg(long, value_enum, default_value_t = Form::Moves)]
    form: Form,
    /// Searches at once; as many as there are cores if absent
    #[arg(long, value_name = "COUNT", value_parser = at_least_one)]
    jobs: Option<usize>,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// How a book writes its openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Form {
    /// `startpos moves …`
    Moves,
    /// The position that the moves lead to
    Sfen,
}

/// Does what was asked for.
///
/// # Errors
/// When there are not enough different openings, or the book cannot be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    match &args.task {
        Task::Make(args) => make(args),
    }
}

fn make(args: &MakeArgs) -> anyhow::Result<()> {
    let book = draw(args)?;
    match &args.output {
        Some(path) => File::create(path)
            .and_then(|file| write(args, &book, BufWriter::new(file)))
            .with_context(|| format!("cannot write {}", path.display())),
        None => Ok(write(args, &book, io::stdout().lock())?),
    }
}

/// An opening as its book writes it, and the key of its position.
struct Entry {
    text: String,
    key: Key,
}

/// Draws until the book is full.
fn draw(args: &MakeArgs) -> anyhow::Result<Vec<Entry>> {
    /// Openings in a row that are in the book already, before it is given up.
    const PATIENCE: usize = 1_000;
    let MakeArgs { variant, plies, seed, form, count, .. } = *args;
    let openings = RandomOpenings { variant, plies, seed, bound: Some(args.bound) };
    let worker = move || {
        let openings = openings.clone();
        move |index| openings.nth(index).and_then(|opening| entry(&opening, variant, form))
    };
    let mut progress = Progress::new("openings", Some(count as u64));
    let (mut book, mut keys, mut known) = (Vec::new(), FxHashSet::default(), 0);
    let indices = 0..if count == 0 { 0 } else { u64::MAX };
    ordered::map(ordered::jobs(args.jobs), indices, worker, |entry| {
        let entry: Entry = entry?;
        if keys.insert(entry.key) {
            book.push(entry);
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

fn entry(opening: &Opening, variant: Variant, form: Form) -> anyhow::Result<Entry> {
    let mut line = line::open(variant);
    let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
    line.set(Start::Sfen(&opening.start), &moves)?;
    let text = match form {
        Form::Sfen => line.sfen(),
        Form::Moves if moves.is_empty() => "startpos".to_owned(),
        Form::Moves => format!("startpos moves {}", moves.join(" ")),
    };
    Ok(Entry { text, key: line.key() })
}

fn write(args: &MakeArgs, book: &[Entry], mut output: impl Write) -> io::Result<()> {
    let MakeArgs { variant, plies, seed, bound, .. } = args;
    writeln!(output, "# {} openings of {variant}", book.len())?;
    writeln!(output, "# {plies} random moves, seed {seed}, no side ahead by more than {bound}")?;
    for entry in book {
        writeln!(output, "{}", entry.text)?;
    }
    output.flush()
}
