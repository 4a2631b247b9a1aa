//! Hasami games from files.

use std::fmt;

use kawari_rules::{
    Family, GameDefinition, General, HasamiDefinition, RepetitionResult, RowDirection,
};
use thiserror::Error;

use super::position::HasamiPosition;
use super::rules::{HasamiRules, RuleSet, RuleTable, line};
use crate::core::bitboard::Direction;
use crate::core::board_shape::BoardShape;
use crate::core::color::Color;
use crate::core::endgame::EndgameRules;
use crate::core::geometry::Box11x11;
use crate::core::history::RepetitionRule;
use crate::games::{Game, GameFiles, GameInfo};
use crate::notation::sfen::{self, Fields};

/// A Hasami game from a file.
#[derive(Clone, Copy)]
pub struct LoadedHasami(&'static Loaded);

struct Loaded {
    table: RuleTable<Box11x11>,
    info: &'static GameInfo,
}

/// A definition that is not a playable game of the Hasami family. [`kawari_rules::read`]
/// rejects such definitions.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DefinitionError {
    /// Another family.
    #[error("{0} is not a game of the Hasami family")]
    Family(String),
    /// A board that is too large or has no squares.
    #[error("board of {files} files and {ranks} ranks, expected 1 to 11 of each")]
    Board {
        /// Number of files.
        files: u8,
        /// Number of ranks.
        ranks: u8,
    },
    /// Homes that overlap.
    #[error("two homes of {home_ranks} ranks on a board of {ranks} ranks")]
    Homes {
        /// Number of ranks of a home.
        home_ranks: u8,
        /// Number of ranks of the board.
        ranks: u8,
    },
    /// Rows of one man or none.
    #[error("row of {0} men, expected 0 or at least 2")]
    Row(u8),
    /// An invalid start position.
    #[error("start position: {0}")]
    Start(String),
}

impl LoadedHasami {
    /// Creates a game. Its rules are never freed.
    ///
    /// # Errors
    /// Returns [`DefinitionError`] if the definition is not a playable game of the family.
    pub fn new(
        definition: &GameDefinition,
        info: &'static GameInfo,
    ) -> Result<Self, DefinitionError> {
        let general = &definition.general;
        let Family::Hasami(rules) = &definition.family else {
            return Err(DefinitionError::Family(general.name.clone()));
        };
        let (files, ranks) = (general.files, general.ranks);
        let shape = BoardShape::new(files.into(), ranks.into())
            .ok_or(DefinitionError::Board { files, ranks })?;
        let home_ranks = rules.men.home_ranks;
        if 2 * u32::from(home_ranks) > u32::from(ranks) {
            return Err(DefinitionError::Homes { home_ranks, ranks });
        }
        if rules.goals.row == 1 {
            return Err(DefinitionError::Row(rules.goals.row));
        }
        let men = men_at_start(shape, &general.start)?;
        let table = RuleTable::on_board(shape, rule_set(rules, men, general));
        Ok(Self(Box::leak(Box::new(Loaded { table, info }))))
    }
}

/// Returns the numbers of Black's and White's men in an SFEN.
fn men_at_start(shape: BoardShape<Box11x11>, start: &str) -> Result<[u32; 2], DefinitionError> {
    let error =
        |error: crate::notation::error::SfenError| DefinitionError::Start(error.to_string());
    let fields = Fields::parse(start).map_err(error)?;
    let mut men = [0; 2];
    sfen::read_board(shape, fields.board, |_, piece| {
        men[piece.color.index()] += 1;
        piece.letter == 'P' && !piece.marked
    })
    .map_err(error)?;
    if fields.hands != "-" {
        return Err(DefinitionError::Start(format!("hand \"{}\", expected \"-\"", fields.hands)));
    }
    Ok(men)
}

/// Returns the rules of a definition.
fn rule_set(rules: &HasamiDefinition, men: [u32; 2], general: &General) -> RuleSet {
    let HasamiDefinition { men: movement, capture, goals, ending, repetition } = rules;
    // Steps beyond the longest line have no effect.
    let longest = usize::from(general.files.max(general.ranks));
    let limited = |steps: u8| usize::from(steps).min(longest);
    let number = |value: u8| (value > 0).then_some(u32::from(value));
    let loser = match repetition.result {
        RepetitionResult::Draw | RepetitionResult::MoverLoses => None,
        RepetitionResult::BlackLoses => Some(Color::Black),
        RepetitionResult::WhiteLoses => Some(Color::White),
    };
    RuleSet {
        men,
        slide: Some(limited(movement.slide)).filter(|&steps| steps > 0 && steps < longest),
        diagonal: limited(movement.diagonal),
        jump: limited(movement.jump),
        jump_over: movement.jump_over,
        home_ranks: movement.home_ranks.into(),
        houses: movement.houses,
        between_enemies: movement.between_enemies,
        pass: movement.pass,
        custody: capture.custody,
        corners: capture.corners,
        enclosure: capture.enclosure,
        enclosure_last: capture.enclosure_last,
        intervention: capture.intervention,
        rows: if goals.row == 0 { &[] } else { lines(&goals.row_directions) },
        row_length: goals.row.into(),
        row_exact: goals.row_exact,
        row_area: goals.row_area,
        losing_men: number(goals.men_left),
        men_captured: number(goals.men_captured),
        winning_lead: number(goals.lead),
        lead_when: goals.lead_when,
        reach_ranks: goals.reach_ranks.into(),
        no_legal_move: ending.no_legal_move,
        quiet_limit: Some(ending.quiet_half_moves).filter(|&limit| limit > 0),
        quiet_result: ending.quiet_result,
        repetition: RepetitionRule {
            occurrences: match repetition.occurrences {
                0 => u32::MAX,
                occurrences => occurrences.into(),
            },
            perpetual_check_loses: false,
            loser,
        },
        repeating_side_loses: repetition.result == RepetitionResult::MoverLoses,
    }
}

/// Returns the lines of rows in some directions.
fn lines(directions: &[RowDirection]) -> &'static [Direction] {
    let has = |direction: RowDirection| directions.contains(&direction);
    let mut lines = Vec::new();
    if has(RowDirection::Vertical) {
        lines.push(line::VERTICAL);
    }
    if has(RowDirection::Horizontal) {
        lines.push(line::HORIZONTAL);
    }
    if has(RowDirection::Diagonal) {
        lines.extend([line::RISING, line::FALLING]);
    }
    Box::leak(lines.into_boxed_slice())
}

impl HasamiRules for LoadedHasami {
    type Geometry = Box11x11;

    const BUILT_IN: Option<&'static RuleTable<Box11x11>> = None;

    #[inline(always)]
    fn table(self) -> &'static RuleTable<Box11x11> {
        &self.0.table
    }

    /// Returns `None`: tablebases number the squares of a whole geometry.
    fn endgame_rules(self) -> Option<&'static dyn EndgameRules> {
        None
    }
}

impl Game for LoadedHasami {
    type Position = HasamiPosition<Self>;

    fn info(self) -> &'static GameInfo {
        self.0.info
    }

    fn files(self) -> GameFiles {
        GameFiles::NONE
    }
}

impl fmt::Debug for LoadedHasami {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LoadedHasami({})", self.0.info.name)
    }
}
