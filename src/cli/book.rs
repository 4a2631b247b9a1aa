//! The options of `kawari book`.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Subcommand;

use kawari_engine::core::score::Score;
use kawari_engine::engine::opening_book::{self, BookSource, OpeningBook};
use kawari_engine::games::variants::Variant;
use kawari_lab::book::edit::{self, PruneConfig};
use kawari_lab::book::grow::{self, GrowConfig};
use kawari_lab::book::make::{Book, BookConfig, BookForm};
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
    /// Grow a book for the engine's option BookFile
    ///
    /// Searches the start position, and then again and again the position at the end of the
    /// book's best lines. Scores are backed up from the ends of the lines. A book that exists is
    /// continued. It is replaced every few seconds, so that little is lost if the program is
    /// killed. The result does not depend on the number of jobs.
    Grow(GrowBookArgs),
    /// Merge books, for example those of several machines
    ///
    /// Of two entries for a move, the one with the deeper search is kept.
    Merge(MergeBookArgs),
    /// Remove bad moves and the least important positions of a book
    Prune(PruneBookArgs),
    /// Show the moves of a position
    Show(ShowBookArgs),
    /// Print the lines of a book as openings for matches, one per line
    Lines(BookLinesArgs),
}

impl BookArgs {
    /// Runs the command.
    ///
    /// # Errors
    /// Returns an error if a book cannot be read, made or written.
    pub fn run(self, stdout: &mut impl Write) -> anyhow::Result<()> {
        match self.command {
            BookCommand::Make(args) => args.run(stdout),
            BookCommand::Grow(args) => args.run(),
            BookCommand::Merge(args) => args.run(stdout),
            BookCommand::Prune(args) => args.run(stdout),
            BookCommand::Show(args) => args.run(stdout),
            BookCommand::Lines(args) => args.run(stdout),
        }
    }
}

/// Options of `kawari book grow`.
#[derive(clap::Args, Clone, Debug)]
pub struct GrowBookArgs {
    /// Variant, see `kawari variants`
    #[arg(value_parser = value_parsers::variants(), hide_possible_values = true)]
    variant: Variant,
    /// The book, which is created or continued
    file: PathBuf,
    /// Number of positions to search
    #[arg(long, value_name = "COUNT", default_value_t = GrowConfig::default().positions)]
    positions: usize,
    /// Nodes of each search
    #[arg(long, value_name = "COUNT", default_value_t = GrowConfig::default().nodes,
        value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of moves that each search scores
    #[arg(long, value_name = "COUNT", default_value_t = 5,
        value_parser = clap::value_parser!(u64).range(1..=256))]
    width: u64,
    /// Start from the position after these moves
    #[arg(long, value_name = "MOVES", value_delimiter = ' ')]
    moves: Vec<String>,
    /// Maximum length of a line, in plies
    #[arg(long, value_name = "PLIES", default_value_t = GrowConfig::default().plies)]
    plies: usize,
    /// Follow moves that lose at most this much against the best one, in centipawns
    #[arg(long, value_name = "SCORE", default_value_t = GrowConfig::default().within,
        value_parser = clap::value_parser!(i32).range(0..))]
    within: Score,
    /// Do not follow moves after which a side is further ahead, in centipawns
    #[arg(long, value_name = "SCORE", default_value_t = GrowConfig::default().bound,
        value_parser = clap::value_parser!(i32).range(0..))]
    bound: Score,
    /// Number of parallel searches [default: number of cores]
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    jobs: Option<usize>,
    /// Print only errors on standard error
    #[arg(long)]
    quiet: bool,
}

impl GrowBookArgs {
    fn run(self) -> anyhow::Result<()> {
        let Self {
            variant,
            file,
            positions,
            nodes,
            width,
            moves,
            plies,
            within,
            bound,
            jobs,
            quiet,
        } = self;
        let reporting = Reporting::unless_quiet(quiet);
        let config = GrowConfig {
            variant,
            path: file,
            moves,
            positions,
            nodes,
            width: width as usize,
            plies,
            within,
            bound,
            jobs,
            reporting,
        };
        let added = grow::grow(&config)?;
        reporting.print_note(format_args!("{added} positions added to {}", config.path.display()));
        Ok(())
    }
}

