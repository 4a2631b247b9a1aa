//! The options of `kawari tables`.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Subcommand;

use kawari_engine::games::variants::Variant;
use kawari_lab::progress::Reporting;
use kawari_lab::tablebases::{self, ClassSelection, TablebaseConfig};

use super::limits::threads;
use super::value_parsers;

/// Make endgame tablebases with distances to win
///
/// Tablebases exist for variants of the Hasami family in which a side with one man left has lost.
/// A class such as 3v2 has 3 men of the side to move against 2 of the opponent. It is solved
/// together with the class of swapped sides, 2v3.
#[derive(clap::Args, Clone, Debug)]
pub struct TablesArgs {
    #[command(subcommand)]
    command: TablesCommand,
}

#[derive(Subcommand, Clone, Debug)]
enum TablesCommand {
    /// Solve the classes that are missing in a folder and print their statistics
    ///
    /// Each solved class is a file, and interrupted runs resume. Solving needs 2 bytes of memory
    /// per position, up to symmetry: 2.6 GiB for 4v2 with 2v4 on 81 squares, 1.6 GiB for 3v3.
    Make {
        #[command(flatten)]
        classes: ClassArgs,
        /// Seconds between snapshots of a class in progress, with a byte per position
        #[arg(long, value_name = "SECONDS", default_value_t = 300)]
        save: u64,
    },
    /// Verify the value of every position against its successors
    Verify(ClassArgs),
    /// Print statistics: counts, and the longest win with its line
    Show(ClassArgs),
    /// Write all decisive positions of at most 5 men to a file, to be compiled into the program
    Builtin {
        /// Variant, see `kawari variants`
        #[arg(value_parser = value_parsers::variants(), hide_possible_values = true)]
        variant: Variant,
        /// Output file, which must be new
        file: PathBuf,
        /// Number of threads [default: number of cores]
        #[arg(long, value_name = "COUNT", value_parser = threads)]
        jobs: Option<usize>,
        /// Print only errors on standard error
        #[arg(long)]
        quiet: bool,
    },
}

/// Selection of tablebase classes.
#[derive(clap::Args, Clone, Debug)]
struct ClassArgs {
    /// Variant, see `kawari variants`
    #[arg(value_parser = value_parsers::variants(), hide_possible_values = true)]
    variant: Variant,
    /// Maximum number of men of both sides, or one class such as 3v2 with the classes that its
    /// captures lead to
    #[arg(long, value_name = "N", default_value_t = ClassSelection::UpTo(5))]
    men: ClassSelection,
    /// Folder of the tablebase
    #[arg(long, value_name = "FOLDER", default_value = "tables")]
    folder: PathBuf,
    /// Number of threads [default: number of cores]
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    jobs: Option<usize>,
    /// Print only errors on standard error
    #[arg(long)]
    quiet: bool,
}

impl From<ClassArgs> for TablebaseConfig {
    fn from(args: ClassArgs) -> Self {
        let ClassArgs { variant, men, folder, jobs, quiet } = args;
        Self { variant, men, folder, jobs, reporting: Reporting::unless_quiet(quiet) }
    }
}

impl TablesArgs {
    /// Runs the command. Returns false if the verification fails.
    ///
    /// # Errors
    /// Returns the error of the command.
    pub fn run(self, output: &mut dyn Write) -> anyhow::Result<bool> {
        match self.command {
            TablesCommand::Make { classes, save } => {
                tablebases::make(&classes.into(), Duration::from_secs(save), output)?;
            }
            TablesCommand::Verify(args) => return tablebases::verify(&args.into(), output),
            TablesCommand::Show(args) => tablebases::show(&args.into(), output)?,
            TablesCommand::Builtin { variant, file, jobs, quiet } => {
                tablebases::built_in(variant, jobs, Reporting::unless_quiet(quiet), &file, output)?;
            }
        }
        Ok(true)
    }
}
