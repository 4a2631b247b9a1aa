//! `kawari book grow`: an opening book by best-first expansion.
//!
//! The method is the drop-out expansion of T. Lincke, "Strategies for the automatic construction
//! of opening books" (2001): of all positions at the end of the book's lines, the one is searched
//! next whose line has the fewest plies and the smallest losses. Scores are backed up from the
//! ends of the lines. A position whose moves have all been followed is searched again without
//! them, because a move that was not among the best may be better by now.

use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;

use super::graph::{BookGraph, Reached, WalkLimits};
use crate::interrupt;
use crate::ordered_map;
use crate::progress::{ProgressBar, Reporting};
use kawari_engine::core::score::Score;
use kawari_engine::engine::game_state::{self, StartPosition};
use kawari_engine::engine::opening_book::{self, BookMove, BookSource, OpeningBook, position_key};
use kawari_engine::engine::search_events::SearchInfo;
use kawari_engine::engine::search_summary::SearchSummary;
use kawari_engine::engine::session::{self, SearchRequest, Session, Settings};
use kawari_engine::games::variants::Variant;
use kawari_engine::search::limits::Limits;
use kawari_records::atomic_file;

/// Options of `kawari book grow`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GrowConfig {
    /// Game variant.
    pub variant: Variant,
    /// The book. Its positions are kept if it exists.
    pub path: PathBuf,
    /// Moves from the start position to the root of the book, in USI notation.
    pub moves: Vec<String>,
    /// Number of positions to search.
    pub positions: usize,
    /// Nodes of each search.
    pub nodes: u64,
    /// Number of moves that each search scores.
    pub width: usize,
    /// Maximum number of plies from the root.
    pub plies: usize,
    /// Largest loss of a move that is followed against the best move, in centipawns.
    pub within: Score,
    /// Largest score of either side that is followed, in centipawns.
    pub bound: Score,
    /// Worker threads. Default: the number of cores.
    pub jobs: Option<usize>,
    /// Progress output on standard error.
    pub reporting: Reporting,
}

impl Default for GrowConfig {
    /// A thousand positions of Hasami Shogi.
    fn default() -> Self {
        Self {
            variant: Variant::Hasami,
            path: PathBuf::new(),
            moves: Vec::new(),
            positions: 1_000,
            nodes: 300_000,
            width: 5,
            plies: 20,
            within: 60,
            bound: 300,
            jobs: None,
            reporting: Reporting::default(),
        }
    }
}

/// Positions that are searched before the next ones are chosen. The same for any number of jobs,
/// so that the book does not depend on it.
const ROUND: usize = 16;
/// Time between two writes of the book. A kill loses at most the searches since the last one.
const WRITE_INTERVAL: Duration = Duration::from_secs(5);
/// Hash of a search, in MiB.
const HASH: usize = 16;

/// Searches positions and adds them to a book, which is replaced atomically every few seconds.
/// Returns the number of positions that were added: fewer than requested if no more are within
/// the limits, or after a signal.
///
/// # Errors
/// Returns an error if the book cannot be read or written, if a move is illegal, or if memory for
/// the searches cannot be allocated.
pub fn grow(config: &GrowConfig) -> anyhow::Result<usize> {
    let &GrowConfig { variant, ref path, plies, within, bound, reporting, .. } = config;
    let root = root(variant, &config.moves)?;
    let mut graph = BookGraph::new(variant, &read_if_exists(variant, path)?)
        .with_context(|| format!("{}", path.display()))?;
    let limits = WalkLimits { plies, within, bound };
    let mut progress = ProgressBar::new("positions", Some(config.positions as u64), reporting);
    let (mut added, mut written_at, mut is_written) = (0, Instant::now(), true);
    while added < config.positions && !interrupt::is_pending() {
        let tasks = next_tasks(&graph, &root, limits, ROUND.min(config.positions - added));
        if tasks.is_empty() {
            break;
        }
        for (key, mut moves) in search(config, tasks)? {
            moves.extend(graph.moves(&key));
            moves.sort_by_key(BookMove::rank);
            graph.set_moves(&key, &moves)?;
            (added, is_written) = (added + 1, false);
            progress.advance(1);
        }
        graph.back_up();
        if written_at.elapsed() >= WRITE_INTERVAL {
            write(&graph, variant, path)?;
            (written_at, is_written) = (Instant::now(), true);
        }
    }
    if !is_written {
        write(&graph, variant, path)?;
    }
    Ok(added)
}

