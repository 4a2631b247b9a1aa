//! `kawari tune`: tuning of the hand-crafted evaluation.
//!
//! This is Texel's tuning method,
//! <https://www.chessprogramming.org/Texel%27s_Tuning_Method>: quiet positions are drawn from
//! games, and the weights are fitted so that the evaluation predicts the game results. The
//! output is a Rust source file with the weights; without games, it contains the present
//! weights. Games decided by a crash or on time are
//! [skipped](kawari_records::recorded_games::read).
//!
//! One game in ten is kept for validation. The weights with the smallest error on the
//! validation positions are written; if no weights beat the present ones, nothing is
//! written.
//!
//! The same games and options give the same weights on every machine with IEEE 754
//! arithmetic.

mod fit;
mod sample;

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, ensure};

use self::fit::{FitConfig, FitProblem, FitResult};
use self::sample::{Sampler, TuningSamples};
use crate::progress::Reporting;
use crate::statistics::logistic::expected;
use kawari_engine::games::evaluation::GameEvaluation;
use kawari_engine::games::evaluation::linear::{Tuning, WriteWeights};
use kawari_engine::games::variants::{Playable, Variant, Visitor};
use kawari_records::recorded_games::{self, FileSummary};

/// Options of `kawari tune`.
#[derive(Clone, PartialEq, Debug)]
pub struct TuneConfig {
    /// Game variant.
    pub variant: Variant,
    /// Logs of games. Without any, the output contains the present weights.
    pub games: Vec<PathBuf>,
    /// Whether to fit the default weights of the variant's family. The logs may be of any games
    /// of the family.
    pub defaults: bool,
    /// Largest number of positions drawn from a game.
    pub per_game: usize,
    /// Moves skipped at the start of each game.
    pub skip: usize,
    /// Seed of the draw.
    pub seed: u64,
    /// Weight of the game result in a position's target, in percent. The rest is the weight
    /// of the search score, if the log has one.
    pub result: u8,
    /// Regularisation: the penalty for a weight that differs from its present value by 100,
    /// in millionths of a position's loss.
    pub reluctance: f64,
    /// Maximum number of steps.
    pub steps: usize,
    /// New file to which the weights are also written, in the format of the option
    /// `EvalFile`.
    pub eval_file: Option<PathBuf>,
    /// Progress output on standard error.
    pub reporting: Reporting,
}

impl Default for TuneConfig {
    /// Hasami without games.
    fn default() -> Self {
        Self {
            variant: Variant::Hasami,
            games: Vec::new(),
            defaults: false,
            per_game: 24,
            skip: 12,
            seed: 1,
            result: 50,
            reluctance: 20.0,
            steps: 600,
            eval_file: None,
            reporting: Reporting::default(),
        }
    }
}

/// Fits the weights and writes their source file to `output`. Returns false and writes
/// nothing if they are no better on the validation games.
///
/// # Errors
/// Returns an error if a file cannot be read or is not a log of this game, if there are too
/// few games, or if the output cannot be written.
pub fn run(config: &TuneConfig, output: &mut impl Write) -> anyhow::Result<bool> {
    ensure!(
        (0.0..=TuneConfig::MAX_RELUCTANCE).contains(&config.reluctance),
        "reluctance {} is out of range (0 to {})",
        config.reluctance,
        TuneConfig::MAX_RELUCTANCE
    );
    if let Some(path) = &config.eval_file {
        // Check before the work, not after it.
        ensure!(!path.exists(), "{} already exists", path.display());
    }
    let Some(fitted) = config.fitted()? else { return Ok(false) };
    if let Some(path) = &config.eval_file {
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        file.and_then(|mut file| file.write_all(fitted.as_bytes()))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    output.write_all(fitted.as_bytes()).context("cannot write the weights")?;
    Ok(true)
}

/// Weights with samples of games.
struct WeightSamples {
    weights: Vec<i16>,
    write: WriteWeights,
    samples: TuningSamples,
    files: Vec<FileSummary>,
}

/// Draws samples from the games of a variant.
struct DrawSamples<'a> {
    config: &'a TuneConfig,
    variant: Variant,
    games: &'a [PathBuf],
}

