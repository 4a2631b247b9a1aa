//! Adjudication: ending a game early by the engines' scores, by its length or by tablebases.

use std::sync::Arc;

use anyhow::Context;
use serde::{Serialize, Serializer};

use kawari_engine::core::color::Color;
use kawari_engine::core::endgame::TablebaseVerdict;
use kawari_engine::core::score::Score;
use kawari_engine::engine::tablebase_source::{self, TablebaseSource};
use kawari_engine::games::variants::Variant;
use kawari_engine::tablebase::probe::Tablebase;

/// Rules for ending a game early. By default, no game is adjudicated.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Adjudication {
    /// Win by both engines' scores: number of plies in a row, minimum score in centipawns.
    pub resign: Option<(usize, Score)>,
    /// Loss by the losing engine's score alone: number of its moves in a row, minimum deficit
    /// in centipawns.
    pub surrender: Option<(usize, Score)>,
    /// Draw by both engines' scores: first ply, number of plies in a row, maximum absolute
    /// score in centipawns.
    pub draw: Option<(usize, usize, Score)>,
    /// Number of plies, opening included, after which a game is a draw.
    pub max_moves: Option<usize>,
    /// Source of the tablebase that decides games.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "folder")]
    pub tables: Option<TablebaseSource>,
}

/// Serializes the tablebase folder, or an empty string for the built-in tablebase.
fn folder<S: Serializer>(
    tables: &Option<TablebaseSource>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match tables {
        Some(TablebaseSource::Folder(folder)) => folder.serialize(serializer),
        _ => "".serialize(serializer),
    }
}

impl Adjudication {
    /// Opens the tablebase for adjudicating games of a variant. Returns `None` if tablebase
    /// adjudication is off.
    ///
    /// # Errors
    /// Returns an error if there is no tablebase for the variant or it cannot be read.
    pub fn open_tables(&self, variant: Variant) -> anyhow::Result<Option<Arc<Tablebase>>> {
        let Some(wanted) = &self.tables else { return Ok(None) };
        let tables = tablebase_source::choose(variant, wanted).context("cannot open tablebase")?;
        let name = variant.info().name;
        tables.map(Some).with_context(|| format!("no tablebase for {name}"))
    }
}

/// The result of an adjudicated game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AdjudicatedResult {
    /// Win for this side by both engines' scores.
    Win(Color),
    /// Loss for this side by its own scores.
    Surrender(Color),
    /// Draw by both engines' scores.
    Draw,
    /// Draw by the move limit.
    MaxMoves,
    /// Tablebase win for this side.
    TableWin(Color),
    /// Tablebase draw.
    TableDraw,
}

impl AdjudicatedResult {
    /// Returns the result for a tablebase verdict, given the side to move.
    pub fn of_verdict(verdict: TablebaseVerdict, to_move: Color) -> Self {
        match verdict {
            TablebaseVerdict::Draw => Self::TableDraw,
            TablebaseVerdict::Win(_) | TablebaseVerdict::WinByCapture(_) => Self::TableWin(to_move),
            TablebaseVerdict::Loss(_) | TablebaseVerdict::LossByCapture(_) => {
                Self::TableWin(!to_move)
            }
        }
    }
}

/// Adjudicator of one game: counts consecutive scores that fulfil the rules.
#[derive(Clone, Debug)]
pub struct Adjudicator<'a> {
    rules: &'a Adjudication,
    /// The leading side and the number of plies in a row with a winning score for it.
    plies_ahead: Option<(Color, usize)>,
    /// Each side's number of moves in a row with a losing score, Black's first.
    plies_behind: [usize; 2],
    /// Number of plies in a row with a drawish score.
    level: usize,
}

impl<'a> Adjudicator<'a> {
    /// Returns an adjudicator for a new game.
    pub fn new(rules: &'a Adjudication) -> Self {
        Self { rules, plies_ahead: None, plies_behind: [0; 2], level: 0 }
    }

    /// Adds the score that `side` reported with its move and returns the result if the game is
    /// decided. `plies` is the number of plies since the start of the game.
    pub fn update(
        &mut self,
        side: Color,
        score: Option<Score>,
        plies: usize,
    ) -> Option<AdjudicatedResult> {
        self.check_agreed_win(side, score)
            .or_else(|| self.check_surrender(side, score))
            .or_else(|| self.check_agreed_draw(score, plies))
            .or_else(|| {
                self.rules
                    .max_moves
                    .filter(|&most| plies >= most)
                    .map(|_| AdjudicatedResult::MaxMoves)
            })
    }

