//! `kawari puzzle check`: checks puzzles by other means than those that made them.
//!
//! | theme | check |
//! |---|---|
//! | `mate`, `row` | the proof of the win, by [`verify`]; a search for a second solution |
//! | `gain` | the proof that the men are won, by [`men_gain`]; for each move of the solver, a longer search of it and one of all other moves |
//! | `endgame` | the tablebase verdict after each legal move of the solver |

use std::collections::HashSet;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Context, bail, ensure};

use super::find::{self, MAX_PLIES, PROOF_NODES};
use super::men_gain::{self, GainClaim};
use super::search::{MIN_MARGIN, PositionSearch};
use super::{Puzzle, PuzzleTheme, position_identity, read};
use crate::mate::mate_batch::{self, MateBatchJob};
use crate::mate::{proof_file, verify};
use crate::ordered_map;
use crate::progress::{ProgressBar, Reporting};
use kawari_engine::core::score::Score;
use kawari_engine::engine::game_state::{self, StartPosition};
use kawari_engine::engine::mate::{Mate, MateAnswer, MateRequest};
use kawari_engine::engine::session;
use kawari_engine::engine::strength::Level;
use kawari_engine::games::variants::Variant;

/// The settings of `kawari puzzle check`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleCheckConfig {
    /// Files of puzzles; `-` for standard input.
    pub files: Vec<PathBuf>,
    /// Nodes of each search of a gain.
    pub nodes: u64,
    /// Number of puzzles checked in parallel; `None` for the number of cores.
    pub jobs: Option<usize>,
    /// Progress output.
    pub reporting: Reporting,
}

/// Smallest lead of a puzzle's move in the check, in centipawns. It is smaller than that of the
/// search that made the puzzle, because two searches differ.
const MARGIN: Score = MIN_MARGIN / 2;
/// Maximum number of positions in the proof that men are won.
const CHECK_PROOF_NODES: u64 = 4 * PROOF_NODES;
/// Node limit of the mate solver.
const MATE_NODES: u64 = 5_000_000;
/// Size of the proof table of the mate solver, in MiB.
const MATE_HASH: usize = 32;

/// Checks every puzzle of the files and writes a line for each wrong one, then a summary.
/// Returns false if a puzzle is wrong.
///
/// # Errors
/// Returns an error if a file cannot be read or the output cannot be written.
pub fn check(config: &PuzzleCheckConfig, output: &mut dyn Write) -> anyhow::Result<bool> {
    let (mut count, mut wrong) = (0_u64, 0_u64);
    for path in &config.files {
        let puzzles = read(path)?;
        let duplicates = duplicates(&puzzles);
        let mut progress =
            ProgressBar::new("puzzles", Some(puzzles.len() as u64), config.reporting);
        let nodes = config.nodes;
        let worker = move || {
            move |(puzzle, is_duplicate): (Puzzle, bool)| {
                let checked = if is_duplicate {
                    Err(anyhow::anyhow!("its id or position occurs before"))
                } else {
                    check_puzzle(&puzzle, nodes)
                };
                (puzzle.id, checked)
            }
        };
        let items = puzzles.into_iter().zip(duplicates).collect::<Vec<_>>().into_iter();
        ordered_map::map(ordered_map::jobs(config.jobs), items, worker, |(id, checked)| {
            count += 1;
            progress.advance(1);
            if let Err(error) = checked {
                wrong += 1;
                progress.without_bar(|| writeln!(output, "{id}: {error:#}"))?;
            }
            Ok(ControlFlow::Continue(()))
        })?;
    }
    writeln!(output, "{count} puzzles checked, {wrong} wrong")?;
    Ok(wrong == 0)
}

/// Returns for each puzzle whether its id or position occurs in an earlier one.
fn duplicates(puzzles: &[Puzzle]) -> Vec<bool> {
    let (mut ids, mut positions) = (HashSet::new(), HashSet::new());
    let is_duplicate = |puzzle: &Puzzle| {
        let variant = puzzle.variant.parse::<Variant>();
        let is_known = variant.is_ok_and(|variant| {
            !positions.insert((variant, position_identity(variant, &puzzle.position)))
        });
        !ids.insert(puzzle.id.clone()) || is_known
    };
    puzzles.iter().map(is_duplicate).collect()
}

/// Checks the fields of a puzzle: a legal line of odd length, with a difficulty.
///
/// # Errors
/// Returns the first mistake.
pub fn check_fields(puzzle: &Puzzle) -> anyhow::Result<Variant> {
    let variant: Variant = puzzle.variant.parse()?;
    let (plies, moves) = (puzzle.plies, &puzzle.moves);
    ensure!(plies % 2 == 1, "the line has an even number of plies: {plies}");
    ensure!(moves.len() == plies, "the line has {} moves, not {plies}", moves.len());
    let level = Level::new(puzzle.difficulty);
    ensure!(level.is_some(), "the difficulty is {}, not 1 to 8", puzzle.difficulty);
    let words: Vec<&str> = moves.iter().map(String::as_str).collect();
    game_state::open(variant).set(StartPosition::Sfen(&puzzle.position), &words)?;
    Ok(variant)
}

