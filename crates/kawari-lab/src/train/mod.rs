//! `kawari train`: training of NNUE networks from games.
//!
//! The games come from [`selfplay`](super::selfplay), packed or logged. On their quiet
//! positions the network is trained to predict a weighted mean of the game result and the
//! search score, with AdamW. With the base `hand`, the network's output is added to the
//! hand-crafted evaluation, so it learns that evaluation's errors.
//!
//! One game in ten is kept for validation. The parameters with the smallest validation
//! error are quantised and written as a
//! [network file](kawari_engine::games::evaluation::nnue::file).
//!
//! The same games and options give the same bytes on every machine with IEEE 754
//! arithmetic, for any number of threads. A checkpoint is written after each epoch, so that
//! interrupted training can be resumed.

mod checkpoint;
mod factorisation;
pub mod measure;
mod model;
mod optimizer;
mod plot;
mod positions;
mod quantised;
mod report;

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail, ensure};

use self::checkpoint::Checkpoint;
use self::model::NetworkShape;
use self::optimizer::{EpochErrors, Optimizer, TrainingData, TrainingSchedule, TrainingState};
use self::positions::{Filter, TrainingPositions, TrainingSamples};
use self::report::{Measures, TrainingReport};
use super::progress::{ProgressBar, Reporting};
use super::statistics::logistic;
use kawari_engine::core::fingerprint::Fingerprint;
use kawari_engine::core::score;
use kawari_engine::engine::training_features;
use kawari_engine::games::evaluation::LARGEST_FILE;
use kawari_engine::games::evaluation::nnue::features::FeatureSet;
use kawari_engine::games::evaluation::nnue::file;
use kawari_engine::games::evaluation::nnue::parameters::{NetworkBase, Parameters};
use kawari_engine::games::variants::Variant;
use kawari_records::recorded_games::FileSummary;
use kawari_records::{atomic_file, source};

/// Options of `kawari train`.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainConfig {
    /// Game variant.
    pub variant: Variant,
    /// Packed games or logs of games.
    pub data: Vec<PathBuf>,
    /// New file for the network.
    pub output: PathBuf,
    /// Evaluation to which the network's output is added.
    pub base: NetworkBase,
    /// Number of hidden units per perspective.
    pub hidden: usize,
    /// Number of output buckets.
    pub buckets: usize,
    /// Number of King buckets.
    pub king_buckets: usize,
    /// Maximum number of epochs.
    pub epochs: usize,
    /// Batch size, in positions. Default: chosen by the number of positions.
    pub batch: Option<usize>,
    /// Peak learning rate.
    pub rate: f64,
    /// Weight decay: the share that a parameter loses per step, in units of the learning
    /// rate.
    pub decay: f64,
    /// Number of epochs without a better validation error after which training stops.
    pub patience: usize,
    /// Weight of the game result in a position's target, in percent. The rest is the weight
    /// of the search score.
    pub result: u8,
    /// Centipawns per logit. Default: fitted to the games.
    pub scale: Option<u32>,
    /// Moves skipped at the start of each game.
    pub skip: usize,
    /// Whether to include positions with a mate score.
    pub mates: bool,
    /// Seed of the initial parameters and of the shuffling.
    pub seed: u64,
    /// Network file with the initial parameters.
    pub init: Option<PathBuf>,
    /// File for a plot of the errors per epoch.
    pub plot: Option<PathBuf>,
    /// Threads. Default: the number of cores.
    pub jobs: Option<usize>,
    /// Whether to resume from the checkpoint, if there is one.
    pub resume: bool,
    /// Progress output on standard error.
    pub reporting: Reporting,
}

impl Default for TrainConfig {
    /// A network for Hasami on top of the hand-crafted evaluation, without games.
    fn default() -> Self {
        Self {
            variant: Variant::Hasami,
            data: Vec::new(),
            output: PathBuf::new(),
            base: NetworkBase::Hand,
            hidden: 64,
            buckets: 1,
            king_buckets: 1,
            epochs: 15,
            batch: None,
            rate: 0.003,
            decay: 0.3,
            patience: 4,
            result: 10,
            scale: None,
            skip: 4,
            mates: false,
            seed: 1,
            init: None,
            plot: None,
            jobs: None,
            resume: false,
            reporting: Reporting::default(),
        }
    }
}

