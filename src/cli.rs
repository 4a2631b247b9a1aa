//! The command line: what to do instead of talking USI.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Parser, Subcommand};

use kawari::engine::bench;
use kawari::games::variants::Variant;
use kawari::protocol::usi;
use kawari::tools::perft::Perft;
use kawari::tools::{self, analyse, book, matches, rules, selfplay, tune};

/// Plays Hasami Shogi, Yari Shogi and Hajiku Shogi.
///
/// Without a command it speaks USI on standard input and output: start it from a
/// shogi GUI or a match runner, or type `usi`.
#[derive(Parser)]
#[command(version)]
pub struct Cli {
    #[command(subcommand)]
    task: Option<Task>,
}

#[derive(Subcommand)]
enum Task {
    /// Counts the leaves of the tree of legal moves
    Perft {
        /// A game, as `kawari variants` names it
        variant: String,
        /// Plies
        #[arg(value_parser = clap::value_parser!(u32).range(0..=64))]
        depth: u32,
        /// The position to begin with, in one argument or four; the start
        /// position if absent
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
    /// Explains a game, or lists them all
    Rules {
        /// A game, as `kawari variants` names it
        variant: Option<String>,
    },
    /// Lists the games
    Variants,
    #[command(name = "match")]
    Match(Box<matches::Args>),
    Analyse(analyse::Args),
    Selfplay(selfplay::Args),
    Tune(tune::Args),
    Book(book::Args),
}

impl Cli {
    /// Does what was asked for.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut output = io::stdout().lock();
        match self.task {
            None => {
                drop(output);
                usi::run(io::stdin(), io::stdout()).context("cannot begin to speak USI")?;
                return Ok(ExitCode::SUCCESS);
            }
            Some(Task::Perft { variant, depth, sfen, divide, hash }) => {
                let variant = variant.parse()?;
                let sfen = (!sfen.is_empty()).then(|| sfen.join(" "));
                tools::perft::run(&Perft { variant, depth, sfen, divide, hash }, &mut output)?;
            }
            Some(Task::Bench { depth }) => tools::bench::run(depth, &mut output)?,
            Some(Task::Rules { variant: Some(variant) }) => {
                rules::rules(variant.parse::<Variant>()?, &mut output)?;
            }
            Some(Task::Rules { variant: None }) => rules::overview(&mut output)?,
            Some(Task::Variants) => rules::variants(&mut output)?,
            Some(Task::Match(args)) => matches::run(&args)?,
            Some(Task::Analyse(args)) => return analyse::run(&args),
            Some(Task::Selfplay(args)) => selfplay::run(&args)?,
            Some(Task::Tune(args)) => tune::run(&args, &mut output)?,
            Some(Task::Book(args)) => book::run(&args)?,
        }
        output.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}
