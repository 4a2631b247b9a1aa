//! The bracket of a knockout tournament.

/// The bracket of a knockout tournament, round by round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bracket {
    /// Slots of the next round; neighbours meet. An empty slot (`None`) is a bye for its
    /// neighbour in the first round, and the place of a future winner in later rounds.
    slots: Vec<Option<usize>>,
    /// Encounters of this round: index of the encounter and its players, lower index first.
    playing: Vec<(usize, [usize; 2])>,
    /// Number of encounters so far, including this round.
    encounters: usize,
    /// Number of extra pairs played in this round to break ties.
    extra: usize,
}

impl Bracket {
    /// Maximum number of extra pairs to break a tie. If the tie remains, the player with the
    /// lower index advances.
    const MAX_EXTRA_PAIRS: usize = 10;

    /// Returns the bracket before the first round. Players are seeded by their index, best
    /// first: the first two can only meet in the final.
    pub fn new(players: usize) -> Self {
        let mut order = vec![0];
        while order.len() < players {
            // The indices of all pairs have the same sum.
            let last = 2 * order.len() - 1;
            order = order.into_iter().flat_map(|player| [player, last - player]).collect();
        }
        let slot = |player| (player < players).then_some(player);
        let slots = order.into_iter().map(slot).collect();
        Self { slots, playing: Vec::new(), encounters: 0, extra: 0 }
    }

    /// Returns the pairings of the next round, none after the final. The previous round must be
    /// [settled](Self::settle_round).
    pub fn next_round(&mut self) -> Vec<[usize; 2]> {
        while self.slots.len() > 1 && self.playing.is_empty() {
            let mut next_slots = Vec::new();
            for pair in self.slots.chunks(2) {
                match *pair {
                    [Some(one), Some(other)] => {
                        self.playing.push((self.encounters, [one.min(other), one.max(other)]));
                        self.encounters += 1;
                        next_slots.push(None);
                    }
                    [one, other] => next_slots.push(one.or(other)),
                    [one] => next_slots.push(one),
                    _ => {}
                }
            }
            self.slots = next_slots;
        }
        self.extra = 0;
        self.playing.iter().map(|&(_, players)| players).collect()
    }

    /// Ends a round: moves the winners to the next one. `lead` returns the points by which the
    /// first player of an encounter leads. If encounters are tied and extra pairs are left,
    /// nobody moves and the tied encounters are returned.
    pub fn settle_round(&mut self, lead: impl Fn(usize) -> f64) -> Vec<usize> {
        let leads: Vec<f64> = self.playing.iter().map(|&(number, _)| lead(number)).collect();
        if self.extra < Self::MAX_EXTRA_PAIRS && leads.contains(&0.0) {
            self.extra += 1;
            let numbers = self.playing.iter().map(|&(number, _)| number);
            return numbers.zip(leads).filter(|&(_, lead)| lead == 0.0).map(|(n, _)| n).collect();
        }
        let mut winners = self
            .playing
            .drain(..)
            .zip(leads)
            .map(|((_, [first, second]), lead)| if lead >= 0.0 { first } else { second });
        // After the first round, every empty slot belongs to a winner: byes are resolved.
        for slot in self.slots.iter_mut().filter(|slot| slot.is_none()) {
            *slot = winners.next();
        }
        Vec::new()
    }

    /// Returns the winner of the knockout after the final.
    pub fn champion(&self) -> Option<usize> {
        match (self.slots.as_slice(), self.playing.is_empty()) {
            ([champion], true) => *champion,
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the rounds of a knockout in which the player with the lower index always wins.
    fn rounds(players: usize) -> Vec<Vec<[usize; 2]>> {
        let mut bracket = Bracket::new(players);
        let mut rounds = Vec::new();
        loop {
            let round = bracket.next_round();
            if round.is_empty() {
                break;
            }
            rounds.push(round);
            assert!(bracket.settle_round(|_| 1.0).is_empty());
        }
        assert_eq!(bracket.champion(), Some(0));
        rounds
    }

    #[test]
    fn top_seeds_meet_last() {
        assert_eq!(rounds(2), [[[0, 1]]]);
        assert_eq!(rounds(4), [vec![[0, 3], [1, 2]], vec![[0, 1]]]);
        let eight = rounds(8);
        assert_eq!(eight[0], [[0, 7], [3, 4], [1, 6], [2, 5]]);
        assert_eq!(eight[1..], [vec![[0, 3], [1, 2]], vec![[0, 1]]]);
    }

    #[test]
    fn players_without_opponent_get_a_bye() {
        assert_eq!(rounds(3), [[[1, 2]], [[0, 1]]]);
        assert_eq!(rounds(5), [vec![[3, 4]], vec![[0, 3], [1, 2]], vec![[0, 1]]]);
        for players in 2..20 {
            assert_eq!(rounds(players).concat().len(), players - 1, "{players} players");
        }
    }

    #[test]
    fn ties_are_broken_by_a_limited_number_of_extra_pairs() {
        let mut bracket = Bracket::new(4);
        bracket.next_round();
        assert_eq!(bracket.settle_round(|encounter| if encounter == 0 { -1.0 } else { 0.0 }), [1]);
        for _ in 1..Bracket::MAX_EXTRA_PAIRS {
            assert_eq!(bracket.settle_round(|_| 0.0), [0, 1]);
        }
        assert!(
            bracket.settle_round(|encounter| if encounter == 0 { -1.0 } else { 0.0 }).is_empty()
        );
        assert_eq!(bracket.next_round(), [[1, 3]]);
    }
}