/// Trains a network, writes its file, and writes a report to `output`.
///
/// # Errors
/// Returns an error if a file cannot be read or written, if the games are of another
/// variant or too few, or if an accumulator could overflow.
pub fn run(config: &TrainConfig, output: &mut dyn Write) -> anyhow::Result<()> {
    // Check before the work, not after it.
    ensure!(!config.output.exists(), "{} already exists", config.output.display());
    let threads = threads(config.jobs)?;
    let report = threads.install(|| Training::prepare(config)?.run())?;
    output.write_all(report.as_bytes()).context("cannot write the report")
}

/// Creates a thread pool, by default with as many threads as cores.
fn threads(jobs: Option<usize>) -> anyhow::Result<rayon::ThreadPool> {
    let mut threads = rayon::ThreadPoolBuilder::new();
    if let Some(jobs) = jobs {
        threads = threads.num_threads(jobs);
    }
    threads.build().context("cannot spawn a thread")
}

/// A training run with its data loaded.
struct Training<'a> {
    config: &'a TrainConfig,
    feature_set: FeatureSet,
    shape: NetworkShape,
    samples: TrainingSamples,
    /// Centipawns per logit.
    scale: u32,
    schedule: TrainingSchedule,
}

impl<'a> Training<'a> {
    /// Reads the games and sets the options that were not given.
    fn prepare(config: &'a TrainConfig) -> anyhow::Result<Self> {
        let feature_set = training_features::open(config.variant).feature_set().clone();
        let shape = NetworkShape {
            inputs: feature_set.len(),
            king_buckets: config.king_buckets,
            hidden: config.hidden,
            buckets: config.buckets,
        };
        // Check the sizes before the work, too.
        let empty = quantised::quantise(shape, &vec![0.0; shape.len()], config.base, 1);
        empty.check(&feature_set)?;
        let &TrainConfig { skip, mates, buckets, king_buckets, .. } = config;
        let filter = Filter { skip, mates, buckets, king_buckets };
        let mut bar = ProgressBar::new("games", None, config.reporting);
        let samples = positions::read(config.variant, &config.data, filter, |games| {
            bar.advance(games as u64);
        })?;
        drop(bar);
        ensure!(!samples.training.is_empty(), "no quiet position in these games");
        ensure!(!samples.validation.is_empty(), "too few games: none is left for validation");
        let scale = config.scale.unwrap_or_else(|| fitted_scale(&samples.training));
        let &TrainConfig { epochs, batch, rate, decay, patience, seed, .. } = config;
        let batch = batch.unwrap_or_else(|| default_batch_size(samples.training.len()));
        let schedule = TrainingSchedule { epochs, batch, rate, decay, patience, seed };
        Ok(Self { config, feature_set, shape, samples, scale, schedule })
    }

    fn run(&self) -> anyhow::Result<String> {
        let TrainConfig { base, reporting, variant, .. } = self.config;
        let TrainingSamples { training, validation, validation_games, repeated, .. } =
            &self.samples;
        reporting.print_note(format_args!(
            "{} training positions, {} validation positions of {validation_games} games, \
             {repeated} repeated positions skipped, {} centipawns per logit",
            training.len(),
            validation.len(),
            self.scale
        ));
        let checkpoint = Checkpoint::of(&self.config.output, self.task());
        let state = self.train(&checkpoint)?;
        let best = factorisation::merge(self.shape, &state.best);
        let mut network = quantised::quantise(self.shape, &best, *base, self.scale);
        let data = self.training_data(validation);
        let outputs = data.outputs(self.shape, &best);
        let logits: Vec<f64> =
            outputs.iter().zip(&data.bases).map(|(o, b)| f64::from(o + b)).collect();
        let measures = self.measures(validation);
        let report = TrainingReport::new(
            validation,
            &measures,
            &logits,
            &data.bases,
            &network,
            &self.feature_set,
        );
        network.hce_checksum =
            (*base == NetworkBase::Hand).then(|| training_features::open(*variant).checksum());
        network.provenance = self.provenance(&state, &report);
        let bytes = file::write(variant.info(), &self.feature_set, &network)?;
        atomic_file::put(&self.config.output, |file| file.write_all(&bytes))?;
        if let Some(path) = &self.config.plot {
            let title = format!("{variant}: RMS error of the expected result");
            let plot = plot::svg(&title, &state.epochs);
            fs::write(path, plot).with_context(|| format!("cannot write {}", path.display()))?;
        }
        checkpoint.remove();
        Ok(self.summary_text(&state, &report, bytes.len()))
    }

