//! Moves and squares in Japanese notation: `７六歩(77)`, `同銀成`, `５五金打`, `３八銀右上`.
//!
//! [`write_move`] writes the form of KIF files, with the origin in brackets. [`find`] also reads
//! the forms of books and websites: relative words instead of the origin (右 左 上 引 寄 直), full
//! names of pieces, ASCII digits, and signs of the sides (☗ ☖ ▲ △).

use kawari_engine::core::color::Color;
use kawari_engine::engine::game_state::GameState;
use kawari_engine::games::GameInfo;
use kawari_engine::notation::error::MoveError;
use kawari_engine::notation::move_details::{LegalMove, SideChange};
use kawari_engine::notation::usi::{UsiMove, UsiSquare};
use kawari_rules::describe::kanji_number;

/// Digits in kanji, from 1.
const DIGITS: &str = "一二三四五六七八九";
const TEN: char = '十';
/// Digits of files.
const WIDE_DIGITS: &str = "０１２３４５６７８９";
/// A pass, in games where it is legal.
const PASS: &str = "パス";
/// A move to the square of the previous move.
const SAME: &str = "同";

/// Splits a number in kanji, up to 99, from the start of a text.
pub fn split_numeral(text: &str) -> Option<(usize, &str)> {
    fn digit(text: &str) -> Option<(usize, &str)> {
        let letter = text.chars().next()?;
        let at = DIGITS.chars().position(|digit| digit == letter)?;
        Some((at + 1, &text[letter.len_utf8()..]))
    }
    let (tens, after) = digit(text).unwrap_or((1, text));
    match after.strip_prefix(TEN) {
        Some(after) => {
            let (ones, rest) = digit(after).unwrap_or((0, after));
            Some((10 * tens + ones, rest))
        }
        None => digit(text),
    }
}

/// Returns a square such as `５五`.
pub fn square(square: UsiSquare) -> String {
    let file = (square.file() + 1).to_string();
    let wide = file.bytes().filter_map(|digit| WIDE_DIGITS.chars().nth((digit - b'0').into()));
    wide.chain(kanji_number(square.rank() as u32 + 1).chars()).collect()
}

/// Returns an origin such as `55`, or `10-5` if a number has two digits.
fn numeric_square(square: UsiSquare) -> String {
    let (file, rank) = (square.file() + 1, square.rank() + 1);
    let dash = if file > 9 || rank > 9 { "-" } else { "" };
    format!("{file}{dash}{rank}")
}

/// Returns the name of a kind of piece in moves. Men of the Hasami family have the names of their
/// pictures.
fn piece_name(info: &GameInfo, kind: &str, color: Color) -> String {
    match info.piece_name(kind) {
        Some(name) if name.kanji.is_empty() => name.board_kanji[color.index()].to_owned(),
        Some(name) => name.kanji.to_owned(),
        None => kind.to_owned(),
    }
}

/// Returns a legal move in the notation of KIF files, such as `７六歩(77)` or `同　銀成(31)`.
pub fn write_move(game_state: &dyn GameState, mv: &LegalMove) -> String {
    let parts = &mv.parts;
    if mv.usi == UsiMove::pass().to_string() {
        return PASS.to_owned();
    }
    let previous = game_state.last_move().map(|last| last.to.to_string());
    let to = match parts.to.parse() {
        Ok(to) if previous.as_ref() != Some(&parts.to) => square(to),
        _ => format!("{SAME}　"),
    };
    let piece = piece_name(game_state.info(), &parts.piece, game_state.side_to_move());
    let turn = match parts.turn {
        Some(SideChange::Promote) => "成",
        Some(SideChange::Flip) => "反",
        None => "",
    };
    let counter_flip = if parts.counter_flip { "返" } else { "" };
    let origin = match parts.from.as_deref().and_then(|from| from.parse().ok()) {
        Some(from) => format!("({})", numeric_square(from)),
        None => "打".to_owned(),
    };
    format!("{to}{piece}{turn}{counter_flip}{origin}")
}

/// Returns the legal move that a text in Japanese notation denotes. Returns `None` if the text
/// does not begin with a square or 同.
///
/// Without 打, a move on the board takes precedence over a drop. Without 成, 反 or 返, a move
/// without promotion or flip takes precedence.
///
/// # Errors
/// Returns [`MoveError`] if no legal move matches, or more than one.
pub fn find(game_state: &dyn GameState, word: &str) -> Option<Result<LegalMove, MoveError>> {
    let text = normalize(word);
    if text == PASS {
        return Some(game_state.describe_move(&UsiMove::pass().to_string()));
    }
    let (to, rest) = split_target(&text, game_state.last_move())?;
    Some(find_with_target(game_state, to, rest, word))
}

