//! Parsing of typed moves, with error messages that explain why a move is illegal or suggest
//! a command.

use super::board::{BoardSquare, DrawnBoard};
use super::command::CommandHelp;
use kawari_engine::core::color::Color;
use kawari_engine::engine::game_state::GameState;
use kawari_engine::notation::error::MoveError;
use kawari_records::move_text;

/// Parses a typed move in USI, record or Japanese notation and returns it in USI notation.
///
/// # Errors
/// Returns a message for the player if the input is not a legal move. It may suggest one of the
/// commands.
pub fn read_move(
    game_state: &dyn GameState,
    commands: &[CommandHelp],
    typed: &str,
) -> Result<String, String> {
    let moves = game_state.legal_moves_in_usi();
    match move_text::find(game_state, typed) {
        Ok(found) => Ok(found.usi),
        Err(MoveError::Ambiguous(_)) => Err(ambiguous_move_help(game_state, typed)),
        Err(error) => {
            let board = DrawnBoard::read(&game_state.sfen());
            Err(match parse_shape(&board, typed) {
                Some(shape) => {
                    let because = match error {
                        MoveError::Illegal { reason: Some(reason), .. } => format!(": {reason}"),
                        _ => String::new(),
                    };
                    illegal_move_help(game_state, &board, typed, &shape, &because, &moves)
                }
                None if matches!(error, MoveError::Illegal { .. }) => {
                    format!("`{typed}` is not legal here. `moves` lists the legal moves.")
                }
                None => unknown_input_help(typed, commands),
            })
        }
    }
}

/// The parts of a move in USI notation, which need not be legal.
struct MoveShape {
    from: Option<BoardSquare>,
    to: BoardSquare,
    /// Name of the dropped piece.
    dropped: Option<String>,
}

