//! The mistakes that a weakened engine never makes.

use super::BlunderGuard;
use crate::core::history::History;
use crate::core::outcome::Outcome;
use crate::core::position::Position;
use crate::core::tactics::Tactics;

/// Returns the moves that the blunder guard allows: the winning moves if there are any; else,
/// with [`BlunderGuard::Careful`], the moves that leave the opponent the fewest winning moves,
/// and with [`BlunderGuard::SeesThreats`], of these the moves that prevent a threat that cannot
/// be parried, if the opponent could make one; else all.
pub(super) fn candidate_moves<P: Tactics>(
    position: &P,
    history: &History,
    moves: Vec<P::Move>,
    blunder_guard: BlunderGuard,
) -> Vec<P::Move> {
    if blunder_guard == BlunderGuard::Careless {
        return moves;
    }
    let mut history = history.clone();
    let wins = |mv: &P::Move| has_immediate_win(position, *mv, &mut history);
    let winning: Vec<_> = moves.iter().copied().filter(wins).collect();
    if !winning.is_empty() {
        return winning;
    }
    if blunder_guard < BlunderGuard::Careful {
        return moves;
    }
    let counts: Vec<usize> =
        moves.iter().map(|&mv| count_winning_replies(position, mv, &mut history)).collect();
    let fewest = counts.iter().min().copied().unwrap_or(0);
    let safest = moves.iter().zip(&counts).filter(|&(_, &count)| count == fewest);
    let safest: Vec<_> = safest.map(|(&mv, _)| mv).collect();
    let is_threatened = || position.null_move().is_none_or(|next| has_winning_threat(&next));
    if blunder_guard < BlunderGuard::SeesThreats || fewest > 0 || !is_threatened() {
        return safest;
    }
    let allows_threat = |mv: P::Move| {
        let mut next = position.clone();
        next.play(mv, &mut ());
        has_winning_threat(&next)
    };
    let unthreatened: Vec<_> = safest.iter().copied().filter(|&mv| !allows_threat(mv)).collect();
    if unthreatened.is_empty() { safest } else { unthreatened }
}

/// Returns true if the move wins the game.
fn has_immediate_win<P: Position>(position: &P, mv: P::Move, history: &mut History) -> bool {
    let mover = position.side_to_move();
    after_move(position, mv, history, |next, history| {
        let end = next.outcome().or_else(|| next.adjudicate(history));
        end.and_then(Outcome::winner) == Some(mover)
    })
}

/// Returns the number of winning replies to the move. A declaration counts as a reply, and
/// `usize::MAX` stands for a move that loses the game by the rules.
fn count_winning_replies<P: Position>(position: &P, mv: P::Move, history: &mut History) -> usize {
    let mover = position.side_to_move();
    after_move(position, mv, history, |next, history| {
        if let Some(end) = next.outcome().or_else(|| next.adjudicate(history)) {
            return if end.winner() == Some(!mover) { usize::MAX } else { 0 };
        }
        let replies = next.legal_moves();
        let wins = |&&reply: &&P::Move| has_immediate_win(next, reply, history);
        usize::from(next.can_declare()) + replies.iter().filter(wins).count()
    })
}

/// Returns true if the side to move has a move that threatens to win and cannot be parried: the
/// opponent cannot win first, and every reply allows the win. Repetitions are not considered.
fn has_winning_threat<P: Tactics>(position: &P) -> bool {
    let cannot_be_parried = |&mv: &P::Move| {
        let mut next = position.clone();
        next.play(mv, &mut ());
        if next.goal_outcome().is_some() || !next.in_danger() || next.has_immediate_win() {
            return false;
        }
        let loses = next.losing_move_filter();
        next.legal_moves().iter().all(|&reply| loses(reply))
    };
    position.legal_moves().iter().any(cannot_be_parried)
}

/// Calls `read` with the position and history after a move.
fn after_move<P: Position, T>(
    position: &P,
    mv: P::Move,
    history: &mut History,
    read: impl FnOnce(&P, &mut History) -> T,
) -> T {
    let mut next = position.clone();
    next.play(mv, &mut ());
    history.push(next.key(), next.in_check());
    let result = read(&next, history);
    history.pop();
    result
}

/// Returns true if the static exchange evaluation (SEE) of the move is negative.
pub(super) fn loses_material<P: Tactics>(position: &P, mv: P::Move) -> bool {
    !position.see_ge(mv, 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;
    use crate::games::hasami::DaiHasami;
    use crate::notation::Notation;

    /// Returns the moves that a guard allows in a position of Dai Hasami Shogi.
    fn allowed(sfen: &str, blunder_guard: BlunderGuard) -> Vec<String> {
        let (position, _) = DaiHasami.parse_sfen(sfen).expect("a position");
        let mut history = History::new();
        history.push(position.key(), false);
        let moves = position.legal_moves().to_vec();
        let allowed = candidate_moves(&position, &history, moves, blunder_guard);
        allowed.iter().map(|&mv| position.usi(mv).to_string()).collect()
    }

    #[test]
    fn a_row_of_three_may_not_become_an_open_four() {
        // Black threatens 7h7f, after which both 8f and 3f win.
        let sfen = "ppppppppp/ppppppppp/9/9/9/3PPP3/9/PPP3PPP/PPPPPP3 w - 8";
        let careful = allowed(sfen, BlunderGuard::Careful);
        let sees_threats = allowed(sfen, BlunderGuard::SeesThreats);
        assert!(careful.contains(&"1b1c".to_owned()), "{careful:?}");
        assert!(!sees_threats.contains(&"1b1c".to_owned()), "{sees_threats:?}");
        assert!(sees_threats.contains(&"7b7f".to_owned()), "{sees_threats:?}");
    }

    #[test]
    fn an_open_four_is_blocked_at_one_end() {
        // Black wins on 8f and 3f. White can take only one of them away.
        let sfen = "ppppppppp/ppppppppp/9/9/9/2PPPP3/9/PP4PPP/PPPPPP3 w - 8";
        let blocks = allowed(sfen, BlunderGuard::Careful);
        assert!(!blocks.is_empty() && blocks.len() < 20, "{blocks:?}");
        assert!(blocks.iter().all(|mv| mv.ends_with("8f") || mv.ends_with("3f")), "{blocks:?}");
    }
}
