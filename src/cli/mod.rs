//! The command line: subcommands, options and exit status.

mod analyse;
mod batch;
#[cfg(feature = "board")]
mod board;
mod book;
mod check_engine;
mod convert;
mod draw;
mod engines;
mod game_args;
mod levels;
mod limits;
mod manual;
mod matches;
mod mate;
mod network;
mod play;
mod puzzle;
mod rules;
mod selfplay;
mod shutdown_signals;
mod spsa;
mod status;
mod tables;
mod train;
mod tune;
mod value_parsers;
mod variant_files;

use std::env;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::panic;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Parser, Subcommand};
use clap_complete::Shell;

use crate::commands;
use crate::commands::perft::PerftConfig;
use kawari_engine::engine::bench;
use kawari_engine::games::loaded::{self, LoadError};
use kawari_engine::games::variants::Variant;
use kawari_lab::interrupt;
use kawari_protocol::command_loop;
use kawari_protocol::input::MAX_LINE;
use kawari_protocol::wire;

use self::analyse::AnalyseArgs;
#[cfg(feature = "board")]
use self::board::BoardArgs;
use self::book::BookArgs;
use self::check_engine::CheckArgs;
use self::convert::ConvertArgs;
use self::draw::DrawArgs;
use self::levels::LevelsArgs;
use self::matches::{MatchArgs, MatchTool};
use self::mate::MateArgs;
use self::network::NetworkArgs;
use self::play::PlayArgs;
use self::puzzle::PuzzleArgs;
use self::rules::RulesArgs;
use self::selfplay::SelfplayArgs;
use self::spsa::SpsaArgs;
pub use self::status::{Status, error_exit_code};
use self::tables::TablesArgs;
use self::train::TrainArgs;
use self::tune::TuneArgs;

/// The exit status values, for the help text.
const STATUS: &str = "\
Exit status: 0 success, 1 some input lines were invalid or a proof, puzzle or tablebase is wrong, \
2 invalid arguments or input, 3 a file cannot be read or written, a program cannot be started, or \
out of memory, 4 an engine committed a fault in a match or failed a compliance check, \
5 tuned weights are no improvement and were not written, 129, 130, 143 ended by SIGHUP, Ctrl-C or \
SIGTERM";

/// Play and analyse Hasami Shogi, Yari Shogi, Hajiku Shogi and shogi
///
/// Without a command, Kawari speaks USI on standard input and output: start it from a shogi GUI
/// or a match runner, or type `usi`.
#[derive(Parser)]
#[command(version = kawari_lab::VERSION, after_help = STATUS)]
pub struct Cli {
    #[command(subcommand)]
    tool: Option<Tool>,
    /// Load the game that this file defines; other arguments may then name it. Repeatable
    #[arg(long = "variants", global = true, value_name = "FILE")]
    variant_files: Vec<PathBuf>,
}

#[derive(Subcommand)]
enum Tool {
    /// Count the leaf nodes of the legal move tree
    Perft {
        /// Variant, see `kawari variants`
        #[arg(value_parser = value_parsers::variants(), hide_possible_values = true)]
        variant: Variant,
        /// Depth in plies
        #[arg(value_parser = clap::value_parser!(u32).range(0..=64))]
        depth: u32,
        /// SFEN of the position, in one argument or four, `-` for the first line of standard
        /// input [default: start position]
        #[arg(num_args = 1..=4)]
        sfen: Vec<String>,
        /// Also print the count of each root move
        #[arg(long)]
        divide: bool,
        /// Use a hash table: faster, but needs memory
        #[arg(long)]
        hash: bool,
    },
    /// Search fixed positions of every variant and print the node count (the signature of the
    /// version)
    Bench {
        /// Depth of each search in plies
        #[arg(default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=64))]
        depth: u32,
    },
    #[cfg(feature = "board")]
    Board(BoardArgs),
    Rules(RulesArgs),
    Draw(Box<DrawArgs>),
    /// List the variants
    Variants,
    /// Print the JSON Schema of an output format
    Schema {
        /// Name of the format; without it, list all names
        name: Option<String>,
    },
    Play(PlayArgs),
    #[command(name = "match")]
    Match(Box<MatchArgs>),
    CheckEngine(CheckArgs),
    Spsa(Box<SpsaArgs>),
    Analyse(AnalyseArgs),
    Mate(Box<MateArgs>),
    Puzzle(PuzzleArgs),
    Convert(ConvertArgs),
    Selfplay(SelfplayArgs),
    Tune(TuneArgs),
    Net(NetworkArgs),
    Train(Box<TrainArgs>),
    Book(BookArgs),
    Levels(LevelsArgs),
    Tables(TablesArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write manual pages, one for each command
    Manual {
        /// Output folder, created if missing
        folder: PathBuf,
    },
}

impl Cli {
    /// Loads the games of all options `--variants`, and parses the arguments. Exits with a
    /// message if an argument is wrong.
    ///
    /// # Errors
    /// Returns [`LoadError`] if a game cannot be loaded.
    pub fn parse_arguments() -> Result<Self, LoadError> {
        loaded::load_files(&variant_files::of_arguments(env::args_os()))?;
        Ok(Self::parse())
    }