fn find_with_target(
    game_state: &dyn GameState,
    to: Option<UsiSquare>,
    rest: &str,
    word: &str,
) -> Result<LegalMove, MoveError> {
    let illegal = || MoveError::illegal(word);
    let to = to.ok_or_else(illegal)?;
    let moves = game_state.legal_moves().into_iter().filter(|mv| mv.to == to);
    let mut found: Vec<Candidate> = Vec::new();
    for mv in moves {
        let legal = game_state.describe_move(&mv.to_string())?;
        let suffix = piece_spellings(game_state.info(), &legal.parts.piece)
            .iter()
            .filter_map(|name| rest.strip_prefix(name.as_str()))
            .find_map(Suffix::parse);
        if let Some(suffix) = suffix
            && suffix.fits(&legal)
        {
            found.push(Candidate { legal, suffix });
        }
    }
    prefer(&mut found, |legal| legal.parts.from.is_some());
    prefer(&mut found, |legal| legal.parts.turn.is_none());
    prefer(&mut found, |legal| !legal.parts.counter_flip);
    apply_directions(&mut found, game_state.side_to_move());
    let mut found = found.into_iter().map(|candidate| candidate.legal);
    match (found.next(), found.next()) {
        (Some(only), None) => Ok(only),
        (Some(_), Some(_)) => Err(MoveError::Ambiguous(word.to_owned())),
        (None, _) => Err(illegal()),
    }
}

/// A legal move, and the part of the text after its piece.
struct Candidate {
    legal: LegalMove,
    suffix: Suffix,
}

/// Removes the candidates without a property if there are others.
fn prefer(found: &mut Vec<Candidate>, has: impl Fn(&LegalMove) -> bool) {
    if found.iter().any(|candidate| has(&candidate.legal)) {
        found.retain(|candidate| has(&candidate.legal));
    }
}

/// Removes the candidates that do not fit the relative words: first 上, 引, 寄 and 直, then 右 and
/// 左 among the rest.
fn apply_directions(found: &mut Vec<Candidate>, side: Color) {
    found.retain(|candidate| {
        let Some((from, to)) = candidate.squares() else { return candidate.suffix.has_no_words() };
        let steps = from.rank() as isize - to.rank() as isize;
        let forward = if side == Color::Black { steps } else { -steps };
        candidate.suffix.words.iter().all(|word| match word {
            Direction::Forward => forward > 0,
            Direction::Backward => forward < 0,
            Direction::Sideways => forward == 0,
            Direction::Straight => forward > 0 && from.file() == to.file(),
            Direction::Right | Direction::Left => true,
        })
    });
    // Files count from Black's right.
    let file = |candidate: &Candidate| {
        let file = candidate.squares().map_or(0, |(from, _)| from.file() as isize);
        if side == Color::Black { file } else { -file }
    };
    let files: Vec<isize> = found.iter().map(file).collect();
    let (right, left) = (files.iter().min().copied(), files.iter().max().copied());
    found.retain(|candidate| {
        candidate.suffix.words.iter().all(|word| match word {
            Direction::Right => Some(file(candidate)) == right,
            Direction::Left => Some(file(candidate)) == left,
            _ => true,
        })
    });
}

impl Candidate {
    /// Returns the origin and the target; `None` for a drop.
    fn squares(&self) -> Option<(UsiSquare, UsiSquare)> {
        let from = self.legal.parts.from.as_deref()?.parse().ok()?;
        Some((from, self.legal.parts.to.parse().ok()?))
    }
}

/// Direction of a move, from the mover's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Direction {
    Forward,
    Backward,
    Sideways,
    Straight,
    Right,
    Left,
}

/// The part of a move after the name of the piece.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Suffix {
    is_drop: bool,
    /// True for 成 and 反, false for 不成 and 不反.
    turn: Option<bool>,
    is_counter_flip: bool,
    /// Origin in brackets.
    from: Option<UsiSquare>,
    words: Vec<Direction>,
}

