//! How far training has come, kept in a file, so that it can be killed at any moment.
//!
//! A line of JSON, then the numbers, little-endian, then eight bytes of checksum. The file
//! is written beside its place and then put there: it is always whole.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};

use super::optimizer::{EpochErrors, TrainingState};
use kawari_engine::core::fingerprint::Fingerprint;
use kawari_engine::core::regular_file;
use kawari_records::atomic_file;
use kawari_records::source::LARGEST;

/// The first line of a checkpoint.
#[derive(Serialize, Deserialize)]
struct CheckpointHeader {
    /// What is trained, on what and how.
    task: String,
    epochs: Vec<EpochErrors>,
    steps: u64,
    parameters: usize,
}

/// A file with checkpoints of one training.
pub struct Checkpoint {
    path: PathBuf,
    task: String,
}

impl Checkpoint {
    /// The checkpoints of the training whose network goes to `output`. `task` tells all
    /// that it depends on.
    pub fn of(output: &Path, task: String) -> Self {
        Self { path: atomic_file::beside(output, "checkpoint"), task }
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Keeps how far the training has come.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, progress: &TrainingState) -> anyhow::Result<()> {
        let head = CheckpointHeader {
            task: self.task.clone(),
            epochs: progress.epochs.clone(),
            steps: progress.steps,
            parameters: progress.parameters.len(),
        };
        let mut bytes = serde_json::to_vec(&head)?;
        bytes.push(b'\n');
        let TrainingState { parameters, moments: [means, squares], best, .. } = progress;
        for numbers in [parameters, means, squares, best] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(Fingerprint::of(&bytes).number().to_le_bytes());
        atomic_file::put(&self.path, |file| file.write_all(&bytes))
    }

    /// How far the training had come; `None` if there is no checkpoint.
    ///
    /// # Errors
    /// When the file cannot be read, is damaged, or is of another training.
    pub fn read(&self) -> anyhow::Result<Option<TrainingState>> {
        let bytes = match regular_file::read(&self.path, LARGEST) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            read => read.with_context(|| format!("cannot read {}", self.path.display()))?,
        };
        self.progress(&bytes).with_context(|| format!("in {}", self.path.display())).map(Some)
    }

    fn progress(&self, bytes: &[u8]) -> anyhow::Result<TrainingState> {
        let (bytes, sum) = bytes.split_last_chunk().context("it is no checkpoint")?;
        ensure!(Fingerprint::of(bytes).number() == u64::from_le_bytes(*sum), "it is damaged");
        let end = bytes.iter().position(|&byte| byte == b'\n').context("it is no checkpoint")?;
        let (head, numbers) = bytes.split_at(end);
        let head: CheckpointHeader = serde_json::from_slice(head).context("it is no checkpoint")?;
        if head.task != self.task {
            bail!("it is of another training: {}, not {}", head.task, self.task);
        }
        let (numbers, _) = numbers[1..].as_chunks();
        ensure!(numbers.len() == 4 * head.parameters, "it is damaged");
        let mut arrays = numbers.chunks_exact(head.parameters.max(1)).map(|array| -> Vec<f32> {
            array.iter().map(|&number| f32::from_le_bytes(number)).collect()
        });
        let mut next = || arrays.next().unwrap_or_default();
        Ok(TrainingState {
            epochs: head.epochs,
            steps: head.steps,
            parameters: next(),
            moments: [next(), next()],
            best: next(),
        })
    }

    /// Takes the file away.
    pub fn remove(&self) {
        if let Err(error) = fs::remove_file(&self.path) {
            log::debug!("{} stays: {error}", self.path.display());
        }
    }
}
