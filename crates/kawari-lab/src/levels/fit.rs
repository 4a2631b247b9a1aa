//! The noise of the levels, sought by games.
//!
//! Between a random mover and plain play there is a fixed distance. The noise of each
//! level is a place on the way, on a logarithmic scale, and is moved until every step is
//! as long as the others: the games of all rounds so far give the [curve](StrengthCurve) of
//! strength over noise, and the places of the next round divide it evenly. How long a step
//! is then, no fit can choose: that depends on the game, on the number of positions that
//! plain play is given here, and on how uneven the noise is.

use std::io::Write;

use super::LevelsConfig;
use super::curve::{LadderStep, PLAIN, RANDOM, StrengthCurve};
use super::level_player::LevelPlayer;
use super::pairing::{LevelScore, Pairing};
use kawari_engine::engine::strength::{BlunderGuard, Level, StrengthReduction, strength_reduction};

/// Rounds of games.
const ROUNDS: usize = 5;

pub(super) fn run(config: &LevelsConfig, output: &mut dyn Write) -> anyhow::Result<()> {
    let mut levels: Vec<StrengthReduction> =
        Level::all().filter_map(|level| strength_reduction(config.variant.info(), level)).collect();
    let mut steps = Vec::new();
    for round in 1..=ROUNDS {
        let Some(played) = play(config, &levels, round, output)? else { break };
        steps.extend(played);
        let curve = StrengthCurve::of(&steps);
        for (number, level) in levels.iter_mut().enumerate() {
            level.noise = curve.noise(number + 1);
        }
        let Some(StrengthReduction { position_spread, seed_spread, .. }) = levels.first().copied()
        else {
            break;
        };
        let nodes: Vec<String> = levels.iter().map(|level| level.nodes.to_string()).collect();
        let noise: Vec<String> = levels.iter().map(|level| level.noise.to_string()).collect();
        writeln!(
            output,
            "    (\"{}\", LevelTable {{ nodes: [{}], noise: [{}], position_spread: {position_spread}, seed_spread: {seed_spread} }}),",
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
    levels: &[StrengthReduction],
    round: usize,
    output: &mut dyn Write,
) -> anyhow::Result<Option<Vec<LadderStep>>> {
    let weak = levels.iter().map(|&level| LevelPlayer::Weakened(level));
    let plain = LevelPlayer::Plain(config.plain);
    let ladder: Vec<LevelPlayer> =
        [LevelPlayer::Random].into_iter().chain(weak).chain([plain]).collect();
    writeln!(output, "{}, round {round} of {ROUNDS}\n{}", config.variant, LevelScore::HEADING)?;
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
        let blunder_guard = [weaker, stronger].map(|level_player| match level_player {
            LevelPlayer::Weakened(strength_reduction) => strength_reduction.blunder_guard,
            LevelPlayer::Random => BlunderGuard::Careless,
            LevelPlayer::Level(_) | LevelPlayer::Plain(_) => BlunderGuard::Careful,
        });
        steps.push(LadderStep { from, to, blunder_guard, tally });
    }
    Ok(Some(steps))
}

/// Where on the scale a contestant stands.
fn place(level_player: &LevelPlayer) -> f64 {
    match level_player {
        LevelPlayer::Random => RANDOM,
        LevelPlayer::Weakened(strength_reduction) => {
            f64::from(strength_reduction.noise.max(1)).log2()
        }
        LevelPlayer::Level(_) | LevelPlayer::Plain(_) => PLAIN,
    }
}