/// Checks a puzzle.
///
/// # Errors
/// Returns the first mistake.
pub fn check_puzzle(puzzle: &Puzzle, nodes: u64) -> anyhow::Result<()> {
    let variant = check_fields(puzzle)?;
    match puzzle.theme {
        PuzzleTheme::Mate | PuzzleTheme::Row => check_forced_win(variant, puzzle),
        PuzzleTheme::Gain => check_gain(variant, puzzle, nodes),
        PuzzleTheme::Endgame => check_endgame(variant, puzzle),
    }
}

/// Checks a mate or row: the first move is the only one that wins in as few plies, and the proof
/// of the win is correct.
fn check_forced_win(variant: Variant, puzzle: &Puzzle) -> anyhow::Result<()> {
    let expected = PuzzleTheme::of_forced_win(variant);
    ensure!(puzzle.theme == expected, "the theme does not occur in {variant}");
    let mut session = session::open(variant, MateBatchJob::session_settings(MATE_HASH))?;
    session.game_state_mut().set(StartPosition::Sfen(&puzzle.position), &[])?;
    let request = MateRequest {
        nodes: Some(MATE_NODES),
        with_proof: true,
        checks_uniqueness: true,
        ..MateRequest::default()
    };
    let (answer, _) = mate_batch::ask(&mut *session, &request)?;
    let MateAnswer::Mate(Mate { moves, is_shortest, is_unique, proof, .. }) = answer else {
        bail!("there is no forced win");
    };
    ensure!(is_shortest, "the shortest win was not found");
    ensure!(moves.len() == puzzle.plies, "the win takes {} plies", moves.len());
    ensure!(is_unique == Some(true), "another move wins in as few plies");
    let first = moves.first().map(ToString::to_string);
    ensure!(first.as_deref() == puzzle.moves.first().map(String::as_str), "another move wins");
    let mut text = Vec::new();
    proof_file::write(session.game_state(), &proof.context("the win has no proof")?, &mut text)?;
    let proof = proof_file::read(text.as_slice()).next().context("the win has no proof")??;
    verify::check(&proof).context("the proof is wrong")?;
    let words: Vec<&str> = puzzle.moves.iter().map(String::as_str).collect();
    let game_state = session.game_state_mut();
    let solver = game_state.side_to_move();
    game_state.set(StartPosition::Sfen(&puzzle.position), &words)?;
    let winner = game_state.ending().and_then(|outcome| outcome.winner());
    ensure!(winner == Some(solver), "the line does not end with a win");
    Ok(())
}

/// Checks a gain: the men at the end of the line are won by force, and every other move of the
/// solver is clearly worse.
fn check_gain(variant: Variant, puzzle: &Puzzle, nodes: u64) -> anyhow::Result<()> {
    let Puzzle { position, moves, plies, .. } = puzzle;
    ensure!(*plies <= MAX_PLIES, "the line has more than {MAX_PLIES} plies");
    let men = men_gain::men_won(variant, position, moves)?;
    ensure!(men > 0, "the line wins {men} men");
    let mut search = PositionSearch::open(variant)?;
    for ply in (0..moves.len()).step_by(2) {
        let (before, mv) = (&moves[..ply], &moves[ply]);
        let claim = GainClaim {
            position,
            before,
            first_move: mv,
            men,
            plies: MAX_PLIES - ply,
            nodes: CHECK_PROOF_NODES,
        };
        let is_proved = men_gain::is_proved(variant, claim)?;
        ensure!(is_proved, "{mv} does not win {men} men by force");
        search.set(position, before)?;
        let score = search.score_of(vec![mv.clone()], nodes)?;
        search.set(position, before)?;
        if let Some(other) = search.score_without(mv, nodes)? {
            ensure!(
                score - other >= MARGIN,
                "another move is as good as {mv}: {other} and {score} centipawns"
            );
        }
    }
    Ok(())
}

/// Checks an endgame: every move of the solver is the only one that wins.
fn check_endgame(variant: Variant, puzzle: &Puzzle) -> anyhow::Result<()> {
    let mut search = PositionSearch::open(variant)?;
    for ply in (0..puzzle.moves.len()).step_by(2) {
        let mv = &puzzle.moves[ply];
        search.set(&puzzle.position, &puzzle.moves[..ply])?;
        let winning = find::winning_moves(search.session())?;
        ensure!(winning.contains(mv), "{mv} does not win");
        ensure!(winning.len() == 1, "{} moves win, not only {mv}", winning.len());
    }
    Ok(())
}
