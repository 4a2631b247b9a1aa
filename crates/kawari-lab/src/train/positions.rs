//! Positions to learn from, as the network sees them, out of recorded games.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use kawari_engine::core::key::Key;
use kawari_engine::core::score::{self, Score};
use kawari_engine::engine::training_features::{self, FeatureProbe};
use kawari_engine::games::variants::Variant;
use kawari_records::game_log::LoggedScore;
use kawari_records::recorded_games::{self, FileSummary, RecordedGame};

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
pub struct PositionLabels {
    /// What the hand-written evaluation says, in hundredths.
    pub hand: i16,
    /// The score that a search found, in hundredths.
    pub score: i16,
    /// The result of the game in half points.
    pub half_points: u8,
    /// The output bucket.
    pub bucket: u8,
}

impl PositionLabels {
    /// The result of the game: 0, a half or 1.
    pub fn result(self) -> f64 {
        f64::from(self.half_points) / 2.0
    }
}

/// Positions: their inputs and what became of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrainingPositions {
    /// The inputs of all positions: those of the side to move's view, then as many of
    /// the other.
    inputs: Vec<u16>,
    /// Where the inputs of each position begin, and where the last ones end.
    starts: Vec<u32>,
    labels: Vec<PositionLabels>,
}

impl Default for TrainingPositions {
    fn default() -> Self {
        Self { inputs: Vec::new(), starts: vec![0], labels: Vec::new() }
    }
}

impl TrainingPositions {
    /// Number of positions.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// True when there is none.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// What became of each position.
    pub fn labels(&self) -> &[PositionLabels] {
        &self.labels
    }

    /// What the network sees of a position.
    pub fn active(&self, position: usize) -> Active<'_> {
        let [start, end] = [self.starts[position], self.starts[position + 1]];
        let (own, other) =
            self.inputs[start as usize..end as usize].split_at((end - start) as usize / 2);
        Active { views: [own, other], bucket: self.labels[position].bucket.into() }
    }

    fn push(&mut self, features: &PositionFeatures) -> anyhow::Result<()> {
        self.inputs.extend(features.active.iter().flatten());
        let end = u32::try_from(self.inputs.len());
        self.starts.push(end.context("more positions than can be learned from at once")?);
        self.labels.push(features.labels);
        Ok(())
    }
}

/// Positions to learn from, positions of other games to try on, and where they are from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TrainingSamples {
    /// To learn from.
    pub known: TrainingPositions,
    /// To try on.
    pub unseen: TrainingPositions,
    /// Games that the positions to try on are from.
    pub unseen_games: usize,
    /// What each file has given.
    pub files: Vec<FileSummary>,
    /// Positions that have come up before, and were left out.
    pub repeated: usize,
}

/// A position of a game.
struct PositionFeatures {
    key: Key,
    active: [Vec<u16>; 2],
    labels: PositionLabels,
}

