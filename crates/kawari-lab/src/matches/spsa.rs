//! `kawari spsa`: tunes numeric engine options by games (SPSA).
//!
//! In each iteration, every parameter is randomly perturbed up or down. An engine with these
//! perturbations plays against one with the opposite perturbations, and the parameters move
//! towards the winner. The method is simultaneous perturbation stochastic approximation: James C.
//! Spall, *Implementation of the simultaneous perturbation algorithm*, IEEE Transactions on
//! Aerospace and Electronic Systems 34 (1998). The gain sequences are those of fishtest and
//! OpenBench.
//!
//! An iteration depends only on the seed, its number and the values before it. If the searches do
//! not depend on time, a resumed run therefore gives the same result as an uninterrupted one, with
//! any concurrency.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, ensure};
use fastrand::Rng;
use serde::{Deserialize, Serialize};

use super::adjudication::Adjudication;
use super::config::OpeningSource;
use super::engine_player::EnginePlayer;
use super::fault::printable;
use super::game::{self, Ending, GameConditions};
use super::handshake::Handshake;
use super::identity::Identity;
use super::log::LoggedOpenings;
use super::player::Player;
use super::setup::OpeningSupply;
use super::timeouts::Timeouts;
use crate::interrupt;
use crate::openings::Opening;
use crate::progress::{ProgressBar, Reporting};
use kawari_engine::core::color::Color;
use kawari_engine::games::variants::Variant;
use kawari_engine::tablebase::probe::Tablebase;
use kawari_records::journal::Journal;

/// The configuration of an SPSA run.
#[derive(Clone, PartialEq, Debug)]
pub struct SpsaConfig {
    /// The game.
    pub variant: Variant,
    /// The engine, with its search limits.
    pub player: Player,
    /// The tuned parameters: `NAME` or `NAME,VALUE,MIN,MAX[,STEP[,RATE]]`. STEP is the perturbation
    /// and RATE the learning rate in the last iteration.
    pub numbers: Vec<String>,
    /// Number of iterations of the whole run. The gain sequences depend on it.
    pub iterations: u64,
    /// Number of openings per iteration. Each opening is played twice, with colours swapped.
    pub pairs: u64,
    /// Source of the openings.
    pub openings: OpeningSource,
    /// How long to wait for the engine.
    pub timeouts: Timeouts,
    /// Rules for ending a game early.
    pub adjudication: Adjudication,
    /// Number of games to play in parallel.
    pub concurrency: usize,
    /// Seed of the perturbations.
    pub seed: u64,
    /// Log file: a header, then one JSON object per line for each iteration.
    pub log: Option<PathBuf>,
    /// Resume the run from the log if it exists.
    pub resume: bool,
    /// Progress output on standard error.
    pub reporting: Reporting,
}

/// A tuned parameter.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct TunedNumber {
    name: String,
    value: f64,
    min: f64,
    max: f64,
    /// Perturbation in the last iteration.
    step: f64,
    /// Learning rate in the last iteration: the change per net win, as a fraction of `step`.
    rate: f64,
}

impl TunedNumber {
    /// Default perturbation, as a fraction of the range.
    const STEP: f64 = 0.05;
    /// Default learning rate, the one of fishtest.
    const RATE: f64 = 0.002;

    /// Parses a parameter. Value and range default to those of the engine's option.
    fn parse(text: &str, handshake: Option<&Handshake>) -> Result<Self> {
        let words: Vec<&str> = text.split(',').map(str::trim).collect();
        let name = words[0];
        let announced = handshake.and_then(|handshake| handshake.number(name));
        let values = words[1..]
            .iter()
            .map(|word| word.parse::<f64>().ok().filter(|number| number.is_finite()))
            .collect::<Option<Vec<f64>>>()
            .with_context(|| format!("`{text}`: expected numbers after the name"))?;
        let ([value, min, max], rest) = match values.as_slice() {
            [value, min, max, rest @ ..] => ([*value, *min, *max], rest),
            [] => {
                let (value, min, max) =
                    announced.with_context(|| format!("engine has no spin option `{name}`"))?;
                ([value as f64, min as f64, max as f64], &[][..])
            }
            _ => return Err(anyhow!("`{text}`: expected NAME or NAME,VALUE,MIN,MAX")),
        };
        let step = rest.first().copied().unwrap_or((max - min) * Self::STEP);
        let rate = rest.get(1).copied().unwrap_or(Self::RATE);
        ensure!(rest.len() <= 2, "`{text}`: too many values, at most NAME,VALUE,MIN,MAX,STEP,RATE");
        ensure!(
            min <= value && value <= max && min < max,
            "`{text}`: {value} is not in {min}..={max}"
        );
        ensure!(step > 0.0 && rate > 0.0, "`{text}`: STEP and RATE must be positive");
        Ok(Self { name: name.to_owned(), value, min, max, step, rate })
    }
}

