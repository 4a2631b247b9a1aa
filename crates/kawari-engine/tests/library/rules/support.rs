//! Games set up from drawings, and questions about them that read like the rules.

use std::collections::BTreeSet;

use kawari_engine::engine::game_state::{self, GameState, PositionError, StartPosition};
use kawari_engine::games::variants::Variant;
use kawari_engine::notation::error::SfenError;

/// A game under test. Nothing changes it: [`Game::after`] gives another one.
pub struct Game {
    variant: Variant,
    game_state: Box<dyn GameState>,
}

/// A game at its start position.
pub fn start(variant: &str) -> Game {
    open(variant, StartPosition::Initial)
}

/// A game at the start of a handicap.
pub fn handicap(variant: &str, name: &str) -> Game {
    open(variant, StartPosition::Handicap(name))
}

/// A game that starts from an SFEN.
#[track_caller]
pub fn sfen(variant: &str, sfen: &str) -> Game {
    open(variant, StartPosition::Sfen(sfen))
}

/// A game that starts from a drawing, as Black sees the board: a line for each
/// rank that has a piece, its letter at the end, and a `.` for each empty square.
/// `turn` is the side to move and the hands, as in SFEN.
#[track_caller]
pub fn drawn(variant: &str, turn: &str, drawing: &str) -> Game {
    sfen(variant, &format!("{} {turn} 1", board(variant, drawing)))
}

/// The board field that a drawing stands for.
#[track_caller]
/// Returns the targets of a piece on 4e of a 7x9 board, alone except for the Kings in corners.
pub fn lone_piece_targets(variant: &str, turn: &str, piece: &str) -> String {
    let drawing = format!(
        "
        k . . . . . .  a
        . . . {piece} . . .  e
        K . . . . . .  i
        "
    );
    drawn(variant, turn, &drawing).targets("4e")
}

pub fn board(variant: &str, drawing: &str) -> String {
    let info = named(variant).info();
    let mut ranks = vec![vec!["."; info.files]; info.ranks];
    for line in drawing.lines().filter(|line| !line.trim().is_empty()) {
        let mut squares: Vec<&str> = line.split_whitespace().collect();
        let letter = squares.pop().and_then(|letter| letter.bytes().next()).unwrap_or_default();
        assert_eq!(squares.len(), info.files, "squares in `{line}`");
        ranks[usize::from(letter - b'a')] = squares;
    }
    let ranks: Vec<String> = ranks.iter().map(|rank| rank_field(rank)).collect();
    ranks.join("/")
}

fn rank_field(squares: &[&str]) -> String {
    let mut field = String::new();
    for run in squares.chunk_by(|left, right| left == right && *left == ".") {
        match run[0] {
            "." => field += &run.len().to_string(),
            piece => field += piece,
        }
    }
    field
}

/// Why an SFEN is refused.
#[track_caller]
pub fn refusal(variant: &str, sfen: &str) -> SfenError {
    match game_state::open(named(variant)).set(StartPosition::Sfen(sfen), &[]) {
        Err(PositionError::Sfen { source, .. }) => source,
        other => panic!("`{sfen}` should be a bad SFEN, but: {other:?}"),
    }
}

/// The moves of Black and White walking round and round their own tours, squares
/// given in order, for a number of half-moves; Black moves first.
pub fn tours(black: &str, white: &str, half_moves: usize) -> String {
    let tours = [black, white].map(|tour| tour.split_whitespace().collect::<Vec<_>>());
    let step = |ply: usize| {
        let tour = &tours[ply % 2];
        format!("{}{}", tour[ply / 2 % tour.len()], tour[(ply / 2 + 1) % tour.len()])
    };
    (0..half_moves).map(step).collect::<Vec<_>>().join(" ")
}

fn named(variant: &str) -> Variant {
    variant.parse().expect("a game of the registry")
}

#[track_caller]
fn open(variant: &str, start: StartPosition<'_>) -> Game {
    let variant = named(variant);
    let mut game_state = game_state::open(variant);
    if let Err(error) = game_state.set(start, &[]) {
        panic!("{error}");
    }
    Game { variant, game_state }
}

/// Words in one line, in order and each of them once.
fn sorted<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    words.into_iter().collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(" ")
}

impl Game {
    /// The game with these moves played as well.
    #[track_caller]
    pub fn after(&self, moves: &str) -> Self {
        match self.try_after(moves) {
            Ok(game) => game,
            Err(error) => panic!("{error}"),
        }
    }

    fn try_after(&self, moves: &str) -> Result<Self, PositionError> {
        let start = self.game_state.start_sfen();
        let played = self.game_state.moves_in_usi();
        let moves: Vec<&str> =
            played.iter().map(String::as_str).chain(moves.split_whitespace()).collect();
        let mut game_state = game_state::open(self.variant);
        game_state.set(StartPosition::Sfen(&start), &moves)?;
        Ok(Self { variant: self.variant, game_state })
    }

