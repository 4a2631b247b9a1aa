//! Positions to learn from, as the network sees them, out of recorded games.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use kawari_engine::core::key::Key;
use kawari_engine::core::score::{self, Score};
use kawari_engine::engine::probe::{self, Probe};
use kawari_engine::games::variants::Variant;
use kawari_records::game_log::LoggedScore;
use kawari_records::recorded::{self, FileSummary, RecordedGame};

use super::model::Active;

/// Which positions of a game are learned from, besides those in which something is up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filter {
    /// Moves at the start of each game that are passed over.
    pub skip: usize,
    /// Positions in which a mate was found are learned from, too.
    pub mates: bool,
    /// Output buckets of the network.
    pub buckets: usize,
}

impl Filter {
    /// Half-moves of a clock towards a draw, from which on a score tells of the clock, too.
    const CLOCK: u32 = 30;
}

/// What became of a position, from its side to move's view, and what judges it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// What the hand-written evaluation says, in hundredths.
    pub hand: i16,
    /// The score that a search found, in hundredths.
    pub score: i16,
    /// The result of the game in half points.
    pub half_points: u8,
    /// The output bucket.
    pub bucket: u8,
}

impl Facts {
    /// The result of the game: 0, a half or 1.
    pub fn result(self) -> f64 {
        f64::from(self.half_points) / 2.0
    }
}

/// Positions: their inputs and what became of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Positions {
    /// The inputs of all positions: those of the side to move's view, then as many of
    /// the other.
    inputs: Vec<u16>,
    /// Where the inputs of each position begin, and where the last ones end.
    starts: Vec<u32>,
    facts: Vec<Facts>,
}

impl Default for Positions {
    fn default() -> Self {
        Self { inputs: Vec::new(), starts: vec![0], facts: Vec::new() }
    }
}

impl Positions {
    /// Number of positions.
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// True when there is none.
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// What became of each position.
    pub fn facts(&self) -> &[Facts] {
        &self.facts
    }

    /// What the network sees of a position.
    pub fn active(&self, position: usize) -> Active<'_> {
        let [start, end] = [self.starts[position], self.starts[position + 1]];
        let (own, other) =
            self.inputs[start as usize..end as usize].split_at((end - start) as usize / 2);
        Active { views: [own, other], bucket: self.facts[position].bucket.into() }
    }

    fn push(&mut self, seen: &Seen) -> anyhow::Result<()> {
        self.inputs.extend(seen.active.iter().flatten());
        let end = u32::try_from(self.inputs.len());
        self.starts.push(end.context("more positions than can be learned from at once")?);
        self.facts.push(seen.facts);
        Ok(())
    }
}

/// Positions to learn from, positions of other games to try on, and where they are from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Samples {
    /// To learn from.
    pub known: Positions,
    /// To try on.
    pub unseen: Positions,
    /// Games that the positions to try on are from.
    pub unseen_games: usize,
    /// What each file has given.
    pub files: Vec<FileSummary>,
    /// Positions that have come up before, and were left out.
    pub repeated: usize,
}

/// A position of a game.
struct Seen {
    key: Key,
    active: [Vec<u16>; 2],
    facts: Facts,
}

/// One game of so many is kept back, to try on.
const UNSEEN: u64 = 10;
/// Games that are looked at together, on all threads.
const SHEAF: usize = 1024;

/// The positions of the games in these files. Which games are kept back depends on
/// their moves alone, so that a network which goes on learning from more games has not
/// seen those that it is tried on.
///
/// # Errors
/// When a file cannot be read or holds a game that is none of this variant.
pub fn read(
    variant: Variant,
    files: &[PathBuf],
    filter: Filter,
    mut report: impl FnMut(usize),
) -> anyhow::Result<Samples> {
    let mut gatherer =
        Gatherer { variant, filter, keys: FxHashSet::default(), samples: Samples::default() };
    for path in files {
        let mut sheaf = Vec::with_capacity(SHEAF);
        let mut number = 0;
        let summary = recorded::read(path, variant, |game| {
            sheaf.push((number, game));
            number += 1;
            if sheaf.len() == SHEAF {
                report(sheaf.len());
                gatherer.gather(&mut sheaf)?;
            }
            Ok(())
        });
        let gathered = summary.and_then(|summary| {
            report(sheaf.len());
            gatherer.gather(&mut sheaf).map(|()| summary)
        });
        gatherer.samples.files.push(gathered.with_context(|| format!("in {}", path.display()))?);
    }
    Ok(gatherer.samples)
}

