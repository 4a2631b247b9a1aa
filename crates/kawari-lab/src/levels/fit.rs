//! Fits the noise of the levels by games.
//!
//! The difference in strength between a random player and full strength is fixed. The noise
//! of a level is a point between them on a logarithmic scale. The games of all rounds give
//! the [curve](StrengthCurve) of strength over noise, and the levels of the next round
//! divide it into equal steps. The size of a step is not a choice: it depends on the game,
//! on the nodes of the player at full strength, and on the spread of the noise.

use std::io::Write;

use super::LevelsConfig;
use super::curve::{LadderStep, PLAIN, RANDOM, StrengthCurve};
use super::level_player::LevelPlayer;
use super::pairing::{LevelScore, Pairing};
use kawari_engine::engine::strength::{BlunderGuard, Level, StrengthReduction, strength_reduction};

/// Number of rounds.
const ROUNDS: usize = 5;

pub(super) fn run(config: &LevelsConfig, output: &mut dyn Write) -> anyhow::Result<()> {
    let mut levels: Vec<StrengthReduction> =
        Level::all().filter_map(|level| strength_reduction(config.variant.info(), level)).collect();
    let mut steps = Vec::new();
    for round in 1..=ROUNDS {
        let Some(played) = play(config, &levels, round, output)? else { break };
        steps.extend(played);
        let curve = StrengthCurve::of(&steps);
        let guards: Vec<BlunderGuard> = levels.iter().map(|level| level.blunder_guard).collect();
        for (number, level) in levels.iter_mut().enumerate() {
            level.noise = curve.noise(number + 1, &guards);
        }
        let nodes: Vec<String> = levels.iter().map(|level| level.nodes.to_string()).collect();
        let noise: Vec<String> = levels.iter().map(|level| level.noise.to_string()).collect();
        writeln!(
            output,
            "            nodes: [{}],\n            noise: [{}],",
            nodes.join(", "),
            noise.join(", ")
        )?;
        output.flush()?;
    }
    Ok(())
}

/// Plays a round between all neighbours, from the random player on. Returns `None` after an
/// interrupt.
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
        // Each round has other games.
        let first = config.pairs * round as u64;
        let pairing = Pairing::new(config, stronger.clone(), weaker.clone());
        let Some(tally) = pairing.play(first..first + config.pairs)? else { return Ok(None) };
        writeln!(output, "{}", tally.row(&stronger.to_string(), &weaker.to_string()))?;
        output.flush()?;
        let [from, to] = [weaker, stronger].map(place);
        let blunder_guard = [weaker, stronger].map(|level_player| match level_player {
            LevelPlayer::Weakened(strength_reduction) => strength_reduction.blunder_guard,
            LevelPlayer::Random | LevelPlayer::Greedy => BlunderGuard::Careless,
            LevelPlayer::Level(_) | LevelPlayer::Plain(_) => BlunderGuard::SeesThreats,
        });
        steps.push(LadderStep { from, to, blunder_guard, tally });
    }
    Ok(Some(steps))
}

/// Returns the point of a player on the scale.
fn place(level_player: &LevelPlayer) -> f64 {
    match level_player {
        LevelPlayer::Random | LevelPlayer::Greedy => RANDOM,
        LevelPlayer::Weakened(strength_reduction) => {
            f64::from(strength_reduction.noise.max(1)).log2()
        }
        LevelPlayer::Level(_) | LevelPlayer::Plain(_) => PLAIN,
    }
}
