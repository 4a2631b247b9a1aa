//! Pictures of the pieces.
//!
//! The built-in games have pictures in the folder `pictures`, which the page shows as well. Games
//! may share them. Pieces of other games are drawn from the rules.

use std::borrow::Cow;

use kawari_engine::core::color::Color;
use kawari_engine::games::loaded;
use kawari_engine::games::variants::Variant;
use kawari_engine::notation::usi::UsiPieceKind;
use kawari_rules::describe::{self, Block, Language, MoveDiagram, PieceSide};

use crate::DrawError;
use crate::layout::{SQUARE_HEIGHT, SQUARE_WIDTH};
use crate::tile;

/// A picture of a piece in the folder `pictures`.
struct Picture {
    /// Folder of the game.
    game: &'static str,
    /// Folder of the style.
    style: &'static str,
    /// Letter in lower case, after `p` for a promoted piece.
    role: &'static str,
    is_black: bool,
    is_up: bool,
    /// Elements in units of a square.
    content: &'static str,
}

/// Every picture, listed by the build script.
const PICTURES: &[Picture] = include!(concat!(env!("OUT_DIR"), "/pictures.rs"));

/// An image of a piece that is drawn from the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceImage {
    /// Style of the pieces.
    pub style: &'static str,
    /// Kind of piece, such as `P` or `+P`.
    pub kind: String,
    /// Owner of the piece.
    pub color: Color,
    /// Whether the piece points upward, because its owner is at the bottom.
    pub is_up: bool,
    /// The image as an SVG file.
    pub svg: String,
}

/// Returns the images of all pieces in all styles, if they are drawn from the rules. Returns none
/// for a game with pictures.
pub fn images(variant: Variant) -> Vec<PieceImage> {
    let pictures = variant.info().pictures;
    if !pictures.game.is_empty() {
        return Vec::new();
    }
    let sides = sides(variant);
    let looks = [(Color::Black, true), (Color::Black, false), (Color::White, true)];
    let looks = looks.into_iter().chain([(Color::White, false)]);
    let of_look = |style: &'static str, (color, is_up)| {
        sides.iter().map(move |side| PieceImage {
            style,
            kind: side.letters.clone(),
            color,
            is_up,
            svg: document(&tile::draw(side, style, color, is_up)),
        })
    };
    let of_style = |&style| looks.clone().flat_map(move |look| of_look(style, look));
    pictures.styles.iter().flat_map(of_style).collect()
}

/// Returns the file of an image.
fn document(content: &str) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SQUARE_WIDTH} {SQUARE_HEIGHT}">{content}</svg>"#
    )
}

/// The pieces of a game in a style.
pub(crate) struct PieceSet {
    game: &'static str,
    style: &'static str,
    /// Both sides of the pieces, if there are no pictures.
    sides: Vec<PieceSide>,
}

impl PieceSet {
    /// Creates the pieces of a game in a style, or in the game's default style.
    pub fn new(variant: Variant, style: Option<&str>) -> Result<Self, DrawError> {
        let pictures = variant.info().pictures;
        let name = style.unwrap_or(pictures.english);
        let known = pictures.styles.iter().find(|&&known| known == name);
        let style = *known
            .ok_or_else(|| DrawError::Style { name: name.to_owned(), styles: pictures.styles })?;
        let game = pictures.game;
        let is_drawn = PICTURES.iter().all(|picture| picture.game != game);
        Ok(Self { game, style, sides: if is_drawn { sides(variant) } else { Vec::new() } })
    }

    /// Returns the elements of a piece, in units of a square.
    pub fn content(&self, kind: UsiPieceKind, color: Color, is_up: bool) -> Cow<'static, str> {
        let role = role(kind);
        let picture = PICTURES.iter().find(|picture| {
            (picture.game, picture.style, picture.role) == (self.game, self.style, role.as_str())
                && (picture.is_black, picture.is_up) == (color == Color::Black, is_up)
        });
        if let Some(picture) = picture {
            return picture.content.into();
        }
        let letters = kind.to_string();
        match self.sides.iter().find(|side| side.letters == letters) {
            Some(side) => tile::draw(side, self.style, color, is_up).into(),
            None => tile::draw(&side_without_moves(letters), self.style, color, is_up).into(),
        }
    }
}

/// Returns the role in the names of pictures: `P` is `p`, `+P` is `pp`.
pub(crate) fn role(kind: UsiPieceKind) -> String {
    let prefix = if kind.is_promoted { "p" } else { "" };
    format!("{prefix}{}", kind.letter.to_ascii_lowercase())
}

/// Returns the sides of the pieces as the rules describe them. A Hasami game has none, and neither
/// has a build that reads no definitions.
fn sides(variant: Variant) -> Vec<PieceSide> {
    if !loaded::CAN_LOAD {
        return Vec::new();
    }
    let rules = describe::rules(&loaded::definition(variant), Language::English);
    let blocks = rules.sections.into_iter().flat_map(|section| section.blocks);
    let sides = blocks.filter_map(|block| match block {
        Block::Pieces { sides } => Some(sides),
        _ => None,
    });
    sides.flatten().collect()
}

/// Returns a side of a piece with letters alone.
fn side_without_moves(letters: String) -> PieceSide {
    PieceSide {
        name: letters.clone(),
        letters,
        kanji: None,
        text: String::new(),
        moves: MoveDiagram::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kawari_engine::engine::game_state;

    #[test]
    fn every_built_in_game_has_pictures_of_all_its_pieces() {
        for &variant in Variant::ALL {
            let pictures = variant.info().pictures;
            assert!(images(variant).is_empty(), "{variant}");
            for kind in game_state::open(variant).piece_set().kinds {
                let kind: UsiPieceKind = kind.symbol.parse().expect("a kind of piece");
                for style in pictures.styles {
                    let count = PICTURES.iter().filter(|picture| {
                        (picture.game, picture.style, picture.role)
                            == (pictures.game, *style, role(kind).as_str())
                    });
                    assert_eq!(count.count(), 4, "{variant} {kind} {style}");
                }
            }
        }
    }

    #[test]
    fn pieces_without_pictures_are_drawn_in_all_styles_and_directions() {
        let variant: Variant = "torishogi".parse().expect("a shipped game");
        let kinds = game_state::open(variant).piece_set().kinds.len();
        let images = images(variant);
        assert_eq!(images.len(), 2 * 4 * kinds);
        for (index, image) in images.iter().enumerate() {
            assert!(images[..index].iter().all(|earlier| {
                (earlier.style, &earlier.kind, earlier.color, earlier.is_up)
                    != (image.style, &image.kind, image.color, image.is_up)
            }));
        }
    }
}