/// A position of a game that is not learned from.
#[derive(Clone, PartialEq, Debug)]
pub struct UnseenPosition {
    /// The position.
    pub sfen: String,
    /// The result of the game to its side to move: 0, a half or 1.
    pub result: f64,
}

/// The positions of the games in these files, each once: of those that are kept back from
/// training, or of `all_games`.
///
/// # Errors
/// As [`read`].
pub fn unseen(
    variant: Variant,
    files: &[PathBuf],
    filter: Filter,
    all_games: bool,
) -> anyhow::Result<Vec<UnseenPosition>> {
    let mut probe = probe::open(variant);
    let (mut keys, mut unseen) = (FxHashSet::default(), Vec::new());
    for path in files {
        let read = recorded::read(path, variant, |game| {
            if !all_games && !is_unseen(&game) {
                return Ok(());
            }
            let positions = positions_of(&game, &mut *probe, filter, |probe, _, half_points| {
                let result = f64::from(half_points) / 2.0;
                Ok((probe.key(), UnseenPosition { sfen: probe.sfen(), result }))
            });
            let new = positions?.into_iter().filter(|(key, _)| keys.insert(*key));
            unseen.extend(new.map(|(_, position)| position));
            Ok(())
        });
        read.with_context(|| format!("in {}", path.display()))?;
    }
    Ok(unseen)
}

/// Gathers the positions of games, each once.
struct Gatherer {
    variant: Variant,
    filter: Filter,
    keys: FxHashSet<Key>,
    samples: Samples,
}

impl Gatherer {
    /// Adds the games to the samples, and leaves none.
    fn gather(&mut self, sheaf: &mut Vec<(usize, RecordedGame)>) -> anyhow::Result<()> {
        let filter = self.filter;
        let look = |probe: &mut Box<dyn Probe>, (number, game): &(usize, RecordedGame)| {
            let seen = positions_of(game, &mut **probe, filter, |probe, score, half_points| {
                seen(probe, score, half_points, filter.buckets)
            });
            seen.with_context(|| format!("game {number}"))
        };
        let seen: Vec<anyhow::Result<Vec<Seen>>> =
            sheaf.par_iter().map_init(|| probe::open(self.variant), look).collect();
        for (seen, (_, game)) in seen.into_iter().zip(sheaf.drain(..)) {
            let is_unseen = is_unseen(&game);
            let Samples { known, unseen, unseen_games, repeated, .. } = &mut self.samples;
            *unseen_games += usize::from(is_unseen);
            for seen in seen? {
                if !self.keys.insert(seen.key) {
                    *repeated += 1;
                } else if is_unseen {
                    unseen.push(&seen)?;
                } else {
                    known.push(&seen)?;
                }
            }
        }
        Ok(())
    }
}

/// True for a game that is kept back.
fn is_unseen(game: &RecordedGame) -> bool {
    mixed(game.fingerprint()).is_multiple_of(UNSEEN)
}

