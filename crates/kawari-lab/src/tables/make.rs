//! `kawari tables make`.

use std::fs;
use std::io::{BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;

use super::show;
use super::watch::{Keeper, Progress};
use super::{TablesConfig, Tabulated, both};
use crate::ordered;
use crate::progress::{Reporting, say};
use kawari_engine::core::regular_file;
use kawari_engine::tables::solve::{Plane, Smaller, Task, Unfinished, go_on};
use kawari_engine::tables::statistics::{Statistics, count};
use kawari_engine::tables::value::Metric;
use kawari_engine::tables::{file, unfinished};
use kawari_records::whole_file;

/// Makes the tables that a folder lacks, each class behind those that its captures lead
/// to, and tells what is in them.
///
/// A file is there whole or not at all. How far the class has come that is being made is
/// written down each time that so much work has been done, and when a signal has come: what
/// is ended goes on from there.
///
/// # Errors
/// When the game has no endgames, a file cannot be read or written, or a signal has come.
pub fn make(config: &TablesConfig, save: Duration, output: &mut dyn Write) -> anyhow::Result<()> {
    let game = Tabulated::new(config.variant)?;
    fs::create_dir_all(&config.folder)
        .with_context(|| format!("cannot make {}", config.folder.display()))?;
    for class in game.classes(config.men)? {
        if both(class).into_iter().any(|men| !game.path(&config.folder, men).exists()) {
            make_class(&game, class, config, save)?;
        }
        for men in both(class) {
            show::statistics(&game, &config.folder, men, output)?;
            output.flush()?;
        }
    }
    Ok(())
}

fn make_class(
    game: &Tabulated,
    class: [usize; 2],
    config: &TablesConfig,
    save: Duration,
) -> anyhow::Result<()> {
    let jobs = ordered::jobs(config.jobs);
    let progress = Progress::new(config.reporting);
    // By each metric, the planes of the class and of the one with the sides changed.
    let mut solved: Vec<Vec<(Plane, Statistics)>> = Vec::new();
    for metric in Metric::ALL {
        let smaller = game.smaller(&config.folder, class, metric)?;
        let smaller: Vec<&Plane> = smaller.iter().collect();
        let task = Task { rules: game.rules, men: class, metric, smaller: Smaller(&smaller), jobs };
        let path = part(game, &config.folder, class, metric);
        let begun = begun(game, &path, class, metric, config.reporting)?;
        let keeper = Keeper::new(&progress, save, |stage| {
            whole_file::put(&path, |file| {
                unfinished::write(file, game.name, game.rules, metric, stage)
            })
        });
        let planes = go_on(task, begun, &keeper);
        if let Some(error) = keeper.into_error() {
            // The class can be made without it.
            say(format_args!("{error:#}"));
        }
        let counted = planes.context(INTERRUPTED)?.into_iter().map(|plane| {
            let statistics = count(&plane, jobs, &progress)?;
            Some((plane, statistics))
        });
        solved.push(counted.collect::<Option<_>>().context(INTERRUPTED)?);
    }
    drop(progress);
    let [ends, captures] = &solved[..] else { return Ok(()) };
    for ((end, of_ends), (capture, of_captures)) in ends.iter().zip(captures) {
        let path = game.path(&config.folder, end.index.men());
        whole_file::put(&path, |file| {
            let statistics = [*of_ends, *of_captures];
            file::write(file, game.name, game.rules, [end, capture], statistics, jobs)
        })?;
    }
    for metric in Metric::ALL {
        // Nothing goes on from it any more; it is no harm if it stays.
        let _ = fs::remove_file(part(game, &config.folder, class, metric));
    }
    Ok(())
}

/// Where it stands how far a class has come.
fn part(game: &Tabulated, folder: &Path, class: [usize; 2], metric: Metric) -> PathBuf {
    folder.join(unfinished::file_name(game.name, class, metric))
}

/// What was done of a class, if it is known.
fn begun(
    game: &Tabulated,
    path: &Path,
    class: [usize; 2],
    metric: Metric,
    reporting: Reporting,
) -> anyhow::Result<Option<Unfinished>> {
    let file = match regular_file::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        file => file.with_context(|| format!("cannot read {}", path.display()))?,
    };
    match unfinished::read(BufReader::new(file), game.name, game.rules, class, metric) {
        Ok(unfinished) => {
            let parts = unfinished.parts;
            reporting.say(format_args!("goes on with {} behind part {parts}", path.display()));
            Ok(Some(unfinished))
        }
        Err(error) => {
            say(format_args!("{} is not gone on with: {error}", path.display()));
            Ok(None)
        }
    }
}

/// Why a class was not made.
const INTERRUPTED: &str = "interrupted; what is done stays";
