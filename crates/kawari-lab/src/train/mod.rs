//! `kawari train`: a network that judges, learned from games.
//!
//! The games are those that [`selfplay`](super::selfplay) plays, packed or logged. From
//! their quiet positions the network learns to foretell a mixture of the result of the
//! game and the score that a search found, by stochastic gradient descent ("AdamW"). With
//! the base `hand` it learns what the hand-written evaluation misses.
//!
//! One game of ten is not learned from. The parameters that do best on its positions are
//! rounded to whole numbers and written as a
//! [network file](kawari_engine::games::evaluation::nnue::file).
//!
//! The same games and options give the same bytes on every machine that rounds as
//! IEEE 754 has it, on any number of threads. After each epoch a checkpoint is written,
//! from which a training that was killed goes on.

mod checkpoint;
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

/// What is trained, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainConfig {
    /// The game.
    pub variant: Variant,
    /// Packed games or logs of games.
    pub data: Vec<PathBuf>,
    /// The file of the network; it must not be there yet.
    pub output: PathBuf,
    /// What the output of the network is added to.
    pub base: NetworkBase,
    /// Hidden units of each view.
    pub hidden: usize,
    /// Output buckets.
    pub buckets: usize,
    /// Times that every position is learned from, at most.
    pub epochs: usize,
    /// Positions of a step; as many as suit their number if absent.
    pub batch: Option<usize>,
    /// Largest change of a parameter in a step.
    pub rate: f64,
    /// The share of itself that each parameter loses in a step at that rate, in units of
    /// the rate.
    pub decay: f64,
    /// Epochs without a gain on unseen games after which it ends.
    pub patience: usize,
    /// How much the result of the game counts, in hundredths, against the score of the
    /// search.
    pub result: u8,
    /// Hundredths of a logit; fitted to the games if absent.
    pub scale: Option<u32>,
    /// Moves at the start of each game that are passed over.
    pub skip: usize,
    /// Positions in which the search found a mate are learned from, too.
    pub mates: bool,
    /// Seed of all that is random.
    pub seed: u64,
    /// A network to go on from.
    pub init: Option<PathBuf>,
    /// A drawing of the errors over the epochs.
    pub plot: Option<PathBuf>,
    /// Threads; as many as there are cores if absent.
    pub jobs: Option<usize>,
    /// Go on from the checkpoint, if there is one.
    pub resume: bool,
    /// What is said on the way.
    pub reporting: Reporting,
}

