//! The principal variation of a proved mate: the attacker's shortest known mate against the
//! longest known defence.

use super::dfpn::DfpnSearch;

/// Returns the principal variation of a mate in at most `plies` at the latest position of the
/// graph: the shortest known mate against the longest known defence. With `exact`, against the
/// longest possible defence. `None` if the search was stopped before.
pub(super) fn principal_variation(
    search: &mut DfpnSearch<'_>,
    plies: u16,
    exact: bool,
) -> Option<Vec<u16>> {
    let mut moves = Vec::new();
    let is_complete = follow_pv(search, plies, exact, &mut moves);
    for _ in &moves {
        search.graph.ascend();
    }
    is_complete.then_some(moves)
}

fn follow_pv(search: &mut DfpnSearch<'_>, plies: u16, exact: bool, moves: &mut Vec<u16>) -> bool {
    let mut limit = plies;
    while limit > 0 {
        let attacking = moves.len().is_multiple_of(2);
        let next = if attacking {
            best_attack(search, limit)
        } else {
            longest_defence(search, limit, exact)
        };
        let Some((mv, left)) = next else { return false };
        search.graph.descend(mv);
        moves.push(mv);
        limit = left;
    }
    true
}

/// Returns the attacker's move with the shortest known mate, and the plies of the mate after
/// it. Searches again if the table has lost the mate.
pub(super) fn best_attack(search: &mut DfpnSearch<'_>, limit: u16) -> Option<(u16, u16)> {
    let shortest_known = |search: &mut DfpnSearch<'_>| {
        let children = search.list_children(true, limit)?;
        let proved_children = children.iter().filter(|child| child.is_proved());
        proved_children
            .min_by_key(|child| child.mate_plies)
            .map(|child| (child.mv, child.mate_plies))
    };
    if let Some(best) = shortest_known(search) {
        return Some(best);
    }
    search.prove(true, limit);
    shortest_known(search)
}

/// Returns the defender's moves, each with the plies of the mate after it. `None` if one of
/// them cannot be proved to lose within `limit`.
pub(super) fn list_defences(search: &mut DfpnSearch<'_>, limit: u16) -> Option<Vec<(u16, u16)>> {
    let mut defences = Vec::new();
    for child in search.list_children(false, limit)? {
        let mate_plies = if child.is_proved() {
            child.mate_plies
        } else {
            prove_after(search, child.mv, limit - 1).filter(|&plies| plies < limit)?
        };
        defences.push((child.mv, mate_plies));
    }
    Some(defences)
}

/// Returns the plies of a mate after a defender's move, if there is one within `limit`.
fn prove_after(search: &mut DfpnSearch<'_>, mv: u16, limit: u16) -> Option<u16> {
    search.graph.descend(mv);
    let bounds = search.prove(true, limit).bounds;
    search.graph.ascend();
    (bounds.numbers.proof == 0).then_some(bounds.mate_plies)
}

fn longest_defence(search: &mut DfpnSearch<'_>, limit: u16, exact: bool) -> Option<(u16, u16)> {
    let mut defences = list_defences(search, limit)?;
    if defences.is_empty() {
        // Every move loses to the attacker's next move.
        return search.graph.any_move().map(|mv| (mv, limit - 1));
    }
    loop {
        let longest = defences.iter_mut().rev().max_by_key(|(_, plies)| *plies)?;
        let &mut (mv, plies) = longest;
        if !exact || plies <= 1 {
            return Some((mv, plies));
        }
        match prove_after(search, mv, plies - 2) {
            Some(fewer) => longest.1 = fewer,
            None if search.is_stopped => return None,
            None => return Some((mv, plies)),
        }
    }
}
