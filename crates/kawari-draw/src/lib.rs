//! Pictures of positions and pieces as SVG.
//!
//! [`position()`] draws a board with its hands, as the page of `kawari board` shows it.
//! [`DrawOptions`] add arrows and marks and select the style of the pieces, the side at the bottom
//! and the size. The same call always gives the same text. The SVG needs no other file; letters
//! and kanji of pieces that are drawn from the rules, and coordinates, use a font of the viewer.
//!
//! The crate needs no network, files or threads, so that it runs in WebAssembly too.
//!
//! ```
//! use kawari_draw::DrawOptions;
//! use kawari_engine::engine::game_state::{self, StartPosition};
//! use kawari_engine::games::variants::Variant;
//!
//! let mut game = game_state::open(Variant::Yari);
//! game.set(StartPosition::Initial, &["4g4f"])?;
//! let options = DrawOptions { arrows: vec!["4c4d:hint".parse()?], ..DrawOptions::default() };
//! let svg = kawari_draw::position(Variant::Yari, &*game, &options)?;
//! assert!(svg.starts_with("<svg ") && svg.contains("<title>Yari Shogi: White to move</title>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`arrow`], [`mark`]: arrows and marked squares, and their text form.
//! - [`options`]: the options of a picture.
//! - [`pieces`]: pictures of the pieces.

pub mod arrow;
mod board;
mod error;
mod hands;
mod highlights;
mod layout;
pub mod mark;
pub mod options;
pub mod pieces;
mod svg;
mod tile;

pub use error::DrawError;
pub use options::{Coordinates, DrawOptions, Theme};

use kawari_engine::engine::game_state::GameState;
use kawari_engine::games::variants::Variant;

/// Draws the current position of a game as SVG. `game_state` is a game of `variant`.
///
/// # Errors
/// Returns [`DrawError`] if an option does not fit the game: an unknown piece style, a square off
/// the board, or the drop of a piece that is not in hand.
pub fn position(
    variant: Variant,
    game_state: &dyn GameState,
    options: &DrawOptions,
) -> Result<String, DrawError> {
    board::draw(variant, game_state, options)
}
