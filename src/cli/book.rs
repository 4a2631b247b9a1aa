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

/// Make opening books
#[derive(clap::Args, Clone, Debug)]
pub struct BookArgs {
    #[command(subcommand)]
    pub command: BookCommand,
}

#[derive(Subcommand, Clone, Debug)]
pub enum BookCommand {
    /// Generate random openings, one per line
    ///
    /// Every opening leads to a different position. A search of this position must give an
    /// advantage between --ahead and --bound. The same options give the same book.
    Make(MakeBookArgs),
}

/// Options of `kawari book make`.
#[derive(clap::Args, Clone, Debug)]
pub struct MakeBookArgs {
    /// Variant, see `kawari variants`
    #[arg(value_parser = value_parsers::variants(), hide_possible_values = true)]
    variant: Variant,
    /// Number of openings
    #[arg(long, value_name = "COUNT", default_value_t = BookConfig::default().count)]
    count: usize,
    /// Number of random moves per opening
    #[arg(long, value_name = "PLIES", default_value_t = BookConfig::default().plies, value_parser = opening_plies)]
    plies: usize,
    /// Maximum advantage of a side after the moves, in centipawns
    #[arg(long, value_name = "SCORE", default_value_t = BookConfig::default().bound,
        value_parser = clap::value_parser!(i32).range(0..))]
    bound: Score,
    /// Minimum advantage of a side after the moves, in centipawns, for variants in which level
    /// openings lead to draws
    #[arg(long, value_name = "SCORE", default_value_t = BookConfig::default().ahead,
        value_parser = clap::value_parser!(i32).range(0..))]
    ahead: Score,
    /// Nodes of the search that measures the advantage [default: 20000 for variants with a King
    /// or five-in-a-row, otherwise 2000]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Seed of the random moves
    #[arg(long, default_value_t = BookConfig::default().seed)]
    seed: u64,
    /// Format of an opening
    #[arg(long, value_enum, default_value_t = BookConfig::default().form)]
    form: BookForm,
    /// Number of parallel searches [default: number of cores]
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    jobs: Option<usize>,
    /// Write to this new file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print only errors on standard error
    #[arg(long)]
    quiet: bool,
}

impl MakeBookArgs {
    /// Generates the book and writes it.
    ///
    /// # Errors
    /// Returns an error if there are not enough different openings or the book cannot be written.
    pub fn run(self, stdout: &mut impl Write) -> anyhow::Result<()> {
        let Self { variant, count, plies, bound, ahead, nodes, seed, form, jobs, output, quiet } =
            self;
        let reporting = Reporting::unless_quiet(quiet);
        let config =
            BookConfig { variant, count, plies, bound, ahead, nodes, seed, form, jobs, reporting };
        if let Some(path) = &output {
            // Checked before the long computation, not after it.
            ensure!(!path.exists(), "{} already exists", path.display());
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
