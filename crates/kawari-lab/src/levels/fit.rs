//! The noise of the levels, sought by games.
//!
//! Between a random mover and plain play there is a fixed distance. The noise of each
//! level is a place on the way, on a logarithmic scale, and is moved until every step is
//! as long as the others: the games of all rounds so far give the [curve](Curve) of
//! strength over noise, and the places of the next round divide it evenly. How long a step
//! is then, no fit can choose: that depends on the game, on the number of positions that
//! plain play is given here, and on how uneven the noise is.

use std::io::Write;

use super::LevelsConfig;
use super::contestant::Contestant;
use super::curve::{Curve, PLAIN, RANDOM, Step};
use super::pairing::{Pairing, Tally};
use kawari_engine::engine::strength::{Care, Level, Weakening, weakening};

/// Rounds of games.
const ROUNDS: usize = 5;

pub(super) fn run(config: &LevelsConfig, output: &mut dyn Write) -> anyhow::Result<()> {
    let mut levels: Vec<Weakening> =
        Level::all().filter_map(|level| weakening(config.variant.info(), level)).collect();
    let mut steps = Vec::new();
    for round in 1..=ROUNDS {
        let Some(played) = play(config, &levels, round, output)? else { break };
        steps.extend(played);
        let curve = Curve::of(&steps);
        for (number, level) in levels.iter_mut().enumerate() {
            level.noise = curve.noise(number + 1);
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

/// Plays a round between the neighbours, from the random mover on; `None` when an interrupt
/// has come before its end.
fn play(
    config: &LevelsConfig,
    levels: &[Weakening],
    round: usize,
    output: &mut dyn Write,
) -> anyhow::Result<Option<Vec<Step>>> {
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
        let Some(tally) = pairing.play(first..first + config.pairs)? else { return Ok(None) };
        writeln!(output, "{}", tally.row(&stronger.to_string(), &weaker.to_string()))?;
        output.flush()?;
        let [from, to] = [weaker, stronger].map(place);
        let care = [weaker, stronger].map(|contestant| match contestant {
            Contestant::Weakened(weakening) => weakening.care,
            Contestant::Random => Care::Careless,
            Contestant::Level(_) | Contestant::Plain(_) => Care::Careful,
        });
        steps.push(Step { from, to, care, tally });
    }
    Ok(Some(steps))
}

/// Where on the scale a contestant stands.
fn place(contestant: &Contestant) -> f64 {
    match contestant {
        Contestant::Random => RANDOM,
        Contestant::Weakened(weakening) => f64::from(weakening.noise.max(1)).log2(),
        Contestant::Level(_) | Contestant::Plain(_) => PLAIN,
    }
}