/// The header of the log.
#[derive(Serialize)]
struct SpsaHeader<'a> {
    log: &'static str,
    version: &'static str,
    variant: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    definition: Option<String>,
    player: &'a Player,
    engine: &'a Identity,
    numbers: &'a [TunedNumber],
    iterations: u64,
    pairs: u64,
    openings: LoggedOpenings<'a>,
    margin: u64,
    patience: u64,
    adjudication: &'a Adjudication,
    seed: u64,
}

/// An iteration in the log.
#[derive(Debug, Serialize, Deserialize)]
struct Iteration {
    /// Number of the iteration, from 1.
    iteration: u64,
    /// Wins minus losses of the first engine.
    result: i64,
    /// Number of games lost by a fault. They do not count.
    faults: u64,
    /// Values of the parameters after the iteration.
    values: Vec<f64>,
}

/// Tunes the parameters and writes their values. Returns false if games were lost by a fault.
///
/// # Errors
/// Returns an error if the configuration is invalid, the program cannot be started, or a file
/// cannot be read or written.
pub fn run(config: &SpsaConfig, output: &mut dyn Write) -> Result<bool> {
    ensure!(!config.numbers.is_empty(), "no parameter to tune");
    ensure!(config.iterations > 0 && config.pairs > 0, "no game to play");
    let player = &config.player;
    let handshake = Handshake::of(player, config.variant, config.timeouts)?;
    if let Some(handshake) = &handshake {
        handshake.check(player, config.variant).context("engine does not accept its settings")?;
    }
    let parse = |text: &String| TunedNumber::parse(text, handshake.as_ref());
    let mut numbers: Vec<TunedNumber> = config.numbers.iter().map(parse).collect::<Result<_>>()?;
    let start = numbers.clone();
    let openings = Arc::new(OpeningSupply::new(&config.openings, config.variant)?);
    let identity = Identity::of(player, handshake.and_then(|handshake| handshake.name));
    let header = SpsaHeader {
        log: "spsa",
        version: env!("CARGO_PKG_VERSION"),
        variant: config.variant.info().name,
        definition: config.variant.info().definition(),
        player,
        engine: &identity,
        numbers: &start,
        iterations: config.iterations,
        pairs: config.pairs,
        openings: openings.source(),
        margin: config.timeouts.margin.as_millis() as u64,
        patience: config.timeouts.limit.as_millis() as u64,
        adjudication: &config.adjudication,
        seed: config.seed,
    };
    let (mut done, mut faults) = (0, 0);
    let mut journal = match &config.log {
        None => None,
        Some(path) if config.resume => {
            Some(Journal::resume(path, &header, &[], |logged: Iteration| {
                done += 1;
                let Iteration { iteration, values, .. } = &logged;
                ensure!(*iteration == done, "iteration {iteration}, expected {done}");
                ensure!(
                    values.len() == numbers.len(),
                    "{} values, expected {}",
                    values.len(),
                    numbers.len()
                );
                faults += logged.faults;
                for (number, &value) in numbers.iter_mut().zip(values) {
                    number.value = value;
                }
                Ok(())
            })?)
        }
        Some(path) => Some(Journal::create(path, &header)?),
    };
    let mut progress = ProgressBar::new("iterations", Some(config.iterations), config.reporting);
    progress.start_at(done);
    let runners = SpsaRunners::new(config, &openings)?;
    while done < config.iterations && !interrupt::is_pending() {
        let perturbation = Perturbation::new(config, &numbers, done + 1);
        let first_opening = done * config.pairs;
        let Some(played) = runners.play(&perturbation, first_opening, config.pairs)? else { break };
        done += 1;
        for fault in &played.faults {
            progress.without_bar(|| config.reporting.print_note(printable(fault)));
        }
        faults += played.faults.len() as u64;
        perturbation.apply_result(&mut numbers, played.result);
        if let Some(journal) = &mut journal {
            let values = numbers.iter().map(|number| number.value).collect();
            let (result, faults) = (played.result, played.faults.len() as u64);
            journal.append(&Iteration { iteration: done, result, faults, values })?;
        }
        progress.note(&short_status(&numbers));
        progress.advance(1);
    }
    drop((runners, progress));
    let mut text =
        format!("{done} of {} iterations, {} games\n", config.iterations, 2 * config.pairs * done);
    for (number, before) in numbers.iter().zip(&start) {
        let TunedNumber { name, value, min, max, .. } = number;
        text += &format!("  {name}: {} -> {value:.2} ({min} to {max})\n", before.value);
    }
    let words = |number: &TunedNumber| format!("option.{}={}", number.name, number.value.round());
    text += &format!("{}\n", numbers.iter().map(words).collect::<Vec<_>>().join(" "));
    if faults > 0 {
        text += &format!("{faults} games lost by a fault, not counted\n");
    }
    output.write_all(printable(&text).as_bytes()).context("cannot write the report")?;
    Ok(faults == 0)
}

