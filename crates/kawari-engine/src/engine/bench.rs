//! The bench: searches of fixed positions. The total node count is the signature of a version.
//! It changes only with the search or an evaluation.

use std::ops::AddAssign;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use thiserror::Error;

use super::game_state::{PositionError, StartPosition};
use super::search_events::SearchEvent;
use super::session::{self, GoError, SearchRequest, SessionOpener, Settings};
use crate::games::variants::Variant;
use crate::search::limits::Limits;
use crate::search::transposition_table::HashAllocationError;

/// Default depth in plies; one to two seconds for all positions.
pub const DEPTH: u32 = 8;

/// A position of the bench.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchPosition {
    /// The game.
    pub variant: Variant,
    /// The position as SFEN.
    pub sfen: &'static str,
}

const fn position(variant: Variant, sfen: &'static str) -> BenchPosition {
    BenchPosition { variant, sfen }
}

/// The positions of the bench: for each game the start position and one or two middlegame
/// positions.
pub const POSITIONS: &[BenchPosition] = &[
    position(Variant::Yari, "rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR b - 1"),
    position(Variant::Yari, "r4b1/3bknr/Rp1+N1p1/p1p1p1p/3p1P1/1PP1P1P/3PN2/2B1K1B/6R w Np 60"),
    position(Variant::Yari, "1+P2kn1/+n5r/1n3pp/1P1PbP1/4P2/1KpB1R1/2P1p1P/+p3+n2/7 b RBPrbp 123"),
    position(Variant::Hajiku, "+scfkgs+c/1+g3+f1/ppppppp/7/7/7/PPPPPPP/1+F3+G1/+CSGKFC+S b - 1"),
    position(
        Variant::Hajiku,
        "+s1fk1s+c/c+g2g2/pp1p2p/2p1pp1/7/3P3/f!PP1PPP/S+FK1+G1C/+C2GF1+S b p 15",
    ),
    position(
        Variant::Hajiku,
        "p2+F1p1/1P1f2k/+P2gp2/PcF1+g2/3+SSP1/C4+g1/+C2P2s/K1G1+F+pp/2PcP1+S b 2P 175",
    ),
    position(Variant::Hasami, "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1"),
    position(Variant::Hasami, "1pppp1p2/p8/5p2P/3P5/7P1/9/p8/1P3p3/P3PP1PP w - 28"),
    position(Variant::Hasami, "9/p2P5/9/3P5/9/pp6p/8p/P1P6/3P1Pp2 w - 116"),
    position(Variant::HasamiNocorner, "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1"),
    position(Variant::HasamiNocorner, "1p2pp1pp/9/1p7/3p5/P5p2/5P1P1/8p/9/1PPPP1P1P b - 15"),
    position(Variant::HasamiChess, "pppppppp/8/8/8/8/8/8/PPPPPPPP b - 1"),
    position(Variant::HasamiChess, "pp1p2p1/7p/1p6/1P1p3P/8/2p5/P2P2P1/1P1P1P2 b - 35"),
    position(Variant::HasamiJsa, "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1"),
    position(Variant::HasamiJsa, "1p7/2ppp4/5p1P1/p8/5p3/3P1P3/9/6PPp/P1PP4P w - 28"),
    position(Variant::DaiHasami, "ppppppppp/ppppppppp/9/9/9/9/9/PPPPPPPPP/PPPPPPPPP b - 1"),
    position(
        Variant::DaiHasami,
        "4ppppp/p4pppp/2p4p1/p6p1/2P3P2/Pp2p3P/5P2P/P3P1P2/2P1PPPPP b - 73",
    ),
    position(Variant::HasamiFive, "ppppppppp/ppppppppp/9/9/9/9/9/PPPPPPPPP/PPPPPPPPP b - 1"),
    position(
        Variant::HasamiFive,
        "1ppppppp1/p1p3p1p/8P/Pp3p3/8P/2P2P1p1/1p2pP1P1/2P1P1P2/PPPPPP1P1 b - 35",
    ),
    position(Variant::HasamiBrainking, "ppppppppp/ppppppppp/9/9/9/9/9/PPPPPPPPP/PPPPPPPPP b - 1"),
    position(
        Variant::HasamiBrainking,
        "ppp1ppp1p/3pp1ppp/3p1p1p1/9/2p6/4PP3/p1P2P3/1PPP1PPPP/PP1PP1PPP b - 17",
    ),
    position(Variant::HasamiLudos, "ppppppppp/ppppppppp/9/9/9/9/9/PPPPPPPPP/PPPPPPPPP b - 1"),
    position(
        Variant::HasamiLudos,
        "3pp1p2/1p1pppp2/1pp1p4/1P1p1PpP1/6PP1/P2P4P/1P1P4P/5P1P1/3PP2P1 b - 89",
    ),
    position(Variant::MakYek, "pppppppp/8/pppppppp/8/8/PPPPPPPP/8/PPPPPPPP b - 1"),
    position(Variant::MakYek, "ppp3pp/p5p1/p2pp2p/P1p5/4p3/1PPPP1PP/3P4/2PP1PP1 w - 28"),
    position(Variant::Shogi, "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"),
    position(
        Variant::Shogi,
        "lns3s1l/r1g3gb1/3p1k1pn/ppp1p1p1p/4Pp3/1P4P1P/P1PP1P1PL/1BSGGS2R/LN2K2N1 b - 1",
    ),
    position(
        Variant::Shogi,
        "6+Ppp/l1sr2Sb1/n3PL1+P1/ppppgpp2/4kPN2/P1g1p2Rl/N+p3KP1N/S1B5+p/L3G1GS1 w p 1",
    ),
    position(Variant::Minishogi, "rbsgk/4p/5/P4/KGSBR b - 1"),
    position(Variant::Minishogi, "rbs1k/3g1/4p/PG3/K1SBR w - 1"),
    position(Variant::Minishogi, "1r3/P1g1k/2P2/2g1K/+b1RS1 b Bs 1"),
];

