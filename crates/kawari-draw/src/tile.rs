//! Pieces drawn from the rules: wedges with letters or kanji and marks of the moves, in the style
//! of the pictures that `web/pieces` draws.

use kawari_engine::core::color::Color;
use kawari_rules::describe::{MoveDiagram, PieceSide};

use crate::layout::{SQUARE_HEIGHT, SQUARE_WIDTH};
use crate::svg::{Point, disk, escape, polygon};

const MIDDLE: i32 = SQUARE_WIDTH / 2;
/// Height of the middle of the letters on an upright piece, and distances of the marks from there.
const CENTRE: i32 = 128;
const ACROSS: f64 = 68.0;
const ALONG: f64 = 74.0;

const LETTER_FONT: &str = "'Noto Sans',system-ui,sans-serif";
const KANJI_FONT: &str =
    "'Noto Serif CJK JP','Noto Serif JP','Hiragino Mincho ProN','Yu Mincho','MS Mincho',serif";

struct Colours {
    face: &'static str,
    edge: &'static str,
    side: &'static str,
    ink: &'static str,
    /// Ink of promoted pieces.
    red: &'static str,
}

const WOOD: Colours =
    Colours { face: "#f6dca4", edge: "#6f4a1c", side: "#d3a962", ink: "#1c140c", red: "#c01818" };
const DARK: Colours =
    Colours { face: "#3d3029", edge: "#c3a883", side: "#231a15", ink: "#fbf1dc", red: "#ff9c86" };
const LIGHT: Colours =
    Colours { face: "#fbf2dd", edge: "#6f5a3c", side: "#d8c7a0", ink: "#221a12", red: "#c01818" };

/// Draws a side of a piece. Letters stay upright for both players; kanji face their owner's
/// opponent.
pub fn draw(piece: &PieceSide, style: &str, color: Color, is_up: bool) -> String {
    let is_wood = style == "kanji";
    let colours = match color {
        _ if is_wood => WOOD,
        Color::Black => DARK,
        Color::White => LIGHT,
    };
    let is_promoted = piece.letters.starts_with('+');
    let ink = if is_promoted { colours.red } else { colours.ink };
    let mut upright = wedge(&colours) + &marks(&piece.moves, ink);
    let mut text = String::new();
    if let Some(kanji) = piece.kanji.as_ref().filter(|_| is_wood) {
        upright += &column(kanji, ink);
    } else {
        let middle = if is_up { CENTRE } else { SQUARE_HEIGHT - CENTRE };
        text = letters((MIDDLE, middle), 96, ink, &piece.letters.replace('+', ""));
        if is_promoted {
            text += &letters((MIDDLE - 50, middle - 36), 48, ink, "+");
        }
    }
    if is_up { upright + &text } else { rotated(&upright) + &text }
}

