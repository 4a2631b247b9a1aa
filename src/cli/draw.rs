//! The options of `kawari draw`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{anyhow, bail};
use clap::ValueEnum;

use kawari_draw::arrow::Arrow;
use kawari_draw::mark::Mark;
use kawari_draw::{Coordinates, DrawOptions, Theme};
use kawari_engine::core::color::Color;
use kawari_engine::engine::game_state::{self, StartPosition};
use kawari_engine::games::variants::Variant;
use kawari_records::atomic_file;

use super::value_parsers;

/// Draw a position as an SVG picture
///
/// Without --moves, it is the start position, that of a handicap or that of an SFEN.
#[derive(clap::Args, Clone, Debug)]
pub struct DrawArgs {
    /// Variant, see `kawari variants`
    #[arg(value_parser = value_parsers::variants(), hide_possible_values = true)]
    variant: Variant,
    /// SFEN of the position, in one argument or four [default: start position]
    #[arg(num_args = 1..=4)]
    sfen: Vec<String>,
    /// Handicap to start with; `kawari rules VARIANT` lists them
    #[arg(long, value_name = "NAME", conflicts_with = "sfen")]
    handicap: Option<String>,
    /// Play these moves (USI) before the position is drawn
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,
    /// Write to this file, whose name ends with `.svg`, instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Piece style: kanji, bold, western or symbols; in Hasami games wedge, disc, stone or pawn
    /// [default: that of the variant]
    #[arg(long, value_name = "STYLE")]
    pieces: Option<String>,
    /// Side at the bottom
    #[arg(long, value_name = "SIDE", value_enum, default_value_t)]
    bottom: Side,
    /// Coordinates: engine (as in USI), numeric, japanese or none
    #[arg(long, value_name = "FORM", default_value = "engine", value_parser = value_parsers::coordinates(), hide_possible_values = true)]
    coordinates: Coordinates,
    /// Colours of the board: light or dark
    #[arg(long, value_name = "THEME", default_value = "light", value_parser = value_parsers::themes(), hide_possible_values = true)]
    theme: Theme,
    /// Width in pixels [default: 55 for each square]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=i64::from(DrawOptions::MAX_WIDTH)))]
    width: Option<u32>,
    /// Do not highlight the last move
    #[arg(long)]
    no_last_move: bool,
    /// Draw an arrow for a move, such as 7g7f, P*5e or 7g7f:hint. Repeatable. Kinds: move,
    /// alternative, hint, capture, no
    #[arg(long = "arrow", value_name = "MOVE[:KIND]")]
    arrows: Vec<Arrow>,
    /// Mark a square, such as 5e or 5e:ring. Repeatable. Kinds: dot, cross, ring, capture
    #[arg(long = "mark", value_name = "SQUARE[:KIND]")]
    marks: Vec<Mark>,
}

/// A side.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Side {
    /// Black, who moves first.
    #[default]
    Black,
    /// White.
    White,
}

impl Side {
    fn color(self) -> Color {
        match self {
            Self::Black => Color::Black,
            Self::White => Color::White,
        }
    }
}

impl DrawArgs {
    /// Draws the position.
    ///
    /// # Errors
    /// Returns an error if the position, a move, an arrow, a mark or the style is wrong, or if the
    /// file cannot be written.
    pub fn run(self, output: &mut impl Write) -> anyhow::Result<()> {
        let Self { variant, sfen, handicap, moves, .. } = &self;
        let sfen = sfen.join(" ");
        let start = match handicap {
            Some(name) => StartPosition::Handicap(name),
            None if sfen.is_empty() => StartPosition::Initial,
            None => StartPosition::Sfen(&sfen),
        };
        let mut game_state = game_state::open(*variant);
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        // The message already contains that of the source, so the source is dropped.
        game_state.set(start, &moves).map_err(|error| anyhow!("{error}"))?;
        let svg = kawari_draw::position(*variant, &*game_state, &self.options())?;
        match &self.output {
            Some(path) if path.as_os_str() != "-" => {
                if path.extension().is_none_or(|extension| extension != "svg") {
                    bail!("cannot write {}: expected a name that ends with .svg", path.display());
                }
                atomic_file::put(path, |file| file.write_all(svg.as_bytes()))
            }
            _ => Ok(output.write_all(svg.as_bytes())?),
        }
    }

    fn options(&self) -> DrawOptions {
        DrawOptions {
            pieces: self.pieces.clone(),
            bottom: self.bottom.color(),
            coordinates: self.coordinates,
            theme: self.theme,
            width: self.width,
            marks_last_move: !self.no_last_move,
            arrows: self.arrows.clone(),
            marks: self.marks.clone(),
        }
    }
}
