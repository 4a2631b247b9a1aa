//! Mate search as a [`BatchJob`].

use std::sync::mpsc;

use anyhow::Context;
use serde::Serialize;

use super::proof_file;
use crate::batch::BatchJob;
use kawari_engine::engine::mate::{Mate, MateAnswer, MateEvent, MateRequest};
use kawari_engine::engine::search_events::SearchStats;
use kawari_engine::engine::session::{Session, Settings};
use kawari_engine::mate::solver::MateKind;
use kawari_engine::notation::usi::UsiMove;

/// The settings of the mate search for every position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MateBatchJob {
    /// Limits and options of each search.
    pub order: MateRequest,
    /// Size of the proof table, in MiB.
    pub hash: usize,
}

/// The options that a result depends on, as logged.
#[derive(Clone, Debug, Serialize)]
pub struct LoggedMateOptions {
    hash: usize,
    limits: LoggedMateLimits,
    shortens: bool,
    asks_only: bool,
    allows_quiet: bool,
}

/// The limits of a search, as logged.
#[derive(Clone, Debug, Serialize)]
struct LoggedMateLimits {
    nodes: Option<u64>,
    /// Milliseconds.
    time: Option<u64>,
    plies: Option<u16>,
}

/// The result of a position, as written to the output.
#[derive(Debug, Default, Serialize)]
pub struct FoundMate {
    verdict: Option<&'static str>,
    plies: Option<usize>,
    shortest: Option<bool>,
    quiet: Option<bool>,
    only: Option<bool>,
    moves: Vec<String>,
    nodes: Option<u64>,
}

impl MateBatchJob {
    /// Returns session settings for mate searches: a minimal transposition table.
    pub fn session_settings(hash: usize) -> Settings {
        Settings { hash: 1, mate_hash: hash, ..Settings::default() }
    }
}

impl BatchJob for MateBatchJob {
    const LOG: &'static str = "mate";
    type Options = LoggedMateOptions;
    type Answer = FoundMate;

    fn options(&self) -> LoggedMateOptions {
        let MateRequest { time, nodes, plies, shortens, checks_uniqueness, allows_quiet, .. } =
            self.order;
        let time = time.map(|time| time.as_millis() as u64);
        let limits = LoggedMateLimits { nodes, time, plies };
        let asks_only = checks_uniqueness;
        LoggedMateOptions { hash: self.hash, limits, shortens, asks_only, allows_quiet }
    }

    fn settings(&self) -> Settings {
        Self::session_settings(self.hash)
    }

    /// One, because each session has its own proof table.
    fn kept_sessions(&self) -> usize {
        1
    }

    /// Searches for a mate. Writes the proof to `proof`, if requested.
    fn answer(&self, session: &mut dyn Session, proof: &mut Vec<u8>) -> anyhow::Result<FoundMate> {
        let (answer, stats) = ask(session, &self.order)?;
        let mut found = FoundMate {
            verdict: Some(verdict(&answer)),
            nodes: Some(stats.nodes),
            ..FoundMate::default()
        };
        if let MateAnswer::Mate(mate) = answer {
            let Mate { moves, is_shortest, kind, is_unique, proof: proved, .. } = mate;
            if let Some(proved) = proved {
                proof_file::write(session.game_state(), &proved, proof)?;
            }
            found.plies = Some(moves.len());
            found.shortest = Some(is_shortest);
            found.quiet = Some(kind != MateKind::Threats);
            found.only = is_unique;
            found.moves = moves.iter().map(UsiMove::to_string).collect();
        }
        Ok(found)
    }
}

/// Searches the latest position of a session for a mate and waits for the result.
///
/// # Errors
/// Returns an error if the search cannot start or ends without a result.
pub fn ask(
    session: &mut dyn Session,
    order: &MateRequest,
) -> anyhow::Result<(MateAnswer, SearchStats)> {
    let (sender, events) = mpsc::channel();
    // The receiver outlives the search, so sending cannot fail.
    session.go_mate(order, Box::new(move |event| drop(sender.send(event))))?;
    let done = events.iter().find_map(|event| match event {
        MateEvent::Done(answer, stats) => Some((answer, stats)),
        MateEvent::Fault(fault) => {
            log::error!("the search thread panicked: {fault}");
            None
        }
        MateEvent::Progress(..) | MateEvent::Found(..) | MateEvent::NoThreatMate(_) => None,
    });
    session.wait();
    done.context("the search ended without an answer")
}

fn verdict(answer: &MateAnswer) -> &'static str {
    match answer {
        MateAnswer::Mate(_) => "mate",
        MateAnswer::NoMate(_) => "nomate",
        MateAnswer::Unknown => "unknown",
        MateAnswer::NotImplemented => "notimplemented",
    }
}