fn rotated(content: &str) -> String {
    format!(r#"<g transform="rotate(180 {MIDDLE} {})">{content}</g>"#, SQUARE_HEIGHT / 2)
}

fn wedge(colours: &Colours) -> String {
    let shape = |down: i32| {
        let [top, neck, foot] = [10, 44, 228].map(|height| height + down);
        polygon(&[
            (MIDDLE, top),
            (MIDDLE + 80, neck),
            (MIDDLE + 98, foot),
            (MIDDLE - 98, foot),
            (MIDDLE - 80, neck),
        ])
    };
    let Colours { face, edge, side, .. } = colours;
    format!(
        r#"<path fill="{side}" stroke="{edge}" stroke-width="3" stroke-linejoin="round" d="{}"/><path fill="{face}" d="{}"/>"#,
        shape(3),
        shape(-2)
    )
}

type Offset = (i8, i8);

/// Returns true for the direction of a jump such as a Knight's.
fn is_oblique((x, y): Offset) -> bool {
    x != 0 && y != 0 && x.abs() != y.abs()
}

/// Returns the place of the mark for a move. Oblique jumps are half-way between the other moves.
fn place((x, y): Offset) -> Point {
    let part = |one: i8, other: i8| {
        let is_half = is_oblique((x, y)) && one.abs() < other.abs();
        f64::from(one.signum()) * if is_half { 0.5 } else { 1.0 }
    };
    // The upper marks are closer together because the wedge is narrower there.
    let across = if y > 0 { 0.88 * ACROSS } else { ACROSS };
    let (right, down) = (across * part(x, y), -ALONG * part(y, x));
    (MIDDLE + right.round() as i32, CENTRE + down.round() as i32)
}

/// Returns an arrow that points outward, or a bar at the end of a stem if the slide is limited.
fn slide_mark(direction: Offset, is_limited: bool) -> String {
    const ARROW: &[(f64, f64)] = &[
        (18.0, 0.0),
        (-2.0, 17.0),
        (-2.0, 5.0),
        (-16.0, 5.0),
        (-16.0, -5.0),
        (-2.0, -5.0),
        (-2.0, -17.0),
    ];
    const BAR: &[(f64, f64)] = &[
        (12.0, 15.0),
        (12.0, -15.0),
        (2.0, -15.0),
        (2.0, -5.0),
        (-16.0, -5.0),
        (-16.0, 5.0),
        (2.0, 5.0),
        (2.0, 15.0),
    ];
    let (x, y) = place(direction);
    let (right, down) = (f64::from(direction.0), -f64::from(direction.1));
    let length = right.hypot(down);
    let (right, down) = (right / length, down / length);
    let at = |&(along, across): &(f64, f64)| {
        let (dx, dy) = (right * along - down * across, down * along + right * across);
        (x + dx.round() as i32, y + dy.round() as i32)
    };
    let shape = if is_limited { BAR } else { ARROW };
    polygon(&shape.iter().map(at).collect::<Vec<_>>())
}

/// Draws the marks: dots for steps, arrows for slides, rings for jumps, diamonds for walks.
fn marks(moves: &MoveDiagram, ink: &str) -> String {
    let MoveDiagram { steps, jumps, slides, walks } = moves;
    let walked: Vec<Offset> = walks.iter().flat_map(|walk| walk.steps.iter().copied()).collect();
    let is_slide = |step: Offset| slides.iter().any(|slide| slide.direction == step);
    let has_mark = |at: Offset| steps.contains(&at) || walked.contains(&at) || is_slide(at);
    let mut filled = String::new();
    for &step in steps.iter().filter(|&&step| !is_slide(step)) {
        filled += &disk(place(step), 10);
    }
    for slide in slides {
        filled += &slide_mark(slide.direction, slide.limit.is_some());
    }
    for &step in &walked {
        let (x, y) = place(step);
        filled += &polygon(&[(x, y - 13), (x + 13, y), (x, y + 13), (x - 13, y)]);
    }
    // A ring in the direction of another mark is around it.
    let is_around = |(x, y): Offset| !is_oblique((x, y)) && has_mark((x.signum(), y.signum()));
    let mut rings = String::new();
    for jump in jumps {
        rings += &disk(place(jump.to), if is_around(jump.to) { 18 } else { 10 });
    }
    let mut marks = String::new();
    if !filled.is_empty() {
        marks += &format!(r#"<path fill="{ink}" d="{filled}"/>"#);
    }
    if !rings.is_empty() {
        marks += &format!(r#"<path fill="none" stroke="{ink}" stroke-width="6" d="{rings}"/>"#);
    }
    marks
}

/// Draws one or two kanji from top to bottom.
fn column(kanji: &str, ink: &str) -> String {
    let count = kanji.chars().count() as i32;
    let size = if count > 1 { 60 } else { 92 };
    // Kanji fill their square, whose middle is above the baseline.
    let baseline = CENTRE + size * 38 / 100 - (count - 1) * size / 2;
    kanji
        .chars()
        .zip(0..)
        .map(|(character, index)| {
            let at = (MIDDLE, baseline + index * size);
            text(at, size, ink, KANJI_FONT, &character.to_string())
        })
        .collect()
}

/// Draws letters around a middle.
fn letters((x, y): Point, size: i32, ink: &str, letters: &str) -> String {
    // Half the height of a capital letter.
    text((x, y + size * 36 / 100), size, ink, LETTER_FONT, letters)
}

fn text((x, y): Point, size: i32, ink: &str, font: &str, text: &str) -> String {
    format!(
        r#"<text x="{x}" y="{y}" font-size="{size}" font-weight="800" font-family="{font}" fill="{ink}" text-anchor="middle">{}</text>"#,
        escape(text)
    )
}
