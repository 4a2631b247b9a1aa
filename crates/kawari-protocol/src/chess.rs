//! Positions, moves and sides in chess notation, which UCI and CECP share.
//!
//! The first player is White. Files are letters from White's left, ranks are numbers from
//! White's side. On a 7x9 board `7g7f` is `a3a4`, `4c2c+` is `d7f7+` and `N*4d` is `N@d6`. A
//! position is a FEN of six fields with the hands in brackets after the board. The fields for
//! castling and en passant are `-`, and the half-move clock is 0.

use std::collections::HashSet;

use thiserror::Error;

use super::wire;
use kawari_engine::core::color::Color;
use kawari_engine::core::outcome::Outcome;
use kawari_engine::engine::game_state::GameState;
use kawari_engine::games::GameInfo;
use kawari_engine::games::variants::Variant;
use kawari_engine::notation::error::SfenError;

/// Returns every game. The shipped game `yarishogi` is one of them: chess servers and
/// Fairy-Stockfish play Yari by its rules.
pub fn games() -> Vec<Variant> {
    // Parsing the name loads the game. If that fails, the game is not offered.
    let _ = "yarishogi".parse::<Variant>();
    Variant::all()
}

/// The size of a board, for the names of its squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardSize {
    /// Number of files.
    pub files: u8,
    /// Number of ranks.
    pub ranks: u8,
}

impl BoardSize {
    /// Returns the size of a game's board.
    pub fn of(game: &GameInfo) -> Self {
        // Boards have at most 11 files and ranks.
        Self { files: game.files as u8, ranks: game.ranks as u8 }
    }

    /// Converts a move from USI to chess notation; `None` if it is not a move on this board.
    pub fn to_chess(self, usi: &str) -> Option<String> {
        rewrite(usi, ['*', '@'], |word| {
            let (file, rest) = number(word)?;
            let &[rank, ..] = rest.as_bytes() else { return None };
            let file = self.files.checked_sub(file)?;
            let rank = self.ranks.checked_sub(rank.checked_sub(b'a')?)?;
            let is_on_board = file < self.files && rank > 0;
            is_on_board.then(|| (format!("{}{rank}", char::from(b'a' + file)), &rest[1..]))
        })
    }

    /// Converts a move from chess notation to USI; `None` if it is not a move on this board.
    /// The piece of a drop may be in lower case, and a move without promotion may end with
    /// `=`.
    pub fn to_usi(self, chess: &str) -> Option<String> {
        let chess = chess.strip_suffix('=').unwrap_or(chess);
        let usi = rewrite(chess, ['@', '*'], |word| {
            let &[file, ..] = word.as_bytes() else { return None };
            let file = self.files.checked_sub(file.checked_sub(b'a')?)?;
            let (rank, rest) = number(word.get(1..)?)?;
            let rank = self.ranks.checked_sub(rank)?;
            let is_on_board = file > 0 && rank < self.ranks;
            is_on_board.then(|| (format!("{file}{}", char::from(b'a' + rank)), rest))
        })?;
        Some(match usi.split_once('*') {
            Some((piece, square)) => format!("{}*{square}", piece.to_ascii_uppercase()),
            None => usi,
        })
    }
}

/// Returns the number without a leading zero at the start of a text, and the rest.
fn number(text: &str) -> Option<(u8, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    if number.starts_with('0') {
        return None;
    }
    Some((number.parse().ok()?, rest))
}

/// Replaces the squares of a move, and its drop sign `sign` by `other_sign`. `square` converts
/// the square at the start of a text, and returns the rest.
fn rewrite(
    word: &str,
    [sign, other_sign]: [char; 2],
    square: impl Fn(&str) -> Option<(String, &str)>,
) -> Option<String> {
    let mut text = String::new();
    let mut rest = word;
    let mut squares = 2;
    if let Some((piece, target)) = word.split_once(sign) {
        text.push_str(piece);
        text.push(other_sign);
        (rest, squares) = (target, 1);
    }
    for _ in 0..squares {
        let (name, tail) = square(rest)?;
        text += &name;
        rest = tail;
    }
    Some(text + rest)
}

