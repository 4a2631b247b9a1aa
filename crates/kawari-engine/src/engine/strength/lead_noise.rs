//! Noise that depends on the material lead, for games that are won by captures.

use super::move_selection::{UNIT, power_of_two};
use super::{BlunderGuard, StrengthReduction};
use crate::core::evaluation::Evaluation;
use crate::core::score::Score;
use crate::core::tactics::Tactics;
use crate::games::evaluation::material::Material;

/// Returns how often the material lead doubles the noise, in [`UNIT`]s; negative if it halves it.
///
/// The noise of the side with less material doubles with every man or Pawn of the lead beyond
/// [`FREE_LEAD`], and with every [`PLIES_PER_DOUBLING`] half-moves without a capture. The noise
/// of the other side halves as often. So a side that leads makes fewer mistakes, and the
/// opponent cannot hold out until the no-capture rule draws the game.
pub(super) fn lead_doublings<P: Tactics>(
    position: &P,
    strength_reduction: &StrengthReduction,
) -> i64 {
    /// Value of a man or Pawn.
    const MAN: Score = 100;
    /// Lead in men that does not change the noise before the first capture-free half-moves.
    const FREE_LEAD: i64 = 2;
    /// Half-moves without a capture that double or halve the noise.
    const PLIES_PER_DOUBLING: i64 = 10;
    if !strength_reduction.lead_noise {
        return 0;
    }
    let lead = i64::from(Material::new(position.game()).evaluate_from_scratch(position) / MAN);
    let plies = position.clock_count().map_or(0, |clock| i64::from(clock.played));
    let doublings = (lead.abs() - FREE_LEAD).max(0) * UNIT + plies * UNIT / PLIES_PER_DOUBLING;
    -lead.signum() * doublings
}

/// Returns the blunder guard of a side whose noise is doubled so often. A side that is far behind
/// no longer sees the opponent's threats.
pub(super) fn guard_of_lead(
    strength_reduction: &StrengthReduction,
    doublings: i64,
) -> BlunderGuard {
    /// Noise from which the raised noise is that of a lost side, in centipawns.
    const LOST_NOISE: i64 = 2_000;
    let guard = strength_reduction.blunder_guard;
    let noise = i64::from(strength_reduction.noise) * power_of_two(doublings) / UNIT;
    if doublings > 0 && noise > LOST_NOISE { guard.min(BlunderGuard::SeesWins) } else { guard }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::position::Position;
    use crate::games::Game;
    use crate::games::hasami::Hasami;
    use crate::notation::Notation;

    const LEVEL: StrengthReduction = StrengthReduction {
        nodes: 300,
        noise: 500,
        position_spread: 10,
        seed_spread: 0,
        blunder_guard: BlunderGuard::Careful,
        lead_noise: true,
    };

    /// Returns the doublings for the side to move after the moves.
    fn doublings(sfen: &str, moves: &[&str], level: &StrengthReduction) -> f64 {
        let (mut position, _) = Hasami.parse_sfen(sfen).expect("a position");
        for word in moves {
            let mv = position.parse_usi(word).expect("a legal move");
            position.play(mv, &mut ());
        }
        lead_doublings(&position, level) as f64 / UNIT as f64
    }

    #[test]
    fn lead_and_half_moves_without_a_capture_change_the_noise() {
        let nine_to_three = "ppp6/9/9/9/9/9/9/9/PPPPPPPPP b - 1";
        assert_eq!(doublings(nine_to_three, &[], &LEVEL), -4.0);
        let quiet = doublings(nine_to_three, &["5i5h"], &LEVEL);
        assert!((quiet - 4.1).abs() < 0.01, "{quiet}");
        let two_to_three = "ppp6/9/9/9/9/9/9/9/PP7 b - 1";
        assert_eq!(doublings(two_to_three, &[], &LEVEL), 0.0);
        assert!(doublings(two_to_three, &["9i9h", "9a9b"], &LEVEL) > 0.1);
        let even = "ppp6/9/9/9/9/9/9/9/PPP6 b - 1";
        assert_eq!(doublings(even, &["9i9h", "9a9b"], &LEVEL), 0.0);
        let usual = StrengthReduction { lead_noise: false, ..LEVEL };
        assert_eq!(doublings(nine_to_three, &[], &usual), 0.0);
    }

    #[test]
    fn only_a_side_far_behind_loses_its_guard() {
        assert_eq!(guard_of_lead(&LEVEL, 0), BlunderGuard::Careful);
        assert_eq!(guard_of_lead(&LEVEL, -8 * UNIT), BlunderGuard::Careful);
        assert_eq!(guard_of_lead(&LEVEL, UNIT), BlunderGuard::Careful);
        assert_eq!(guard_of_lead(&LEVEL, 3 * UNIT), BlunderGuard::SeesWins);
        let noisy = StrengthReduction { noise: 5_000, ..LEVEL };
        assert_eq!(guard_of_lead(&noisy, 0), BlunderGuard::Careful);
    }
}