    /// Runs the command and returns the exit status.
    ///
    /// # Errors
    /// Returns the error of the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut output = io::stdout().lock();
        let mut status = Status::Success;
        if let Some(
            Tool::Match(_)
            | Tool::CheckEngine(_)
            | Tool::Spsa(_)
            | Tool::Analyse(_)
            | Tool::Mate(_)
            | Tool::Puzzle(_)
            | Tool::Selfplay(_)
            | Tool::Levels(_)
            | Tool::Rules(_)
            | Tool::Tables(_),
        ) = self.tool
        {
            interrupt::listen().context("cannot install signal handlers")?;
        }
        match self.tool {
            None => {
                if io::stdin().is_terminal() && output.is_terminal() {
                    writeln!(output, "{}", wire::WELCOME)?;
                }
                drop(output);
                // Panics are reported as `info string`. Standard error stays silent, see
                // `init_log`.
                panic::set_hook(Box::new(|info| log::error!("{info}")));
                command_loop::run_until(io::stdin(), io::stdout(), shutdown_signals::end_on_signal)
                    .context("cannot start the USI loop")?;
                return Ok(status.into());
            }
            Some(Tool::Perft { variant, depth, sfen, divide, hash }) => {
                let sfen = match sfen.as_slice() {
                    [] => None,
                    [dash] if dash == "-" => {
                        let mut line = String::new();
                        io::stdin().lock().take(MAX_LINE as u64).read_line(&mut line)?;
                        Some(line.trim().to_owned())
                    }
                    words => Some(words.join(" ")),
                };
                commands::perft::run(
                    &PerftConfig { variant, depth, sfen, divide, hash },
                    &mut output,
                )?;
            }
            Some(Tool::Bench { depth }) => commands::bench::run(depth, &mut output)?,
            #[cfg(feature = "board")]
            Some(Tool::Board(args)) => args.run(&mut output)?,
            Some(Tool::Rules(args)) => {
                if !args.run(&mut output)? {
                    status = Status::InvalidInput;
                }
            }
            Some(Tool::Draw(args)) => args.run(&mut output)?,
            Some(Tool::Play(args)) => {
                interrupt::listen_at_terminal().context("cannot install the Ctrl-C handler")?;
                args.run(&mut output)?;
                return Ok(status.into());
            }
            Some(Tool::Variants) => commands::rules::variants(&mut output)?,
            Some(Tool::Schema { name }) => {
                kawari_records::schema::run(name.as_deref(), &mut output)?
            }
            Some(Tool::Match(args)) => {
                let standings = match args.tool {
                    Some(MatchTool::Report { logs, json }) => {
                        kawari_lab::matches::merge::run(&logs, json.as_deref(), &mut output)?
                    }
                    None => kawari_lab::matches::run(&args.config()?, &mut output)?,
                };
                if standings.faults().next().is_some() {
                    status = Status::Faults;
                }
            }
            Some(Tool::CheckEngine(args)) => {
                if !kawari_lab::matches::compliance::run(&args.into(), &mut output)? {
                    status = Status::Faults;
                }
            }
            Some(Tool::Spsa(args)) => {
                if !kawari_lab::matches::spsa::run(&args.config()?, &mut output)? {
                    status = Status::Faults;
                }
            }
            Some(Tool::Analyse(args)) => {
                if !kawari_lab::analyse::run(&args.into(), &mut output)? {
                    status = Status::InvalidInput;
                }
            }
            Some(Tool::Mate(args)) => {
                if !args.run(&mut output)? {
                    status = Status::InvalidInput;
                }
            }
            Some(Tool::Puzzle(args)) => {
                if !args.run(&mut output)? {
                    status = Status::InvalidInput;
                }
            }
            Some(Tool::Convert(args)) => {
                if !args.run(&mut output)? {
                    status = Status::InvalidInput;
                }
            }
            Some(Tool::Tables(args)) => {
                if !args.run(&mut output)? {
                    status = Status::InvalidInput;
                }
            }
            Some(Tool::Selfplay(args)) => kawari_lab::selfplay::run(&args.into(), &mut output)?,
            Some(Tool::Tune(args)) => {
                if !kawari_lab::tune::run(&args.into(), &mut output)? {
                    status = Status::NoGain;
                }
            }
            Some(Tool::Net(args)) => args.run(&mut output)?,
            Some(Tool::Train(args)) => kawari_lab::train::run(&(*args).into(), &mut output)?,
            Some(Tool::Levels(args)) => kawari_lab::levels::run(&args.into(), &mut output)?,
            Some(Tool::Book(args)) => args.run(&mut output)?,
            Some(Tool::Completions { shell }) => manual::completions(shell, &mut output)?,
            Some(Tool::Manual { folder }) => manual::pages(&folder)?,
        }
        output.flush()?;
        // The status that shells report for a program ended by this signal.
        Ok(interrupt::signal().map_or(status.into(), |signal| ExitCode::from(128 + signal)))
    }
}