impl Default for TrainConfig {
    /// A residual network of Hasami, without games.
    fn default() -> Self {
        Self {
            variant: Variant::Hasami,
            data: Vec::new(),
            output: PathBuf::new(),
            base: NetworkBase::Hand,
            hidden: 64,
            buckets: 1,
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

/// Trains a network, writes its file, and a report to `output`.
///
/// # Errors
/// When a file cannot be read or written, the games are none of this variant or too few,
/// or a position could overflow the network.
pub fn run(config: &TrainConfig, output: &mut dyn Write) -> anyhow::Result<()> {
    // Said before the work is done, not after it.
    ensure!(!config.output.exists(), "{} already exists", config.output.display());
    let threads = threads(config.jobs)?;
    let report = threads.install(|| Training::prepare(config)?.run())?;
    output.write_all(report.as_bytes()).context("cannot write the report")
}

/// So many threads; as many as there are cores if absent.
fn threads(jobs: Option<usize>) -> anyhow::Result<rayon::ThreadPool> {
    let mut threads = rayon::ThreadPoolBuilder::new();
    if let Some(jobs) = jobs {
        threads = threads.num_threads(jobs);
    }
    threads.build().context("the system has no thread left")
}

/// All that a training needs.
struct Training<'a> {
    config: &'a TrainConfig,
    feature_set: FeatureSet,
    shape: NetworkShape,
    samples: TrainingSamples,
    /// Hundredths of a logit.
    scale: u32,
    schedule: TrainingSchedule,
}

impl<'a> Training<'a> {
    /// Reads the games, and settles what was left open.
    fn prepare(config: &'a TrainConfig) -> anyhow::Result<Self> {
        let feature_set = training_features::open(config.variant).feature_set().clone();
        let shape = NetworkShape {
            inputs: feature_set.len(),
            hidden: config.hidden,
            buckets: config.buckets,
        };
        // Wrong sizes are refused before the work is done, too.
        let empty = quantised::quantise(shape, &vec![0.0; shape.len()], config.base, 1);
        empty.check(&feature_set)?;
        let filter = Filter { skip: config.skip, mates: config.mates, buckets: config.buckets };
        let mut bar = ProgressBar::new("games", None, config.reporting);
        let samples = positions::read(config.variant, &config.data, filter, |games| {
            bar.advance(games as u64);
        })?;
        drop(bar);
        ensure!(!samples.known.is_empty(), "no quiet position in these games");
        ensure!(!samples.unseen.is_empty(), "too few games: none is left to try the network on");
        let scale = config.scale.unwrap_or_else(|| fitted_scale(&samples.known));
        let &TrainConfig { epochs, batch, rate, decay, patience, seed, .. } = config;
        let batch = batch.unwrap_or_else(|| suitable_batch(samples.known.len()));
        let schedule = TrainingSchedule { epochs, batch, rate, decay, patience, seed };
        Ok(Self { config, feature_set, shape, samples, scale, schedule })
    }

    fn run(&self) -> anyhow::Result<String> {
        let TrainConfig { base, reporting, variant, .. } = self.config;
        let TrainingSamples { known, unseen, unseen_games, repeated, .. } = &self.samples;
        reporting.print_note(format_args!(
            "{} positions to learn from, {} of {unseen_games} other games to try on, {repeated} \
             left out that had come up before; {} hundredths a logit",
            known.len(),
            unseen.len(),
            self.scale
        ));
        let checkpoint = Checkpoint::of(&self.config.output, self.task());
        let progress = self.train(&checkpoint)?;
        let mut network = quantised::quantise(self.shape, &progress.best, *base, self.scale);
        let training_data = self.training_data(unseen);
        let outputs = training_data.outputs(self.shape, &progress.best);
        let logits: Vec<f64> =
            outputs.iter().zip(&training_data.bases).map(|(o, b)| f64::from(o + b)).collect();
        let measures = self.measures(unseen);
        let report = TrainingReport::new(
            unseen,
            &measures,
            &logits,
            &training_data.bases,
            &network,
            &self.feature_set,
        );
        network.beside =
            (*base == NetworkBase::Hand).then(|| training_features::open(*variant).checksum());
        network.provenance = self.provenance(&progress, &report);
        let bytes = file::write(variant.info(), &self.feature_set, &network)?;
        atomic_file::put(&self.config.output, |file| file.write_all(&bytes))?;
        if let Some(path) = &self.config.plot {
            let title = format!("{variant}: error on the points promised");
            let plot = plot::svg(&title, &progress.epochs);
            fs::write(path, plot).with_context(|| format!("cannot write {}", path.display()))?;
        }
        checkpoint.remove();
        Ok(self.summary_text(&progress, &report, bytes.len()))
    }

    /// Epoch after epoch, until there is no gain any more.
    fn train(&self, checkpoint: &Checkpoint) -> anyhow::Result<TrainingState> {
        let symmetries = self.symmetries();
        let [known, unseen] =
            [&self.samples.known, &self.samples.unseen].map(|p| self.training_data(p));
        let descent = Optimizer {
            shape: self.shape,
            schedule: self.schedule,
            known: &known,
            symmetries: &symmetries,
        };
        let kept = if self.config.resume { checkpoint.read()? } else { None };
        let mut progress = match kept {
            Some(progress) => progress,
            None => {
                ensure!(
                    self.config.resume || !checkpoint.path().exists(),
                    "{} is there: --resume goes on from it",
                    checkpoint.path().display()
                );
                TrainingState::new(self.first_parameters()?)
            }
        };
        let TrainingSchedule { epochs, patience, .. } = self.schedule;
        let work = (epochs * known.positions.len()) as u64;
        let mut bar = ProgressBar::new("positions", Some(work), self.config.reporting);
        bar.start_at((progress.epochs.len() * known.positions.len()) as u64);
        while progress.epochs.len() < epochs {
            let best = progress.best_epoch();
            if best.is_some_and(|best| progress.epochs.len() - best > patience) {
                break;
            }
            let learned = descent.epoch(&mut progress, |batch| bar.advance(batch as u64));
            let error = unseen.error(self.shape, &progress.parameters).sqrt();
            progress.epochs.push(EpochErrors { known: learned, unseen: error });
            let epoch = progress.epochs.len();
            if progress.best_epoch() == Some(epoch - 1) {
                progress.best.clone_from(&progress.parameters);
            }
            checkpoint.write(&progress)?;
            bar.note(&format!("epoch {epoch}, error {learned:.5}, on unseen games {error:.5}"));
        }
        Ok(progress)
    }

    /// What positions are turned to. What the hand-written evaluation says of a position
    /// is known with left and right swapped, and in no other way.
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

    /// Those of the network to go on from, else random ones.
    fn first_parameters(&self) -> anyhow::Result<Vec<f32>> {
        let Some(path) = &self.config.init else {
            return Ok(model::initial(self.shape, self.schedule.seed));
        };
        let place = || format!("in {}", path.display());
        let bytes = source::read(path, LARGEST_FILE).with_context(place)?;
        let info = self.config.variant.info();
        let network = file::read(&bytes, info, &self.feature_set).with_context(place)?;
        let Parameters { hidden, buckets, base, .. } = network;
        if (hidden, buckets, base) != (self.shape.hidden, self.shape.buckets, self.config.base) {
            bail!(
                "{} has {hidden} hidden units, {buckets} buckets and the base {base}: go on with \
                 the same",
                path.display()
            );
        }
        Ok(quantised::in_floating_point(&network, self.scale))
    }

    /// All that the parameters depend on, in a line.
    fn task(&self) -> String {
        let mut data = Fingerprint::default();
        for positions in [&self.samples.known, &self.samples.unseen] {
            data.add(&positions.len().to_le_bytes());
            for (position, labels) in positions.labels().iter().enumerate() {
                data.add(&[labels.score, labels.hand].map(i16::to_le_bytes).concat());
                data.add(&[labels.half_points, labels.bucket]);
                // A sample of the inputs is enough: they make the scores.
                let inputs = positions.active(position).views[0];
                data.add(&inputs.first().copied().unwrap_or_default().to_le_bytes());
            }
        }
        format!("{}, data {data}", self.command())
    }

    /// The options that the network depends on.
    fn command(&self) -> String {
        let TrainingSchedule { epochs, batch, rate, decay, patience, seed } = self.schedule;
        let TrainConfig { variant, base, hidden, buckets, result, skip, init, .. } = self.config;
        let mates = if self.config.mates { " --mates" } else { "" };
        let init = init.as_ref().map(|path| format!(" --init {}", path.display()));
        format!(
            "kawari train {variant} --base {base} --hidden {hidden} --buckets {buckets} --epochs \
             {epochs} --batch {batch} --rate {rate} --decay {decay} --patience {patience} --result {result} \
             --scale {} --skip {skip}{mates} --seed {seed}{}",
            self.scale,
            init.unwrap_or_default()
        )
    }

    /// What stands in the file on where the network comes from.
    fn provenance(
        &self,
        progress: &TrainingState,
        report: &TrainingReport,
    ) -> Vec<(String, String)> {
        let best = progress.best_epoch().map_or(0, |epoch| epoch + 1);
        let TrainingSamples { known, unseen, unseen_games, .. } = &self.samples;
        [
            ("command", self.command()),
            ("games", FileSummary::list(&self.samples.files)),
            (
                "positions",
                format!(
                    "{} learned from, {} unseen of {unseen_games} games",
                    known.len(),
                    unseen.len()
                ),
            ),
            ("epochs", format!("{}, the best one is {best}", progress.epochs.len())),
            ("errors", report.losses()),
        ]
        .map(|(key, value)| (key.to_owned(), value))
        .into()
    }

    fn summary_text(
        &self,
        progress: &TrainingState,
        report: &TrainingReport,
        bytes: usize,
    ) -> String {
        let TrainingSamples { known, unseen, unseen_games, .. } = &self.samples;
        let best = progress.best_epoch().map_or(0, |epoch| epoch + 1);
        let mut text = format!(
            "{}: {} positions learned from, {} of {unseen_games} other games to try on\n\
             {} hundredths a logit\n\nepoch  learned   unseen\n",
            self.config.variant,
            known.len(),
            unseen.len(),
            self.scale
        );
        // Writing to a string cannot fail.
        for (epoch, EpochErrors { known, unseen }) in progress.epochs.iter().enumerate() {
            let mark = if epoch + 1 == best { "  best" } else { "" };
            let _ = writeln!(text, "{:5}  {known:.5}  {unseen:.5}{mark}", epoch + 1);
        }
        let _ = write!(text, "\n{report}{bytes} bytes in {}\n", self.config.output.display());
        text
    }
}

/// The hundredths of a logit with which the scores of the searches foretell the results
/// best.
fn fitted_scale(positions: &TrainingPositions) -> u32 {
    /// So many tell it well enough.
    const MOST: usize = 400_000;
    let labels = positions.labels();
    let pairs: Vec<(f64, f64)> = labels
        .iter()
        .filter(|labels| !score::is_decisive(labels.score.into()))
        .step_by(labels.len().div_ceil(MOST).max(1))
        .map(|labels| (f64::from(labels.score), labels.result()))
        .collect();
    (1.0 / logistic::slope(&pairs)).round() as u32
}

/// The positions of a step: a hundredth of all, within bounds.
fn suitable_batch(positions: usize) -> usize {
    (positions / 100).next_power_of_two().clamp(256, 16_384)
}
