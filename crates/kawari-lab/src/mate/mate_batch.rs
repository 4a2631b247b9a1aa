//! What is asked of a position, and what is found of mates in it.

use std::sync::mpsc;

use anyhow::Context;
use serde::Serialize;

use super::proof_file;
use crate::batch::BatchJob;
use kawari_engine::engine::mate::{Mate, MateAnswer, MateEvent, MateRequest};
use kawari_engine::engine::search_events::SearchStats;
use kawari_engine::engine::session::{Session, Settings};

/// What is asked of every position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MateBatchJob {
    /// How far each search goes, and what it tells.
    pub order: MateRequest,
    /// What a search may take for its proofs, in MiB.
    pub hash: usize,
}

/// All that an answer depends on besides its line.
#[derive(Clone, Debug, Serialize)]
pub struct LoggedMateOptions {
    hash: usize,
    limits: LoggedMateLimits,
    shortens: bool,
    asks_only: bool,
}

/// The bounds of a search.
#[derive(Clone, Debug, Serialize)]
struct LoggedMateLimits {
    nodes: Option<u64>,
    /// Milliseconds.
    time: Option<u64>,
    plies: Option<u16>,
}

/// What was found in a position.
#[derive(Debug, Default, Serialize)]
pub struct FoundMate {
    verdict: Option<&'static str>,
    plies: Option<usize>,
    shortest: Option<bool>,
    only: Option<bool>,
    moves: Vec<String>,
    nodes: Option<u64>,
}

impl MateBatchJob {
    /// How a session is set that proves mates alone.
    pub fn session_settings(hash: usize) -> Settings {
        Settings { hash: 1, mate_hash: hash, ..Settings::default() }
    }
}

impl BatchJob for MateBatchJob {
    const LOG: &'static str = "mate";
    type Options = LoggedMateOptions;
    type Found = FoundMate;

    fn options(&self) -> LoggedMateOptions {
        let MateRequest { time, nodes, plies, shortens, checks_uniqueness, .. } = self.order;
        let time = time.map(|time| time.as_millis() as u64);
        let limits = LoggedMateLimits { nodes, time, plies };
        LoggedMateOptions { hash: self.hash, limits, shortens, asks_only: checks_uniqueness }
    }

    fn settings(&self) -> Settings {
        Self::session_settings(self.hash)
    }

    /// The memory of one is all that a thread may have.
    fn kept_sessions(&self) -> usize {
        1
    }

    /// Writes the proof beside the answer, if one was asked for.
    fn answer(&self, session: &mut dyn Session, proof: &mut Vec<u8>) -> anyhow::Result<FoundMate> {
        let (answer, stats) = ask(session, &self.order)?;
        let mut found = FoundMate {
            verdict: Some(verdict(&answer)),
            nodes: Some(stats.nodes),
            ..FoundMate::default()
        };
        if let MateAnswer::Mate(Mate { moves, is_shortest, is_unique, proof: proved }) = answer {
            if let Some(proved) = proved {
                proof_file::write(session.game_state(), &proved, proof)?;
            }
            found.plies = Some(moves.len());
            found.shortest = Some(is_shortest);
            found.only = is_unique;
            found.moves = moves;
        }
        Ok(found)
    }
}

/// Looks for a mate in the latest position of a session and waits for the end.
///
/// # Errors
/// When the search cannot begin, or breaks down.
pub fn ask(
    session: &mut dyn Session,
    order: &MateRequest,
) -> anyhow::Result<(MateAnswer, SearchStats)> {
    let (sender, events) = mpsc::channel();
    // The receiver outlives the search, so nothing is lost.
    session.go_mate(order, Box::new(move |event| drop(sender.send(event))))?;
    let done = events.iter().find_map(|event| match event {
        MateEvent::Done(answer, stats) => Some((answer, stats)),
        MateEvent::Fault(fault) => {
            log::error!("a fault in the search: {fault}");
            None
        }
        MateEvent::Progress(..) | MateEvent::Found(..) => None,
    });
    session.wait();
    done.context("the search ended without an answer")
}

fn verdict(answer: &MateAnswer) -> &'static str {
    match answer {
        MateAnswer::Mate(_) => "mate",
        MateAnswer::NoMate { .. } => "nomate",
        MateAnswer::Unknown => "unknown",
        MateAnswer::NotImplemented => "notimplemented",
    }
}