/// One game of so many is kept back, to try on.
const UNSEEN: u64 = 10;
/// Games that are looked at together, on all threads.
const GAMES_PER_CHUNK: usize = 1024;

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
) -> anyhow::Result<TrainingSamples> {
    let mut collector = PositionCollector {
        variant,
        filter,
        keys: FxHashSet::default(),
        samples: TrainingSamples::default(),
    };
    for path in files {
        let mut games = Vec::with_capacity(GAMES_PER_CHUNK);
        let mut number = 0;
        let summary = recorded_games::read(path, variant, |game| {
            games.push((number, game));
            number += 1;
            if games.len() == GAMES_PER_CHUNK {
                report(games.len());
                collector.collect(&mut games)?;
            }
            Ok(())
        });
        let gathered = summary.and_then(|summary| {
            report(games.len());
            collector.collect(&mut games).map(|()| summary)
        });
        collector.samples.files.push(gathered.with_context(|| format!("in {}", path.display()))?);
    }
    Ok(collector.samples)
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
    let mut probe = training_features::open(variant);
    let (mut keys, mut unseen) = (FxHashSet::default(), Vec::new());
    for path in files {
        let read = recorded_games::read(path, variant, |game| {
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
struct PositionCollector {
    variant: Variant,
    filter: Filter,
    keys: FxHashSet<Key>,
    samples: TrainingSamples,
}

impl PositionCollector {
    /// Adds the games to the samples, and leaves none.
    fn collect(&mut self, games: &mut Vec<(usize, RecordedGame)>) -> anyhow::Result<()> {
        let filter = self.filter;
        let extract = |probe: &mut Box<dyn FeatureProbe>,
                       (number, game): &(usize, RecordedGame)| {
            let features = positions_of(game, &mut **probe, filter, |probe, score, half_points| {
                features_of(probe, score, half_points, filter.buckets)
            });
            features.with_context(|| format!("game {number}"))
        };
        let features: Vec<anyhow::Result<Vec<PositionFeatures>>> =
            games.par_iter().map_init(|| training_features::open(self.variant), extract).collect();
        for (features, (_, game)) in features.into_iter().zip(games.drain(..)) {
            let is_unseen = is_unseen(&game);
            let TrainingSamples { known, unseen, unseen_games, repeated, .. } = &mut self.samples;
            *unseen_games += usize::from(is_unseen);
            for features in features? {
                if !self.keys.insert(features.key) {
                    *repeated += 1;
                } else if is_unseen {
                    unseen.push(&features)?;
                } else {
                    known.push(&features)?;
                }
            }
        }
        Ok(())
    }
}

/// True for a game that is kept back.
fn is_unseen(game: &RecordedGame) -> bool {
    mix_bits(game.fingerprint()).is_multiple_of(UNSEEN)
}

/// A number whose remainders are spread evenly: those of a fingerprint alone are not.
fn mix_bits(fingerprint: u64) -> u64 {
    (fingerprint ^ (fingerprint >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 32
}

/// What `visit` makes of the positions of a game in which nothing is up, told with the score
/// of the search and the half points of the side to move: the side to move is in no danger,
/// played a quiet move, and nobody saw the end of the game, unless the filter lets that
/// pass, or a clock that brings it near.
fn positions_of<T>(
    game: &RecordedGame,
    probe: &mut dyn FeatureProbe,
    filter: Filter,
    mut visit: impl FnMut(&dyn FeatureProbe, Score, u8) -> anyhow::Result<T>,
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
            positions.push(visit(probe, score, half_points as u8)?);
        }
        probe.play(mv).with_context(|| format!("move {}", ply + 1))?;
    }
    Ok(positions)
}

fn features_of(
    probe: &dyn FeatureProbe,
    score: Score,
    half_points: u8,
    buckets: usize,
) -> anyhow::Result<PositionFeatures> {
    let features = probe.training_features();
    let [own, other] = features.active.each_ref().map(Vec::len);
    ensure!(own == other, "the views have {own} and {other} inputs");
    // Every score fits 16 bits, and there are few buckets.
    let labels = PositionLabels {
        hand: features.hand as i16,
        score: score as i16,
        half_points,
        bucket: probe.output_bucket(buckets) as u8,
    };
    Ok(PositionFeatures { key: probe.key(), active: features.active, labels })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const FILTER: Filter = Filter { skip: 1, mates: false, buckets: 1 };

    /// The samples of a log with these games of Hasami: moves, and the scores in JSON.
    fn samples(name: &str, games: &[(&[&str], &str)]) -> TrainingSamples {
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
    fn scores(samples: &TrainingSamples) -> Vec<i16> {
        let all = [&samples.known, &samples.unseen];
        all.into_iter().flat_map(TrainingPositions::labels).map(|labels| labels.score).collect()
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
        let results: Vec<f64> = positions.labels().iter().map(|labels| labels.result()).collect();
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