    fn check_surrender(&mut self, side: Color, score: Option<Score>) -> Option<AdjudicatedResult> {
        let (moves, bound) = self.rules.surrender?;
        let plies_behind = &mut self.plies_behind[side.index()];
        *plies_behind =
            if score.is_some_and(|score| score <= -bound) { *plies_behind + 1 } else { 0 };
        (*plies_behind >= moves).then_some(AdjudicatedResult::Surrender(side))
    }

    fn check_agreed_win(&mut self, side: Color, score: Option<Score>) -> Option<AdjudicatedResult> {
        let (plies, bound) = self.rules.resign?;
        self.plies_ahead = score.filter(|score| score.abs() >= bound).map(|score| {
            let winner = if score > 0 { side } else { !side };
            let before =
                self.plies_ahead.filter(|&(color, _)| color == winner).map_or(0, |(_, run)| run);
            (winner, before + 1)
        });
        self.plies_ahead
            .filter(|&(_, run)| run >= plies)
            .map(|(winner, _)| AdjudicatedResult::Win(winner))
    }

    fn check_agreed_draw(
        &mut self,
        score: Option<Score>,
        played: usize,
    ) -> Option<AdjudicatedResult> {
        let (from, plies, bound) = self.rules.draw?;
        let is_level = score.is_some_and(|score| score.abs() <= bound);
        self.level = if is_level { self.level + 1 } else { 0 };
        (played >= from && self.level >= plies).then_some(AdjudicatedResult::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    fn update(
        rules: &Adjudication,
        scores: &[(Color, Option<Score>)],
    ) -> Vec<Option<AdjudicatedResult>> {
        let mut adjudicator = Adjudicator::new(rules);
        let mut plies = 0;
        let results = scores.iter().map(|&(side, score)| {
            plies += 1;
            adjudicator.update(side, score, plies)
        });
        results.collect()
    }

    #[test]
    fn resign_needs_scores_of_both_sides() {
        let rules = Adjudication { resign: Some((4, 500)), ..Adjudication::default() };
        let lost = (White, Some(-600));
        let won = (Black, Some(700));
        let results = update(&rules, &[won, lost, won, lost]);
        assert_eq!(results, [None, None, None, Some(AdjudicatedResult::Win(Black))]);
        let disagreeing = update(&rules, &[won, lost, won, (White, Some(600)), won, lost, won]);
        assert!(disagreeing.iter().all(Option::is_none));
        let without_score = update(&rules, &[won, lost, won, (White, None), won, lost, won]);
        assert!(without_score.iter().all(Option::is_none));
    }

    #[test]
    fn surrender_needs_scores_of_one_side() {
        let rules = Adjudication { surrender: Some((2, 500)), ..Adjudication::default() };
        let (level, lost) = ((Black, Some(0)), (White, Some(-500)));
        let results = update(&rules, &[level, lost, level, lost]);
        assert_eq!(results, [None, None, None, Some(AdjudicatedResult::Surrender(White))]);
        let recovered =
            [level, lost, level, (White, Some(-499)), level, lost, level, (White, None)];
        assert!(update(&rules, &recovered).iter().all(Option::is_none));
    }

    #[test]
    fn draw_needs_level_scores_after_the_first_ply() {
        let rules = Adjudication { draw: Some((5, 2, 10)), ..Adjudication::default() };
        let level = |side| (side, Some(-10));
        let sides = [Black, White, Black, White, Black, White].map(level);
        let results = update(&rules, &sides);
        assert_eq!(results[..4], [None; 4]);
        assert_eq!(results[4], Some(AdjudicatedResult::Draw));
    }

    #[test]
    fn max_moves_ends_a_game() {
        let rules = Adjudication { max_moves: Some(2), ..Adjudication::default() };
        let results = update(&rules, &[(Black, None), (White, None)]);
        assert_eq!(results, [None, Some(AdjudicatedResult::MaxMoves)]);
        let never = update(&Adjudication::default(), &[(Black, Some(9999)), (White, Some(-9999))]);
        assert_eq!(never, [None, None]);
    }
}