impl Visitor for DrawSamples<'_> {
    type Output = anyhow::Result<WeightSamples>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let &TuneConfig { per_game, skip, seed, defaults, .. } = self.config;
        let name = game.info().name;
        let tuning = if defaults {
            G::Evaluation::default_tuning(game)
                .with_context(|| format!("the family of {name} has no default weights"))?
        } else {
            let tuning = G::Evaluation::hand_crafted(game).tuning();
            tuning.with_context(|| format!("{name} is evaluated by material alone"))?
        };
        let Tuning { weights, trace, file: write } = tuning;
        let mut sampler = Sampler::new(game, trace, seed, per_game, skip);
        let mut files = Vec::new();
        for path in self.games {
            let read = recorded_games::read(path, self.variant, |game| sampler.add(&game));
            files.push(read.with_context(|| format!("in {}", path.display()))?);
        }
        Ok(WeightSamples { weights, write, samples: sampler.finish(), files })
    }
}

impl TuneConfig {
    /// Largest regularisation. With a larger one the weights would not change at all.
    pub const MAX_RELUCTANCE: f64 = 1e6;

    /// Returns the weights file, or `None` if the fit gained nothing.
    fn fitted(&self) -> anyhow::Result<Option<String>> {
        let draw =
            |variant: Variant, games| variant.visit(DrawSamples { config: self, variant, games });
        let mut drawn =
            draw(self.variant, if self.defaults { &[] } else { self.games.as_slice() })?;
        if self.games.is_empty() {
            return Ok(Some((drawn.write)(&drawn.weights, "The built-in weights.")));
        }
        for path in self.games.iter().filter(|_| self.defaults) {
            let variant =
                recorded_games::variant(path).with_context(|| format!("in {}", path.display()))?;
            let more = draw(variant, std::slice::from_ref(path))?;
            drawn.samples.append(more.samples);
            drawn.files.extend(more.files);
        }
        let best = self.fit(&drawn.samples, &drawn.weights)?.best;
        let text = (drawn.write)(&best.weights, &self.provenance(&drawn.files, best.step));
        Ok(Some(text).filter(|_| best.step > 0))
    }

    /// Returns a line about the origin of the weights: games, options and step.
    fn provenance(&self, files: &[FileSummary], step: usize) -> String {
        let games: usize = files.iter().map(|file| file.games).sum();
        let Self { per_game, skip, seed, result, reluctance, steps, .. } = self;
        format!(
            "Fitted to {games} games ({}): `--seed {seed} --per-game {per_game} --skip {skip} \
             --result {result} --reluctance {reluctance} --steps {steps}`, at step {step}.",
            FileSummary::list(files)
        )
    }

    /// Fits the weights to the samples and reports on the way.
    fn fit(&self, samples: &TuningSamples, weights: &[i16]) -> anyhow::Result<FitResult> {
        ensure!(!samples.training.is_empty(), "no quiet position in these games");
        ensure!(!samples.validation.is_empty(), "too few games: none is left for validation");
        let training = &samples.training;
        let slope = fit::slope(training, weights);
        let result_share = f64::from(self.result) / 100.0;
        let problem = FitProblem::new(training, slope, result_share);
        let validation = FitProblem::new(&samples.validation, slope, result_share);
        self.reporting.print_note(format_args!(
            "{} training positions, {} validation positions; 100 centipawns score {:.1} %",
            training.len(),
            samples.validation.len(),
            100.0 * expected(100.0 * slope)
        ));
        let report_errors = |when: &str, weights: &[f64]| {
            self.reporting.print_note(format_args!(
                "error {when}: training {:.6}, validation {:.6}, validation results {:.6}",
                problem.error(weights),
                validation.error(weights),
                validation.error_of_results(weights)
            ));
        };
        let start: Vec<f64> = weights.iter().copied().map(f64::from).collect();
        report_errors("before", &start);
        let fit = FitConfig { steps: self.steps, reluctance: self.reluctance * 1e-6 };
        let result = fit.run(&problem, &validation, &start, |step, weights| {
            report_errors(&format!("at step {step}"), weights);
        });
        let FitResult { best, last } = &result;
        if *last < self.steps {
            self.reporting.print_note(format_args!(
                "stopped at step {last} of {}: no gain on validation games since step {}",
                self.steps, best.step
            ));
        }
        if best.step == 0 {
            self.reporting.print_note("no gain on validation games: nothing is written");
        } else {
            let exact: Vec<f64> = best.weights.iter().copied().map(f64::from).collect();
            report_errors(&format!("after, at step {}", best.step), &exact);
        }
        Ok(result)
    }
}
