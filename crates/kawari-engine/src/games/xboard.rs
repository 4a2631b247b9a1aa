//! Descriptions for xboard of drop games from files.

use kawari_rules::{CapturedSide, Change, DropDefinition, General, Piece};

use super::XboardInfo;

/// Number of xboard's pictures of unpromoted pieces.
const PICTURES: usize = 11;

/// Returns the description of a game; `None` if xboard cannot show it: xboard shows games with a
/// King whose pieces promote once and lose the promotion by capture.
pub(super) fn xboard(general: &General, rules: &DropDefinition) -> Option<XboardInfo> {
    let is_shown = |piece: &Piece| {
        let promotes = rules.change(piece) == Change::Once
            && rules.captured_side(piece) == CapturedSide::Unpromoted;
        piece.captured.is_none() && (piece.promoted.is_none() || promotes)
    };
    // The royal piece is the last one.
    let mut pieces: Vec<(&String, &Piece)> = rules.pieces.iter().collect();
    let (king, royal) = pieces.pop()?;
    if !royal.royal || pieces.len() > PICTURES || !rules.pieces.values().all(is_shown) {
        return None;
    }
    let leak = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
    let mut letters: String = pieces.iter().map(|(letter, _)| letter.as_str()).collect();
    letters += &".".repeat(PICTURES - pieces.len());
    letters
        .extend(pieces.iter().map(|(_, piece)| if piece.promoted.is_some() { '+' } else { '.' }));
    letters.truncate(letters.trim_end_matches('.').len().max(PICTURES));
    letters += king;
    letters += letters.to_ascii_lowercase().as_str();
    let mut moves = Vec::new();
    for (letter, piece) in pieces {
        let drop = match (rules.drops.allowed, piece.max_per_file) {
            (false, _) => String::new(),
            (true, 0) => format!("@{}", general.ranks),
            (true, _) => format!("f@{}", general.ranks),
        };
        moves.push((leak(format!("{letter}&")), leak(format!("{}{drop}", piece.moves))));
        if let Some(side) = &piece.promoted {
            moves.push((leak(format!("+{letter}&")), leak(side.moves.clone())));
        }
    }
    moves.push((leak(format!("{king}&")), leak(royal.moves.clone())));
    let kinds = if rules.drops.allowed { rules.pieces.len() - 1 } else { 0 };
    Some(XboardInfo {
        letters: leak(letters),
        board: leak(format!("{}x{}+{kinds}_shogi", general.files, general.ranks)),
        moves: Box::leak(moves.into_boxed_slice()),
        piece_letters: &[],
    })
}