    /// Trains until the last epoch, or until the validation error stops improving.
    fn train(&self, checkpoint: &Checkpoint) -> anyhow::Result<TrainingState> {
        let symmetries = self.symmetries();
        let [training, validation] =
            [&self.samples.training, &self.samples.validation].map(|p| self.training_data(p));
        let optimizer = Optimizer {
            shape: self.shape,
            schedule: self.schedule,
            training: &training,
            symmetries: &symmetries,
        };
        let saved = if self.config.resume { checkpoint.read()? } else { None };
        let mut state = match saved {
            Some(state) => state,
            None => {
                ensure!(
                    self.config.resume || !checkpoint.path().exists(),
                    "checkpoint {} exists: use --resume to continue",
                    checkpoint.path().display()
                );
                TrainingState::new(self.initial_parameters()?)
            }
        };
        let TrainingSchedule { epochs, patience, .. } = self.schedule;
        let work = (epochs * training.positions.len()) as u64;
        let mut bar = ProgressBar::new("positions", Some(work), self.config.reporting);
        bar.start_at((state.epochs.len() * training.positions.len()) as u64);
        while state.epochs.len() < epochs {
            let best = state.best_epoch();
            if best.is_some_and(|best| state.epochs.len() - best > patience) {
                break;
            }
            let training = optimizer.epoch(&mut state, |batch| bar.advance(batch as u64));
            let merged = factorisation::merge(self.shape, &state.parameters);
            let validation = validation.error(self.shape, &merged).sqrt();
            state.epochs.push(EpochErrors { training, validation });
            let epoch = state.epochs.len();
            if state.best_epoch() == Some(epoch - 1) {
                state.best.clone_from(&state.parameters);
            }
            checkpoint.write(&state)?;
            bar.note(&format!(
                "epoch {epoch}, training error {training:.5}, validation error {validation:.5}"
            ));
        }
        Ok(state)
    }

    /// Returns the symmetries for data augmentation. With the base `hand`, only the
    /// left-right mirror is used: it is the only symmetry under which the hand-crafted
    /// evaluation is invariant.
    fn symmetries(&self) -> Vec<Vec<u16>> {
        let mut symmetries = training_features::open(self.config.variant).symmetries();
        if self.config.base == NetworkBase::Hand {
            symmetries.truncate(1);
        }
        symmetries
    }

    fn measures(&self, positions: &TrainingPositions) -> Measures {
        Measures::of(positions, self.scale, f64::from(self.config.result) / 100.0)
    }

