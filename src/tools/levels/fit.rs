//! The noise of the levels, sought by games.
//!
//! Between a random mover and plain play there is a fixed distance. The noise of each
//! level is a place on the way, on a logarithmic scale, and is moved until every step is
//! as long as the others: a round of games between neighbours tells how long each step
//! is now, and the places of the next round divide the whole evenly. How long a step is
//! then, no fit can choose: that depends on the game, on the number of positions that
//! plain play is given here, and on how uneven the noise is.

use std::io::Write;

use super::LevelsConfig;
use super::contestant::Contestant;
use super::pairing::{Pairing, Tally};
use crate::core::score::Score;
use crate::engine::strength::{Level, Weakening, weakening};

/// Rounds of games.
const ROUNDS: usize = 2;

/// Where on the scale a random mover stands, in powers of two of the noise: above every
/// noise that there is.
const RANDOM: f64 = 22.0;
/// Where plain play stands: below every noise that can be told from none.
const PLAIN: f64 = 0.0;

pub(super) fn run(config: &LevelsConfig, output: &mut dyn Write) -> anyhow::Result<()> {
    let mut levels: Vec<Weakening> =
        Level::all().filter_map(|level| weakening(config.variant.info(), level)).collect();
    for round in 1..=ROUNDS {
        let steps = play(config, &levels, round, output)?;
        let noise = respaced(&levels, &steps);
        for (level, noise) in levels.iter_mut().zip(noise) {
            level.noise = noise;
        }
        let Some(Weakening { uneven, form, .. }) = levels.first().copied() else { break };
        let nodes: Vec<String> = levels.iter().map(|level| level.nodes.to_string()).collect();
        let noise: Vec<String> = levels.iter().map(|level| level.noise.to_string()).collect();
        writeln!(
            output,
            "    (\"{}\", Row {{ nodes: [{}], noise: [{}], uneven: {uneven}, form: {form} }}),",
            config.variant,
            nodes.join(", "),
            noise.join(", ")
        )?;
        output.flush()?;
    }
    Ok(())
}

/// Plays a round; gives the length of each step, from the random mover on.
fn play(
    config: &LevelsConfig,
    levels: &[Weakening],
    round: usize,
    output: &mut dyn Write,
) -> anyhow::Result<Vec<f64>> {
    let weak = levels.iter().map(|&level| Contestant::Weakened(level));
    let plain = Contestant::Plain(config.plain);
    let ladder: Vec<Contestant> =
        [Contestant::Random].into_iter().chain(weak).chain([plain]).collect();
    writeln!(output, "{}, round {round} of {ROUNDS}\n{}", config.variant, Tally::HEADING)?;
    let mut steps = Vec::new();
    for neighbours in ladder.windows(2) {
        let [weaker, stronger] = neighbours else { continue };
        // Other games in each round.
        let first = config.pairs * round as u64;
        let pairing = Pairing::new(config, stronger.clone(), weaker.clone());
        let tally = pairing.play(first..first + config.pairs)?;
        writeln!(output, "{}", tally.row(&stronger.to_string(), &weaker.to_string()))?;
        output.flush()?;
        steps.push(length(&tally));
    }
    Ok(steps)
}

/// The length of a step in logarithmic odds: what few games cannot tell is taken for
/// short, and no step leads backwards.
fn length(tally: &Tally) -> f64 {
    const SHORTEST: f64 = 0.05;
    let games = tally.games() as f64;
    // One game of each end more, so that a score of 100 % is no infinite distance.
    let score = (tally.score() * games + 1.0) / (games + 2.0);
    (score / (1.0 - score)).ln().max(SHORTEST)
}

/// The noise that divides the whole distance evenly, if the steps are straight between
/// the levels as they are.
fn respaced(levels: &[Weakening], steps: &[f64]) -> Vec<Score> {
    let noise = levels.iter().map(|level| f64::from(level.noise.max(1)).log2());
    let places: Vec<f64> = [RANDOM].into_iter().chain(noise).chain([PLAIN]).collect();
    let whole: f64 = steps.iter().sum();
    let place = |distance: f64| {
        let mut left = distance;
        for (step, ends) in steps.iter().zip(places.windows(2)) {
            if left <= *step {
                return ends[0] + (ends[1] - ends[0]) * left / step;
            }
            left -= step;
        }
        PLAIN
    };
    let count = steps.len();
    (1..count)
        .map(|number| place(whole * number as f64 / count as f64).exp2().round() as Score)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(noise: &[Score]) -> Vec<Weakening> {
        let level = |&noise| Weakening { nodes: 100, noise, uneven: 0, form: 0, careful: true };
        noise.iter().map(level).collect()
    }

    #[test]
    fn even_steps_stay_and_uneven_ones_are_evened_out() {
        let even = levels(&[1024, 256, 64]);
        assert_eq!(respaced(&even, &[1.0; 4]), [1024, 256, 64]);
        // The step from 256 to 64 is as long as the three others together.
        let moved = respaced(&even, &[1.0, 1.0, 3.0, 1.0]);
        assert_eq!(moved, [512, 161, 81]);
        assert!(moved.is_sorted_by(|one, other| one > other));
    }

    #[test]
    fn no_score_is_infinitely_far() {
        let tally = |won, lost| Tally { won, drawn: 0, lost };
        assert!(length(&tally(60, 0)).is_finite());
        assert!(length(&tally(0, 60)) > 0.0);
        assert!((length(&tally(69, 29)) - (70.0_f64 / 30.0).ln()).abs() < 1e-9);
    }
}
