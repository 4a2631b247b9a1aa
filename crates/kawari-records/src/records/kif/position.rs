//! Start positions in KIF files: handicaps, board diagrams and hands.

use kawari_engine::core::color::Color;
use kawari_engine::engine::game_state::GameState;
use kawari_engine::games::GameInfo;
use kawari_engine::games::variants::Variant;
use kawari_engine::notation::usi::{UsiPiece, UsiPieceKind, UsiSquare};
use kawari_rules::describe::kanji_number;

use crate::japanese::{normalize, split_numeral};
use crate::records::setup_position::SetupPosition;
use crate::records::{MINISHOGI, SHOGI};

/// Handicap of an even game.
const EVEN: &str = "平手";
/// Handicap of a game that starts from a diagram.
const OTHER: &str = "その他";
/// An empty square.
const EMPTY: char = '・';
/// An empty hand.
const NONE: &str = "なし";

/// Names of shogi's handicaps, after the names that the engine uses.
const HANDICAPS: [(&str, &str); 10] = [
    ("lance", "香落ち"),
    ("right-lance", "右香落ち"),
    ("bishop", "角落ち"),
    ("rook", "飛車落ち"),
    ("rook-lance", "飛香落ち"),
    ("two-pieces", "二枚落ち"),
    ("four-pieces", "四枚落ち"),
    ("six-pieces", "六枚落ち"),
    ("eight-pieces", "八枚落ち"),
    ("ten-pieces", "十枚落ち"),
];

/// Value of the header 手合割, which names a game or a handicap of shogi.
pub enum Handicap {
    /// A game at its start position.
    Game(Variant),
    /// A handicap of shogi, with its start position as SFEN.
    Sfen(Variant, &'static str),
    /// A start position from a diagram.
    Other,
}

impl Handicap {
    /// Parses the value of the header. Returns `None` for an unknown name.
    pub fn parse(value: &str) -> Option<Self> {
        let name = normalize(value);
        // Other ways to write 5五将棋.
        let name = if name == "五々将棋" { "5五将棋" } else { &name };
        if name == EVEN {
            return Some(Self::Game(SHOGI.parse().ok()?));
        }
        if name == OTHER {
            return Some(Self::Other);
        }
        if let Some((english, _)) = HANDICAPS.iter().find(|(_, japanese)| *japanese == name) {
            let shogi: Variant = SHOGI.parse().ok()?;
            let (_, sfen) = shogi.info().handicaps.iter().find(|(other, _)| other == english)?;
            return Some(Self::Sfen(shogi, sfen));
        }
        let mut games = Variant::all().into_iter();
        games.find(|game| normalize(game.info().japanese) == name).map(Self::Game)
    }
}

/// Returns the value of the header 手合割 for a game. It is `None` if a shogi game does not start
/// from a handicap, so that the diagram alone gives the position.
pub fn handicap_name(info: &GameInfo, start: Option<&str>) -> Option<&'static str> {
    if info.name != SHOGI {
        return Some(info.japanese);
    }
    let Some(start) = start else { return Some(EVEN) };
    let (english, _) = info.handicaps.iter().find(|(_, sfen)| *sfen == start)?;
    HANDICAPS.iter().find(|(other, _)| other == english).map(|(_, japanese)| *japanese)
}

/// The lines of a start position in a KIF file.
#[derive(Default)]
pub struct DiagramLines {
    /// Ranks of the board, the first line first.
    pub ranks: Vec<String>,
    /// Hands of Black and White.
    pub hands: [String; 2],
    /// True if White moves first.
    pub is_white_to_move: bool,
}

impl DiagramLines {
    /// Returns the game with a board of this size, for files that name none.
    pub fn usual_game(&self) -> Option<Variant> {
        match self.ranks.len() {
            9 => SHOGI.parse().ok(),
            5 => MINISHOGI.parse().ok(),
            _ => None,
        }
    }

    /// Returns the position as SFEN.
    ///
    /// # Errors
    /// Returns a message for the user if the board has another size or an unknown piece.
    pub fn sfen(&self, info: &GameInfo) -> Result<String, String> {
        if self.ranks.len() != info.ranks {
            let (found, expected) = (self.ranks.len(), info.ranks);
            return Err(format!("the diagram has {found} ranks (expected {expected})"));
        }
        let ranks = self.ranks.iter().map(|rank| read_rank(info, rank));
        let [black, white] = &self.hands;
        let mut hands = read_hand(info, black, Color::Black)?;
        hands.extend(read_hand(info, white, Color::White)?);
        let position = SetupPosition {
            ranks: ranks.collect::<Result<_, _>>()?,
            hands,
            is_white_to_move: self.is_white_to_move,
        };
        Ok(position.sfen())
    }
}