/// A writer of moves in chess notation.
///
/// In games from files, a flip to the unpromoted side ends with `-`, as Fairy-Stockfish and chess
/// servers write it, so the writer needs the pieces on the board.
#[derive(Clone, Debug)]
pub struct MoveWriter {
    board: BoardSize,
    /// USI names of the squares with promoted pieces. `None` if every flip ends with `+`.
    promoted: Option<HashSet<String>>,
}

impl MoveWriter {
    /// Creates a writer of the moves from a position.
    pub fn new(game: &GameInfo, sfen: &str) -> Self {
        let promoted = game.fingerprint.map(|_| promoted_squares(game, sfen));
        Self { board: BoardSize::of(game), promoted }
    }

    /// Writes a move in USI notation, and plays it.
    pub fn write(&mut self, usi: &str) -> String {
        let written = self.board.to_chess(usi).unwrap_or_else(|| usi.to_owned());
        let Some(promoted) = &mut self.promoted else { return written };
        if let Some((piece, to)) = usi.split_once('*') {
            if piece.starts_with('+') {
                promoted.insert(to.to_owned());
            }
            return written;
        }
        let (squares, suffix) = usi.split_at(usi.find(['+', '!']).unwrap_or(usi.len()));
        let end = squares.find(|c: char| c.is_ascii_lowercase()).map_or(0, |rank| rank + 1);
        let (from, to) = squares.split_at(end);
        let (was_promoted, is_flip) = (promoted.remove(from), suffix.contains('+'));
        if was_promoted == is_flip {
            promoted.remove(to);
        } else {
            promoted.insert(to.to_owned());
        }
        if was_promoted && is_flip { written.replace('+', "-") } else { written }
    }

    /// Writes moves that follow each other.
    pub fn line(mut self, moves: &[String]) -> Vec<String> {
        moves.iter().map(|mv| self.write(mv)).collect()
    }

    /// Writes moves of the same position.
    pub fn alternatives(&self, moves: &[String]) -> Vec<String> {
        moves.iter().map(|mv| self.clone().write(mv)).collect()
    }
}

/// Returns the USI names of the squares with promoted pieces.
fn promoted_squares(game: &GameInfo, sfen: &str) -> HashSet<String> {
    let mut promoted = HashSet::new();
    let board = sfen.split(' ').next().unwrap_or_default();
    for (rank, row) in (b'a'..).zip(board.split('/')) {
        let (mut file, mut rest) = (game.files, row);
        while let Some(letter) = rest.chars().next() {
            if let Some((empty, after)) = number(rest) {
                (file, rest) = (file.saturating_sub(empty.into()), after);
                continue;
            }
            match letter {
                '+' => {
                    promoted.insert(format!("{file}{}", char::from(rank)));
                }
                // A counter-flip mark follows its piece.
                '!' => {}
                _ => file = file.saturating_sub(1),
            }
            rest = &rest[letter.len_utf8()..];
        }
    }
    promoted
}

/// Returns the chess name of a side: the side that moves first is white.
pub fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "white",
        Color::White => "black",
    }
}

/// Formats an outcome with the chess names of the sides: `white wins: REASON`.
pub fn outcome(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(color, reason) => format!("{} wins: {reason}", side(color)),
        Outcome::Draw(_) => outcome.to_string(),
    }
}

/// Converts an SFEN to a FEN. If the game has hands, they follow the board in brackets.
pub fn fen(game: &GameInfo, sfen: &str) -> String {
    let mut words = sfen.split(' ');
    let mut word = || words.next().unwrap_or_default();
    let (board, side, hands, ply) = (word(), word(), word(), word());
    let side = if side == "b" { "w" } else { "b" };
    let hands = if game.pocket > 0 { format!("[{}]", expanded(hands)) } else { String::new() };
    let ply = ply.parse().unwrap_or(1u64).max(1);
    format!("{board}{hands} {side} - - 0 {}", ply.div_ceil(2))
}

/// Expands the counts of a hand: `2P+Gr` becomes `PP+Gr`.
fn expanded(hands: &str) -> String {
    let mut text = String::new();
    let (mut count, mut sign) = (0, "");
    for letter in hands.chars().filter(|&letter| letter != '-') {
        match letter.to_digit(10) {
            Some(digit) => count = 10 * count + digit as usize,
            None if letter == '+' => sign = "+",
            None => {
                text += &format!("{sign}{letter}").repeat(count.max(1));
                (count, sign) = (0, "");
            }
        }
    }
    text
}

