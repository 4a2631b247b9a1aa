//! `kawari tables make`.

use std::fs;
use std::io::{BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;

use super::progress_monitor::{SnapshotWriter, SolveProgress};
use super::show;
use super::{TablebaseGame, TablesConfig, class_and_mirror};
use crate::ordered_map;
use crate::progress::{Reporting, print_note};
use kawari_engine::core::regular_file;
use kawari_engine::tablebase::solve::{
    PartialSolve, SolveTask, SubclassPlanes, ValuePlane, resume,
};
use kawari_engine::tablebase::statistics::{Statistics, count};
use kawari_engine::tablebase::value::Metric;
use kawari_engine::tablebase::{file, partial_solve};
use kawari_records::atomic_file;

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
    let game = TablebaseGame::new(config.variant)?;
    fs::create_dir_all(&config.folder)
        .with_context(|| format!("cannot make {}", config.folder.display()))?;
    for class in game.classes(config.men)? {
        if class_and_mirror(class).into_iter().any(|men| !game.path(&config.folder, men).exists()) {
            make_class(&game, class, config, save)?;
        }
        for men in class_and_mirror(class) {
            show::statistics(&game, &config.folder, men, output)?;
            output.flush()?;
        }
    }
    Ok(())
}

fn make_class(
    game: &TablebaseGame,
    class: [usize; 2],
    config: &TablesConfig,
    save: Duration,
) -> anyhow::Result<()> {
    let jobs = ordered_map::jobs(config.jobs);
    let progress = SolveProgress::new(config.reporting);
    // By each metric, the planes of the class and of the one with the sides changed.
    let mut solved: Vec<Vec<(ValuePlane, Statistics)>> = Vec::new();
    for metric in Metric::ALL {
        let subclasses = game.subclasses(&config.folder, class, metric)?;
        let subclasses: Vec<&ValuePlane> = subclasses.iter().collect();
        let task = SolveTask {
            rules: game.rules,
            men: class,
            metric,
            subclasses: SubclassPlanes(&subclasses),
            jobs,
        };
        let path = part(game, &config.folder, class, metric);
        let begun = begun(game, &path, class, metric, config.reporting)?;
        let keeper = SnapshotWriter::new(&progress, save, |stage| {
            atomic_file::put(&path, |file| {
                partial_solve::write(file, game.name, game.rules, metric, stage)
            })
        });
        let planes = resume(task, begun, &keeper);
        if let Some(error) = keeper.into_error() {
            // The class can be made without it.
            print_note(format_args!("{error:#}"));
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
        atomic_file::put(&path, |file| {
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
fn part(game: &TablebaseGame, folder: &Path, class: [usize; 2], metric: Metric) -> PathBuf {
    folder.join(partial_solve::file_name(game.name, class, metric))
}

/// What was done of a class, if it is known.
fn begun(
    game: &TablebaseGame,
    path: &Path,
    class: [usize; 2],
    metric: Metric,
    reporting: Reporting,
) -> anyhow::Result<Option<PartialSolve>> {
    let file = match regular_file::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        file => file.with_context(|| format!("cannot read {}", path.display()))?,
    };
    match partial_solve::read(BufReader::new(file), game.name, game.rules, class, metric) {
        Ok(partial) => {
            let parts = partial.parts;
            reporting
                .print_note(format_args!("goes on with {} behind part {parts}", path.display()));
            Ok(Some(partial))
        }
        Err(error) => {
            print_note(format_args!("{} is not gone on with: {error}", path.display()));
            Ok(None)
        }
    }
}

/// Why a class was not made.
const INTERRUPTED: &str = "interrupted; what is done stays";
