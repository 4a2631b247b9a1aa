//! `kawari tune`: the weights of an evaluation, fitted to games.
//!
//! Quiet positions are drawn from the games, and weights found with which the
//! evaluation foretells best what became of them: "Texel's tuning method",
//! <https://www.chessprogramming.org/Texel%27s_Tuning_Method>. The answer is the
//! source file that holds the weights; without games, it is the present one. Games
//! that tell of programs instead of positions are [passed over](kawari_records::recorded_games::read).
//!
//! One game of ten is not learned from. The weights that do best on its positions are
//! the answer; where none do better than those that there were, there is none.
//!
//! The same games and options give the same weights on every machine that rounds
//! as IEEE 754 has it.

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
use kawari_engine::games::evaluation::linear::Tuning;
use kawari_engine::games::variants::{Playable, Variant, Visitor};
use kawari_records::recorded_games::{self, FileSummary};

/// What is fitted, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct TuneConfig {
    /// The game.
    pub variant: Variant,
    /// Logs of games; without any, the weights stay as they are.
    pub games: Vec<PathBuf>,
    /// Most positions drawn from a game.
    pub per_game: usize,
    /// Moves at the start of each game that are passed over.
    pub skip: usize,
    /// Seed of the draw.
    pub seed: u64,
    /// How much the result of the game counts, in hundredths, against the score of
    /// the search at the position, where the log has it.
    pub result: u8,
    /// How much it costs that a weight departs by a hundred from what it was, in
    /// millionths of the error of a position.
    pub reluctance: f64,
    /// Steps of the fit.
    pub steps: usize,
    /// A file that is to hold the weights too, for the option `EvalFile`; it must not be
    /// there yet.
    pub eval_file: Option<PathBuf>,
    /// What is said on the way.
    pub reporting: Reporting,
}

impl Default for TuneConfig {
    /// Hasami, without games.
    fn default() -> Self {
        Self {
            variant: Variant::Hasami,
            games: Vec::new(),
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

/// Fits the weights and writes their source file. False if they gain nothing on games
/// that they were not fitted to: nothing is written then.
///
/// # Errors
/// When a file cannot be read or is no log of games of this game, when there are too
/// few of them, or the output cannot be written.
pub fn run(config: &TuneConfig, output: &mut impl Write) -> anyhow::Result<bool> {
    ensure!(
        (0.0..=TuneConfig::MOST_RELUCTANCE).contains(&config.reluctance),
        "a reluctance of {} is not within 0 and {}",
        config.reluctance,
        TuneConfig::MOST_RELUCTANCE
    );
    if let Some(path) = &config.eval_file {
        // Said before the work is done, not after it.
        ensure!(!path.exists(), "{} already exists", path.display());
    }
    let Some(fitted) = config.variant.visit(FitWeights { config })? else { return Ok(false) };
    if let Some(path) = &config.eval_file {
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        file.and_then(|mut file| file.write_all(fitted.as_bytes()))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    output.write_all(fitted.as_bytes()).context("cannot write the weights")?;
    Ok(true)
}

struct FitWeights<'a> {
    config: &'a TuneConfig,
}

impl Visitor for FitWeights<'_> {
    /// The weights file, or `None` if the fit gained nothing.
    type Output = anyhow::Result<Option<String>>;

    fn visit<G: Playable>(self) -> Self::Output {
        let TuneConfig { games, per_game, skip, seed, .. } = self.config;
        let tuning = G::Evaluation::hand_crafted().tuning();
        let Tuning { weights, trace, file } =
            tuning.with_context(|| format!("{} is judged by material alone", G::INFO.name))?;
        if games.is_empty() {
            return Ok(Some(file(&weights, "As they are built in.")));
        }
        let mut sampler = Sampler::<G>::new(trace, *seed, *per_game, *skip);
        let mut files = Vec::new();
        for path in games {
            let read = recorded_games::read(path, self.config.variant, |game| sampler.add(&game));
            files.push(read.with_context(|| format!("in {}", path.display()))?);
        }
        let samples = sampler.finish();
        let best = self.config.fit(&samples, &weights)?.best;
        if best.step == 0 {
            return Ok(None);
        }
        Ok(Some(file(&best.weights, &self.config.provenance(&files, best.step))))
    }
}

impl TuneConfig {
    /// A departure by a hundred that costs more than this is one that is never made.
    pub const MOST_RELUCTANCE: f64 = 1e6;

    /// A line that says what weights were fitted to, and how.
    fn provenance(&self, files: &[FileSummary], step: usize) -> String {
        let games: usize = files.iter().map(|file| file.games).sum();
        let Self { per_game, skip, seed, result, reluctance, steps, .. } = self;
        format!(
            "Fitted to {games} games ({}): `--seed {seed} --per-game {per_game} --skip {skip} \
             --result {result} --reluctance {reluctance} --steps {steps}`, at step {step}.",
            FileSummary::list(files)
        )
    }

    /// The weights that foretell the samples best.
    fn fit(&self, samples: &TuningSamples, weights: &[i16]) -> anyhow::Result<FitResult> {
        ensure!(!samples.known.is_empty(), "no quiet position in these games");
        ensure!(!samples.unseen.is_empty(), "too few games: none is left to try the weights on");
        let known = &samples.known;
        let slope = fit::slope(known, weights);
        let result_share = f64::from(self.result) / 100.0;
        let problem = FitProblem::new(known, slope, result_share);
        let unseen = FitProblem::new(&samples.unseen, slope, result_share);
        self.reporting.print_note(format_args!(
            "{} positions to learn from, {} to try on; a man more scores {:.1} %",
            known.len(),
            samples.unseen.len(),
            100.0 * expected(100.0 * slope)
        ));
        let report_errors = |when: &str, weights: &[f64]| {
            self.reporting.print_note(format_args!(
                "error {when}: {:.6} learned, {:.6} unseen, {:.6} of unseen results",
                problem.error(weights),
                unseen.error(weights),
                unseen.error_of_results(weights)
            ));
        };
        let start: Vec<f64> = weights.iter().copied().map(f64::from).collect();
        report_errors("before", &start);
        let fit = FitConfig { steps: self.steps, reluctance: self.reluctance * 1e-6 };
        let descent = fit.run(&problem, &unseen, &start, |step, weights| {
            report_errors(&format!("at {step}"), weights);
        });
        let FitResult { best, last } = &descent;
        if *last < self.steps {
            self.reporting.print_note(format_args!(
                "stopped at step {last} of {}: nothing was gained on unseen games since step {}",
                self.steps, best.step
            ));
        }
        if best.step == 0 {
            self.reporting
                .print_note("no gain on unseen games: the weights stay, and nothing is written");
        } else {
            let exact: Vec<f64> = best.weights.iter().copied().map(f64::from).collect();
            report_errors(&format!("after, at step {}", best.step), &exact);
        }
        Ok(descent)
    }
}
