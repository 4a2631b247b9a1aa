//! `kawari spsa`: numbers that an engine has as options, tuned by games.
//!
//! In each iteration all numbers are changed at once, each up or down as a coin has it,
//! and an engine with this change plays one with the opposite change. All numbers then
//! follow the winner a little: "Simultaneous perturbation stochastic approximation",
//! James C. Spall, *Implementation of the simultaneous perturbation algorithm*, IEEE
//! Transactions on Aerospace and Electronic Systems 34 (1998), with the gains as fishtest
//! and OpenBench give them.
//!
//! An iteration depends on the seed, its number and the numbers before it alone, so a run
//! that was killed and taken up again ends as one that was not, and so does one with
//! another number of games at once, if the engines' searches do not depend on time.

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

/// What is tuned, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct SpsaConfig {
    /// The game.
    pub variant: Variant,
    /// The engine, with what bounds its searches.
    pub player: Player,
    /// The numbers: `NAME`, or `NAME,VALUE,MIN,MAX`, behind which may stand by how much
    /// it is changed in the last iteration, and how fast it follows then.
    pub numbers: Vec<String>,
    /// Iterations of the whole run: the steps depend on it.
    pub iterations: u64,
    /// Openings in an iteration, each played with both colours.
    pub pairs: u64,
    /// Where the games start.
    pub openings: OpeningSource,
    /// How long the engine is waited for.
    pub timeouts: Timeouts,
    /// When a game is called off.
    pub adjudication: Adjudication,
    /// Games played at once.
    pub concurrency: usize,
    /// Seed of the coins.
    pub seed: u64,
    /// Write each iteration to this file, one JSON object a line behind a header.
    pub log: Option<PathBuf>,
    /// Go on with the log, if it is there.
    pub resume: bool,
    /// What is said on the way.
    pub reporting: Reporting,
}

/// A number that is tuned.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct TunedNumber {
    name: String,
    value: f64,
    min: f64,
    max: f64,
    /// By how much it is changed in the last iteration.
    step: f64,
    /// How fast it follows then: the share of a step for a game won more than lost.
    rate: f64,
}

impl TunedNumber {
    /// The share of its range that a number is changed by if nothing is said.
    const STEP: f64 = 0.05;
    /// As fishtest has it.
    const RATE: f64 = 0.002;

    /// Reads a number's words; what they do not say is as the engine announces it.
    fn parse(text: &str, handshake: Option<&Handshake>) -> Result<Self> {
        let words: Vec<&str> = text.split(',').map(str::trim).collect();
        let name = words[0];
        let announced = handshake.and_then(|handshake| handshake.number(name));
        let said = words[1..]
            .iter()
            .map(|word| word.parse::<f64>().ok().filter(|number| number.is_finite()))
            .collect::<Option<Vec<f64>>>()
            .with_context(|| format!("`{text}` has a word that is no number"))?;
        let ([value, min, max], rest) = match said.as_slice() {
            [value, min, max, rest @ ..] => ([*value, *min, *max], rest),
            [] => {
                let (value, min, max) = announced
                    .with_context(|| format!("the engine announces no number `{name}`"))?;
                ([value as f64, min as f64, max as f64], &[][..])
            }
            _ => return Err(anyhow!("`{text}` is neither NAME nor NAME,VALUE,MIN,MAX")),
        };
        let step = rest.first().copied().unwrap_or((max - min) * Self::STEP);
        let rate = rest.get(1).copied().unwrap_or(Self::RATE);
        ensure!(rest.len() <= 2, "`{text}` has too many words");
        ensure!(
            min <= value && value <= max && min < max,
            "`{text}`: {value} is not within {min} and {max}"
        );
        ensure!(step > 0.0 && rate > 0.0, "`{text}`: step and rate have to be above 0");
        Ok(Self { name: name.to_owned(), value, min, max, step, rate })
    }
}

/// The first line of the log.
#[derive(Serialize)]
struct SpsaHeader<'a> {
    log: &'static str,
    version: &'static str,
    variant: &'static str,
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

/// An iteration, as its line in the log tells it.
#[derive(Debug, Serialize, Deserialize)]
struct Iteration {
    /// Its number, from 1.
    iteration: u64,
    /// Games that the first change has won less those that it has lost.
    result: i64,
    /// Games that were lost by a fault and do not count.
    faults: u64,
    /// The numbers behind it.
    values: Vec<f64>,
}