/// Options of `kawari book merge`.
#[derive(clap::Args, Clone, Debug)]
pub struct MergeBookArgs {
    /// Variant, see `kawari variants`
    #[arg(value_parser = value_parsers::variants(), hide_possible_values = true)]
    variant: Variant,
    /// The books
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Write to this new file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl MergeBookArgs {
    fn run(self, stdout: &mut impl Write) -> anyhow::Result<()> {
        let Self { variant, files, output } = self;
        let books = files.iter().map(|path| read(variant, path));
        let books = books.collect::<anyhow::Result<Vec<_>>>()?;
        let merged = edit::merge(variant, &books)?;
        write(variant, &merged, output.as_deref(), stdout)
    }
}

/// Options of `kawari book prune`.
#[derive(clap::Args, Clone, Debug)]
pub struct PruneBookArgs {
    /// Variant, see `kawari variants`
    #[arg(value_parser = value_parsers::variants(), hide_possible_values = true)]
    variant: Variant,
    /// The book
    file: PathBuf,
    /// Maximum length of a line, in plies
    #[arg(long, value_name = "PLIES", default_value_t = GrowConfig::default().plies)]
    plies: usize,
    /// Keep moves that lose at most this much against the best one, in centipawns
    #[arg(long, value_name = "SCORE", default_value_t = 30,
        value_parser = clap::value_parser!(i32).range(0..))]
    within: Score,
    /// Maximum size of the book, in bytes
    #[arg(long, value_name = "BYTES")]
    size: Option<usize>,
    /// Write to this new file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl PruneBookArgs {
    fn run(self, stdout: &mut impl Write) -> anyhow::Result<()> {
        let Self { variant, file, plies, within, size, output } = self;
        let config = PruneConfig { variant, plies, within, size };
        let pruned = edit::prune(&config, &read(variant, &file)?)?;
        write(variant, &pruned, output.as_deref(), stdout)
    }
}

/// Options of `kawari book show`.
#[derive(clap::Args, Clone, Debug)]
pub struct ShowBookArgs {
    /// Variant, see `kawari variants`
    #[arg(value_parser = value_parsers::variants(), hide_possible_values = true)]
    variant: Variant,
    /// Moves from the start position to the position to show
    moves: Vec<String>,
    /// The book [default: the built-in one]
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
}

impl ShowBookArgs {
    fn run(self, stdout: &mut impl Write) -> anyhow::Result<()> {
        let book = read_or_built_in(self.variant, self.book.as_deref())?;
        edit::show(self.variant, &book, &self.moves, stdout)
    }
}

/// Options of `kawari book lines`.
#[derive(clap::Args, Clone, Debug)]
pub struct BookLinesArgs {
    /// Variant, see `kawari variants`
    #[arg(value_parser = value_parsers::variants(), hide_possible_values = true)]
    variant: Variant,
    /// Maximum length of a line, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 8, value_parser = opening_plies)]
    plies: usize,
    /// The book [default: the built-in one]
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
}

impl BookLinesArgs {
    fn run(self, stdout: &mut impl Write) -> anyhow::Result<()> {
        let book = read_or_built_in(self.variant, self.book.as_deref())?;
        edit::write_lines(self.variant, &book, self.plies, stdout)
    }
}

fn read(variant: Variant, path: &Path) -> anyhow::Result<OpeningBook> {
    read_or_built_in(variant, Some(path))
}

fn read_or_built_in(variant: Variant, path: Option<&Path>) -> anyhow::Result<OpeningBook> {
    let source = path.map_or(BookSource::BuiltIn, |path| BookSource::File(path.to_owned()));
    Ok(opening_book::open(variant.info(), variant.files(), &source)?)
}

/// Writes a book to a new file or to standard output.
fn write(
    variant: Variant,
    book: &OpeningBook,
    path: Option<&Path>,
    stdout: &mut impl Write,
) -> anyhow::Result<()> {
    match path {
        Some(path) => File::create_new(path)
            .and_then(|file| edit::write(variant, book, BufWriter::new(file)))
            .with_context(|| format!("cannot write {}", path.display())),
        None => Ok(edit::write(variant, book, stdout)?),
    }
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
    fn run(self, stdout: &mut impl Write) -> anyhow::Result<()> {
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