/// Splits a word into the parts of a move. Returns `None` if it is not in the form of one.
fn parse_shape(board: &DrawnBoard, word: &str) -> Option<MoveShape> {
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

/// Explains why a move is not legal. `because` is empty or has the reason after a colon.
fn illegal_move_help(
    game_state: &dyn GameState,
    board: &DrawnBoard,
    typed: &str,
    shape: &MoveShape,
    because: &str,
    moves: &[String],
) -> String {
    let side = game_state.side_to_move();
    let to = board.name(shape.to);
    if let Some(dropped) = &shape.dropped {
        let held: Vec<&str> = board.hand(side).map(|(piece, _)| piece.name.as_str()).collect();
        let front = format!("{dropped}*");
        return if !held.contains(&dropped.as_str()) {
            format!("`{typed}`: {side:?} has no {dropped} in hand.")
        } else {
            let reason = format!("{dropped} cannot be dropped on {to}{because}");
            wrong_target_help(typed, &reason, &front, moves)
        };
    }
    let Some(from) = shape.from else { return format!("`{typed}` is not legal here.") };
    let name = board.name(from);
    match board.piece(from) {
        None => format!("`{typed}`: there is nothing on {name}."),
        Some(piece) if piece.color != side => {
            let owner = match piece.color {
                Color::Black => "Black's",
                Color::White => "White's",
            };
            format!("`{typed}`: the piece on {name} is {owner}, but {side:?} is to move.")
        }
        Some(_) => {
            let squares = format!("{name}{to}");
            let similar: Vec<&str> =
                moves.iter().filter(|mv| mv.starts_with(&squares)).map(String::as_str).collect();
            if similar.is_empty() {
                let reason = format!("the piece on {name} cannot move to {to}{because}");
                wrong_target_help(typed, &reason, &name, moves)
            } else {
                let similar = similar.join("` or `");
                format!("`{typed}` is not legal here{because}. Did you mean `{similar}`?")
            }
        }
    }
}

/// Explains that a target square is illegal and lists legal moves that start with `front`.
fn wrong_target_help(typed: &str, reason: &str, front: &str, moves: &[String]) -> String {
    /// Number of moves that fit on a line.
    const MAX_LISTED: usize = 8;
    let others: Vec<&str> =
        moves.iter().filter(|mv| mv.starts_with(front)).map(String::as_str).collect();
    let rest = match others.len() {
        0 => "It has no legal move".to_owned(),
        1 => format!("Its only legal move is {}", others[0]),
        count if count > MAX_LISTED => {
            format!("It has {count} legal moves: {}, …", others[..MAX_LISTED].join(", "))
        }
        _ => format!("Its legal moves are {}", others.join(", ")),
    };
    format!("`{typed}`: {reason}. {rest}.")
}

/// Explains that a move in record notation matches several legal moves.
fn ambiguous_move_help(game_state: &dyn GameState, typed: &str) -> String {
    let matches_typed = |mv: &String| {
        // Insert the start square after the piece, which makes the notation unambiguous.
        let square = mv.get(..2).unwrap_or_default();
        let piece_end = typed.find(['-', 'x']).unwrap_or(0);
        let (piece, rest) = typed.split_at(piece_end);
        game_state
            .parse_move_record(&format!("{piece}{square}{rest}"))
            .is_ok_and(|parsed| parsed.to_string() == **mv)
    };
    let moves: Vec<String> =
        game_state.legal_moves_in_usi().into_iter().filter(matches_typed).collect();
    if moves.is_empty() {
        return format!("`{typed}` matches more than one move: add the start square.");
    }
    format!("`{typed}` matches more than one move: `{}`.", moves.join("`, `"))
}

/// Explains that the input is neither a move nor a command.
fn unknown_input_help(typed: &str, commands: &[CommandHelp]) -> String {
    let first = typed.split_whitespace().next().unwrap_or(typed);
    match closest_command(first, commands) {
        Some(command) => {
            format!("`{first}` is neither a move nor a command. Did you mean `{command}`?")
        }
        None => format!(
            "`{first}` is neither a move nor a command. `help` lists the commands, `moves` the \
             legal moves."
        ),
    }
}

/// Returns the command most similar to a word, if it is similar enough.
fn closest_command(word: &str, commands: &[CommandHelp]) -> Option<&'static str> {
    /// Smallest Jaro-Winkler similarity, from 0 to 1.
    const SIMILARITY_THRESHOLD: f64 = 0.75;
    let word = word.to_ascii_lowercase();
    let similarity = |command: &str| strsim::jaro_winkler(&word, command);
    let commands = commands.iter().map(|command| command.word);
    let best = commands.max_by(|one, other| similarity(one).total_cmp(&similarity(other)))?;
    (similarity(best) >= SIMILARITY_THRESHOLD).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::command::COMMANDS;
    use kawari_engine::engine::game_state::{self, StartPosition};
    use kawari_engine::games::variants::Variant;

    /// Returns the parsed move or the error message.
    fn reply(variant: Variant, sfen: &str, typed: &str) -> String {
        let mut game_state = game_state::open(variant);
        let start =
            if sfen.is_empty() { StartPosition::Initial } else { StartPosition::Sfen(sfen) };
        game_state.set(start, &[]).expect("a position");
        read_move(&*game_state, COMMANDS, typed).unwrap_or_else(|message| message)
    }

    #[test]
    fn every_notation_is_parsed() {
        for typed in ["9i9e", "9I9E", "9i-9e"] {
            assert_eq!(reply(Variant::Hasami, "", typed), "9i9e");
        }
        for typed in ["P-4f", "P4f", "４六歩", "☗４六歩(47)"] {
            assert_eq!(reply(Variant::Yari, "", typed), "4g4f");
        }
        let drop = "6k/7/7/7/7/7/7/7/K6 b P 1";
        assert_eq!(reply(Variant::Yari, drop, "p*5e"), "P*5e");
    }

    #[test]
    fn illegal_moves_get_an_explanation() {
        let hasami = |typed| reply(Variant::Hasami, "", typed);
        assert_eq!(hasami("5e5d"), "`5e5d`: there is nothing on 5e.");
        assert_eq!(hasami("9a9b"), "`9a9b`: the piece on 9a is White's, but Black is to move.");
        assert_eq!(
            hasami("9i8h"),
            "`9i8h`: the piece on 9i cannot move to 8h: a man moves only along a file or a rank. \
             Its legal moves are 9i9b, 9i9c, 9i9d, 9i9e, 9i9f, 9i9g, 9i9h."
        );
        assert_eq!(hasami("9i9e+"), "`9i9e+` is not legal here. Did you mean `9i9e`?");
        let yari = |sfen, typed| reply(Variant::Yari, sfen, typed);
        let drop = "6k/7/7/7/7/7/7/P6/K6 b P 1";
        assert_eq!(yari(drop, "R*5e"), "`R*5e`: Black has no R in hand.");
        let nifu = yari(drop, "P*7e");
        assert!(
            nifu.starts_with(
                "`P*7e`: P cannot be dropped on 7e: another Pawn of yours stands on file 7. It has \
                 48 legal moves"
            ),
            "{nifu}"
        );
        let pawn = "6k/7/P6/7/7/7/7/7/K6 b - 1";
        assert_eq!(
            yari(pawn, "7c7b!"),
            "`7c7b!` is not legal here. Did you mean `7c7b` or `7c7b+`?"
        );
        let knights = "6k/7/7/7/7/7/7/1N1N3/K6 b - 1";
        assert!(yari(knights, "YN-5f").contains("`"), "{}", yari(knights, "YN-5f"));
    }

    #[test]
    fn a_misspelt_command_gets_a_suggestion() {
        for (typed, meant) in
            [("udno", "undo"), ("hnit", "hint"), ("Movs", "moves"), ("sav", "save")]
        {
            let reply = reply(Variant::Hasami, "", typed);
            assert!(reply.ends_with(&format!("Did you mean `{meant}`?")), "{reply}");
        }
        let reply = reply(Variant::Hasami, "", "zzz now");
        assert!(reply.starts_with("`zzz` is neither") && reply.contains("`help`"), "{reply}");
    }
}
