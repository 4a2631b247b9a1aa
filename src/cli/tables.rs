//! The options of `kawari tables`.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Subcommand;

use kawari_engine::games::variants::Variant;
use kawari_lab::progress::Reporting;
use kawari_lab::tables::{self, ClassSelection, TablesConfig};

use super::limits::threads;
use super::value_parsers;

/// Makes tables of endgames: who wins with few men, and how fast
///
/// They are made for the games of the Hasami family in which a side left with one man has
/// lost. A class is so many men of the side to move against so many; it is made together
/// with the one that has the sides changed.
#[derive(clap::Args, Clone, Debug)]
pub struct TablesArgs {
    #[command(subcommand)]
    command: TablesCommand,
}

#[derive(Subcommand, Clone, Debug)]
enum TablesCommand {
    /// Makes the tables that a folder lacks, and tells what is in them
    ///
    /// A class that is done is a file; what is ended goes on where it was. It takes 2 bytes of
    /// memory for each position up to symmetry: 2.6 GiB for 4v2 with 2v4 on 81 squares,
    /// 1.6 GiB for 3v3.
    Make {
        #[command(flatten)]
        classes: ClassArgs,
        /// Write down how far a class has come after so many seconds of work on it, a byte
        /// for each position, so that no more is lost when the program is killed
        #[arg(long, value_name = "SECONDS", default_value_t = 300)]
        save: u64,
    },
    /// Checks every value against those that its moves lead to
    Verify(ClassArgs),
    /// Tells what is in the tables: counts, and the longest win with its line
    Show(ClassArgs),
    /// Writes the positions of at most five men that are no draws, to be built in
    Builtin {
        /// The game
        #[arg(value_parser = value_parsers::games(), hide_possible_values = true)]
        variant: Variant,
        /// Where to; there must be no such file yet
        file: PathBuf,
        /// Threads; as many as there are cores if absent
        #[arg(long, value_name = "COUNT", value_parser = threads)]
        jobs: Option<usize>,
        /// Say nothing on standard error but errors
        #[arg(long)]
        quiet: bool,
    },
}

/// Which tables.
#[derive(clap::Args, Clone, Debug)]
struct ClassArgs {
    /// The game
    #[arg(value_parser = value_parsers::games(), hide_possible_values = true)]
    variant: Variant,
    /// All classes with at most so many men of both sides together, or one class, such as
    /// 3v2, with what its captures lead to
    #[arg(long, value_name = "N", default_value_t = ClassSelection::UpTo(5))]
    men: ClassSelection,
    /// The folder of the tables
    #[arg(long, value_name = "FOLDER", default_value = "tables")]
    folder: PathBuf,
    /// Threads; as many as there are cores if absent
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    jobs: Option<usize>,
    /// Say nothing on standard error but errors
    #[arg(long)]
    quiet: bool,
}

impl From<ClassArgs> for TablesConfig {
    fn from(args: ClassArgs) -> Self {
        let ClassArgs { variant, men, folder, jobs, quiet } = args;
        Self { variant, men, folder, jobs, reporting: Reporting::unless_quiet(quiet) }
    }
}

impl TablesArgs {
    /// Does what was asked for; false when a table is wrong.
    pub fn run(self, output: &mut dyn Write) -> anyhow::Result<bool> {
        match self.command {
            TablesCommand::Make { classes, save } => {
                tables::make(&classes.into(), Duration::from_secs(save), output)?;
            }
            TablesCommand::Verify(args) => return tables::verify(&args.into(), output),
            TablesCommand::Show(args) => tables::show(&args.into(), output)?,
            TablesCommand::Builtin { variant, file, jobs, quiet } => {
                tables::built_in(variant, jobs, Reporting::unless_quiet(quiet), &file, output)?;
            }
        }
        Ok(true)
    }
}