    /// Why the moves cannot be played.
    #[track_caller]
    pub fn refusal(&self, moves: &str) -> String {
        match self.try_after(moves) {
            Ok(_) => panic!("`{moves}` should be refused at {}", self.sfen()),
            Err(error) => error.to_string(),
        }
    }

    /// True when the move, written as the engine would, is legal; the list of
    /// legal moves and the reading of a single move have to agree on it.
    #[track_caller]
    pub fn allows(&self, word: &str) -> bool {
        let listed = self.game_state.legal_moves_in_usi().iter().any(|legal| legal == word);
        assert_eq!(listed, self.try_after(word).is_ok(), "`{word}` listed and playable");
        listed
    }

    /// Every legal move that begins so, sorted.
    pub fn moves(&self, beginning: &str) -> String {
        let moves = self.game_state.legal_moves_in_usi();
        sorted(moves.iter().map(String::as_str).filter(|word| word.starts_with(beginning)))
    }

    /// Where the piece on a square can go, sorted, however it arrives there.
    pub fn targets(&self, from: &str) -> String {
        let moves = self.game_state.legal_moves_in_usi();
        sorted(moves.iter().filter(|word| word.starts_with(from)).map(|word| &word[2..4]))
    }

    /// Where a piece can be dropped, sorted.
    pub fn drops(&self, piece: &str) -> String {
        let moves = self.game_state.legal_moves_in_usi();
        let beginning = format!("{piece}*");
        sorted(moves.iter().filter_map(|word| word.strip_prefix(&beginning)))
    }

    /// The squares, sorted, that a move empties besides the one it starts from.
    #[track_caller]
    pub fn captures(&self, word: &str) -> String {
        let after = self.after(word);
        let emptied = |square: &&String| self.piece(square) != "." && after.piece(square) == ".";
        let squares = self.squares();
        sorted(squares.iter().filter(emptied).map(String::as_str).filter(|&sq| sq != &word[..2]))
    }

    /// The name of every square.
    fn squares(&self) -> Vec<String> {
        let info = self.variant.info();
        let ranks = (b'a'..).take(info.ranks).map(char::from);
        ranks.flat_map(|rank| (1..=info.files).map(move |file| format!("{file}{rank}"))).collect()
    }

    /// What stands on a square, as in SFEN; `.` for nothing.
    pub fn piece(&self, square: &str) -> String {
        let [file, rank] = *square.as_bytes() else { panic!("`{square}` is no square") };
        let board = self.board();
        let rank = board.split('/').nth(usize::from(rank - b'a')).expect("a rank of the board");
        let mut squares: Vec<String> = Vec::new();
        let mut promoted = "";
        for letter in rank.chars() {
            match letter {
                '+' => promoted = "+",
                '!' => squares.last_mut().expect("a piece before `!`").push('!'),
                _ => match letter.to_digit(10) {
                    Some(run) => squares.extend((0..run).map(|_| ".".to_owned())),
                    None => squares.push(format!("{}{letter}", std::mem::take(&mut promoted))),
                },
            }
        }
        squares[self.variant.info().files - usize::from(file - b'0')].clone()
    }

    /// The position as SFEN.
    pub fn sfen(&self) -> String {
        self.game_state.sfen()
    }

    fn field(&self, number: usize) -> String {
        self.sfen().split(' ').nth(number).expect("four fields").to_owned()
    }

    /// The board field of the SFEN.
    pub fn board(&self) -> String {
        self.field(0)
    }

    /// The side to move: `b` or `w`.
    pub fn side(&self) -> String {
        self.field(1)
    }

    /// The hands field of the SFEN.
    pub fn hands(&self) -> String {
        self.field(2)
    }

    /// How the game stands: `ongoing`, or who wins and why, the history counted.
    pub fn status(&self) -> String {
        self.game_state.status().map_or_else(|| "ongoing".to_owned(), |outcome| outcome.to_string())
    }

    /// How the game ends if the side to move declares what it may; `no` where it may
    /// not.
    pub fn declaration(&self) -> String {
        self.game_state.declaration().map_or_else(|| "no".to_owned(), |outcome| outcome.to_string())
    }

    /// The position's key.
    pub fn key(&self) -> u64 {
        self.game_state.key()
    }

    /// Returns the number of move sequences of `depth` plies.
    pub fn perft(&self, depth: u32) -> u64 {
        self.game_state.perft(depth)
    }

    /// A move in the notation of game records.
    #[track_caller]
    pub fn written(&self, word: &str) -> String {
        self.after(word).game_state.record().pop().expect("a move has been played")
    }

    /// The move in USI notation that a word of a game record means, or why it
    /// means none.
    pub fn read(&self, word: &str) -> Result<String, String> {
        self.game_state
            .parse_move_record(word)
            .map(|mv| mv.to_string())
            .map_err(|error| error.to_string())
    }
}