/// Draws the board with the chess names of files, ranks and sides.
pub fn diagram(game_state: &dyn GameState) -> Vec<String> {
    let ranks = BoardSize::of(game_state.info()).ranks;
    let mut files = (b'a'..).map(char::from);
    let mut relabel = |text: &String| {
        if text.starts_with("  ") {
            let name = |c: char| if c == ' ' { Some(c) } else { files.next() };
            return text.chars().filter_map(name).collect();
        }
        if let Some((row, rank)) = text.rsplit_once("| ") {
            let rank = rank.bytes().next().unwrap_or(b'a') - b'a';
            return format!("{row}| {}", ranks - rank);
        }
        match text.split_once(' ') {
            Some(("Black", rest)) => format!("White {rest}"),
            Some(("White", rest)) => format!("Black {rest}"),
            _ => text.clone(),
        }
    };
    wire::diagram(game_state).iter().map(&mut relabel).collect()
}

/// Error of an invalid FEN.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FenError {
    /// Too few or too many fields.
    #[error("a FEN has six fields (board[hands], side, -, -, half-moves, move number), not {0}")]
    FieldCount(usize),
    /// Hands that do not end with the closing bracket.
    #[error("the hands `{0}` do not end with `]`")]
    Hands(String),
    /// A side to move other than `w` or `b`.
    #[error("the side to move is `w` or `b`, not `{0}`")]
    Side(String),
    /// Castling rights, or an en passant square.
    #[error("expected `-` for castling and en passant, found `{0}`")]
    Right(String),
    /// An invalid half-move clock or move number.
    #[error("`{0}` is not a number of moves")]
    Count(String),
    /// Invalid board or hands.
    #[error("{}", in_chess_terms(.0))]
    Position(SfenError),
}

/// Formats the error of a board with the chess names of the sides and without the shogi names
/// of the ranks.
fn in_chess_terms(error: &SfenError) -> String {
    let text = error.to_string();
    match error {
        SfenError::RankLength { text: rank, .. } | SfenError::Piece { text: rank, .. } => {
            // The message quotes the rank, so its shogi name can be removed.
            let front = format!("rank `{rank}`");
            text.find(&front).map_or(text.clone(), |at| {
                let tail = &text[at + front.len()..];
                let end = tail.find(')').map_or(0, |end| end + 1);
                format!("{}{front}{}", &text[..at], &tail[end..])
            })
        }
        SfenError::Royals { color, count } => {
            SfenError::Royals { color: !*color, count: *count }.to_string()
        }
        SfenError::OpponentInCheck(color) => SfenError::OpponentInCheck(!*color).to_string(),
        _ => text,
    }
}