impl Suffix {
    fn parse(text: &str) -> Option<Self> {
        let mut suffix = Self::default();
        // A list of captured men follows from the rules.
        let mut rest = text.split('取').next().unwrap_or_default();
        while let Some(letter) = rest.chars().next() {
            rest = &rest[letter.len_utf8()..];
            match letter {
                '打' => suffix.is_drop = true,
                '成' | '反' => suffix.turn = Some(true),
                '生' => suffix.turn = Some(false),
                '不' => {
                    rest = rest.strip_prefix(['成', '反'])?;
                    suffix.turn = Some(false);
                }
                '返' => suffix.is_counter_flip = true,
                '上' | '行' | '入' => suffix.words.push(Direction::Forward),
                '引' => suffix.words.push(Direction::Backward),
                '寄' => suffix.words.push(Direction::Sideways),
                '直' => suffix.words.push(Direction::Straight),
                '右' => suffix.words.push(Direction::Right),
                '左' => suffix.words.push(Direction::Left),
                '(' => {
                    let (square, after) = rest.split_once(')')?;
                    let (square, "") = split_numeric(square)? else { return None };
                    (suffix.from, rest) = (Some(square), after);
                }
                _ => return None,
            }
        }
        Some(suffix)
    }

    fn has_no_words(&self) -> bool {
        self.words.is_empty()
    }

    fn fits(&self, legal: &LegalMove) -> bool {
        let parts = &legal.parts;
        let from = self.from.map(|from| from.to_string());
        (!self.is_drop || parts.from.is_none())
            && (from.is_none() || from == parts.from)
            && self.turn.is_none_or(|turn| turn == parts.turn.is_some())
            && (!self.is_counter_flip || parts.counter_flip)
    }
}

/// Returns all names of a kind of piece, the longest first. The name may be omitted in a game with
/// one kind of piece.
fn piece_spellings(info: &GameInfo, kind: &str) -> Vec<String> {
    let Some(name) = info.piece_name(kind) else { return vec![kind.to_owned()] };
    let [black, white] = name.board_kanji;
    let mut spellings: Vec<String> =
        [name.japanese, name.kanji, black, white].map(normalize).to_vec();
    if info.pieces.len() > 1 {
        spellings.retain(|spelling| !spelling.is_empty());
    } else {
        spellings.push(String::new());
    }
    spellings.sort_by_key(|spelling| std::cmp::Reverse(spelling.len()));
    spellings
}

/// Replaces wide digits and brackets and other forms of pieces, and removes blanks and signs of
/// the sides.
pub fn normalize(text: &str) -> String {
    let letters = text.chars().filter_map(|letter| match letter {
        '☗' | '☖' | '▲' | '△' | '▼' | '▽' => None,
        letter if letter.is_whitespace() => None,
        '龍' => Some('竜'),
        '王' => Some('玉'),
        '−' => Some('-'),
        // The wide forms of ASCII, in the same order.
        '！'..='～' => char::from_u32(u32::from(letter) - u32::from('！') + u32::from('!')),
        letter => Some(letter),
    });
    letters.collect()
}

/// Splits the target square from a move: a square, 同, or both. The square is `None` for 同 as the
/// first move.
fn split_target(text: &str, last: Option<UsiMove>) -> Option<(Option<UsiSquare>, &str)> {
    if let Some(rest) = text.strip_prefix(SAME) {
        return Some(match split_square(rest) {
            Some((square, rest)) => (Some(square), rest),
            None => (last.map(|last| last.to), rest),
        });
    }
    let (square, rest) = split_square(text)?;
    Some((Some(square), rest.strip_prefix(SAME).unwrap_or(rest)))
}

/// Splits a square such as `7六`, `76` or `10-5` from a normalized text.
fn split_square(text: &str) -> Option<(UsiSquare, &str)> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    match split_numeral(&text[digits..]) {
        Some((rank, rest)) => Some((square_at(text[..digits].parse().ok()?, rank)?, rest)),
        None => split_numeric(text),
    }
}

/// Splits a square such as `76` or `10-5` from a text.
fn split_numeric(text: &str) -> Option<(UsiSquare, &str)> {
    let number = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (file, rank, rest) = match text.split_once('-') {
        Some((file, rest)) => {
            let (rank, rest) = rest.split_at(number(rest));
            (file, rank, rest)
        }
        None if number(text) == 2 => (&text[..1], &text[1..2], &text[2..]),
        None => return None,
    };
    Some((square_at(file.parse().ok()?, rank.parse().ok()?)?, rest))
}

/// Returns the square on a file and a rank, both from 1.
fn square_at(file: usize, rank: usize) -> Option<UsiSquare> {
    UsiSquare::new(file.checked_sub(1)?, rank.checked_sub(1)?)
}