fn short_status(numbers: &[TunedNumber]) -> String {
    const MAX_NUMBERS: usize = 4;
    let word = |number: &TunedNumber| format!("{} {:.1}", number.name, number.value);
    numbers.iter().take(MAX_NUMBERS).map(word).collect::<Vec<_>>().join(", ")
}

/// The perturbation of the parameters in an iteration.
struct Perturbation {
    /// Options of both engines, with opposite perturbations.
    settings: [Vec<(String, String)>; 2],
    /// Change of each parameter per win of the first engine.
    gains: Vec<f64>,
}

impl Perturbation {
    /// Exponent of Spall's gain sequence a_k.
    const ALPHA: f64 = 0.602;
    /// Exponent of Spall's gain sequence c_k.
    const GAMMA: f64 = 0.101;
    /// Spall's stability constant A, as a fraction of the number of iterations.
    const DAMPING: f64 = 0.1;

    fn new(config: &SpsaConfig, numbers: &[TunedNumber], iteration: u64) -> Self {
        // Any odd constant gives distinct seeds. This one is 2^64 divided by the golden ratio.
        let seed = config.seed.wrapping_add(iteration.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut rng = Rng::with_seed(seed);
        let (all, now) = (config.iterations as f64, iteration as f64);
        let damping = Self::DAMPING * all;
        let mut perturbation = Self { settings: [Vec::new(), Vec::new()], gains: Vec::new() };
        for number in numbers {
            let step = number.step * (all / now).powf(Self::GAMMA);
            let end = number.rate * number.step * number.step;
            let gain = end * ((damping + all) / (damping + now)).powf(Self::ALPHA);
            let flip = if rng.bool() { 1.0 } else { -1.0 };
            // Options are integers. Stochastic rounding keeps the expected value.
            let offset = rng.f64();
            for (settings, sign) in perturbation.settings.iter_mut().zip([flip, -flip]) {
                let value = (number.value + sign * step).clamp(number.min, number.max);
                let value = (value + offset).floor().min(number.max.floor());
                settings.push((number.name.clone(), value.to_string()));
            }
            perturbation.gains.push(gain / step * flip);
        }
        perturbation
    }

    /// Moves the parameters by the result of an iteration: wins minus losses of the first engine.
    fn apply_result(&self, numbers: &mut [TunedNumber], result: i64) {
        /// Values are rounded to 1/10000, so that they are read back from the log unchanged.
        const PRECISION: f64 = 1e4;
        for (number, gain) in numbers.iter_mut().zip(&self.gains) {
            let value = (number.value + gain * result as f64).clamp(number.min, number.max);
            number.value = (value * PRECISION).round() / PRECISION;
        }
    }
}

/// A pair of games from the same opening.
struct SpsaTask {
    opening: u64,
    settings: [Vec<(String, String)>; 2],
}

/// The result of a pair, or of all pairs of an iteration.
#[derive(Default)]
struct PairScore {
    /// Wins minus losses of the first engine.
    result: i64,
    faults: Vec<String>,
}

/// Threads that play the games, each with its own two engines.
struct SpsaRunners {
    tasks: Option<Sender<SpsaTask>>,
    results: Receiver<Result<Option<PairScore>>>,
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl SpsaRunners {
    fn new(config: &SpsaConfig, openings: &Arc<OpeningSupply>) -> Result<Self> {
        let (tasks, queue) = mpsc::channel();
        let queue = Arc::new(Mutex::new(queue));
        let (sender, results) = mpsc::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let mut threads = Vec::new();
        for _ in 0..config.concurrency.clamp(1, config.pairs as usize) {
            let mut runner = SpsaRunner::new(config, openings, &stop)?;
            let (queue, sender) = (Arc::clone(&queue), sender.clone());
            let work = move || {
                let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
                while let Ok(task) = next() {
                    if sender.send(runner.play(&task)).is_err() {
                        break;
                    }
                }
            };
            let thread = thread::Builder::new().spawn(work);
            threads.push(thread.context("cannot start a thread")?);
        }
        Ok(Self { tasks: Some(tasks), results, stop, threads })
    }

    /// Plays the pairs of an iteration, from opening `first` on. Returns `None` after an interrupt.
    fn play(
        &self,
        perturbation: &Perturbation,
        first: u64,
        pairs: u64,
    ) -> Result<Option<PairScore>> {
        /// Interval of checks for an interrupt.
        const POLL_INTERVAL: Duration = Duration::from_millis(100);
        for opening in first..first + pairs {
            let task = SpsaTask { opening, settings: perturbation.settings.clone() };
            if let Some(tasks) = &self.tasks {
                tasks.send(task).ok().context("all game threads have ended")?;
            }
        }
        let mut sum = PairScore::default();
        let mut played = 0;
        while played < pairs {
            let result = self.results.recv_timeout(POLL_INTERVAL);
            if interrupt::is_pending() {
                return Ok(None);
            }
            match result {
                Ok(result) => {
                    let Some(PairScore { result, faults }) = result? else { return Ok(None) };
                    sum.result += result;
                    sum.faults.extend(faults);
                    played += 1;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(anyhow!("all game threads have ended"));
                }
            }
        }
        // Pairs finish in any order.
        sum.faults.sort();
        Ok(Some(sum))
    }
}

impl Drop for SpsaRunners {
    /// Stops the games and waits until the engines have quit.
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.tasks = None;
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// A runner that plays pairs between two engines.
struct SpsaRunner {
    variant: Variant,
    adjudication: Adjudication,
    tables: Option<Arc<Tablebase>>,
    openings: Arc<OpeningSupply>,
    stop: Arc<AtomicBool>,
    engine_players: [EnginePlayer; 2],
}

impl SpsaRunner {
    fn new(
        config: &SpsaConfig,
        openings: &Arc<OpeningSupply>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self> {
        let engine_player =
            || EnginePlayer::new(config.player.clone(), config.variant, config.timeouts);
        Ok(Self {
            variant: config.variant,
            adjudication: config.adjudication.clone(),
            tables: config.adjudication.open_tables(config.variant)?,
            openings: Arc::clone(openings),
            stop: Arc::clone(stop),
            engine_players: [engine_player(), engine_player()],
        })
    }

    fn play(&mut self, task: &SpsaTask) -> Result<Option<PairScore>> {
        let opening = self.openings.nth(task.opening)?;
        for (engine_player, settings) in self.engine_players.iter_mut().zip(&task.settings) {
            engine_player.adjust(settings);
        }
        let mut played = PairScore::default();
        for first in Color::ALL {
            let Some(ending) = self.play_game(&opening, first)? else { return Ok(None) };
            if let Ending::Forfeit(_, fault) = &ending {
                played.faults.push(format!("opening {}: {fault}", task.opening));
            } else if let Some(points) = ending.result().half_points(first) {
                played.result += points as i64 - 1;
            }
        }
        Ok(Some(played))
    }

    /// Plays a game in which the first engine has the side `first`.
    fn play_game(&mut self, opening: &Opening, first: Color) -> Result<Option<Ending>> {
        let [one, other] = &mut self.engine_players;
        let engine_players = if first == Color::Black { [one, other] } else { [other, one] };
        let conditions =
            GameConditions { adjudication: &self.adjudication, tables: self.tables.as_deref() };
        let played = game::play(self.variant, opening, engine_players, conditions, &self.stop)?;
        Ok(played.map(|played| played.ending))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Result<TunedNumber> {
        let lines = ["option name depth type spin default 5 min 1 max 21".to_owned()];
        TunedNumber::parse(text, Some(&Handshake::of_lines(&lines)))
    }

    #[test]
    fn numbers_default_to_the_announced_option() {
        let announced = number("Depth").expect("an announced option");
        assert_eq!((announced.value, announced.min, announced.max), (5.0, 1.0, 21.0));
        assert_eq!((announced.step, announced.rate), (1.0, 0.002));
        let explicit = number("margin, 90, 20, 300, 12, 0.01").expect("explicit values");
        assert_eq!((explicit.value, explicit.step, explicit.rate), (90.0, 12.0, 0.01));
        for (text, expected) in [
            ("margin", "no spin option `margin`"),
            ("depth,3", "expected NAME or"),
            ("depth,30,1,20", "30 is not in 1..=20"),
            ("depth,3,1,x", "expected numbers"),
            ("depth,3,1,20,0", "must be positive"),
            ("depth,3,1,nan", "expected numbers"),
            ("depth,3,1,20,1,1,1", "too many values"),
        ] {
            let error = number(text).expect_err("an error").to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    /// If the result depends only on the values, they converge to the optimum.
    #[test]
    fn numbers_converge_to_the_optimum() {
        let config = SpsaConfig {
            variant: Variant::Hasami,
            player: Player::default(),
            numbers: Vec::new(),
            iterations: 2_000,
            pairs: 1,
            openings: OpeningSource::Random { plies: 0, seed: 1, bound: 0 },
            timeouts: Timeouts { margin: Duration::ZERO, limit: Duration::ZERO },
            adjudication: Adjudication::default(),
            concurrency: 1,
            seed: 3,
            log: None,
            resume: false,
            reporting: Reporting::Quiet,
        };
        let parse = |text| TunedNumber::parse(text, None).expect("a number");
        let mut numbers =
            vec![parse("a,20,0,100,4,0.02"), parse("b,90,0,100,4,0.02"), parse("c,5,0,100,4,0.02")];
        let best = [70.0, 30.0, 5.0];
        let mut rng = Rng::with_seed(1);
        for iteration in 1..=config.iterations {
            let perturbation = Perturbation::new(&config, &numbers, iteration);
            let distance = |settings: &Vec<(String, String)>| -> f64 {
                let value = |(_, value): &(String, String)| value.parse::<f64>().expect("a number");
                settings.iter().map(value).zip(best).map(|(v, b): (f64, f64)| (v - b).powi(2)).sum()
            };
            let [one, other] = perturbation.settings.each_ref().map(distance);
            // Two games in which a step changes the strength by a few Elo.
            let odds = 1.0 / (1.0 + ((one - other) / 400.0).exp());
            let result = (0..2).map(|_| if rng.f64() < odds { 1 } else { -1 }).sum();
            perturbation.apply_result(&mut numbers, result);
        }
        for (number, best) in numbers.iter().zip(best) {
            assert!((number.value - best).abs() < 12.0, "{numbers:?}");
        }
    }
}
