//! The list of legal moves.

use anyhow::ensure;

use kawari_engine::engine::game_state::GameState;

/// Lists the legal moves, one line per start square or piece in hand. `filter` is a square or the
/// letter of a piece.
///
/// # Errors
/// Returns an error if no move matches the filter.
pub fn list(game_state: &dyn GameState, filter: Option<&str>) -> anyhow::Result<String> {
    let group_length = |mv: &str| match mv.find('*') {
        Some(star) => star + 1,
        None => 2.min(mv.len()),
    };
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for mv in game_state.legal_moves_in_usi() {
        let group = mv[..group_length(&mv)].to_owned();
        match groups.last_mut().filter(|(last, _)| *last == group) {
            Some((_, moves)) => moves.push(mv),
            None => groups.push((group, vec![mv])),
        }
    }
    if let Some(filter) = filter {
        let filter = filter.trim_end_matches('*');
        groups.retain(|(group, _)| group.trim_end_matches('*').eq_ignore_ascii_case(filter));
        ensure!(!groups.is_empty(), "`{filter}` has no legal move.");
    }
    let lines: Vec<String> = groups.into_iter().map(|(_, moves)| moves.join(" ")).collect();
    Ok(lines.join("\n"))
}