/// Converts a FEN to an SFEN. The fields after the side to move are optional.
///
/// # Errors
/// Returns a [`FenError`] if the fields are invalid in every game. The board is not checked
/// here, but when the position is set.
pub fn sfen(fen: &str) -> Result<String, FenError> {
    let words: Vec<&str> = fen.split_ascii_whitespace().collect();
    // Some clients write the hands as a separate field.
    let (board, hands, rest) = match words.as_slice() {
        [board, hands, rest @ ..] if hands.starts_with('[') => (*board, Some(*hands), rest),
        [board, rest @ ..] => match board.find('[') {
            Some(at) => (&board[..at], Some(&board[at..]), rest),
            None => (*board, None, rest),
        },
        [] => return Err(FenError::FieldCount(0)),
    };
    let hands = match hands {
        None => "-",
        Some(hands) => {
            let inside = hands.strip_prefix('[').and_then(|hands| hands.strip_suffix(']'));
            let inside = inside.ok_or_else(|| FenError::Hands(hands.to_owned()))?;
            if inside.is_empty() { "-" } else { inside }
        }
    };
    let [side, rest @ ..] = rest else { return Err(FenError::FieldCount(words.len())) };
    let (side, first_ply) = match *side {
        "w" => ('b', 0),
        "b" => ('w', 1),
        _ => return Err(FenError::Side((*side).to_owned())),
    };
    let is_count = |word: &&&str| word.starts_with(|c: char| c.is_ascii_digit());
    let counts = rest.iter().position(|word| is_count(&word)).unwrap_or(rest.len());
    let (rights, counts) = rest.split_at(counts);
    if rights.len() > 2 || counts.len() > 2 {
        return Err(FenError::FieldCount(words.len()));
    }
    if let Some(right) = rights.iter().find(|&&right| right != "-") {
        return Err(FenError::Right((*right).to_owned()));
    }
    let mut number = 1;
    for count in counts {
        number = count.parse::<u32>().map_err(|_| FenError::Count((*count).to_owned()))?;
    }
    // A single number is the half-move clock.
    let number = if counts.len() == 2 { number.max(1) } else { 1 };
    let ply = number.saturating_mul(2).saturating_sub(1).saturating_add(first_ply);
    Ok(format!("{board} {side} {hands} {ply}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kawari_engine::engine::game_state::{
        self, GameState, PositionError, StartPosition, VariantGameState,
    };
    use kawari_engine::games::drop::Yari;
    use kawari_engine::games::hasami::Hasami;
    use kawari_engine::games::variants::Variant;

    const YARI: BoardSize = BoardSize { files: 7, ranks: 9 };

    /// Examples from Fairy-Stockfish.
    #[test]
    fn moves_are_converted_both_ways() {
        for (usi, chess) in
            [("7g7f", "a3a4"), ("4c2c+", "d7f7+"), ("N*4d", "N@d6"), ("7i1a", "a1g9")]
        {
            assert_eq!(YARI.to_chess(usi).as_deref(), Some(chess));
            assert_eq!(YARI.to_usi(chess).as_deref(), Some(usi));
        }
    }

    #[test]
    fn squares_of_large_boards_have_up_to_three_characters() {
        let board = BoardSize { files: 11, ranks: 10 };
        for (usi, chess) in [("11j11a", "a1a10"), ("10a1j+", "b10k1+"), ("N*2a", "N@j10")] {
            assert_eq!(board.to_chess(usi).as_deref(), Some(chess));
            assert_eq!(board.to_usi(chess).as_deref(), Some(usi));
        }
        assert_eq!((board.to_chess("12a1a"), board.to_usi("a11a1")), (None, None));
    }

    /// Fairy-Stockfish writes `+` for a flip to the promoted side, and `-` for one back.
    #[test]
    fn flips_to_the_unpromoted_side_of_games_from_files_end_with_a_minus() {
        let kyoto: Variant = "kyotoshogi".parse().expect("a shipped game");
        let info = kyoto.info();
        let words = |moves: &[&str]| moves.iter().map(|&mv| mv.to_owned()).collect::<Vec<_>>();
        let line = ["5e5d+", "1a2b+", "5d4c+", "2b2c+", "+P*3c", "2c3c+", "3e3d"];
        let expected = ["a1a2-", "e5d4-", "a2b3+", "d4d3+", "+P@c3", "d3c3-", "c1c2"];
        assert_eq!(MoveWriter::new(info, info.startpos).line(&words(&line)), expected);
        let moves = words(&["1e1d+", "5e5d+"]);
        assert_eq!(MoveWriter::new(info, info.startpos).alternatives(&moves), ["e1e2+", "a1a2-"]);
        let hajiku = Variant::Hajiku.info();
        let demotion = words(&["4c4d+"]);
        assert_eq!(
            MoveWriter::new(hajiku, "6k/7/3+G3/7/7/7/7/7/K6 b - 1").line(&demotion),
            ["d7d6+"]
        );
    }

    #[test]
    fn words_that_are_not_moves() {
        for word in ["", "a", "a3", "a3a", "h3a4", "a0a4", "a3ä4", "P@", "P@h1", "7g7f", "resign"]
        {
            assert_eq!(YARI.to_usi(word), None, "{word}");
        }
        for word in ["", "7g", "8g7f", "7j7f", "0a0b", "a3a4", "P*", "\u{80}7g7f"] {
            assert_eq!(YARI.to_chess(word), None, "{word}");
        }
    }

    #[test]
    fn moves_of_random_games_round_trip() {
        let mut random = fastrand::Rng::with_seed(1);
        let lines: [(Variant, Box<dyn GameState>); 2] = [
            (Variant::Yari, Box::new(VariantGameState::new(Yari))),
            (Variant::Hasami, Box::new(VariantGameState::new(Hasami))),
        ];
        for (variant, mut line) in lines {
            let board = BoardSize::of(variant.info());
            for _ in 0..60 {
                let moves = line.legal_moves_in_usi();
                let Some(chosen) = random.choice(&moves) else { break };
                for mv in &moves {
                    let chess = board.to_chess(mv).expect("a move of this board");
                    assert_eq!(board.to_usi(&chess).as_ref(), Some(mv));
                }
                line.push(chosen).expect("a legal move");
            }
        }
    }

    #[test]
    fn declined_promotions_and_lower_case_drops() {
        assert_eq!(YARI.to_usi("a3a4=").as_deref(), Some("7g7f"));
        assert_eq!(YARI.to_usi("n@d6").as_deref(), Some("N*4d"));
        assert_eq!(YARI.to_usi("+g@d6").as_deref(), Some("+G*4d"));
    }

    #[test]
    fn positions_as_fen() {
        let yari = Variant::Yari.info();
        let start = "rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR[] w - - 0 1";
        assert_eq!(fen(yari, yari.startpos), start);
        let pawns = "p".repeat(12);
        let written = fen(yari, "3k3/7/3+R3 w 2Br12p 4");
        assert_eq!(written, format!("3k3/7/3+R3[BBr{pawns}] b - - 0 2"));
        let hajiku = fen(Variant::Hajiku.info(), "3k3 b 2+GG+s 3");
        assert_eq!(hajiku, "3k3[+G+GG+s] w - - 0 2");
        let hasami = Variant::Hasami.info();
        let start = "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP w - - 0 1";
        assert_eq!(fen(hasami, hasami.startpos), start);
    }

    #[test]
    fn positions_of_random_games_round_trip() {
        let mut random = fastrand::Rng::with_seed(5);
        for &variant in Variant::ALL {
            let mut game = game_state::open(variant);
            let mut copy = game_state::open(variant);
            for _ in 0..80 {
                let fen = fen(game.info(), &game.sfen());
                let read = sfen(&fen).expect("a valid FEN");
                copy.set(StartPosition::Sfen(&read), &[]).expect("the same position");
                assert_eq!(copy.sfen(), game.sfen(), "{fen}");
                let moves = game.legal_moves_in_usi();
                let Some(mv) = random.choice(&moves) else { break };
                game.push(mv).expect("a legal move");
            }
        }
    }

    #[test]
    fn fields_after_the_side_are_optional() {
        let board = "3k3/7/3R3";
        for rest in ["b", "b - -", "b - - 0 1", "b - 0 1", "b - - 3"] {
            assert_eq!(sfen(&format!("{board}[-] {rest}")), Ok(format!("{board} w - 2")));
        }
        let read = |fen| sfen(fen).expect("a valid FEN");
        assert_eq!(read("3k3/7/3R3 [Pp] w - - 0 7"), "3k3/7/3R3 b Pp 13");
        assert_eq!(read("3k3/7/3R3 w - - 0 7"), "3k3/7/3R3 b - 13");
    }

    #[test]
    fn errors_quote_the_invalid_field() {
        let error = |text: &str| sfen(text).expect_err("an invalid FEN").to_string();
        assert!(error("").contains("six fields"));
        assert!(error("7/7").contains("not 1"));
        assert!(error("7/7 w - - - 0 1").contains("not 7"));
        assert_eq!(error("7/7[P w"), "the hands `[P` do not end with `]`");
        assert_eq!(error("7/7 x"), "the side to move is `w` or `b`, not `x`");
        assert_eq!(
            error("7/7 w KQkq - 0 1"),
            "expected `-` for castling and en passant, found `KQkq`"
        );
        assert_eq!(error("7/7 w - - 0 1x"), "`1x` is not a number of moves");
        let mut game = game_state::open(Variant::Yari);
        let read = sfen("7/8/7/7/7/7/7/7/7 w").expect("fields");
        let error = game.set(StartPosition::Sfen(&read), &[]).expect_err("too long a rank");
        let PositionError::Sfen { source, .. } = error else { panic!("{error}") };
        assert_eq!(FenError::Position(source).to_string(), "rank `8` does not fill 7 files");
    }
}
