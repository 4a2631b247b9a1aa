//! What a file with a network holds, and whether the engine makes of it what a trainer
//! meant.

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

/// A network out of a file, and the file.
struct Loaded {
    variant: Variant,
    parameters: Parameters,
    bytes: Vec<u8>,
    probe: Box<dyn FeatureProbe>,
}

impl Loaded {
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

/// Writes what a file with a network holds.
///
/// # Errors
/// When the file cannot be read or holds no network, or when writing fails.
pub fn info(path: &Path, output: &mut impl Write) -> anyhow::Result<()> {
    let Loaded { variant, parameters, bytes, probe } = Loaded::read(path)?;
    let feature_set = probe.feature_set();
    let Parameters { hidden, buckets, base, beside, scale, unit, .. } = &parameters;
    let ranges = (0..*hidden).map(|at| parameters.accumulator_range(feature_set, at));
    let [low, high] =
        ranges.fold([0; 2], |[low, high], range| [low.min(range[0]), high.max(range[1])]);
    writeln!(output, "game {variant}")?;
    writeln!(output, "size {} bytes", bytes.len())?;
    writeln!(output, "inputs {} {}", feature_set.name, feature_set.len())?;
    writeln!(output, "hidden 2x{hidden}, output buckets {buckets}")?;
    let beside = beside.map(|sum| format!(" of checksum {sum:016x}")).unwrap_or_default();
    writeln!(output, "base {base}{beside}")?;
    writeln!(output, "scale {scale} hundredths in a logit, output weights in 1/{unit}")?;
    writeln!(output, "accumulators from {low} to {high} at the worst, of -32768 to 32767")?;
    for (key, value) in &parameters.provenance {
        writeln!(output, "{}", printable(&format!("{key}: {value}")))?;
    }
    Ok(())
}

/// Judges positions by the engine and, in floating point, by the same parameters, and
/// writes how far the two are apart. The positions come from a file, in any form that
/// [`position_line`](kawari_records::position_line) reads.
///
/// # Errors
/// When a file cannot be read, a position is bad, or the two are apart by a hundredth or
/// more.
pub fn check(path: &Path, positions: &Path, output: &mut impl Write) -> anyhow::Result<()> {
    let network = Loaded::read(path)?;
    let mut both = Both::new(network)?;
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
        let difference = both.difference(&position).with_context(in_line)?;
        count += 1;
        sum += difference;
        if difference > worst.0 {
            worst = (difference, both.probe.sfen());
        }
    }
    ensure!(count > 0, "{} holds no position", positions.display());
    writeln!(
        output,
        "positions {count}, apart by {:.2} hundredths on average, {:.2} at most: {}",
        sum / f64::from(count),
        worst.0,
        worst.1,
    )?;
    ensure!(worst.0 < 1.0, "the engine does not make of {} what it says", path.display());
    Ok(())
}

/// An engine that judges by a network, and the network in floating point.
struct Both {
    variant: Variant,
    parameters: Parameters,
    game_state: Box<dyn GameState>,
    probe: Box<dyn FeatureProbe>,
    session: Box<dyn Session>,
}

impl Both {
    fn new(network: Loaded) -> anyhow::Result<Self> {
        let Loaded { variant, parameters, bytes, probe } = network;
        let mut session = session::open(variant, Settings { hash: 1, ..Settings::default() })?;
        session.set_evaluation(&EvalSource::Bytes(bytes.into()))?;
        Ok(Self { variant, parameters, game_state: game_state::open(variant), probe, session })
    }

    /// How far the two are apart at a position, in hundredths.
    fn difference(&mut self, position: &PositionLine) -> anyhow::Result<f64> {
        let is_other = |named| named != self.variant;
        ensure!(!position.variant.is_some_and(is_other), "it is a position of another game");
        position.set(&mut *self.game_state)?;
        position.set(self.session.game_state_mut())?;
        self.probe.set(&self.game_state.start_sfen())?;
        for word in self.game_state.moves() {
            let bits = self.probe.bits(&word).context("a move that was legal is not")?;
            self.probe.play(bits)?;
        }
        let sight = self.probe.training_features();
        let bucket = self.probe.output_bucket(self.parameters.buckets);
        let base = match self.parameters.base {
            NetworkBase::Hand => f64::from(sight.hand),
            NetworkBase::None => 0.0,
        };
        let share = f64::from(sight.share.0) / f64::from(sight.share.1);
        let logit = self.parameters.logit([&sight.active[0], &sight.active[1]], bucket);
        let limit = f64::from(MAX_EVALUATION);
        let score = (base + share * logit * f64::from(self.parameters.scale)).clamp(-limit, limit);
        Ok((score - f64::from(self.session.evaluation())).abs())
    }
}
