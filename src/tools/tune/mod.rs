//! `kawari tune`: the weights of an evaluation, fitted to games.
//!
//! Quiet positions are drawn from the games, and weights found with which the
//! evaluation foretells best what became of them: "Texel's tuning method",
//! <https://www.chessprogramming.org/Texel%27s_Tuning_Method>. The answer is the
//! source file that holds the weights; without games, it is the present one. Games
//! without a result, and those that a difference of rules has touched, are passed
//! over.
//! The same games and options give the same weights on every machine that rounds
//! as IEEE 754 has it.

mod fit;
mod sample;

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::Args as ClapArgs;

use self::fit::{Fit, Problem};
use self::sample::{Sampler, Samples};
use crate::games::evaluation::GameEvaluation;
use crate::games::evaluation::linear::Tuning;
use crate::games::variants::{Playable, Variant, Visitor};

/// Fits the weights of a game's evaluation to games, and writes the source file
/// that holds them
///
/// How the fit went is told on standard error. Without games the weights stay as
/// they are.
#[derive(ClapArgs, Clone, Debug)]
pub struct Args {
    /// The game
    variant: Variant,
    /// Games, as `kawari selfplay` and `kawari match` log them
    games: Vec<PathBuf>,
    /// Most positions drawn from a game
    #[arg(long, value_name = "COUNT", default_value_t = 24)]
    per_game: usize,
    /// Moves at the start of each game that are passed over
    #[arg(long, value_name = "PLIES", default_value_t = 12)]
    skip: usize,
    /// Seed of the draw
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How much the result of the game counts, in hundredths, against the score
    /// of the search at the position, where the log has it
    #[arg(long, value_name = "PERCENT", default_value_t = 50, value_parser = clap::value_parser!(u8).range(0..=100))]
    result: u8,
    /// How much it costs that a weight departs by a hundred from what it was, in
    /// millionths of the error of a position
    #[arg(long, value_name = "COST", default_value_t = 20.0)]
    reluctance: f64,
    /// Steps of the fit
    #[arg(long, value_name = "COUNT", default_value_t = 600)]
    steps: usize,
}

/// Fits the weights and writes their source file.
///
/// # Errors
/// When a file cannot be read or is no log of games of this game, or the output
/// cannot be written.
pub fn run(args: &Args, output: &mut impl Write) -> anyhow::Result<()> {
    let source = args.variant.visit(Task { args })?;
    Ok(output.write_all(source.as_bytes())?)
}

struct Task<'a> {
    args: &'a Args,
}

impl Visitor for Task<'_> {
    type Output = anyhow::Result<String>;

    fn visit<G: Playable>(self) -> Self::Output {
        let Args { games, per_game, skip, seed, .. } = self.args;
        let tuning = G::Evaluation::built_in().tuning();
        let Tuning { weights, trace, source, .. } =
            tuning.with_context(|| format!("{} is judged by material alone", G::INFO.name))?;
        if games.is_empty() {
            return Ok(source(&weights, "As they were."));
        }
        let mut sampler = Sampler::<G>::new(trace, *seed, *per_game, *skip);
        for path in games {
            sampler.read(path).with_context(|| format!("in {}", path.display()))?;
        }
        let fitted = self.args.fit(&sampler.finish(), &weights)?;
        Ok(source(&fitted, "Fitted."))
    }
}

impl Args {
    /// The weights that foretell the samples best.
    fn fit(&self, samples: &Samples, weights: &[i16]) -> anyhow::Result<Vec<i16>> {
        ensure!(!samples.known.is_empty(), "no quiet position in these games");
        let known = &samples.known;
        let slope = fit::slope(known, weights);
        let result_share = f64::from(self.result) / 100.0;
        let problem = Problem::new(known, slope, result_share);
        let unseen = Problem::new(&samples.unseen, slope, result_share);
        eprintln!(
            "{} positions to learn from, {} to try on; a man more scores {:.1} %",
            known.len(),
            samples.unseen.len(),
            100.0 * fit::expected(100.0 * slope)
        );
        let tell = |when: &str, weights: &[f64]| {
            eprintln!(
                "error {when}: {:.6} learned, {:.6} unseen, {:.6} of unseen results",
                problem.error(weights),
                unseen.error(weights),
                unseen.error_of_results(weights)
            );
        };
        let start: Vec<f64> = weights.iter().copied().map(f64::from).collect();
        tell("before", &start);
        let fit = Fit { steps: self.steps, reluctance: self.reluctance * 1e-6 };
        let fitted =
            fit.run(&problem, &start, |step, weights| tell(&format!("at {step}"), weights));
        let rounded: Vec<i16> = fitted.iter().map(|weight| weight.round() as i16).collect();
        let exact: Vec<f64> = rounded.iter().copied().map(f64::from).collect();
        tell("after", &exact);
        Ok(rounded)
    }
}
