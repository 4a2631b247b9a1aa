//! Moves as people type them: USI, written or Japanese notation, with optional parts omitted.

use crate::japanese;
use kawari_engine::engine::game_state::GameState;
use kawari_engine::notation::error::MoveError;
use kawari_engine::notation::move_details::LegalMove;

/// Returns the legal move that a word denotes.
///
/// Exact notation takes precedence, then [Japanese notation](japanese). Otherwise the comparison ignores case, blanks, the signs
/// of moves and captures, and the list of captured men. The origin square may be omitted if
/// only one piece fits.
///
/// # Errors
/// Returns [`MoveError`] if no legal move matches, or more than one.
pub fn find(game_state: &dyn GameState, word: &str) -> Result<LegalMove, MoveError> {
    let word = word.trim();
    let usi = match game_state.describe_move(word) {
        Ok(exact) => return Ok(exact),
        Err(error) => error,
    };
    let record = match game_state.parse_move_record(word) {
        Ok(exact) => return game_state.describe_move(&exact.to_string()),
        Err(error) => error,
    };
    if !word.is_ascii()
        && let Some(found) = japanese::find(game_state, word)
    {
        return found;
    }
    let typed = bare(word);
    let fits =
        |choice: &LegalMove| spellings(choice).iter().any(|spelling| bare(spelling) == typed);
    // Generating all spellings of a move is slow. Each contains the destination, so that is
    // compared first.
    let may_fit = |usi: &String| typed.contains(destination(usi));
    let candidates = game_state.legal_moves_in_usi().into_iter().filter(may_fit);
    let mut fitting = candidates.filter_map(|usi| game_state.describe_move(&usi).ok()).filter(fits);
    match (fitting.next(), fitting.next(), record) {
        (Some(only), None, _) => Ok(only),
        (Some(_), Some(_), _) => Err(MoveError::Ambiguous(word.to_owned())),
        (None, _, ambiguous @ MoveError::Ambiguous(_)) => Err(ambiguous),
        (None, _, record) => {
            let illegal = |error| match error {
                MoveError::Illegal { reason, .. } => Some(reason),
                _ => None,
            };
            let word = word.to_owned();
            Err(match [usi, record].into_iter().find_map(illegal) {
                Some(reason) => MoveError::Illegal { word, reason },
                None => MoveError::Syntax(word),
            })
        }
    }
}

/// Returns the destination square of a USI move.
fn destination(usi: &str) -> &str {
    let squares = usi.trim_end_matches(['+', '!']);
    squares.get(squares.len().saturating_sub(2)..).unwrap_or_default()
}

/// Removes from a word everything that the comparison ignores.
fn bare(word: &str) -> String {
    let word = word.split('(').next().unwrap_or_default();
    let without = |letter: &char| !letter.is_whitespace() && !"-x×=".contains(*letter);
    word.to_lowercase().chars().filter(without).collect()
}

/// Returns all spellings of a move: USI, record notation, and the piece's letter or record
/// name with and without the origin square.
fn spellings(choice: &LegalMove) -> Vec<String> {
    let parts = &choice.parts;
    let from = parts.from.as_deref().unwrap_or_default();
    let star = if parts.from.is_none() { "*" } else { "" };
    let mark = if parts.counter_flip { "!" } else { "" };
    let turn = if parts.turn.is_some() { "+" } else { "" };
    let suffix = format!("{star}{mark}{}{turn}", parts.to);
    let mut spellings = vec![choice.usi.clone(), choice.record.clone()];
    for origin in ["", from] {
        spellings.push(format!("{}{origin}{suffix}", parts.piece));
        spellings.push(format!("{}{origin}{suffix}", parts.written));
    }
    spellings
}

#[cfg(test)]
mod tests {
    use super::*;
    use kawari_engine::engine::game_state::{self, StartPosition};
    use kawari_engine::games::variants::Variant;
    use kawari_engine::notation::illegal_reason::IllegalReason;

    fn read(game: Variant, sfen: &str, word: &str) -> Result<String, MoveError> {
        let mut game_state = game_state::open(game);
        game_state.set(StartPosition::Sfen(sfen), &[]).expect("a good SFEN");
        find(&*game_state, word).map(|choice| choice.usi)
    }

    #[test]
    fn unambiguous_spellings_are_accepted() {
        let start = Variant::Yari.info().startpos;
        for word in ["4g4f", "P-4f", " p-4f ", "p4f", "P 4f", "P4g-4f"] {
            assert_eq!(read(Variant::Yari, start, word), Ok("4g4f".to_owned()), "{word}");
        }
        let run = "7pp/9/9/9/Ppp6/9/9/9/3P4P b - 1";
        for word in ["6i6e", "6ix6e(7e,8e)", "6ix6e", "6i-6e", "6I6E"] {
            assert_eq!(read(Variant::Hasami, run, word), Ok("6i6e".to_owned()), "{word}");
        }
    }

    #[test]
    fn a_piece_is_given_by_name_or_letter() {
        let sfen = "3k3/7/7/7/7/7/7/7/1B1K3 b N 1";
        for word in ["YB-6h", "B-6h", "b6h", "yb6i6h"] {
            assert_eq!(read(Variant::Yari, sfen, word), Ok("6i6h".to_owned()), "{word}");
        }
        for word in ["YN*5e", "N*5e", "n*5e"] {
            assert_eq!(read(Variant::Yari, sfen, word), Ok("N*5e".to_owned()), "{word}");
        }
    }

    #[test]
    fn ambiguous_and_illegal_moves_are_errors() {
        let two = "3k3/7/7/7/7/7/7/2B1B2/3K3 b - 1";
        assert_eq!(read(Variant::Yari, two, "B-4g"), Err(MoveError::Ambiguous("B-4g".into())));
        assert_eq!(read(Variant::Yari, two, "B5h-4g"), Ok("5h4g".into()));
        let reason = Some(IllegalReason::OpponentPiece("4a".parse().expect("a square")));
        let illegal = MoveError::Illegal { word: "4a4b".into(), reason };
        assert_eq!(read(Variant::Yari, two, "4a4b"), Err(illegal));
        assert_eq!(read(Variant::Yari, two, "hello"), Err(MoveError::Syntax("hello".into())));
    }
}
