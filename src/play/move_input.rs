//! Why a move cannot be made, and what was meant by a word.

use super::board::{BoardSquare, DrawnBoard};
use super::command::COMMANDS;
use kawari_engine::core::color::Color;
use kawari_engine::engine::game_state::GameState;
use kawari_engine::notation::error::MoveError;

/// The USI word of the move that was typed, in USI or in written notation; else a
/// sentence that helps.
///
/// # Errors
/// The sentence.
pub fn read_move(game_state: &dyn GameState, typed: &str) -> Result<String, String> {
    let moves = game_state.legal_moves();
    let meant = |word: &str| moves.iter().find(|known| known.eq_ignore_ascii_case(word));
    if let Some(word) = meant(typed) {
        return Ok(word.clone());
    }
    match game_state.parse_move_record(typed) {
        Ok(word) => Ok(word),
        Err(MoveError::Ambiguous(_)) => Err(ambiguous(game_state, typed)),
        Err(error) => {
            let board = DrawnBoard::read(&game_state.sfen());
            // An alias of USI, such as a flip written in its other way.
            Err(match parts(&board, typed) {
                Some(parts) => illegal_move_help(game_state, &board, typed, &parts, &moves),
                None if matches!(error, MoveError::Illegal(_)) => {
                    format!("`{typed}` is not legal here. `moves` lists the moves that are.")
                }
                None => unknown(typed),
            })
        }
    }
}

/// What a move in USI notation is made of.
struct MoveShape {
    from: Option<BoardSquare>,
    to: BoardSquare,
    /// The piece that is dropped.
    dropped: Option<String>,
}

/// Takes a word apart that has the form of a move; `None` for any other.
fn parts(board: &DrawnBoard, word: &str) -> Option<MoveShape> {
    let end = |text: &str| {
        let name = text.get(..2)?;
        let rest = text.get(2..)?;
        let is_mark = rest.chars().all(|c| matches!(c, '+' | '-' | '=' | '!'));
        board.square_named(&name.to_ascii_lowercase()).filter(|_| is_mark)
    };
    if let Some((piece, to)) = word.split_once('*') {
        let is_piece = piece.trim_start_matches('+').chars().all(|c| c.is_ascii_alphabetic());
        let dropped = Some(piece.to_ascii_uppercase());
        return end(to).filter(|_| is_piece).map(|to| MoveShape { from: None, to, dropped });
    }
    let from = board.square_named(&word.get(..2)?.to_ascii_lowercase())?;
    let to = end(word.get(2..)?.trim_start_matches(['-', 'x']))?;
    Some(MoveShape { from: Some(from), to, dropped: None })
}

/// Why a move with these parts is not legal.
fn illegal_move_help(
    game_state: &dyn GameState,
    board: &DrawnBoard,
    typed: &str,
    parts: &MoveShape,
    moves: &[String],
) -> String {
    let side = game_state.side_to_move();
    let to = board.name(parts.to);
    if let Some(dropped) = &parts.dropped {
        let held: Vec<&str> = board.hand(side).map(|(piece, _)| piece.name.as_str()).collect();
        let front = format!("{dropped}*");
        return if !held.contains(&dropped.as_str()) {
            format!("`{typed}`: {side:?} has no {dropped} in hand.")
        } else {
            wrong_target_help(typed, &format!("{dropped} cannot be dropped on {to}"), &front, moves)
        };
    }
    let Some(from) = parts.from else { return unknown(typed) };
    let name = board.name(from);
    match board.piece(from) {
        None => format!("`{typed}`: there is nothing on {name}."),
        Some(piece) if piece.color != side => {
            let owner = match piece.color {
                Color::Black => "Black's",
                Color::White => "White's",
            };
            format!("`{typed}`: what stands on {name} is {owner}, and {side:?} is to move.")
        }
        Some(_) => {
            let near = format!("{name}{to}");
            let same: Vec<&str> =
                moves.iter().filter(|word| word.starts_with(&near)).map(String::as_str).collect();
            if same.is_empty() {
                wrong_target_help(
                    typed,
                    &format!("what stands on {name} cannot go to {to}"),
                    &name,
                    moves,
                )
            } else {
                format!("`{typed}` is not legal here, but `{}` is.", same.join("`, `"))
            }
        }
    }
}

/// A target is refused: others are named, if there are any.
fn wrong_target_help(typed: &str, reason: &str, front: &str, moves: &[String]) -> String {
    /// As many as fit on a line.
    const MOST: usize = 8;
    let others: Vec<&str> =
        moves.iter().filter(|word| word.starts_with(front)).map(String::as_str).collect();
    let rest = match others.len() {
        0 => "It has no legal move".to_owned(),
        count if count > MOST => {
            format!("It has {count} moves: {}, …", others[..MOST].join(", "))
        }
        _ => format!("It has {}", others.join(", ")),
    };
    format!("`{typed}`: {reason}. {rest}.")
}

