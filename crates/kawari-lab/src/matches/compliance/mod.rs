//! `kawari check-engine`: does a program speak its protocol? Each case of the protocol is
//! tried on it, and a table tells what came of it.
//!
//! A program that has not answered, or has gone, is started anew for the next case.

mod cases;
mod checker;
mod info;

use std::fmt;
use std::io::Write;

use anyhow::{Context, Result};

use self::cases::CASES;
use self::checker::ComplianceChecker;
use crate::matches::fault::printable;
use crate::matches::player::Player;
use crate::matches::timeouts::Timeouts;
use kawari_engine::games::variants::Variant;

/// Which program is tried, and how long it is waited for.
#[derive(Clone, PartialEq, Debug)]
pub struct CheckConfig {
    /// The program.
    pub player: Player,
    /// The game that it is to play; if absent, the one that it plays by default. An engine
    /// that names none plays shogi if it speaks USI; in UCI it is a game whose rules are
    /// not known here.
    pub variant: Option<Variant>,
    /// How long it may be silent, and how much later than its time a move may come.
    pub patience: Timeouts,
}

/// What came of a case.
#[derive(Clone, PartialEq, Eq, Debug)]
enum CaseOutcome {
    Passed,
    Failed(String),
    Skipped(&'static str),
}

impl fmt::Display for CaseOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Passed => "ok",
            Self::Failed(_) => "FAILED",
            Self::Skipped(_) => "-",
        })
    }
}

/// What keeps a case from being passed.
enum CaseFailure {
    Failed(String),
    Skipped(&'static str),
}

impl From<String> for CaseFailure {
    fn from(detail: String) -> Self {
        Self::Failed(detail)
    }
}

/// Why moves are not judged.
const UNKNOWN_GAME: &str = "a game that is not known here";

/// Tries all cases and writes a table. True if none has failed.
///
/// # Errors
/// When the program cannot be started, or the table not be written.
pub fn run(config: &CheckConfig, output: &mut dyn Write) -> Result<bool> {
    let mut checker = ComplianceChecker::new(config)?;
    let mut verdicts = Vec::new();
    for (name, case) in CASES {
        verdicts.push((name, checker.verdict(case)));
    }
    verdicts.push(("leaves when its input ends", checker.verdict(|checker| checker.quits(false))));
    let mut text = checker.title();
    for (name, verdict) in &verdicts {
        let detail = match verdict {
            CaseOutcome::Passed => String::new(),
            CaseOutcome::Failed(detail) => format!(": {detail}"),
            CaseOutcome::Skipped(why) => format!(": {why}"),
        };
        text += &format!("  {verdict:<6}  {name}{detail}\n");
    }
    let count = |of: fn(&CaseOutcome) -> bool| verdicts.iter().filter(|(_, v)| of(v)).count();
    let failed = count(|verdict| matches!(verdict, CaseOutcome::Failed(_)));
    text += &format!(
        "{} passed, {failed} failed, {} left out\n",
        count(|verdict| *verdict == CaseOutcome::Passed),
        count(|verdict| matches!(verdict, CaseOutcome::Skipped(_)))
    );
    output.write_all(printable(&text).as_bytes()).context("cannot write the table")?;
    Ok(failed == 0)
}
