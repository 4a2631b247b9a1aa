//! The options of `kawari book`.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::Subcommand;

use kawari_engine::core::score::Score;
use kawari_engine::games::variants::Variant;
use kawari_lab::book::{Book, BookConfig, BookForm};
use kawari_lab::progress::Reporting;

use super::limits::{opening_plies, threads};
use super::value_parsers;

/// Makes books of openings
#[derive(clap::Args, Clone, Debug)]
pub struct BookArgs {
    #[command(subcommand)]
    pub command: BookCommand,
}

#[derive(Subcommand, Clone, Debug)]
pub enum BookCommand {
    /// Draws different openings at random and writes them one a line
    ///
    /// The same options give the same book. Every opening leads to another position,
    /// in which a search sees no side ahead by more than the bound, nor by less than is
    /// asked for.
    Make(MakeBookArgs),
}

/// What kind of book is made.
#[derive(clap::Args, Clone, Debug)]
pub struct MakeBookArgs {
    /// The game
    #[arg(value_parser = value_parsers::games(), hide_possible_values = true)]
    variant: Variant,
    /// Number of openings
    #[arg(long, value_name = "COUNT", default_value_t = BookConfig::default().count)]
    count: usize,
    /// Random moves of each
    #[arg(long, value_name = "PLIES", default_value_t = BookConfig::default().plies, value_parser = opening_plies)]
    plies: usize,
    /// How far a side may be ahead after them, in hundredths of a pawn or man
    #[arg(long, value_name = "SCORE", default_value_t = BookConfig::default().bound,
        value_parser = clap::value_parser!(i32).range(0..))]
    bound: Score,
    /// How far a side has to be ahead: some games are drawn when they begin level
    #[arg(long, value_name = "SCORE", default_value_t = BookConfig::default().ahead,
        value_parser = clap::value_parser!(i32).range(0..))]
    ahead: Score,
    /// Positions searched to tell whether a side is; 20,000 if absent where there are Kings
    /// or rows, 2,000 elsewhere
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Seed of the random moves
    #[arg(long, default_value_t = BookConfig::default().seed)]
    seed: u64,
    /// How an opening is written
    #[arg(long, value_enum, default_value_t = BookConfig::default().form)]
    form: BookForm,
    /// Searches at once; as many as there are cores if absent
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    jobs: Option<usize>,
    /// Write to this file, a new one, instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Say nothing on standard error but errors
    #[arg(long)]
    quiet: bool,
}

impl MakeBookArgs {
    /// Makes the book.
    ///
    /// # Errors
    /// When there are not enough different openings, or it cannot be written.
    pub fn run(self, stdout: &mut impl Write) -> anyhow::Result<()> {
        let Self { variant, count, plies, bound, ahead, nodes, seed, form, jobs, output, quiet } =
            self;
        let reporting = Reporting::unless_quiet(quiet);
        let config =
            BookConfig { variant, count, plies, bound, ahead, nodes, seed, form, jobs, reporting };
        if let Some(path) = &output {
            // Said before the work is done, not after it.
            ensure!(!path.exists(), "{} exists already", path.display());
        }
        let book = Book::make(config)?;
        match output {
            Some(path) => File::create_new(&path)
                .and_then(|file| book.write(BufWriter::new(file)))
                .with_context(|| format!("cannot write {}", path.display())),
            None => Ok(book.write(stdout)?),
        }
    }
}
