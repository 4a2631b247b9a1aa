//! `kawari check-engine`: tests the protocol compliance of an engine.
//!
//! Each test case runs against the engine, and a table shows the outcomes. After a failed case,
//! the engine is restarted.

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

/// The configuration of a compliance check.
#[derive(Clone, PartialEq, Debug)]
pub struct CheckConfig {
    /// The engine.
    pub player: Player,
    /// The variant to play; `None` is the engine's default variant. An engine without a variant
    /// option plays shogi in USI. In UCI its game is unknown, and its moves are not checked.
    pub variant: Option<Variant>,
    /// Timeout for answers, and tolerance for moves beyond their time.
    pub timeouts: Timeouts,
}

/// The outcome of a test case.
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

/// The reason why a test case did not pass.
enum CaseFailure {
    Failed(String),
    Skipped(&'static str),
}

impl From<String> for CaseFailure {
    fn from(detail: String) -> Self {
        Self::Failed(detail)
    }
}

/// Reason for skipping the cases that check moves.
const UNKNOWN_VARIANT: &str = "unknown variant";

/// Runs all test cases and writes the table. Returns true if none failed.
///
/// # Errors
/// Returns an error if the engine cannot be started or the table cannot be written.
pub fn run(config: &CheckConfig, output: &mut dyn Write) -> Result<bool> {
    let mut checker = ComplianceChecker::new(config)?;
    let mut outcomes = Vec::new();
    for (name, case) in CASES {
        outcomes.push((name, checker.run(case)));
    }
    outcomes.push(("quits when its input ends", checker.run(|checker| checker.quits(false))));
    let mut text = checker.title();
    for (name, outcome) in &outcomes {
        let detail = match outcome {
            CaseOutcome::Passed => String::new(),
            CaseOutcome::Failed(detail) => format!(": {detail}"),
            CaseOutcome::Skipped(reason) => format!(": {reason}"),
        };
        text += &format!("  {outcome:<6}  {name}{detail}\n");
    }
    let count = |of: fn(&CaseOutcome) -> bool| outcomes.iter().filter(|(_, o)| of(o)).count();
    let failed = count(|outcome| matches!(outcome, CaseOutcome::Failed(_)));
    text += &format!(
        "{} passed, {failed} failed, {} skipped\n",
        count(|outcome| *outcome == CaseOutcome::Passed),
        count(|outcome| matches!(outcome, CaseOutcome::Skipped(_)))
    );
    output.write_all(printable(&text).as_bytes()).context("cannot write the table")?;
    Ok(failed == 0)
}
