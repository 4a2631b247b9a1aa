//! A proof that a side wins men by force, with the rules alone.
//!
//! The attacker has won the men when he is ahead by them after every legal reply of the
//! opponent. The proof tries all moves of both sides to a fixed number of plies. It uses no
//! evaluation and no search of the engine.

use anyhow::Context;

use kawari_engine::core::color::Color;
use kawari_engine::core::outcome::Outcome;
use kawari_engine::core::position::{Observer, Position};
use kawari_engine::games::Game;
use kawari_engine::games::variants::{Playable, Variant, Visitor};
use kawari_engine::notation::Notation;

/// A claim: from a position, a move wins men by force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GainClaim<'a> {
    /// Position as SFEN.
    pub position: &'a str,
    /// Moves from the position to the one with the attacker to move.
    pub before: &'a [String],
    /// First move of the attacker, in USI notation.
    pub first_move: &'a str,
    /// Number of men that the attacker wins, less those that he loses. Counted from `position`.
    pub men: i32,
    /// Number of plies, the first move included, in which the men are won.
    pub plies: usize,
    /// Maximum number of positions.
    pub nodes: u64,
}

/// Returns whether a claim is true, or `None` if that takes more positions than allowed. A win
/// of the game counts as a gain.
///
/// # Errors
/// Returns an error if the position or a move is invalid.
pub fn prove(variant: Variant, claim: GainClaim<'_>) -> anyhow::Result<Option<bool>> {
    struct ProveVisitor<'a>(GainClaim<'a>);
    impl Visitor for ProveVisitor<'_> {
        type Output = anyhow::Result<Option<bool>>;
        fn visit<G: Playable>(self, game: G) -> Self::Output {
            prove_in(game, self.0)
        }
    }
    variant.visit(ProveVisitor(claim))
}

fn prove_in<G: Game>(game: G, claim: GainClaim<'_>) -> anyhow::Result<Option<bool>> {
    let sfen = claim.position;
    let (mut position, _) =
        game.parse_sfen(sfen).with_context(|| format!("cannot parse SFEN \"{sfen}\""))?;
    let attacker = position.side_to_move();
    let mut lead = Lead { attacker, men: 0 };
    for word in claim.before {
        let mv = position.parse_usi(word).with_context(|| format!("move {word}"))?;
        position.play(mv, &mut lead);
    }
    let word = claim.first_move;
    let mv = position.parse_usi(word).with_context(|| format!("move {word}"))?;
    let mut proof = GainProof { attacker, target: claim.men, nodes_left: claim.nodes };
    Ok(proof.wins_with(&position, mv, lead, claim.plies))
}

/// Returns true if a claim can be proved, with as few plies as it takes.
///
/// # Errors
/// As [`prove`].
pub fn is_proved(variant: Variant, claim: GainClaim<'_>) -> anyhow::Result<bool> {
    for plies in (1..=claim.plies).step_by(2) {
        match prove(variant, GainClaim { plies, ..claim })? {
            Some(false) => {}
            proved => return Ok(proved == Some(true)),
        }
    }
    Ok(false)
}

/// Returns the number of men that the side to move wins along a line, less those that it loses.
///
/// # Errors
/// Returns an error if the position or a move is invalid.
pub fn men_won(variant: Variant, position: &str, line: &[String]) -> anyhow::Result<i32> {
    struct CountVisitor<'a>(&'a str, &'a [String]);
    impl Visitor for CountVisitor<'_> {
        type Output = anyhow::Result<i32>;
        fn visit<G: Playable>(self, game: G) -> Self::Output {
            let (mut position, _) = game.parse_sfen(self.0)?;
            let mut lead = Lead { attacker: position.side_to_move(), men: 0 };
            for word in self.1 {
                let mv = position.parse_usi(word)?;
                position.play(mv, &mut lead);
            }
            Ok(lead.men)
        }
    }
    variant.visit(CountVisitor(position, line))
}

/// The change of the attacker's lead in men on the board.
#[derive(Clone, Copy)]
struct Lead {
    attacker: Color,
    men: i32,
}

impl Lead {
    fn change(&mut self, color: Color, count: i32) {
        self.men += if color == self.attacker { count } else { -count };
    }
}

impl<P: Position> Observer<P> for Lead {
    fn put(&mut self, color: Color, _: P::Piece, _: P::Square) {
        self.change(color, 1);
    }