/// Returns the position after moves, as SFEN without its move number.
pub(super) fn root(variant: Variant, moves: &[String]) -> anyhow::Result<String> {
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let mut state = game_state::open(variant);
    state.set(StartPosition::Initial, &moves)?;
    let sfen = state.sfen();
    Ok(position_key(&sfen).unwrap_or(&sfen).to_owned())
}

fn read_if_exists(variant: Variant, path: &Path) -> anyhow::Result<OpeningBook> {
    if !path.exists() {
        return Ok(OpeningBook::default());
    }
    Ok(opening_book::open(variant.info(), variant.files(), &BookSource::File(path.to_owned()))?)
}

fn write(graph: &BookGraph, variant: Variant, path: &Path) -> anyhow::Result<()> {
    let text = graph.book().text(variant.info().name);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
    }
    atomic_file::put(path, |file| file.write_all(text.as_bytes()))
}

/// A position to search.
struct Task {
    /// SFEN without the move number.
    key: String,
    /// Moves to search, in USI notation; empty for all.
    moves: Vec<String>,
}

/// Returns the positions to search next.
fn next_tasks(graph: &BookGraph, root: &str, limits: WalkLimits, count: usize) -> Vec<Task> {
    if graph.moves(root).is_empty() {
        return vec![Task { key: root.to_owned(), moves: Vec::new() }];
    }
    let mut state = graph.state();
    let mut task = |Reached { key, is_expanded, is_exhausted, ply, .. }: Reached| {
        if is_expanded && (!is_exhausted || ply >= limits.plies) {
            return None;
        }
        state.set(StartPosition::Sfen(&format!("{key} 1")), &[]).ok()?;
        if state.status().is_some() {
            return None;
        }
        if !is_expanded {
            return Some(Task { key, moves: Vec::new() });
        }
        let known: Vec<_> = graph.moves(&key).iter().map(|book_move| book_move.mv).collect();
        let others = state.legal_moves().into_iter().filter(|mv| !known.contains(mv));
        let moves: Vec<String> = others.map(|mv| mv.to_string()).collect();
        (!moves.is_empty()).then_some(Task { key, moves })
    };
    graph.walk(root, limits).filter_map(&mut task).take(count).collect()
}

/// Searches positions in parallel. Returns them with their moves, in order; fewer after a signal.
fn search(config: &GrowConfig, tasks: Vec<Task>) -> anyhow::Result<Vec<(String, Vec<BookMove>)>> {
    let &GrowConfig { variant, nodes, width, .. } = config;
    let settings = Settings { hash: HASH, multi_pv: width, ..Settings::default() };
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let worker = move || {
        let mut session = session::open(variant, settings);
        move |Task { key, moves }: Task| -> anyhow::Result<(String, Vec<BookMove>)> {
            let session = session.as_mut().map_err(|error| *error)?;
            let request = SearchRequest { limits, search_moves: moves, ..SearchRequest::default() };
            let moves = search_position(&mut **session, &key, &request)?;
            Ok((key, moves))
        }
    };
    let mut found = Vec::new();
    ordered_map::map(ordered_map::jobs(config.jobs), tasks.into_iter(), worker, |entry| {
        found.push(entry?);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(found)
}

fn search_position(
    session: &mut dyn Session,
    key: &str,
    request: &SearchRequest,
) -> anyhow::Result<Vec<BookMove>> {
    // Clear the tables, so that each search is reproducible.
    session.new_game();
    session.game_state_mut().set(StartPosition::Sfen(&format!("{key} 1")), &[])?;
    let summary = SearchSummary::of(session, request)?;
    let book_move = |line: &SearchInfo| {
        let &mv = line.pv.first()?;
        Some(BookMove { mv, score: line.score, depth: line.depth })
    };
    Ok(summary.lines.iter().filter_map(book_move).collect())
}
