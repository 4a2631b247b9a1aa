//! Finds the puzzle at a position.

use anyhow::Context;

use super::difficulty::DifficultyRating;
use super::men_gain::{self, GainClaim};
use super::search::PositionSearch;
use super::{Puzzle, PuzzleTheme};
use crate::mate::mate_batch::{self, MateBatchJob};
use kawari_engine::core::endgame::TablebaseVerdict;
use kawari_engine::core::score::Score;
use kawari_engine::engine::game_state::StartPosition;
use kawari_engine::engine::mate::{Mate, MateAnswer, MateRequest};
use kawari_engine::engine::session::{self, Session};
use kawari_engine::games::RuleFamily;
use kawari_engine::games::variants::Variant;

/// Maximum length of a puzzle, in plies.
pub const MAX_PLIES: usize = 7;
/// A confirming search has this many times the nodes of the first one.
pub const CONFIRMATION: u64 = 10;
/// Maximum number of positions in the proof that men are won.
pub const PROOF_NODES: u64 = 2_000_000;
/// The same for the proofs that are tried while a puzzle is made: fewer, because most of them fail.
const TRIED_NODES: u64 = 100_000;
/// Number of men that no line of [`MAX_PLIES`] plies wins.
const MAX_MEN: i32 = 12;
/// Score of the second best move, in centipawns, from which the solver wins anyway.
const WINS_ANYWAY: Score = 600;
/// Size of the proof table of the mate solver, in MiB.
const MATE_HASH: usize = 16;

/// The solution of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Kind of win.
    pub theme: PuzzleTheme,
    /// Main line, in USI notation.
    pub moves: Vec<String>,
}

/// Searches positions of a game for puzzles.
pub struct PuzzleFinder {
    variant: Variant,
    nodes: u64,
    search: PositionSearch,
    /// Session of the mate solver, for games that have one.
    mates: Option<Box<dyn Session>>,
    rating: DifficultyRating,
}

impl PuzzleFinder {
    /// Creates a finder that searches each position with `nodes` nodes.
    ///
    /// # Errors
    /// Returns an error if there is no memory for the tables.
    pub fn new(variant: Variant, nodes: u64) -> anyhow::Result<Self> {
        let mates = match variant.forces_wins() {
            true => Some(session::open(variant, MateBatchJob::session_settings(MATE_HASH))?),
            false => None,
        };
        let (search, rating) = (PositionSearch::open(variant)?, DifficultyRating::open(variant)?);
        Ok(Self { variant, nodes, search, mates, rating })
    }

    /// Returns the puzzle with a solution. Its id is empty.
    ///
    /// # Errors
    /// Returns an error if a search fails.
    pub fn puzzle(&mut self, position: &str, solution: Solution) -> anyhow::Result<Puzzle> {
        let first_move = solution.moves.first().context("the solution is empty")?;
        let difficulty = self.rating.of(position, first_move)?;
        Ok(Puzzle {
            id: String::new(),
            variant: self.variant.to_string(),
            position: position.to_owned(),
            theme: solution.theme,
            plies: solution.moves.len(),
            moves: solution.moves,
            difficulty,
            game: None,
        })
    }

    /// Returns the solution of a position, if it is a puzzle.
    ///
    /// # Errors
    /// Returns an error if the position is invalid or a search fails.
    pub fn solve(&mut self, position: &str, is_ahead: bool) -> anyhow::Result<Option<Solution>> {
        if is_ahead && let Some(solution) = self.forced_win(position)? {
            return Ok(Some(solution));
        }
        if self.variant.info().family != RuleFamily::Hasami {
            return Ok(None);
        }
        if let Some(solution) = self.endgame(position)? {
            return Ok(Some(solution));
        }
        self.gain(position)
    }

    /// Returns a mate or a row with a unique solution.
    fn forced_win(&mut self, position: &str) -> anyhow::Result<Option<Solution>> {
        let Some(session) = &mut self.mates else { return Ok(None) };
        session.game_state_mut().set(StartPosition::Sfen(position), &[])?;
        let request = MateRequest {
            nodes: Some(self.nodes * CONFIRMATION),
            plies: u16::try_from(MAX_PLIES).ok(),
            checks_uniqueness: true,
            ..MateRequest::default()
        };
        let (answer, _) = mate_batch::ask(&mut **session, &request)?;
        let MateAnswer::Mate(Mate { moves, is_shortest: true, is_unique: Some(true), .. }) = answer
        else {
            return Ok(None);
        };
        let theme = PuzzleTheme::of_forced_win(self.variant);
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        let has_length = (3..=MAX_PLIES).contains(&moves.len());
        Ok(has_length.then_some(Solution { theme, moves }))
    }

    /// Returns an endgame in which the tablebases have a single winning move at each turn.
    fn endgame(&mut self, position: &str) -> anyhow::Result<Option<Solution>> {
        self.search.set(position, &[])?;
        let mut moves = Vec::new();
        while moves.len() < MAX_PLIES {
            let winning = winning_moves(self.search.session())?;
            let [only] = winning.as_slice() else { break };
            let game_state = self.search.session().game_state_mut();
            game_state.push(only)?;
            moves.push(only.clone());
            if game_state.ending().is_some() {
                break;
            }
            let Some(reply) = longest_defence(self.search.session())? else { break };
            self.search.session().game_state_mut().push(&reply)?;
            moves.push(reply);
        }
        // The line ends with a move of the solver.
        if moves.len() % 2 == 0 {
            moves.pop();
        }
        Ok((moves.len() >= 3).then_some(Solution { theme: PuzzleTheme::Endgame, moves }))
    }