    fn remove(&mut self, color: Color, _: P::Piece, _: P::Square) {
        self.change(color, -1);
    }

    fn add_hand_piece(&mut self, _: Color, _: P::Piece, _: u16) {}

    fn remove_hand_piece(&mut self, _: Color, _: P::Piece, _: u16) {}
}

/// The search of a proof. Its functions return `None` when the nodes are used up.
struct GainProof {
    attacker: Color,
    target: i32,
    nodes_left: u64,
}

impl GainProof {
    /// Returns whether a move of the attacker wins the men within `plies` plies.
    fn wins_with<P: Position>(
        &mut self,
        position: &P,
        mv: P::Move,
        mut lead: Lead,
        plies: usize,
    ) -> Option<bool> {
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        let mut next = position.clone();
        next.play(mv, &mut lead);
        match next.outcome() {
            Some(outcome) => Some(self.is_win(outcome)),
            None => self.survives_replies(&next, lead, plies.checked_sub(1)?),
        }
    }

    /// Returns whether the men are won after every reply of the opponent, or can be won within
    /// `plies` more plies, the reply included.
    fn survives_replies<P: Position>(
        &mut self,
        position: &P,
        lead: Lead,
        plies: usize,
    ) -> Option<bool> {
        // Without a further move of the attacker, the men must be won already.
        if plies < 2 && lead.men < self.target {
            return Some(false);
        }
        let moves = position.legal_moves();
        let noisy = moves.iter().filter(|&&mv| position.is_noisy(mv));
        let quiet = moves.iter().filter(|&&mv| !position.is_noisy(mv));
        for &mv in noisy.chain(quiet) {
            self.nodes_left = self.nodes_left.checked_sub(1)?;
            let (mut next, mut lead) = (position.clone(), lead);
            next.play(mv, &mut lead);
            let is_answered = match next.outcome() {
                Some(outcome) => self.is_win(outcome),
                None if lead.men >= self.target => true,
                None => self.can_win(&next, lead, plies.saturating_sub(1))?,
            };
            if !is_answered {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Returns whether the attacker, to move, can win the men within `plies` plies.
    fn can_win<P: Position>(&mut self, position: &P, lead: Lead, plies: usize) -> Option<bool> {
        if plies == 0 {
            return Some(false);
        }
        let moves = position.legal_moves();
        for &mv in moves.iter().filter(|&&mv| position.is_noisy(mv)) {
            if self.wins_with(position, mv, lead, plies)? {
                return Some(true);
            }
        }
        // The last move must win men, or the game.
        for &mv in moves.iter().filter(|&&mv| plies >= 3 && !position.is_noisy(mv)) {
            if self.wins_with(position, mv, lead, plies)? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn is_win(&self, outcome: Outcome) -> bool {
        outcome.winner() == Some(self.attacker)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Black captures on 4e with 5i5e. White has no capture afterwards.
    const POSITION: &str = "ppp6/9/9/9/5pP2/9/9/9/4P4 b - 1";

    fn claim(first_move: &str, men: i32, plies: usize) -> GainClaim<'_> {
        GainClaim { position: POSITION, before: &[], first_move, men, plies, nodes: 100_000 }
    }

    #[test]
    fn capture_wins_one_man() {
        let prove = |claim| prove(Variant::Hasami, claim).expect("a good claim");
        assert_eq!(prove(claim("5i5e", 1, 1)), Some(true));
        assert_eq!(prove(claim("5i5e", 2, 1)), Some(false));
        assert_eq!(prove(claim("5i5f", 1, 1)), Some(false));
        // White moves the man away.
        assert_eq!(prove(claim("5i5h", 1, 3)), Some(false));
        assert_eq!(prove(GainClaim { nodes: 10, ..claim("5i5e", 1, 1) }), None);
        assert_eq!(men_won(Variant::Hasami, POSITION, &["5i5e".to_owned()]).ok(), Some(1));
    }

    /// After 5i5e, White recaptures with 4a4e.
    #[test]
    fn recaptured_man_is_not_won() {
        let position = "pp3p3/9/9/9/3p1pP2/9/9/9/4P3P b - 1";
        let line = ["5i5e", "4a4e"].map(str::to_owned);
        assert_eq!(men_won(Variant::Hasami, position, &line).ok(), Some(0));
        let claim = GainClaim { position, ..claim("5i5e", 1, 1) };
        assert_eq!(prove(Variant::Hasami, claim).ok(), Some(Some(false)));
    }
}