/// Reads a rank such as `|v香 ・ 歩|一`.
fn read_rank(info: &GameInfo, line: &str) -> Result<Vec<Option<UsiPiece>>, String> {
    let mut squares = Vec::new();
    let mut color = Color::Black;
    let mut rest = line.trim_start_matches('|').split('|').next().unwrap_or_default();
    while let Some(letter) = rest.chars().next() {
        let mut after = &rest[letter.len_utf8()..];
        if letter == EMPTY {
            squares.push(None);
        } else if letter == 'v' {
            color = Color::White;
        } else if !letter.is_whitespace() {
            let unknown = || format!("unknown piece in the diagram line `{line}`");
            let (piece, next) = split_piece(info, rest, color).ok_or_else(unknown)?;
            squares.push(Some(piece));
            (after, color) = (next, Color::Black);
        }
        rest = after;
    }
    if squares.len() != info.files {
        let (found, expected) = (squares.len(), info.files);
        return Err(format!("the diagram line `{line}` has {found} squares (expected {expected})"));
    }
    Ok(squares)
}

/// Reads a hand such as `歩二　香`.
fn read_hand(info: &GameInfo, text: &str, color: Color) -> Result<Vec<UsiPiece>, String> {
    let mut hand = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() && rest != NONE {
        let (piece, after) = split_piece(info, rest, color)
            .ok_or_else(|| format!("unknown piece in the hand `{text}`"))?;
        let (count, after) = split_numeral(after).unwrap_or((1, after));
        hand.extend(std::iter::repeat_n(piece, count));
        rest = after.trim_start();
    }
    Ok(hand)
}

/// Splits the longest name of a piece from a text.
fn split_piece<'a>(info: &GameInfo, text: &'a str, color: Color) -> Option<(UsiPiece, &'a str)> {
    // Other forms of the same pieces.
    let synonym = |name: &'static str| match name {
        "玉" => "王",
        "竜" => "龍",
        _ => name,
    };
    let names = info.pieces.iter().flat_map(|piece| {
        let [black, white] = piece.board_kanji;
        let names = [black, white, piece.kanji, synonym(piece.kanji), piece.symbol];
        names.map(|name| (name, piece.symbol))
    });
    let fitting = names.filter(|(name, _)| !name.is_empty() && text.starts_with(name));
    let (name, symbol) = fitting.max_by_key(|(name, _)| name.len())?;
    let kind: UsiPieceKind = symbol.parse().ok()?;
    Some((UsiPiece { color, kind, is_marked: false }, &text[name.len()..]))
}

/// Returns a piece's name on the diagram.
fn diagram_name(info: &GameInfo, kind: UsiPieceKind, color: Color) -> String {
    let symbol = kind.to_string();
    info.piece_name(&symbol).map_or(symbol, |name| name.board_kanji[color.index()].to_owned())
}

/// Writes the board and the hands of a position, with White's hand first.
pub fn write_diagram(game_state: &dyn GameState, names: [&str; 2]) -> String {
    let info = game_state.info();
    let hand = |color: Color| {
        let pieces = game_state.hand(color).into_iter().map(|(kind, count)| {
            let count = if count > 1 { kanji_number(count) } else { String::new() };
            diagram_name(info, kind, color) + &count
        });
        let pieces: Vec<String> = pieces.collect();
        let pieces = if pieces.is_empty() { NONE.to_owned() } else { pieces.join("　") };
        format!("{}の持駒：{pieces}\n", names[color.index()])
    };
    let mut text = hand(Color::White) + " ";
    for file in (1..=info.files).rev() {
        text += &format!(" {}", file_name(file));
    }
    let border = format!("\n+{}+\n", "-".repeat(3 * info.files));
    text += &border;
    for rank in 0..info.ranks {
        text.push('|');
        for file in (0..info.files).rev() {
            let piece = UsiSquare::new(file, rank).and_then(|at| game_state.piece_at(at));
            text += &match piece {
                None => format!(" {EMPTY}"),
                Some(UsiPiece { color, kind, .. }) => {
                    let sign = if color == Color::Black { ' ' } else { 'v' };
                    format!("{sign}{}", diagram_name(info, kind, color))
                }
            };
        }
        text += &format!("|{}\n", kanji_number(rank as u32 + 1));
    }
    text.pop();
    text += &border;
    text += &hand(Color::Black);
    if game_state.side_to_move() == Color::White {
        text += &format!("{}番\n", names[1]);
    }
    text
}

/// Returns the name of a file: a wide digit, or a number of two digits in kanji, which has the width
/// of a square.
fn file_name(file: usize) -> String {
    match u32::try_from(file) {
        Ok(file @ 0..10) => char::from_u32('０' as u32 + file).into_iter().collect(),
        Ok(file) => kanji_number(file),
        Err(_) => String::new(),
    }
}
