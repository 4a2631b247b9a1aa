//! `kawari net info` and `kawari net check`: inspection of NNUE network files.
//!
//! `info` prints a file's header and sizes. `check` compares the engine's quantised
//! evaluation with a floating-point evaluation of the same parameters.

use std::io::{BufRead, Write};
use std::path::Path;

use anyhow::{Context, ensure};

use super::matches::fault::printable;
use kawari_engine::core::score::MAX_EVALUATION;
use kawari_engine::engine::eval_source::EvalSource;
use kawari_engine::engine::game_state::{self, GameState};
use kawari_engine::engine::session::{self, Session, Settings};
use kawari_engine::engine::training_features::{self, FeatureProbe};
use kawari_engine::games::evaluation::LARGEST_FILE;
use kawari_engine::games::evaluation::nnue::file;
use kawari_engine::games::evaluation::nnue::parameters::{NetworkBase, Parameters};
use kawari_engine::games::variants::Variant;
use kawari_records::position_line::PositionLine;
use kawari_records::source;

/// A network read from a file.
struct LoadedNetwork {
    variant: Variant,
    parameters: Parameters,
    bytes: Vec<u8>,
    probe: Box<dyn FeatureProbe>,
}

impl LoadedNetwork {
    fn read(path: &Path) -> anyhow::Result<Self> {
        let bytes = source::read(path, LARGEST_FILE)
            .with_context(|| format!("cannot read {}", path.display()))?;
        let in_file = || format!("in {}", path.display());
        let variant: Variant = file::game(&bytes).with_context(in_file)?.parse()?;
        let probe = training_features::open(variant);
        let parameters =
            file::read(&bytes, variant.info(), probe.feature_set()).with_context(in_file)?;
        Ok(Self { variant, parameters, bytes, probe })
    }
}

/// Writes a summary of a network file: game, sizes, scale and provenance.
///
/// # Errors
/// Returns an error if the file cannot be read or is not a network, or if writing fails.
pub fn info(path: &Path, output: &mut impl Write) -> anyhow::Result<()> {
    let LoadedNetwork { variant, parameters, bytes, probe } = LoadedNetwork::read(path)?;
    let feature_set = probe.feature_set();
    let Parameters { king_buckets, hidden, buckets, base, hce_checksum, scale, unit, .. } =
        &parameters;
    let ranges = (0..*hidden).map(|at| parameters.accumulator_range(feature_set, at));
    let [low, high] =
        ranges.fold([0; 2], |[low, high], range| [low.min(range[0]), high.max(range[1])]);
    writeln!(output, "game {variant}")?;
    writeln!(output, "size {} bytes", bytes.len())?;
    writeln!(output, "inputs {} {}", feature_set.name, feature_set.len())?;
    writeln!(output, "King buckets {king_buckets}, hidden 2x{hidden}, output buckets {buckets}")?;
    let hce_checksum = hce_checksum.map(|sum| format!(", checksum {sum:016x}")).unwrap_or_default();
    writeln!(output, "base {base}{hce_checksum}")?;
    writeln!(output, "scale {scale} centipawns per logit, output weights in 1/{unit}")?;
    writeln!(output, "accumulator range {low} to {high} of -32768 to 32767")?;
    for (key, value) in &parameters.provenance {
        writeln!(output, "{}", printable(&format!("{key}: {value}")))?;
    }
    Ok(())
}

/// Evaluates positions with the engine and with a floating-point version of the same
/// network, and writes the mean and the largest difference. The positions come from a file
/// in any format that [`position_line`](kawari_records::position_line) reads.
///
/// # Errors
/// Returns an error if a file cannot be read, a position is invalid, or a difference is one
/// centipawn or more.
pub fn check(path: &Path, positions: &Path, output: &mut impl Write) -> anyhow::Result<()> {
    let network = LoadedNetwork::read(path)?;
    let mut comparison = EvaluationComparison::new(network)?;
    let lines = source::open_small(positions);
    let lines = lines.with_context(|| format!("cannot read {}", positions.display()))?.lines();
    let (mut count, mut sum, mut worst) = (0_u32, 0.0, (0.0, String::new()));
    for (number, line) in lines.enumerate() {
        let in_line = || format!("line {} of {}", number + 1, positions.display());
        let Some(position) =
            PositionLine::parse(&line.with_context(in_line)?).with_context(in_line)?
        else {
            continue;
        };
        let difference = comparison.difference(&position).with_context(in_line)?;
        count += 1;
        sum += difference;
        if difference > worst.0 {
            worst = (difference, comparison.probe.sfen());
        }
    }
    ensure!(count > 0, "{} contains no position", positions.display());
    writeln!(
        output,
        "positions {count}, difference {:.2} centipawns on average, {:.2} at most: {}",
        sum / f64::from(count),
        worst.0,
        worst.1,
    )?;
    ensure!(
        worst.0 < 1.0,
        "the engine's evaluation differs from the parameters in {}",
        path.display()
    );
    Ok(())
}

/// The engine's evaluation by a network, and the same network in floating point.
struct EvaluationComparison {
    variant: Variant,
    parameters: Parameters,
    game_state: Box<dyn GameState>,
    probe: Box<dyn FeatureProbe>,
    session: Box<dyn Session>,
}

impl EvaluationComparison {
    fn new(network: LoadedNetwork) -> anyhow::Result<Self> {
        let LoadedNetwork { variant, parameters, bytes, probe } = network;
        let mut session = session::open(variant, Settings { hash: 1, ..Settings::default() })?;
        session.set_evaluation(&EvalSource::Bytes(bytes.into()))?;
        Ok(Self { variant, parameters, game_state: game_state::open(variant), probe, session })
    }

    /// Returns the absolute difference of the two evaluations, in centipawns.
    fn difference(&mut self, position: &PositionLine) -> anyhow::Result<f64> {
        let is_other = |named| named != self.variant;
        ensure!(!position.variant.is_some_and(is_other), "the position is of another game");
        position.set(&mut *self.game_state)?;
        position.set(self.session.game_state_mut())?;
        self.probe.set(&self.game_state.start_sfen())?;
        for mv in self.game_state.moves_in_usi() {
            let bits = self.probe.bits(&mv).context("the probe rejects a legal move")?;
            self.probe.play(bits)?;
        }
        let features = self.probe.training_features(self.parameters.king_buckets);
        let bucket = self.probe.output_bucket(self.parameters.buckets);
        let base = match self.parameters.base {
            NetworkBase::Hand => f64::from(features.hand),
            NetworkBase::None => 0.0,
        };
        let share = f64::from(features.share.0) / f64::from(features.share.1);
        let logit = self.parameters.logit([&features.active[0], &features.active[1]], bucket);
        let limit = f64::from(MAX_EVALUATION);
        let score = (base + share * logit * f64::from(self.parameters.scale)).clamp(-limit, limit);
        Ok((score - f64::from(self.session.evaluation())).abs())
    }
}
