//! The picture of a position.

use std::collections::BTreeMap;

use kawari_engine::core::color::Color;
use kawari_engine::engine::game_state::GameState;
use kawari_engine::games::variants::Variant;
use kawari_engine::notation::usi::{UsiMove, UsiOrigin, UsiPieceKind};

use crate::arrow::{self, Arrow};
use crate::error::{DrawError, side_name};
use crate::hands::{Hands, count_label};
use crate::highlights::{CAPTURE_PATTERN, CHECK_GRADIENT, Highlights, RemoteCapture, last_move};
use crate::layout::{Layout, SQUARE_HEIGHT, SQUARE_WIDTH, UNITS_PER_PIXEL, middle};
use kawari_rules::describe::kanji_number;

use crate::options::{Coordinates, DrawOptions, Theme};
use crate::pieces::{PieceSet, role};
use crate::svg::{Point, disk, escape};

const FONT: &str = "system-ui,'Noto Sans','Noto Sans JP','Noto Sans CJK JP',sans-serif";

/// Colours of a theme.
struct Palette {
    /// Upper and lower end of the wood.
    wood: [&'static str; 2],
    line: &'static str,
    stand: &'static str,
}

impl Palette {
    fn of(theme: Theme) -> Self {
        match theme {
            Theme::Light => {
                Self { wood: ["#e6bd78", "#dcae63"], line: "#6b4517", stand: "#dcc49a" }
            }
            Theme::Dark => Self { wood: ["#c39a5d", "#b1874a"], line: "#3a2409", stand: "#4a3c29" },
        }
    }
}

/// Draws a position.
pub fn draw(
    variant: Variant,
    game_state: &dyn GameState,
    options: &DrawOptions,
) -> Result<String, DrawError> {
    let info = variant.info();
    let hands = Hands::new(game_state);
    let layout = Layout::new(
        (info.files, info.ranks),
        hands.capacity(),
        options.bottom,
        options.coordinates != Coordinates::None,
    );
    let drawing = Drawing {
        game_state,
        options,
        layout,
        hands,
        palette: Palette::of(options.theme),
        pieces: PieceSet::new(variant, options.pieces.as_deref())?,
        last: last_move(game_state).filter(|_| options.marks_last_move),
        used: BTreeMap::new(),
    };
    drawing.check_squares(info.files, info.ranks)?;
    drawing.render(info.title)
}

/// A picture in progress.
struct Drawing<'a> {
    game_state: &'a dyn GameState,
    options: &'a DrawOptions,
    layout: Layout,
    hands: Hands,
    palette: Palette,
    pieces: PieceSet,
    /// The last move, if it is highlighted.
    last: Option<(UsiMove, Vec<RemoteCapture>)>,
    /// Pieces that occur in the picture, by the ids of their definitions.
    used: BTreeMap<String, String>,
}