/// A number whose remainders are spread evenly: those of a fingerprint alone are not.
fn mixed(fingerprint: u64) -> u64 {
    (fingerprint ^ (fingerprint >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 32
}

/// What `see` makes of the positions of a game in which nothing is up, told with the score
/// of the search and the half points of the side to move: the side to move is in no danger,
/// played a quiet move, and nobody saw the end of the game, unless the filter lets that
/// pass, or a clock that brings it near.
fn positions_of<T>(
    game: &RecordedGame,
    probe: &mut dyn Probe,
    filter: Filter,
    mut see: impl FnMut(&dyn Probe, Score, u8) -> anyhow::Result<T>,
) -> anyhow::Result<Vec<T>> {
    probe.set(&game.start)?;
    let mut positions = Vec::new();
    for ply in 0..game.plies() {
        let mv = game.nth_bits(ply, |word| probe.bits(word));
        let mv = mv.with_context(|| format!("move {} is not legal here", ply + 1))?;
        let score = game.score(ply).and_then(|score| match score {
            LoggedScore::Cp(score) => Some(score),
            LoggedScore::Mate(plies) => filter.mates.then_some(plies.signum() * score::MATE),
        });
        if let Some(score) = score
            && let Some(half_points) = game.result.half_points(probe.side_to_move())
            && ply >= filter.skip
            && probe.clock() <= Filter::CLOCK
            && !probe.is_noisy(mv)
            && !probe.in_danger()
        {
            positions.push(see(probe, score, half_points as u8)?);
        }
        probe.play(mv).with_context(|| format!("move {}", ply + 1))?;
    }
    Ok(positions)
}

fn seen(probe: &dyn Probe, score: Score, half_points: u8, buckets: usize) -> anyhow::Result<Seen> {
    let sight = probe.sight();
    let [own, other] = sight.active.each_ref().map(Vec::len);
    ensure!(own == other, "the views have {own} and {other} inputs");
    // Every score fits 16 bits, and there are few buckets.
    let facts = Facts {
        hand: sight.hand as i16,
        score: score as i16,
        half_points,
        bucket: probe.bucket(buckets) as u8,
    };
    Ok(Seen { key: probe.key(), active: sight.active, facts })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const FILTER: Filter = Filter { skip: 1, mates: false, buckets: 1 };

    /// The samples of a log with these games of Hasami: moves, and the scores in JSON.
    fn samples(name: &str, games: &[(&[&str], &str)]) -> Samples {
        let line = |(moves, scores): &(&[&str], &str)| {
            let start = Variant::Hasami.info().startpos;
            format!(
                "{{\"variant\":\"hasami\",\"start\":\"{start}\",\"moves\":{moves:?},\
                 \"scores\":[{scores}],\"result\":\"black\"}}\n"
            )
        };
        let log: String = games.iter().map(line).collect();
        let file = format!("kawari-positions-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(file);
        fs::write(&path, log).expect("a log");
        let samples = read(Variant::Hasami, std::slice::from_ref(&path), FILTER, |_| ());
        fs::remove_file(&path).expect("it was there");
        samples.expect("good games")
    }

    /// The scores of all positions, whether they are learned from or not.
    fn scores(samples: &Samples) -> Vec<i16> {
        let all = [&samples.known, &samples.unseen];
        all.into_iter().flat_map(Positions::facts).map(|facts| facts.score).collect()
    }

    #[test]
    fn quiet_positions_are_seen_from_their_side_to_move() {
        // The last move captures the man on 6e.
        let moves = ["9i9e", "1a1e", "5i5e", "6a6d", "1i1g", "6d6e", "7i7e"];
        let found = [
            "{\"cp\":1}",
            "{\"cp\":2}",
            "null",
            "{\"cp\":4}",
            "{\"mate\":5}",
            "{\"cp\":6}",
            "{\"cp\":7}",
        ];
        let samples = samples("quiet", &[(&moves, &found.join(","))]);
        assert_eq!(scores(&samples), [2, 4, 6]);
        let positions = if samples.known.is_empty() { &samples.unseen } else { &samples.known };
        let results: Vec<f64> = positions.facts().iter().map(|facts| facts.result()).collect();
        assert_eq!(results, [0.0; 3], "White is to move, and Black has won");
        let Active { views: [own, other], .. } = positions.active(2);
        assert_eq!((own.len(), other.len()), (20, 20), "men, and how many there are");
    }

    #[test]
    fn positions_that_come_up_again_are_left_out() {
        let scores_of = |count: usize| vec!["{\"cp\":9}"; count].join(",");
        let short = ["9i9e", "1a1e", "5i5e"];
        let long = ["9i9e", "1a1e", "5i5e", "6a6d"];
        let games: [(&[&str], &str); 2] = [(&short, &scores_of(3)), (&long, &scores_of(4))];
        let samples = samples("again", &games);
        assert_eq!((scores(&samples).len(), samples.repeated), (3, 2));
    }

    #[test]
    fn a_clock_that_has_run_for_long_is_noticed() {
        let there_and_back = ["9i9h", "9a9b", "9h9i", "9b9a"];
        let moves: Vec<&str> = there_and_back.into_iter().cycle().take(40).collect();
        let found: Vec<String> = (0..40).map(|score| format!("{{\"cp\":{score}}}")).collect();
        // Each position counts once: what comes up before the clock has run is what is left.
        let samples = samples("clock", &[(&moves, &found.join(","))]);
        assert_eq!(scores(&samples), [1, 2, 3, 4]);
        assert_eq!(samples.repeated, 26, "and nothing after the thirtieth half-move");
    }
}
