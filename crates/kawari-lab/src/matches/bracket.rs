//! Who is left in a knockout, and who meets whom next.

/// The players of a knockout that are left, round by round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bracket {
    /// Who waits for the next round, in the order in which neighbours meet; `None` is a
    /// place that nobody has, whose neighbour goes on without a game.
    bracket_slots: Vec<Option<usize>>,
    /// Who is playing: their number of all encounters, and the players, the one that
    /// was named first in front.
    playing: Vec<(usize, [usize; 2])>,
    /// Encounters of earlier rounds and of this one.
    encounters: usize,
    /// How often those that stood level have been given another pair of games.
    extra: usize,
}

impl Bracket {
    /// Pairs of games that level players get, one after the other, before the one that
    /// was named first goes on.
    const MAX_EXTRA_PAIRS: usize = 10;

    /// Before the first round. The players are thought to be named from the best down:
    /// the first two can only meet at the end.
    pub fn new(players: usize) -> Self {
        let mut order = vec![0];
        while order.len() < players {
            // Each meets the one that makes the sum of all pairs the same.
            let last = 2 * order.len() - 1;
            order = order.into_iter().flat_map(|player| [player, last - player]).collect();
        }
        let slot = |player| (player < players).then_some(player);
        let bracket_slots = order.into_iter().map(slot).collect();
        Self { bracket_slots, playing: Vec::new(), encounters: 0, extra: 0 }
    }

    /// The players that meet next; none when one alone is left. The encounters of the
    /// last round have to be [settled](Self::settle_round).
    pub fn next_round(&mut self) -> Vec<[usize; 2]> {
        while self.bracket_slots.len() > 1 && self.playing.is_empty() {
            let mut waiting = Vec::new();
            for pair in self.bracket_slots.chunks(2) {
                match *pair {
                    [Some(one), Some(other)] => {
                        self.playing.push((self.encounters, [one.min(other), one.max(other)]));
                        self.encounters += 1;
                        waiting.push(None);
                    }
                    [one, other] => waiting.push(one.or(other)),
                    [one] => waiting.push(one),
                    _ => {}
                }
            }
            self.bracket_slots = waiting;
        }
        self.extra = 0;
        self.playing.iter().map(|&(_, players)| players).collect()
    }

    /// Lets the winners of a round go on, by what the first player of each encounter is
    /// ahead. The encounters that are level; none when all are settled.
    pub fn settle_round(&mut self, lead: impl Fn(usize) -> f64) -> Vec<usize> {
        let lead_range: Vec<f64> = self.playing.iter().map(|&(number, _)| lead(number)).collect();
        if self.extra < Self::MAX_EXTRA_PAIRS && lead_range.contains(&0.0) {
            self.extra += 1;
            let numbers = self.playing.iter().map(|&(number, _)| number);
            return numbers
                .zip(lead_range)
                .filter(|&(_, lead)| lead == 0.0)
                .map(|(n, _)| n)
                .collect();
        }
        let mut winners = self
            .playing
            .drain(..)
            .zip(lead_range)
            .map(|((_, [first, second]), lead)| if lead >= 0.0 { first } else { second });
        // Their places are those that nobody waits in; both halves of a place that
        // nobody had are gone since the first round.
        for slot in self.bracket_slots.iter_mut().filter(|slot| slot.is_none()) {
            *slot = winners.next();
        }
        Vec::new()
    }

    /// The one that is left at the end.
    pub fn champion(&self) -> Option<usize> {
        match (self.bracket_slots.as_slice(), self.playing.is_empty()) {
            ([champion], true) => *champion,
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays to the end; the player with the lower number always wins.
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
    fn the_best_meet_last() {
        assert_eq!(rounds(2), [[[0, 1]]]);
        assert_eq!(rounds(4), [vec![[0, 3], [1, 2]], vec![[0, 1]]]);
        let eight = rounds(8);
        assert_eq!(eight[0], [[0, 7], [3, 4], [1, 6], [2, 5]]);
        assert_eq!(eight[1..], [vec![[0, 3], [1, 2]], vec![[0, 1]]]);
    }

    #[test]
    fn whoever_has_no_opponent_goes_on() {
        assert_eq!(rounds(3), [[[1, 2]], [[0, 1]]]);
        assert_eq!(rounds(5), [vec![[3, 4]], vec![[0, 3], [1, 2]], vec![[0, 1]]]);
        for players in 2..20 {
            assert_eq!(rounds(players).concat().len(), players - 1, "{players} players");
        }
    }

    #[test]
    fn level_players_play_on_but_not_for_ever() {
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