    fn training_data<'p>(&self, positions: &'p TrainingPositions) -> TrainingData<'p> {
        let base = |hand: i16| match self.config.base {
            NetworkBase::Hand => f32::from(hand) / self.scale as f32,
            NetworkBase::None => 0.0,
        };
        let measures = self.measures(positions);
        TrainingData {
            positions,
            bases: positions.labels().iter().map(|labels| base(labels.hand)).collect(),
            targets: measures.targets().iter().map(|&target| target as f32).collect(),
        }
    }

    /// Returns the parameters of the configured initial network, or random ones.
    fn initial_parameters(&self) -> anyhow::Result<Vec<f32>> {
        let Some(path) = &self.config.init else {
            return Ok(model::initial(self.shape, self.schedule.seed));
        };
        let place = || format!("in {}", path.display());
        let bytes = source::read(path, LARGEST_FILE).with_context(place)?;
        let info = self.config.variant.info();
        let network = file::read(&bytes, info, &self.feature_set).with_context(place)?;
        let Parameters { king_buckets, hidden, buckets, base, .. } = network;
        let shape = NetworkShape { inputs: self.shape.inputs, king_buckets, hidden, buckets };
        if (shape, base) != (self.shape, self.config.base) {
            bail!(
                "{} has {hidden} hidden units, {king_buckets} King buckets, {buckets} output \
                 buckets and the base {base}: set the options to these values",
                path.display()
            );
        }
        let mut parameters = quantised::dequantise(&network, self.scale);
        parameters.resize(factorisation::length(shape), 0.0);
        Ok(parameters)
    }

    /// Returns a line with everything that the parameters depend on: the options and a
    /// fingerprint of the data.
    fn task(&self) -> String {
        let mut data = Fingerprint::default();
        for positions in [&self.samples.training, &self.samples.validation] {
            data.add(&positions.len().to_le_bytes());
            for (position, labels) in positions.labels().iter().enumerate() {
                data.add(&[labels.score, labels.hand].map(i16::to_le_bytes).concat());
                data.add(&[labels.half_points, labels.bucket]);
                // One input feature is enough, because the scores depend on all of them.
                let inputs = positions.active(position).views[0];
                data.add(&inputs.first().copied().unwrap_or_default().to_le_bytes());
            }
        }
        format!("{}, init {:?}, data {data}", self.command(), self.config.init)
    }

    /// Returns the command line with the options that the network depends on. It is written to
    /// the network file, so the initial network has no folder.
    fn command(&self) -> String {
        let TrainingSchedule { epochs, batch, rate, decay, patience, seed } = self.schedule;
        let TrainConfig { variant, base, hidden, buckets, result, skip, init, .. } = self.config;
        let king_buckets = match self.config.king_buckets {
            1 => String::new(),
            buckets => format!(" --king-buckets {buckets}"),
        };
        let mates = if self.config.mates { " --mates" } else { "" };
        let init = init.as_ref().and_then(|path| path.file_name());
        let init = init.map(|name| format!(" --init {}", name.display()));
        format!(
            "kawari train {variant} --base {base} --hidden {hidden}{king_buckets} --buckets {buckets} --epochs \
             {epochs} --batch {batch} --rate {rate} --decay {decay} --patience {patience} --result {result} \
             --scale {} --skip {skip}{mates} --seed {seed}{}",
            self.scale,
            init.unwrap_or_default()
        )
    }

    /// Returns the provenance entries of the network file.
    fn provenance(&self, state: &TrainingState, report: &TrainingReport) -> Vec<(String, String)> {
        let best = state.best_epoch().map_or(0, |epoch| epoch + 1);
        let TrainingSamples { training, validation, validation_games, .. } = &self.samples;
        [
            ("command", self.command()),
            ("games", FileSummary::list(&self.samples.files)),
            (
                "positions",
                format!(
                    "{} training, {} validation of {validation_games} games",
                    training.len(),
                    validation.len()
                ),
            ),
            ("epochs", format!("{}, the best one is {best}", state.epochs.len())),
            ("errors", report.losses()),
        ]
        .map(|(key, value)| (key.to_owned(), value))
        .into()
    }

    fn summary_text(&self, state: &TrainingState, report: &TrainingReport, bytes: usize) -> String {
        let TrainingSamples { training, validation, validation_games, .. } = &self.samples;
        let best = state.best_epoch().map_or(0, |epoch| epoch + 1);
        let mut text = format!(
            "{}: {} training positions, {} validation positions of {validation_games} games\n\
             {} centipawns per logit\n\nepoch  training  validation\n",
            self.config.variant,
            training.len(),
            validation.len(),
            self.scale
        );
        // Writing to a string cannot fail.
        for (epoch, EpochErrors { training, validation }) in state.epochs.iter().enumerate() {
            let mark = if epoch + 1 == best { "  best" } else { "" };
            let _ = writeln!(text, "{:5}  {training:8.5}  {validation:10.5}{mark}", epoch + 1);
        }
        let _ = write!(text, "\n{report}{bytes} bytes in {}\n", self.config.output.display());
        text
    }
}

/// Fits the number of centipawns per logit with which the search scores predict the results
/// best.
fn fitted_scale(positions: &TrainingPositions) -> u32 {
    /// Approximate number of positions used; more would not improve the fit.
    const MAX_POSITIONS: usize = 400_000;
    let labels = positions.labels();
    let pairs: Vec<(f64, f64)> = labels
        .iter()
        .filter(|labels| !score::is_decisive(labels.score.into()))
        .step_by(labels.len().div_ceil(MAX_POSITIONS).max(1))
        .map(|labels| (f64::from(labels.score), labels.result()))
        .collect();
    (1.0 / logistic::slope(&pairs)).round() as u32
}

/// Returns the default batch size: a hundredth of the positions, rounded up to a power of
/// two, from 256 to 16,384.
fn default_batch_size(positions: usize) -> usize {
    (positions / 100).next_power_of_two().clamp(256, 16_384)
}
