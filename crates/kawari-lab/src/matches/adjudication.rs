//! Games that are called off before their end, when the user wants it.

use std::sync::Arc;

use anyhow::Context;
use serde::{Serialize, Serializer};

use kawari_engine::core::color::Color;
use kawari_engine::core::endgame::TablebaseVerdict;
use kawari_engine::core::score::Score;
use kawari_engine::engine::tablebase_source::{self, TablebaseSource};
use kawari_engine::games::variants::Variant;
use kawari_engine::tablebase::probe::Tablebase;

/// When a game is called off; by default never.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Adjudication {
    /// Win by agreed score: so many plies in a row, so far ahead.
    pub resign: Option<(usize, Score)>,
    /// Loss by one's own score: so many of a player's moves in a row, so far behind.
    pub surrender: Option<(usize, Score)>,
    /// Draw by agreed score: from this ply on, so many plies in a row, at most so
    /// far ahead.
    pub draw: Option<(usize, usize, Score)>,
    /// Draw when so many plies have been played, the opening included.
    pub max_moves: Option<usize>,
    /// As tables of endgames tell.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "folder")]
    pub tables: Option<TablebaseSource>,
}

/// Where the tables are; nowhere if they are built in.
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
    /// The tables by which games of a variant are to end, if they are.
    ///
    /// # Errors
    /// When there are none, or they cannot be used.
    pub fn open_tables(&self, variant: Variant) -> anyhow::Result<Option<Arc<Tablebase>>> {
        let Some(wanted) = &self.tables else { return Ok(None) };
        let tables = tablebase_source::choose(variant, wanted).context("tables of endgames")?;
        let name = variant.info().name;
        tables.map(Some).with_context(|| format!("there are no tables of endgames of {name}"))
    }
}

/// How a game was called off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AdjudicatedResult {
    /// Both players have seen this side far ahead for long enough.
    Win(Color),
    /// This side has seen itself far behind for long enough.
    Surrender(Color),
    /// Both have seen no side ahead for long enough.
    Draw,
    /// The game has been long enough.
    MaxMoves,
    /// Tables of endgames know that this side wins.
    TableWin(Color),
    /// Tables of endgames know that nobody does.
    TableDraw,
}

impl AdjudicatedResult {
    /// What tables know of a position with a side to move.
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

/// Follows the scores of one game.
#[derive(Clone, Debug)]
pub struct Adjudicator<'a> {
    rules: &'a Adjudication,
    /// The side that was far ahead in the last plies, and in how many.
    plies_ahead: Option<(Color, usize)>,
    /// In how many of its last moves each side has seen itself far behind.
    plies_behind: [usize; 2],
    /// In how many of the last plies no side was.
    level: usize,
}

impl<'a> Adjudicator<'a> {
    /// At the start of a game.
    pub fn new(rules: &'a Adjudication) -> Self {
        Self { rules, plies_ahead: None, plies_behind: [0; 2], level: 0 }
    }

    /// A side has moved and said what it thinks of its position; `plies` have
    /// been played since the start.
    pub fn update(
        &mut self,
        side: Color,
        score: Option<Score>,
        plies: usize,
    ) -> Option<AdjudicatedResult> {
        self.check_agreed_win(side, score)
            .or_else(|| self.check_resignation(side, score))
            .or_else(|| self.check_agreed_draw(score, plies))
            .or_else(|| {
                self.rules
                    .max_moves
                    .filter(|&most| plies >= most)
                    .map(|_| AdjudicatedResult::MaxMoves)
            })
    }

    fn check_resignation(
        &mut self,
        side: Color,
        score: Option<Score>,
    ) -> Option<AdjudicatedResult> {
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
        let hear = |&(side, score)| {
            plies += 1;
            adjudicator.update(side, score, plies)
        };
        scores.iter().map(hear).collect()
    }

    #[test]
    fn both_sides_have_to_see_the_same_winner() {
        let rules = Adjudication { resign: Some((4, 500)), ..Adjudication::default() };
        let lost = (White, Some(-600));
        let won = (Black, Some(700));
        let heard = update(&rules, &[won, lost, won, lost]);
        assert_eq!(heard, [None, None, None, Some(AdjudicatedResult::Win(Black))]);
        let doubted = update(&rules, &[won, lost, won, (White, Some(600)), won, lost, won]);
        assert!(doubted.iter().all(Option::is_none));
        let silent = update(&rules, &[won, lost, won, (White, None), won, lost, won]);
        assert!(silent.iter().all(Option::is_none));
    }

    #[test]
    fn one_side_alone_may_see_itself_lost() {
        let rules = Adjudication { surrender: Some((2, 500)), ..Adjudication::default() };
        let (level, lost) = ((Black, Some(0)), (White, Some(-500)));
        let heard = update(&rules, &[level, lost, level, lost]);
        assert_eq!(heard, [None, None, None, Some(AdjudicatedResult::Surrender(White))]);
        let hoping = [level, lost, level, (White, Some(-499)), level, lost, level, (White, None)];
        assert!(update(&rules, &hoping).iter().all(Option::is_none));
    }

    #[test]
    fn a_draw_needs_time_and_agreement() {
        let rules = Adjudication { draw: Some((5, 2, 10)), ..Adjudication::default() };
        let level = |side| (side, Some(-10));
        let sides = [Black, White, Black, White, Black, White].map(level);
        let heard = update(&rules, &sides);
        assert_eq!(heard[..4], [None; 4]);
        assert_eq!(heard[4], Some(AdjudicatedResult::Draw));
    }

    #[test]
    fn long_games_end() {
        let rules = Adjudication { max_moves: Some(2), ..Adjudication::default() };
        let heard = update(&rules, &[(Black, None), (White, None)]);
        assert_eq!(heard, [None, Some(AdjudicatedResult::MaxMoves)]);
        let never = update(&Adjudication::default(), &[(Black, Some(9999)), (White, Some(-9999))]);
        assert_eq!(never, [None, None]);
    }
}
