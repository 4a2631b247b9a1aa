//! Training checkpoints, so that training can be killed at any time.
//!
//! A checkpoint consists of a line of JSON, the numbers in little-endian order, and a
//! checksum of eight bytes. The file is replaced atomically, so it is always complete.

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
    /// Options and fingerprint of the training data.
    task: String,
    epochs: Vec<EpochErrors>,
    steps: u64,
    parameters: usize,
}

/// The checkpoint file of one training run.
pub struct Checkpoint {
    path: PathBuf,
    task: String,
}

impl Checkpoint {
    /// Returns the checkpoint file of the training run that writes its network to `output`.
    /// `task` describes everything that the run depends on.
    pub fn of(output: &Path, task: String) -> Self {
        Self { path: atomic_file::with_appended_extension(output, "checkpoint"), task }
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a checkpoint.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn write(&self, state: &TrainingState) -> anyhow::Result<()> {
        let header = CheckpointHeader {
            task: self.task.clone(),
            epochs: state.epochs.clone(),
            steps: state.steps,
            parameters: state.parameters.len(),
        };
        let mut bytes = serde_json::to_vec(&header)?;
        bytes.push(b'\n');
        let TrainingState { parameters, moments: [means, squares], best, .. } = state;
        for numbers in [parameters, means, squares, best] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(Fingerprint::of(&bytes).number().to_le_bytes());
        atomic_file::put(&self.path, |file| file.write_all(&bytes))
    }

    /// Reads the checkpoint. Returns `None` if there is none.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, is damaged, or belongs to another
    /// training run.
    pub fn read(&self) -> anyhow::Result<Option<TrainingState>> {
        let bytes = match regular_file::read(&self.path, LARGEST) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            read => read.with_context(|| format!("cannot read {}", self.path.display()))?,
        };
        self.parse(&bytes).with_context(|| format!("in {}", self.path.display())).map(Some)
    }

    fn parse(&self, bytes: &[u8]) -> anyhow::Result<TrainingState> {
        const NOT_A_CHECKPOINT: &str = "the file is not a checkpoint";
        const DAMAGED: &str = "the checkpoint is damaged";
        let (bytes, sum) = bytes.split_last_chunk().context(NOT_A_CHECKPOINT)?;
        ensure!(Fingerprint::of(bytes).number() == u64::from_le_bytes(*sum), DAMAGED);
        let end = bytes.iter().position(|&byte| byte == b'\n').context(NOT_A_CHECKPOINT)?;
        let (header, numbers) = bytes.split_at(end);
        let header: CheckpointHeader = serde_json::from_slice(header).context(NOT_A_CHECKPOINT)?;
        if header.task != self.task {
            bail!(
                "the checkpoint belongs to another training run: {}, not {}",
                header.task,
                self.task
            );
        }
        let (numbers, _) = numbers[1..].as_chunks();
        ensure!(numbers.len() == 4 * header.parameters, DAMAGED);
        let mut arrays = numbers.chunks_exact(header.parameters.max(1)).map(|array| -> Vec<f32> {
            array.iter().map(|&number| f32::from_le_bytes(number)).collect()
        });
        let mut next = || arrays.next().unwrap_or_default();
        Ok(TrainingState {
            epochs: header.epochs,
            steps: header.steps,
            parameters: next(),
            moments: [next(), next()],
            best: next(),
        })
    }

    /// Removes the file.
    pub fn remove(&self) {
        if let Err(error) = fs::remove_file(&self.path) {
            log::debug!("cannot remove {}: {error}", self.path.display());
        }
    }
}