/// Searches a position to a depth, on one thread and with an empty transposition table, so
/// that the node count is the same on every machine.
///
/// # Errors
/// Returns a [`BenchError`] if the session cannot be opened or the search cannot start.
pub fn search(position: &BenchPosition, depth: u32) -> Result<SearchCost, BenchError> {
    search_while(session::open, position, depth, &|| true)
}

/// As [`search`], in a session opened by `open`. Stops when `is_wanted` returns false. That is
/// called when the search has reported nothing for 10 ms.
///
/// # Errors
/// As [`search`].
pub fn search_while(
    open: SessionOpener,
    position: &BenchPosition,
    depth: u32,
    is_wanted: &dyn Fn() -> bool,
) -> Result<SearchCost, BenchError> {
    const POLL_INTERVAL: Duration = Duration::from_millis(10);
    let mut session = open(position.variant, Settings::default())?;
    session.game_state_mut().set(StartPosition::Sfen(position.sfen), &[])?;
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let (sender, events) = mpsc::channel();
    let report = move |event| drop(sender.send(event));
    let start = Instant::now();
    session.go(&SearchRequest { limits, ..SearchRequest::default() }, Box::new(report))?;
    let mut nodes = 0;
    loop {
        match events.recv_timeout(POLL_INTERVAL) {
            Ok(SearchEvent::Info(info)) => nodes = info.nodes,
            Ok(SearchEvent::Spent(stats)) => nodes = stats.nodes,
            Ok(SearchEvent::Done(_)) | Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) if !is_wanted() => session.stop(),
            Ok(SearchEvent::Fault(_)) | Err(RecvTimeoutError::Timeout) => {}
        }
    }
    Ok(SearchCost { nodes, time: start.elapsed() })
}

/// Error of a bench position that cannot be searched.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BenchError {
    /// There is no memory for the transposition table.
    #[error(transparent)]
    HashAllocation(#[from] HashAllocationError),
    /// The position is invalid.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The search cannot start.
    #[error(transparent)]
    Go(#[from] GoError),
}

/// The cost of one or several searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchCost {
    /// Nodes searched.
    pub nodes: u64,
    /// Elapsed time.
    pub time: Duration,
}

impl AddAssign for SearchCost {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.time += other.time;
    }
}