/// A word of a record that fits several moves.
fn ambiguous(game_state: &dyn GameState, typed: &str) -> String {
    let fits = |word: &String| {
        // With the start square behind the piece it is no longer ambiguous.
        let square = word.get(..2).unwrap_or_default();
        let piece_end = typed.find(['-', 'x']).unwrap_or(0);
        let (piece, rest) = typed.split_at(piece_end);
        game_state
            .parse_move_record(&format!("{piece}{square}{rest}"))
            .is_ok_and(|meant| meant == **word)
    };
    let moves: Vec<String> = game_state.legal_moves().into_iter().filter(fits).collect();
    if moves.is_empty() {
        return format!("`{typed}` fits more than one move: write the start square, too.");
    }
    format!("`{typed}` fits more than one move: `{}`.", moves.join("`, `"))
}

/// Neither a move nor a command.
fn unknown(typed: &str) -> String {
    let first = typed.split_whitespace().next().unwrap_or(typed);
    match closest_command(first) {
        Some(command) => {
            format!("`{first}` is neither a move nor a command. Did you mean `{command}`?")
        }
        None => format!(
            "`{first}` is neither a move nor a command. `help` lists the commands, `moves` the \
             legal moves."
        ),
    }
}

/// The command that is nearly a word.
fn closest_command(word: &str) -> Option<&'static str> {
    /// From 0, nothing in common, to 1, the same.
    const SIMILARITY_THRESHOLD: f64 = 0.75;
    let word = word.to_ascii_lowercase();
    let likeness = |known: &str| strsim::jaro_winkler(&word, known);
    let known = COMMANDS.iter().map(|command| command.word);
    let best = known.max_by(|one, other| likeness(one).total_cmp(&likeness(other)))?;
    (likeness(best) >= SIMILARITY_THRESHOLD).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kawari_engine::engine::game_state::{self, StartPosition};
    use kawari_engine::games::variants::Variant;

    fn said(variant: Variant, sfen: &str, typed: &str) -> String {
        let mut game_state = game_state::open(variant);
        let start =
            if sfen.is_empty() { StartPosition::Initial } else { StartPosition::Sfen(sfen) };
        game_state.set(start, &[]).expect("a position");
        read_move(&*game_state, typed).unwrap_or_else(|sentence| sentence)
    }

    #[test]
    fn both_notations_are_read() {
        for typed in ["9i9e", "9I9E", "9i-9e"] {
            assert_eq!(said(Variant::Hasami, "", typed), "9i9e");
        }
        assert_eq!(said(Variant::Yari, "", "P-4f"), "4g4f");
        let drop = "6k/7/7/7/7/7/7/7/K6 b P 1";
        assert_eq!(said(Variant::Yari, drop, "p*5e"), "P*5e");
    }

    #[test]
    fn what_is_wrong_with_a_move_is_said() {
        let hasami = |typed| said(Variant::Hasami, "", typed);
        assert_eq!(hasami("5e5d"), "`5e5d`: there is nothing on 5e.");
        assert_eq!(hasami("9a9b"), "`9a9b`: what stands on 9a is White's, and Black is to move.");
        assert_eq!(
            hasami("9i8h"),
            "`9i8h`: what stands on 9i cannot go to 8h. It has 9i9b, 9i9c, 9i9d, 9i9e, 9i9f, \
             9i9g, 9i9h."
        );
        assert_eq!(hasami("9i9e+"), "`9i9e+` is not legal here, but `9i9e` is.");
        let yari = |sfen, typed| said(Variant::Yari, sfen, typed);
        let drop = "6k/7/7/7/7/7/7/P6/K6 b P 1";
        assert_eq!(yari(drop, "R*5e"), "`R*5e`: Black has no R in hand.");
        assert!(
            yari(drop, "P*7e").starts_with("`P*7e`: P cannot be dropped on 7e. It has 48 moves")
        );
        let pawn = "6k/7/P6/7/7/7/7/7/K6 b - 1";
        assert_eq!(yari(pawn, "7c7b="), "`7c7b=` is not legal here, but `7c7b`, `7c7b+` is.");
        let knights = "6k/7/7/7/7/7/7/1N1N3/K6 b - 1";
        assert!(yari(knights, "YN-5f").contains("`"), "{}", yari(knights, "YN-5f"));
    }

    #[test]
    fn a_word_that_is_nearly_a_command_is_guessed() {
        for (typed, meant) in
            [("udno", "undo"), ("hnit", "hint"), ("Movs", "moves"), ("sav", "save")]
        {
            let said = said(Variant::Hasami, "", typed);
            assert!(said.ends_with(&format!("Did you mean `{meant}`?")), "{said}");
        }
        let said = said(Variant::Hasami, "", "zzz now");
        assert!(said.starts_with("`zzz` is neither") && said.contains("`help`"), "{said}");
    }
}