    /// Returns a line that wins men by force.
    fn gain(&mut self, position: &str) -> anyhow::Result<Option<Solution>> {
        let Some(first) = self.clear_move(position, self.nodes)? else { return Ok(None) };
        if !self.wins_men(position, &first, 1)? {
            return Ok(None);
        }
        if self.clear_move(position, self.nodes * CONFIRMATION)?.as_ref() != Some(&first) {
            return Ok(None);
        }
        let mut men = 1;
        while self.wins_men(position, &first, men + 1)? {
            men += 1;
            // A forced win of the game proves any number of men.
            if men == MAX_MEN {
                return Ok(None);
            }
        }
        let Some(moves) = self.main_line(position, first, men)? else { return Ok(None) };
        // If the line wins more men than are proved, the opponent takes some of them back.
        let are_kept = men_gain::men_won(self.variant, position, &moves)? <= men;
        // A capture of a single man is no puzzle.
        let is_puzzle = are_kept && (moves.len() > 1 || men > 1);
        Ok(is_puzzle.then_some(Solution { theme: PuzzleTheme::Gain, moves }))
    }

    /// Returns the best move of a position, if it has a clear margin and the second best one does
    /// not win anyway.
    fn clear_move(&mut self, position: &str, nodes: u64) -> anyhow::Result<Option<String>> {
        self.search.set(position, &[])?;
        let Some(best) = self.search.best_moves(nodes)? else { return Ok(None) };
        let is_clear = best.has_margin() && best.second_score < Some(WINS_ANYWAY);
        Ok(best.pv.into_iter().next().filter(|_| is_clear))
    }

    /// Returns true if a move wins this number of men by force.
    fn wins_men(&self, position: &str, first_move: &str, men: i32) -> anyhow::Result<bool> {
        let (before, plies, nodes) = (&[][..], MAX_PLIES, TRIED_NODES);
        let claim = GainClaim { position, before, first_move, men, plies, nodes };
        men_gain::is_proved(self.variant, claim)
    }

    /// Returns the line in which the opponent defends best, if the solver's move is the only good
    /// one at each turn. It ends when the men are won.
    fn main_line(
        &mut self,
        position: &str,
        first: String,
        men: i32,
    ) -> anyhow::Result<Option<Vec<String>>> {
        let mut line = vec![first];
        loop {
            if self.is_settled(position, &line, men)? {
                return Ok(Some(line));
            }
            if line.len() + 2 > MAX_PLIES {
                return Ok(None);
            }
            for is_solver in [false, true] {
                self.search.set(position, &line)?;
                let Some(best) = self.search.best_moves(self.nodes * CONFIRMATION)? else {
                    return Ok(None);
                };
                if is_solver && !best.has_margin() {
                    return Ok(None);
                }
                line.extend(best.pv.into_iter().next());
            }
            let (first_move, before) = line.split_last().context("the line is empty")?;
            let (plies, nodes) = (MAX_PLIES - before.len(), TRIED_NODES);
            let claim = GainClaim { position, before, first_move, men, plies, nodes };
            if !men_gain::is_proved(self.variant, claim)? {
                return Ok(None);
            }
        }
    }

    /// Returns true if the men are won at the end of a line, after every reply.
    fn is_settled(&self, position: &str, line: &[String], men: i32) -> anyhow::Result<bool> {
        let Some((last, before)) = line.split_last() else { return Ok(false) };
        let claim =
            GainClaim { position, before, first_move: last, men, plies: 1, nodes: PROOF_NODES };
        men_gain::is_proved(self.variant, claim)
    }
}

/// Returns the moves that win according to the tablebases; empty if the position is not in them
/// or not won.
///
/// # Errors
/// Returns an error if a move cannot be played.
pub fn winning_moves(session: &mut dyn Session) -> anyhow::Result<Vec<String>> {
    use TablebaseVerdict::{Loss, LossByCapture, Win, WinByCapture};
    let mut winning = Vec::new();
    if !matches!(session.verdict(), Some(Win(_) | WinByCapture(_))) {
        return Ok(winning);
    }
    let solver = session.game_state().side_to_move();
    for mv in session.game_state().legal_moves_in_usi() {
        session.game_state_mut().push(&mv)?;
        let is_won = match session.game_state().ending() {
            Some(outcome) => outcome.winner() == Some(solver),
            None => matches!(session.verdict(), Some(Loss(_) | LossByCapture(_))),
        };
        session.game_state_mut().pop();
        if is_won {
            winning.push(mv);
        }
    }
    Ok(winning)
}

/// Returns the reply after which the win takes longest.
fn longest_defence(session: &mut dyn Session) -> anyhow::Result<Option<String>> {
    use TablebaseVerdict::{Win, WinByCapture};
    let mut longest = None;
    for mv in session.game_state().legal_moves_in_usi() {
        session.game_state_mut().push(&mv)?;
        if let Some(Win(plies) | WinByCapture(plies)) = session.verdict()
            && longest.as_ref().is_none_or(|(known, _)| plies > *known)
        {
            longest = Some((plies, mv));
        }
        session.game_state_mut().pop();
    }
    Ok(longest.map(|(_, mv)| mv))
}
