//! Pictures of positions and pieces.

use serde::{Deserialize, Serialize};

use super::failure::Failure;
use super::move_sequence::MoveSequence;
use super::position::Side;
use kawari_draw::pieces::{self, PieceImage};
use kawari_draw::{Coordinates, DrawError, DrawOptions, Theme};
use kawari_engine::engine::game_state::GameState;
use kawari_engine::games::variants::Variant;

/// Maximum number of arrows, and of marks.
const MAX_SHAPES: usize = 100;

/// A position to draw.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PictureRequest {
    /// Name of the game.
    game: String,
    /// SFEN of the start position. Default: the game's own start position.
    start: Option<String>,
    /// Moves from the start in USI notation, at most 2000. Default: none.
    moves: Option<Vec<String>>,
    /// Options of the picture. Default: none.
    options: Option<PictureOptionsJson>,
}

impl PictureRequest {
    /// Draws the position after all moves.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the game, a move or an option is invalid.
    pub fn picture(self) -> Result<PictureJson, Failure> {
        let played = MoveSequence::new(&self.game, self.start, self.moves)?;
        let game_state = played.game_state()?;
        PictureJson::of(played.variant, &*game_state, self.options.unwrap_or_default())
    }
}

/// Options of a picture.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PictureOptions"))]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct PictureOptionsJson {
    /// Style of the pieces, one of the game's picture styles. Default: that of the English page.
    pieces: Option<String>,
    /// Side at the bottom. Default: `black`.
    bottom: Option<Side>,
    /// Coordinates. Default: `engine`.
    coordinates: Option<CoordinatesJson>,
    /// Colours of the board. Default: `light`.
    theme: Option<ThemeJson>,
    /// Width in pixels, at most 20000. Default: 55 for each square.
    width: Option<u32>,
    /// Whether the last move is highlighted. Default: true.
    last_move: Option<bool>,
    /// Arrows: moves in USI with an optional kind, such as `7g7f` or `P*5e:hint`. The kinds are
    /// `move`, `alternative`, `hint`, `capture` and `no`. At most 100.
    #[serde(default)]
    arrows: Vec<String>,
    /// Marks: squares with an optional kind, such as `5e` or `5e:ring`. The kinds are `dot`,
    /// `cross`, `ring` and `capture`. At most 100.
    #[serde(default)]
    marks: Vec<String>,
}

/// Coordinates of the ranks; files have numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum CoordinatesJson {
    /// Letters, as in USI.
    Engine,
    /// Numbers.
    Numeric,
    /// Kanji.
    Japanese,
    /// No coordinates, neither of ranks nor of files.
    None,
}

/// Colours of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum ThemeJson {
    /// For light pages.
    Light,
    /// For dark pages.
    Dark,
}

/// A picture of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PictureJson {
    /// The picture as an SVG file.
    svg: String,
}

/// An image of a piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PieceImage"))]
#[serde(rename_all = "camelCase")]
pub struct PieceImageJson {
    /// Style of the pieces.
    style: &'static str,
    /// Kind of piece.
    kind: String,
    /// Owner of the piece.
    color: Side,
    /// Whether the owner is at the bottom, so that the piece points upward.
    is_up: bool,
    /// The image as an SVG file.
    svg: String,
}

impl PictureOptionsJson {
    fn options(self) -> Result<DrawOptions, Failure> {
        for (name, shapes) in [("arrows", &self.arrows), ("marks", &self.marks)] {
            if shapes.len() > MAX_SHAPES {
                return Err(Failure::out_of_range(name, shapes.len(), 0, MAX_SHAPES));
            }
        }
        let default = DrawOptions::default();
        Ok(DrawOptions {
            pieces: self.pieces,
            bottom: self.bottom.map_or(default.bottom, Into::into),
            coordinates: self.coordinates.map_or(default.coordinates, Into::into),
            theme: self.theme.map_or(default.theme, Into::into),
            width: self.width,
            marks_last_move: self.last_move.unwrap_or(default.marks_last_move),
            arrows: parse_all(&self.arrows)?,
            marks: parse_all(&self.marks)?,
        })
    }
}

fn parse_all<T: std::str::FromStr<Err = DrawError>>(texts: &[String]) -> Result<Vec<T>, Failure> {
    texts.iter().map(|text| text.parse().map_err(Failure::from)).collect()
}

impl From<DrawError> for Failure {
    fn from(error: DrawError) -> Self {
        Self::bad_request(error.to_string())
    }
}

impl From<CoordinatesJson> for Coordinates {
    fn from(coordinates: CoordinatesJson) -> Self {
        match coordinates {
            CoordinatesJson::Engine => Self::Engine,
            CoordinatesJson::Numeric => Self::Numeric,
            CoordinatesJson::Japanese => Self::Japanese,
            CoordinatesJson::None => Self::None,
        }
    }
}

impl From<ThemeJson> for Theme {
    fn from(theme: ThemeJson) -> Self {
        match theme {
            ThemeJson::Light => Self::Light,
            ThemeJson::Dark => Self::Dark,
        }
    }
}

impl PictureJson {
    fn of(
        variant: Variant,
        game_state: &dyn GameState,
        options: PictureOptionsJson,
    ) -> Result<Self, Failure> {
        Ok(Self { svg: kawari_draw::position(variant, game_state, &options.options()?)? })
    }
}

impl PieceImageJson {
    /// Returns the images of the pieces of a game without pictures.
    pub fn all(variant: Variant) -> Vec<Self> {
        pieces::images(variant).into_iter().map(Into::into).collect()
    }
}

impl From<PieceImage> for PieceImageJson {
    fn from(image: PieceImage) -> Self {
        let PieceImage { style, kind, color, is_up, svg } = image;
        Self { style, kind, color: color.into(), is_up, svg }
    }
}
