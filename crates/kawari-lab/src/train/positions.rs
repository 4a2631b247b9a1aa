//! Training and validation positions from recorded games, as network inputs and labels.

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

/// Options for the selection of quiet positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filter {
    /// Moves skipped at the start of each game.
    pub skip: usize,
    /// Whether to include positions with a mate score.
    pub mates: bool,
    /// Number of output buckets.
    pub buckets: usize,
    /// Number of King buckets.
    pub king_buckets: usize,
}

impl Filter {
    /// Largest half-move clock towards a draw. Above it, scores depend on the clock.
    const MAX_CLOCK: u32 = 30;
}

/// Labels of a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PositionLabels {
    /// Hand-crafted evaluation in centipawns.
    pub hand: i16,
    /// Search score in centipawns.
    pub score: i16,
    /// Game result in half points.
    pub half_points: u8,
    /// Output bucket.
    pub bucket: u8,
}

impl PositionLabels {
    /// Returns the game result: 0, ½ or 1.
    pub fn result(self) -> f64 {
        f64::from(self.half_points) / 2.0
    }
}

/// Positions as active features and labels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrainingPositions {
    /// Active features of all positions: those of the side to move's perspective, then as
    /// many of the opponent's.
    inputs: Vec<u16>,
    /// Start of each position's features, and the end of the last ones.
    starts: Vec<u32>,
    labels: Vec<PositionLabels>,
}

impl Default for TrainingPositions {
    fn default() -> Self {
        Self { inputs: Vec::new(), starts: vec![0], labels: Vec::new() }
    }
}

impl TrainingPositions {
    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Returns true if there are no positions.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// Returns the labels of all positions.
    pub fn labels(&self) -> &[PositionLabels] {
        &self.labels
    }

    /// Returns the active features of a position.
    pub fn active(&self, position: usize) -> Active<'_> {
        let [start, end] = [self.starts[position], self.starts[position + 1]];
        let (own, other) =
            self.inputs[start as usize..end as usize].split_at((end - start) as usize / 2);
        Active { views: [own, other], bucket: self.labels[position].bucket.into() }
    }

    fn push(&mut self, features: &PositionFeatures) -> anyhow::Result<()> {
        self.inputs.extend(features.active.iter().flatten());
        let end = u32::try_from(self.inputs.len());
        self.starts.push(end.context("too many training positions")?);
        self.labels.push(features.labels);
        Ok(())
    }
}

/// Training and validation positions, with a summary of their files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TrainingSamples {
    /// Training positions.
    pub training: TrainingPositions,
    /// Validation positions, from other games.
    pub validation: TrainingPositions,
    /// Number of validation games.
    pub validation_games: usize,
    /// Summary of each file.
    pub files: Vec<FileSummary>,
    /// Number of duplicate positions, which are skipped.
    pub repeated: usize,
}

/// A position as key, active features and labels.
struct PositionFeatures {
    key: Key,
    active: [Vec<u16>; 2],
    labels: PositionLabels,
}

/// One game in this many is a validation game.
const VALIDATION_INTERVAL: u64 = 10;
/// Number of games processed together on all threads.
const GAMES_PER_CHUNK: usize = 1024;

/// Reads the quiet positions of the games in these files. Duplicate positions are skipped.
///
/// Only a game's moves decide whether it is a validation game. So a network that is later
/// trained on more games has never seen its validation games.
///
/// # Errors
/// Returns an error if a file cannot be read or contains a game of another variant.
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

/// A position of a validation game.
#[derive(Clone, PartialEq, Debug)]
pub struct ValidationPosition {
    /// The position as SFEN.
    pub sfen: String,
    /// Game result for the side to move: 0, ½ or 1.
    pub result: f64,
}

/// Reads the quiet positions of the validation games in these files, or of all games with
/// `all_games`. Duplicate positions are skipped.
///
/// # Errors
/// Returns the errors of [`read`].
pub fn validation_positions(
    variant: Variant,
    files: &[PathBuf],
    filter: Filter,
    all_games: bool,
) -> anyhow::Result<Vec<ValidationPosition>> {
    let mut probe = training_features::open(variant);
    let (mut keys, mut collected) = (FxHashSet::default(), Vec::new());
    for path in files {
        let read = recorded_games::read(path, variant, |game| {
            if !all_games && !is_validation_game(&game) {
                return Ok(());
            }
            let positions = positions_of(&game, &mut *probe, filter, |probe, _, half_points| {
                let result = f64::from(half_points) / 2.0;
                Ok((probe.key(), ValidationPosition { sfen: probe.sfen(), result }))
            });
            let new = positions?.into_iter().filter(|(key, _)| keys.insert(*key));
            collected.extend(new.map(|(_, position)| position));
            Ok(())
        });
        read.with_context(|| format!("in {}", path.display()))?;
    }
    Ok(collected)
}

/// A collector of positions without duplicates.
struct PositionCollector {
    variant: Variant,
    filter: Filter,
    keys: FxHashSet<Key>,
    samples: TrainingSamples,
}