/// Tunes and writes what the numbers have come to. False if games were lost by faults.
///
/// # Errors
/// When the configuration makes no sense, the program cannot be started, or a file cannot
/// be read or written.
pub fn run(config: &SpsaConfig, output: &mut dyn Write) -> Result<bool> {
    ensure!(!config.numbers.is_empty(), "there is no number to be tuned");
    ensure!(config.iterations > 0 && config.pairs > 0, "there is no game to be played");
    let player = &config.player;
    let handshake = Handshake::of(player, config.variant, config.timeouts)?;
    if let Some(handshake) = &handshake {
        handshake
            .check(player, config.variant)
            .context("the engine does not know what it will be told")?;
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
                ensure!(*iteration == done, "iteration {iteration} in the place of {done}");
                ensure!(values.len() == numbers.len(), "it has {} numbers", values.len());
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
    let tables = SpsaRunners::new(config, &openings)?;
    while done < config.iterations && !interrupt::is_pending() {
        let changes = Changes::new(config, &numbers, done + 1);
        let Some(played) = tables.play(&changes, done * config.pairs, config.pairs)? else { break };
        done += 1;
        for fault in &played.faults {
            progress.without_bar(|| config.reporting.print_note(printable(fault)));
        }
        faults += played.faults.len() as u64;
        changes.apply_result(&mut numbers, played.result);
        if let Some(journal) = &mut journal {
            let values = numbers.iter().map(|number| number.value).collect();
            let (result, faults) = (played.result, played.faults.len() as u64);
            journal.append(&Iteration { iteration: done, result, faults, values })?;
        }
        progress.note(&in_short(&numbers));
        progress.advance(1);
    }
    drop((tables, progress));
    let mut text =
        format!("{done} of {} iterations, {} games\n", config.iterations, 2 * config.pairs * done);
    for (number, before) in numbers.iter().zip(&start) {
        let TunedNumber { name, value, min, max, .. } = number;
        text += &format!("  {name}: {} -> {value:.2} ({min} to {max})\n", before.value);
    }
    let words = |number: &TunedNumber| format!("option.{}={}", number.name, number.value.round());
    text += &format!("{}\n", numbers.iter().map(words).collect::<Vec<_>>().join(" "));
    if faults > 0 {
        text += &format!("{faults} games lost by a fault: not counted\n");
    }
    output.write_all(printable(&text).as_bytes()).context("cannot write the numbers")?;
    Ok(faults == 0)
}

fn in_short(numbers: &[TunedNumber]) -> String {
    const MOST: usize = 4;
    let word = |number: &TunedNumber| format!("{} {:.1}", number.name, number.value);
    numbers.iter().take(MOST).map(word).collect::<Vec<_>>().join(", ")
}

/// What the numbers are changed by in an iteration.
struct Changes {
    /// The options of both engines.
    settings: [Vec<(String, String)>; 2],
    /// By how much each number follows a game that the first engine wins.
    gains: Vec<f64>,
}

impl Changes {
    /// The exponents of Spall's gains, and the share of all iterations by which the first
    /// ones are damped.
    const ALPHA: f64 = 0.602;
    const GAMMA: f64 = 0.101;
    const DAMPING: f64 = 0.1;

    fn new(config: &SpsaConfig, numbers: &[TunedNumber], iteration: u64) -> Self {
        // Any odd constant keeps the numbers apart; this is the golden ratio's.
        let seed = config.seed.wrapping_add(iteration.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut rng = Rng::with_seed(seed);
        let (all, now) = (config.iterations as f64, iteration as f64);
        let damping = Self::DAMPING * all;
        let mut changes = Self { settings: [Vec::new(), Vec::new()], gains: Vec::new() };
        for number in numbers {
            let step = number.step * (all / now).powf(Self::GAMMA);
            let end = number.rate * number.step * number.step;
            let gain = end * ((damping + all) / (damping + now)).powf(Self::ALPHA);
            let flip = if rng.bool() { 1.0 } else { -1.0 };
            // Options are whole numbers: the share behind the point is a likelihood.
            let share = rng.f64();
            for (settings, sign) in changes.settings.iter_mut().zip([flip, -flip]) {
                let value = (number.value + sign * step).clamp(number.min, number.max);
                let value = (value + share).floor().min(number.max.floor());
                settings.push((number.name.clone(), value.to_string()));
            }
            changes.gains.push(gain / step * flip);
        }
        changes
    }

    /// Lets the numbers follow a result.
    fn apply_result(&self, numbers: &mut [TunedNumber], result: i64) {
        /// A number is kept to so many parts of 1, so that it is read back as it was.
        const PARTS: f64 = 1e4;
        for (number, gain) in numbers.iter_mut().zip(&self.gains) {
            let value = (number.value + gain * result as f64).clamp(number.min, number.max);
            number.value = (value * PARTS).round() / PARTS;
        }
    }
}

/// Two games from the same opening.
struct SpsaTask {
    opening: u64,
    settings: [Vec<(String, String)>; 2],
}

/// What games have come to.
#[derive(Default)]
struct PairScore {
    /// Games that the first engine has won less those that it has lost.
    result: i64,
    faults: Vec<String>,
}

/// Where the games are played, each table by two engines of its own.
struct SpsaRunners {
    tasks: Option<Sender<SpsaTask>>,
    results: Receiver<Result<Option<PairScore>>>,
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl SpsaRunners {
    fn new(config: &SpsaConfig, openings: &Arc<OpeningSupply>) -> Result<Self> {
        let (tasks, waiting) = mpsc::channel();
        let waiting = Arc::new(Mutex::new(waiting));
        let (sender, results) = mpsc::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let mut threads = Vec::new();
        for _ in 0..config.concurrency.clamp(1, config.pairs as usize) {
            let mut table = SpsaRunner::new(config, openings, &stop)?;
            let (waiting, sender) = (Arc::clone(&waiting), sender.clone());
            let work = move || {
                let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
                while let Ok(task) = next() {
                    if sender.send(table.play(&task)).is_err() {
                        break;
                    }
                }
            };
            let thread = thread::Builder::new().spawn(work);
            threads.push(thread.context("the system has no thread left")?);
        }
        Ok(Self { tasks: Some(tasks), results, stop, threads })
    }

    /// Plays the openings of an iteration; `None` when an interrupt has come.
    fn play(&self, changes: &Changes, first: u64, pairs: u64) -> Result<Option<PairScore>> {
        /// Time between two looks for an interrupt.
        const POLL_INTERVAL: Duration = Duration::from_millis(100);
        for opening in first..first + pairs {
            let task = SpsaTask { opening, settings: changes.settings.clone() };
            if let Some(tasks) = &self.tasks {
                tasks.send(task).ok().context("no table is left")?;
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
                Err(RecvTimeoutError::Disconnected) => return Err(anyhow!("no table is left")),
            }
        }
        // They come in any order.
        sum.faults.sort();
        Ok(Some(sum))
    }
}

impl Drop for SpsaRunners {
    /// The programs leave before we do.
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.tasks = None;
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

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

    /// A game in which the first engine has this side.
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
    fn numbers_are_as_said_or_as_announced() {
        let announced = number("Depth").expect("it is announced");
        assert_eq!((announced.value, announced.min, announced.max), (5.0, 1.0, 21.0));
        assert_eq!((announced.step, announced.rate), (1.0, 0.002));
        let said = number("margin, 90, 20, 300, 12, 0.01").expect("it is said");
        assert_eq!((said.value, said.step, said.rate), (90.0, 12.0, 0.01));
        for (text, fault) in [
            ("margin", "announces no number `margin`"),
            ("depth,3", "neither NAME nor"),
            ("depth,30,1,20", "30 is not within 1 and 20"),
            ("depth,3,1,x", "is no number"),
            ("depth,3,1,20,0", "above 0"),
            ("depth,3,1,nan", "is no number"),
            ("depth,3,1,20,1,1,1", "too many words"),
        ] {
            let refusal = number(text).expect_err("a bad number").to_string();
            assert!(refusal.contains(fault), "{refusal}");
        }
    }

    /// With a result that only depends on the values, the numbers climb to where it is
    /// best.
    #[test]
    fn numbers_climb() {
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
            let changes = Changes::new(&config, &numbers, iteration);
            let distance = |settings: &Vec<(String, String)>| -> f64 {
                let value = |(_, value): &(String, String)| value.parse::<f64>().expect("a number");
                settings.iter().map(value).zip(best).map(|(v, b): (f64, f64)| (v - b).powi(2)).sum()
            };
            let [one, other] = changes.settings.each_ref().map(distance);
            // Two games whose odds are those of a few Elo for each step.
            let odds = 1.0 / (1.0 + ((one - other) / 400.0).exp());
            let result = (0..2).map(|_| if rng.f64() < odds { 1 } else { -1 }).sum();
            changes.apply_result(&mut numbers, result);
        }
        for (number, best) in numbers.iter().zip(best) {
            assert!((number.value - best).abs() < 12.0, "{numbers:?}");
        }
    }
}