impl Drawing<'_> {
    /// Checks that all squares of the options are on the board.
    fn check_squares(&self, files: usize, ranks: usize) -> Result<(), DrawError> {
        let marked = self.options.marks.iter().map(|mark| mark.square);
        let of_arrow = |arrow: &Arrow| match arrow.mv.origin {
            UsiOrigin::Board(from) => vec![from, arrow.mv.to],
            UsiOrigin::Hand(_) => vec![arrow.mv.to],
        };
        let mut squares = marked.chain(self.options.arrows.iter().flat_map(of_arrow));
        match squares.find(|&square| !self.layout.has(square)) {
            Some(square) => Err(DrawError::Square { square, files, ranks }),
            None => Ok(()),
        }
    }

    fn render(mut self, title: &str) -> Result<String, DrawError> {
        let mut content = self.stands();
        content += &self.board();
        content += &self.highlighted_squares();
        content += &self.grid();
        content += &self.coordinates();
        content += &self.faint_pieces();
        content += &self.board_pieces();
        content += &self.arrows()?;
        let (width, height) = (self.layout.width(), self.layout.height());
        let (shown_width, shown_height) = self.size()?;
        let mut svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" role="img" width="{shown_width}" height="{shown_height}" viewBox="0 0 {width} {height}" font-family="{FONT}">"#
        );
        svg += &format!("\n<title>{}</title>\n", escape(&self.title(title)));
        svg += &format!("<desc>{}</desc>\n<defs>\n", escape(&self.description()));
        svg += &self.definitions(&content);
        svg += "</defs>\n";
        svg += &content;
        svg += "</svg>\n";
        Ok(svg)
    }

    /// Returns the size in pixels.
    fn size(&self) -> Result<(u32, u32), DrawError> {
        let (width, height) = (self.layout.width() as u32, self.layout.height() as u32);
        let shown = match self.options.width {
            None => width.div_ceil(UNITS_PER_PIXEL as u32),
            Some(pixels) if (1..=DrawOptions::MAX_WIDTH).contains(&pixels) => pixels,
            Some(pixels) => return Err(DrawError::Width(pixels)),
        };
        Ok((shown, (shown * height / width).max(1)))
    }

    fn title(&self, game: &str) -> String {
        match self.game_state.status() {
            Some(outcome) => format!("{game}: {outcome}"),
            None => format!("{game}: {} to move", side_name(self.game_state.side_to_move())),
        }
    }

    fn description(&self) -> String {
        let mut text = format!("SFEN {}", self.game_state.sfen());
        if let Some(last) = self.game_state.last_move() {
            text += &format!("; last move {last}");
        }
        if self.game_state.in_check() {
            text += &format!("; {} is in check", side_name(self.game_state.side_to_move()));
        }
        text
    }

    fn definitions(&self, content: &str) -> String {
        let [top, bottom] = self.palette.wood;
        let id = self.wood_id();
        let mut definitions = format!(
            r#"<linearGradient id="{id}" x2="0" y2="1"><stop offset="0" stop-color="{top}"/><stop offset="1" stop-color="{bottom}"/></linearGradient>"#
        );
        definitions.push('\n');
        for (id, definition) in
            [("kawari-check", CHECK_GRADIENT), ("kawari-captured", CAPTURE_PATTERN)]
        {
            if content.contains(&format!("url(#{id})")) {
                definitions += definition;
                definitions.push('\n');
            }
        }
        for (id, piece) in &self.used {
            definitions += &format!("<g id=\"{id}\">{piece}</g>\n");
        }
        definitions
    }

    fn wood_id(&self) -> &'static str {
        match self.options.theme {
            Theme::Light => "kawari-wood",
            Theme::Dark => "kawari-dark-wood",
        }
    }

    fn board(&self) -> String {
        let Layout { rim, .. } = self.layout;
        let (x, y) = self.layout.board();
        let (width, height) =
            (self.layout.squares_width() + 2 * rim, self.layout.squares_height() + 2 * rim);
        let id = self.wood_id();
        format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"15\" fill=\"url(#{id})\"/>\n"
        )
    }

    /// Draws the lines, and dots at the promotion zones of boards with three times as many ranks.
    fn grid(&self) -> String {
        let (width, height) = (self.layout.squares_width(), self.layout.squares_height());
        let (x, y) = self.layout.origin();
        let line = self.palette.line;
        let mut inner = String::new();
        for column in 1..width / SQUARE_WIDTH {
            inner += &format!("M{} {y}v{height}", x + column * SQUARE_WIDTH);
        }
        for row in 1..height / SQUARE_HEIGHT {
            inner += &format!("M{x} {}h{width}", y + row * SQUARE_HEIGHT);
        }
        let mut grid = format!(
            r#"<path fill="none" stroke="{line}" stroke-width="4" d="{inner}"/><rect x="{x}" y="{y}" width="{width}" height="{height}" fill="none" stroke="{line}" stroke-width="8"/>"#
        );
        let (files, ranks) = (width / SQUARE_WIDTH, height / SQUARE_HEIGHT);
        if ranks >= 9 && ranks % 3 == 0 {
            let across = (files + 1) / 3 * SQUARE_WIDTH;
            let along = height / 3;
            let dots: String = [across, width - across]
                .into_iter()
                .flat_map(|dx| [along, 2 * along].map(|dy| disk((x + dx, y + dy), 12)))
                .collect();
            grid += &format!(r#"<path fill="{line}" d="{dots}"/>"#);
        }
        grid + "\n"
    }

    fn coordinates(&self) -> String {
        let rank_name = |rank: usize| match self.options.coordinates {
            Coordinates::Engine => char::from(b'a' + rank as u8).to_string(),
            Coordinates::Numeric => (rank + 1).to_string(),
            Coordinates::Japanese => kanji_number(rank as u32 + 1),
            Coordinates::None => String::new(),
        };
        if self.options.coordinates == Coordinates::None {
            return String::new();
        }
        // Distance of the baseline from the middle of a number or a small letter.
        const BASELINE: i32 = 15;
        let Layout { rim, .. } = self.layout;
        let (_, top) = self.layout.origin();
        let (left, _) = self.layout.board();
        let right = left + 2 * rim + self.layout.squares_width();
        let mut texts = String::new();
        for square in self.layout.squares() {
            let (x, y) = middle(self.layout.corner(square));
            if y - SQUARE_HEIGHT / 2 == top {
                texts += &label((x, top - rim / 2 + BASELINE), &(square.file() + 1).to_string());
            }
            if x + SQUARE_WIDTH / 2 + rim == right {
                texts += &label((right - rim / 2, y + BASELINE), &rank_name(square.rank()));
            }
        }
        format!("<g font-size=\"42\" fill=\"#3a2409\" text-anchor=\"middle\">{texts}</g>\n")
    }

    fn stands(&mut self) -> String {
        if self.layout.stand_columns == 0 {
            return String::new();
        }
        let mut content = String::new();
        for color in [Color::Black, Color::White] {
            let hand = self.hands.of(color).to_vec();
            let (x, y) = self.layout.stand(color, hand.len());
            let (width, height) = (self.layout.stand_width(), self.layout.stand_height(hand.len()));
            let fill = self.palette.stand;
            content += &format!(
                r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="15" fill="{fill}"/>"#
            );
            for (index, &(kind, count)) in hand.iter().enumerate() {
                let corner = self.layout.held_piece(color, hand.len(), index);
                content += &self.piece(kind, color, corner);
                content += &count_label(corner, count);
            }
            content.push('\n');
        }
        content
    }

    fn highlighted_squares(&self) -> String {
        let (game_state, options) = (self.game_state, self.options);
        let highlights = Highlights::new(game_state, self.last.as_ref(), &options.marks);
        let mut content = String::new();
        for square in self.layout.squares() {
            let highlight = highlights.on_square(square, game_state.piece_at(square));
            if !highlight.is_empty() {
                let (x, y) = self.layout.corner(square);
                content += &format!("<g transform=\"translate({x} {y})\">{highlight}</g>\n");
            }
        }
        content
    }

    /// Draws the pieces that the last move has captured beside its target, and those that arrows
    /// drop.
    fn faint_pieces(&mut self) -> String {
        // The side to move has lost the captured pieces, and drops pieces.
        let side = self.game_state.side_to_move();
        let captured = self.last.iter().flat_map(|(_, captures)| captures);
        let captured: Vec<_> = captured.map(|it| (it.kind, it.square, side, "0.7")).collect();
        let dropped = self.options.arrows.iter().filter_map(|arrow| match arrow.mv.origin {
            UsiOrigin::Hand(kind) => Some((kind, arrow.mv.to, side, "0.8")),
            UsiOrigin::Board(_) => None,
        });
        let pieces: Vec<_> = captured.into_iter().chain(dropped).collect();
        let mut content = String::new();
        for (kind, square, color, scale) in pieces {
            let (x, y) = middle(self.layout.corner(square));
            let piece = self.piece(kind, color, (-SQUARE_WIDTH / 2, -SQUARE_HEIGHT / 2));
            content += &format!(
                "<g opacity=\".42\" transform=\"translate({x} {y}) scale({scale})\">{piece}</g>\n"
            );
        }
        content
    }

    fn board_pieces(&mut self) -> String {
        let mut content = String::new();
        for square in self.layout.squares() {
            if let Some(piece) = self.game_state.piece_at(square) {
                content += &self.piece(piece.kind, piece.color, self.layout.corner(square));
                content.push('\n');
            }
        }
        content
    }

    /// Returns a reference to the definition of a piece.
    fn piece(&mut self, kind: UsiPieceKind, color: Color, (x, y): Point) -> String {
        let content = self.pieces.content(kind, color, self.layout.is_up(color));
        // The hash makes ids unique in a page with several pictures.
        let id = format!("kawari-{}-{:08x}", role(kind), hash(&content));
        let reference = format!(r##"<use xlink:href="#{id}" x="{x}" y="{y}"/>"##);
        self.used.entry(id).or_insert_with(|| content.into_owned());
        reference
    }

    fn arrows(&self) -> Result<String, DrawError> {
        let arrows = &self.options.arrows;
        let mut content = String::new();
        for arrow in arrows {
            let to = middle(self.layout.corner(arrow.mv.to));
            let from = self.arrow_origin(arrow)?;
            if from == to {
                return Err(DrawError::NoArrow(arrow.mv));
            }
            let same_target = arrows.iter().filter(|other| other.mv.to == arrow.mv.to);
            content += &arrow::element(arrow.kind, from, to, same_target.count() > 1);
            content.push('\n');
        }
        Ok(content)
    }

    fn arrow_origin(&self, arrow: &Arrow) -> Result<Point, DrawError> {
        match arrow.mv.origin {
            UsiOrigin::Board(from) => Ok(middle(self.layout.corner(from))),
            UsiOrigin::Hand(kind) => {
                let side = self.game_state.side_to_move();
                let to = arrow.mv.to;
                let origin = self.hands.origin(&self.layout, side, kind);
                origin.ok_or(DrawError::Hand { side, kind, to })
            }
        }
    }
}

fn label((x, y): Point, text: &str) -> String {
    format!(r#"<text x="{x}" y="{y}">{text}</text>"#)
}

/// Returns the FNV-1a hash of a text.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