impl PositionCollector {
    /// Adds the positions of all `games` to the samples and empties `games`.
    fn collect(&mut self, games: &mut Vec<(usize, RecordedGame)>) -> anyhow::Result<()> {
        let filter = self.filter;
        let extract = |probe: &mut Box<dyn FeatureProbe>,
                       (number, game): &(usize, RecordedGame)| {
            let features = positions_of(game, &mut **probe, filter, |probe, score, half_points| {
                features_of(probe, score, half_points, filter)
            });
            features.with_context(|| format!("game {number}"))
        };
        let features: Vec<anyhow::Result<Vec<PositionFeatures>>> =
            games.par_iter().map_init(|| training_features::open(self.variant), extract).collect();
        for (features, (_, game)) in features.into_iter().zip(games.drain(..)) {
            let is_validation = is_validation_game(&game);
            let TrainingSamples { training, validation, validation_games, repeated, .. } =
                &mut self.samples;
            *validation_games += usize::from(is_validation);
            for features in features? {
                if !self.keys.insert(features.key) {
                    *repeated += 1;
                } else if is_validation {
                    validation.push(&features)?;
                } else {
                    training.push(&features)?;
                }
            }
        }
        Ok(())
    }
}

/// Returns true for a validation game.
fn is_validation_game(game: &RecordedGame) -> bool {
    mix_bits(game.fingerprint()).is_multiple_of(VALIDATION_INTERVAL)
}

/// Mixes the bits of a fingerprint, so that its remainders are evenly distributed.
fn mix_bits(fingerprint: u64) -> u64 {
    (fingerprint ^ (fingerprint >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 32
}

/// Calls `visit` with each quiet position of a game, its search score and the half points of
/// the side to move, and returns the results.
///
/// A position is quiet if the side to move is not in danger, the move played is quiet, the
/// score is not a mate score (unless [`Filter::mates`] is set), and the half-move clock is
/// low.
fn positions_of<T>(
    game: &RecordedGame,
    probe: &mut dyn FeatureProbe,
    filter: Filter,
    mut visit: impl FnMut(&dyn FeatureProbe, Score, u8) -> anyhow::Result<T>,
) -> anyhow::Result<Vec<T>> {
    probe.set(&game.start)?;
    let mut positions = Vec::new();
    for ply in 0..game.plies() {
        let mv = game.nth_bits(ply, |usi| probe.bits(usi));
        let mv = mv.with_context(|| format!("move {} is not legal here", ply + 1))?;
        let score = game.score(ply).and_then(|score| match score {
            LoggedScore::Cp(score) => Some(score),
            LoggedScore::Mate(plies) => filter.mates.then_some(plies.signum() * score::MATE),
        });
        if let Some(score) = score
            && let Some(half_points) = game.result.half_points(probe.side_to_move())
            && ply >= filter.skip
            && probe.clock() <= Filter::MAX_CLOCK
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
    filter: Filter,
) -> anyhow::Result<PositionFeatures> {
    let features = probe.training_features(filter.king_buckets);
    let [own, other] = features.active.each_ref().map(Vec::len);
    ensure!(own == other, "the perspectives have {own} and {other} active features");
    // Scores fit into 16 bits, bucket numbers into 8.
    let labels = PositionLabels {
        hand: features.hand as i16,
        score: score as i16,
        half_points,
        bucket: probe.output_bucket(filter.buckets) as u8,
    };
    Ok(PositionFeatures { key: probe.key(), active: features.active, labels })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const FILTER: Filter = Filter { skip: 1, mates: false, buckets: 1, king_buckets: 1 };

    /// Returns the samples of a log with these games of Hasami: moves, and scores in JSON.
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

    /// Returns the scores of all training and validation positions.
    fn scores(samples: &TrainingSamples) -> Vec<i16> {
        let all = [&samples.training, &samples.validation];
        all.into_iter().flat_map(TrainingPositions::labels).map(|labels| labels.score).collect()
    }

    #[test]
    fn labels_are_for_the_side_to_move() {
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
        let TrainingSamples { training, validation, .. } = &samples;
        let positions = if training.is_empty() { validation } else { training };
        let results: Vec<f64> = positions.labels().iter().map(|labels| labels.result()).collect();
        assert_eq!(results, [0.0; 3], "White is to move and Black has won");
        let Active { views: [own, other], .. } = positions.active(2);
        assert_eq!((own.len(), other.len()), (20, 20), "one feature per man and two counts");
    }

    #[test]
    fn duplicate_positions_are_skipped() {
        let scores_of = |count: usize| vec!["{\"cp\":9}"; count].join(",");
        let short = ["9i9e", "1a1e", "5i5e"];
        let long = ["9i9e", "1a1e", "5i5e", "6a6d"];
        let games: [(&[&str], &str); 2] = [(&short, &scores_of(3)), (&long, &scores_of(4))];
        let samples = samples("again", &games);
        assert_eq!((scores(&samples).len(), samples.repeated), (3, 2));
    }

    #[test]
    fn positions_with_a_high_half_move_clock_are_skipped() {
        let cycle = ["9i9h", "9a9b", "9h9i", "9b9a"];
        let moves: Vec<&str> = cycle.into_iter().cycle().take(40).collect();
        let found: Vec<String> = (0..40).map(|score| format!("{{\"cp\":{score}}}")).collect();
        // Duplicates are skipped, so only the four positions of the first cycle remain.
        let samples = samples("clock", &[(&moves, &found.join(","))]);
        assert_eq!(scores(&samples), [1, 2, 3, 4]);
        assert_eq!(samples.repeated, 26, "positions after the 30th half-move are not counted");
    }
}
