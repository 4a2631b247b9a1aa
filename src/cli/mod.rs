//! The command line: what to do instead of talking USI.

mod analyse;
mod batch;
#[cfg(feature = "board")]
mod board;
mod book;
mod check_engine;
mod engines;
mod game_args;
mod levels;
mod limits;
mod manual;
mod matches;
mod mate;
mod network;
mod play;
mod selfplay;
mod shutdown_signals;
mod spsa;
mod status;
mod tables;
mod train;
mod tune;
mod value_parsers;

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::panic;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Parser, Subcommand};
use clap_complete::Shell;

use crate::commands;
use crate::commands::perft::PerftConfig;
use crate::commands::rules;
use kawari_engine::engine::bench;
use kawari_engine::games::variants::Variant;
use kawari_lab::interrupt;
use kawari_protocol::command_loop;
use kawari_protocol::input::MAX_LINE;
use kawari_protocol::wire;

use self::analyse::AnalyseArgs;
#[cfg(feature = "board")]
use self::board::BoardArgs;
use self::book::{BookArgs, BookCommand};
use self::check_engine::CheckArgs;
use self::levels::LevelsArgs;
use self::matches::{MatchArgs, MatchTool};
use self::mate::MateArgs;
use self::network::NetworkArgs;
use self::play::PlayArgs;
use self::selfplay::SelfplayArgs;
use self::spsa::SpsaArgs;
pub use self::status::Status;
use self::tables::TablesArgs;
use self::train::TrainArgs;
use self::tune::TuneArgs;

/// What the program ends with.
const STATUS: &str = "\
Exit status: 0 all is done, 1 some lines of the input were bad or a proof or table is wrong, 2 what was \
asked for makes no sense or is refused, 3 a file cannot be read or written, a program not be \
started, or there is no memory, 4 an engine has committed a fault in a match or failed a check, \
5 fitted weights gain nothing and were not written, 129, 130 and 143 SIGHUP, Ctrl-C or SIGTERM has ended \
a match, an analysis or selfplay";

/// Plays Hasami Shogi, Yari Shogi, Hajiku Shogi and shogi.
///
/// Without a command it speaks USI on standard input and output: start it from a
/// shogi GUI or a match runner, or type `usi`.
#[derive(Parser)]
#[command(version = kawari_lab::VERSION, after_help = STATUS)]
pub struct Cli {
    #[command(subcommand)]
    tool: Option<Tool>,
}

#[derive(Subcommand)]
enum Tool {
    /// Counts the leaves of the tree of legal moves
    Perft {
        /// A game, as `kawari variants` names it
        #[arg(value_parser = value_parsers::games(), hide_possible_values = true)]
        variant: Variant,
        /// Plies
        #[arg(value_parser = clap::value_parser!(u32).range(0..=64))]
        depth: u32,
        /// The position to begin with, in one argument or four, `-` for the first line
        /// of standard input; the start position if absent
        #[arg(num_args = 1..=4)]
        sfen: Vec<String>,
        /// Also write the count behind each move
        #[arg(long)]
        divide: bool,
        /// Remember positions: faster, and it takes memory
        #[arg(long)]
        hash: bool,
    },
    /// Searches fixed positions of every game; the node count is the signature
    /// of the version
    Bench {
        /// Depth of each search, in plies
        #[arg(default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=64))]
        depth: u32,
    },
    #[cfg(feature = "board")]
    Board(BoardArgs),
    /// Explains a game, or lists them all
    Rules {
        /// A game, as `kawari variants` names it
        #[arg(value_parser = value_parsers::games(), hide_possible_values = true)]
        variant: Option<Variant>,
    },
    /// Lists the games
    Variants,
    /// Tells what the JSON looks like that the program writes, as JSON Schema
    Schema {
        /// What is to be told of; all names are listed if absent
        name: Option<String>,
    },
    Play(PlayArgs),
    #[command(name = "match")]
    Match(Box<MatchArgs>),
    CheckEngine(CheckArgs),
    Spsa(Box<SpsaArgs>),
    Analyse(AnalyseArgs),
    Mate(Box<MateArgs>),
    Selfplay(SelfplayArgs),
    Tune(TuneArgs),
    Net(NetworkArgs),
    Train(Box<TrainArgs>),
    Book(BookArgs),
    Levels(LevelsArgs),
    Tables(TablesArgs),
    /// Writes a script by which a shell completes commands and options
    Completions {
        /// Whose script it is
        shell: Shell,
    },
    /// Writes manual pages, one for each command
    Manual {
        /// Where they go; it is made if it is not there
        folder: PathBuf,
    },
}

impl Cli {
    /// Does what was asked for.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut output = io::stdout().lock();
        let mut status = Status::Done;
        if let Some(
            Tool::Match(_)
            | Tool::CheckEngine(_)
            | Tool::Spsa(_)
            | Tool::Analyse(_)
            | Tool::Mate(_)
            | Tool::Selfplay(_)
            | Tool::Levels(_)
            | Tool::Tables(_),
        ) = self.tool
        {
            interrupt::listen().context("cannot listen for signals")?;
        }
        match self.tool {
            None => {
                if io::stdin().is_terminal() && output.is_terminal() {
                    writeln!(output, "{}", wire::WELCOME)?;
                }
                drop(output);
                // Standard error is silent, and what happens is told in USI.
                panic::set_hook(Box::new(|fault| log::error!("{fault}")));
                command_loop::run_until(io::stdin(), io::stdout(), shutdown_signals::end_on_signal)
                    .context("cannot begin to speak USI")?;
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
            Some(Tool::Rules { variant: Some(variant) }) => {
                rules::rules(variant, &mut output)?;
            }
            Some(Tool::Rules { variant: None }) => rules::overview(&mut output)?,
            Some(Tool::Play(args)) => {
                interrupt::listen_at_terminal().context("cannot listen for Ctrl-C")?;
                args.run(&mut output)?;
                return Ok(status.into());
            }
            Some(Tool::Variants) => rules::variants(&mut output)?,
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
                let all_are_good = kawari_lab::analyse::run(&args.into(), &mut output)?;
                if !all_are_good {
                    status = Status::BadLines;
                }
            }
            Some(Tool::Mate(args)) => {
                if !args.run(&mut output)? {
                    status = Status::BadLines;
                }
            }
            Some(Tool::Tables(args)) => {
                if !args.run(&mut output)? {
                    status = Status::BadLines;
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
            Some(Tool::Book(BookArgs { command: BookCommand::Make(args) })) => {
                args.run(&mut output)?
            }
            Some(Tool::Completions { shell }) => manual::completions(shell, &mut output)?,
            Some(Tool::Manual { folder }) => manual::pages(&folder)?,
        }
        output.flush()?;
        // As a shell reports a program that the signal has ended.
        Ok(interrupt::signal().map_or(status.into(), |signal| ExitCode::from(128 + signal)))
    }
}
