//! An append-only log that survives a kill at any moment and can be resumed.
//!
//! The first line, the header, is the configuration of the run as JSON. Each further entry,
//! usually a line of JSON, is one finished unit of work. An entry is written before the next
//! unit begins. An incomplete last entry is ignored when reading and removed when resuming.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::source;
use kawari_engine::core::regular_file;

/// A journal open for writing.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Creates a journal with a header.
    ///
    /// # Errors
    /// Returns an error if the file exists, so that no run overwrites another's work, or if
    /// it cannot be written.
    pub fn create(path: &Path, header: &impl Serialize) -> Result<Self> {
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        let file = match file {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                bail!("{} exists (use --resume to continue it)", path.display())
            }
            opened => opened.with_context(|| format!("cannot create {}", path.display()))?,
        };
        lock(&file, path)?;
        let mut journal = Self { file, path: path.to_owned() };
        journal.append(header)?;
        Ok(journal)
    }

    /// Resumes a journal, or creates it if the file does not exist. Calls `entry` with each
    /// line after the header, in order, and removes an incomplete last line. A file that
    /// contains only part of the header counts as a new journal. After an error the file is
    /// unchanged.
    ///
    /// # Errors
    /// Returns an error if the header differs in a field not listed in `may_differ` (the
    /// error names the field), if a line is not an entry or `entry` fails (the error names
    /// the line), or if the file cannot be read, written or locked.
    pub fn resume<E: DeserializeOwned>(
        path: &Path,
        header: &impl Serialize,
        may_differ: &[&str],
        mut entry: impl FnMut(E) -> Result<()>,
    ) -> Result<Self> {
        Self::resume_after(path, header, may_differ, |reader, mut end| {
            let mut lines = WholeLines { reader, number: 1, end, rest: Vec::new() };
            while let Some(line) = lines.next()? {
                serde_json::from_slice(&line)
                    .map_err(anyhow::Error::from)
                    .and_then(&mut entry)
                    .with_context(|| format!("in line {}", lines.number))?;
                end = lines.end;
            }
            Ok(end)
        })
    }

    /// Resumes a journal like [`Journal::resume`], for entries that are not lines. `entries`
    /// reads them; its second argument is the length of the header, and it returns the offset
    /// of the end of the last whole entry, both in bytes from the beginning of the file.
    ///
    /// # Errors
    /// As [`Journal::resume`].
    pub fn resume_after(
        path: &Path,
        header: &impl Serialize,
        may_differ: &[&str],
        entries: impl FnOnce(&mut dyn BufRead, u64) -> Result<u64>,
    ) -> Result<Self> {
        let file = regular_file::check(path)
            .and_then(|()| OpenOptions::new().read(true).append(true).open(path));
        let file = match file {
            Err(error) if error.kind() == ErrorKind::NotFound => return Self::create(path, header),
            opened => opened.with_context(|| format!("cannot open {}", path.display()))?,
        };
        lock(&file, path)?;
        let mut lines =
            WholeLines { reader: BufReader::new(&file), number: 0, end: 0, rest: Vec::new() };
        let begun = lines.next().with_context(|| format!("in {}", path.display()))?;
        let accepted = match &begun {
            Some(line) => same_header(line, header, may_differ),
            None => begins_header(&lines.rest, header),
        };
        accepted.with_context(|| format!("cannot resume {}", path.display()))?;
        let end = match begun {
            Some(_) => entries(&mut lines.reader, lines.end)
                .with_context(|| format!("in {}", path.display()))?,
            None => 0,
        };
        file.set_len(end).with_context(|| format!("cannot write {}", path.display()))?;
        let mut journal = Self { file, path: path.to_owned() };
        if end == 0 {
            journal.append(header)?;
        }
        Ok(journal)
    }

    /// Appends one entry as a line of JSON.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn append(&mut self, entry: &impl Serialize) -> Result<()> {
        let mut line = serde_json::to_vec(entry)?;
        line.push(b'\n');
        self.append_bytes(&line)
    }

    /// Appends one encoded entry, its line end included.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn append_bytes(&mut self, entry: &[u8]) -> Result<()> {
        // A single write, so that a kill afterwards cannot lose the entry.
        self.file.write_all(entry).with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// Reads a journal whose header has `kind` as its field `log`. Returns the header and the
/// entries, without an incomplete last line.
///
/// # Errors
/// Returns an error if the file cannot be read, if it is a journal of another kind, or if a
/// line is not an entry (the error names the line).
pub fn read<H: DeserializeOwned, E: DeserializeOwned>(
    path: &Path,
    kind: &str,
) -> Result<(H, Vec<E>)> {
    let reader = source::open_small(path).context("cannot read the log")?;
    let mut lines = WholeLines { reader, number: 0, end: 0, rest: Vec::new() };
    let first = lines.next()?.context("the log has no header")?;
    let value: Value =
        serde_json::from_slice(&first).map_err(|_| anyhow!("the log has no header"))?;
    ensure!(value["log"] == kind, "not a {kind} log");
    let header = serde_json::from_value(value).context("cannot read the header of the log")?;
    let mut entries = Vec::new();
    while let Some(line) = lines.next()? {
        let number = lines.number;
        entries.push(serde_json::from_slice(&line).with_context(|| format!("line {number}"))?);
    }
    Ok((header, entries))
}

/// Locks a journal against other writers until the file is closed or the process exits.
fn lock(file: &File, path: &Path) -> Result<()> {
    /// How long to wait for the lock of a killed process, which the system releases late.
    const WAIT: Duration = Duration::from_secs(2);
    let begin = Instant::now();
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if begin.elapsed() < WAIT => {
                thread::sleep(Duration::from_millis(20));
            }
            Err(TryLockError::WouldBlock) => {
                bail!("{} is being written by another process", path.display())
            }
            // Some file systems do not support locks. The journal is then not protected.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(()),
        }
    }
}

/// Maximum length of a journal line, in bytes; far above any line that is written.
const LONGEST_LINE: u64 = 1 << 24;

/// Reader of the complete lines of a journal.
struct WholeLines<R> {
    reader: R,
    /// Number of the latest line, from 1.
    number: usize,
    /// Offset of the end of the latest complete line.
    end: u64,
    /// Bytes after the last complete line.
    rest: Vec<u8>,
}

impl<R: BufRead> WholeLines<R> {
    /// Returns the next complete line without its line end.
    fn next(&mut self) -> Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let read = (&mut self.reader).take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            let length = line.len() as u64;
            ensure!(length < LONGEST_LINE, "line {} is too long for a journal", self.number + 1);
            self.rest = line;
            return Ok(None);
        }
        line.pop();
        self.number += 1;
        self.end += read as u64;
        Ok(Some(line))
    }
}

/// Accepts what may have been written of this header.
fn begins_header(rest: &[u8], header: &impl Serialize) -> Result<()> {
    ensure!(serde_json::to_vec(header)?.starts_with(rest), "it has no header");
    Ok(())
}

/// Accepts a first line that is this header, and else says where it is not.
fn same_header(line: &[u8], header: &impl Serialize, may_differ: &[&str]) -> Result<()> {
    if line == serde_json::to_vec(header)? {
        return Ok(());
    }
    let found: Value =
        serde_json::from_slice(line).map_err(|_| anyhow!("the log has no header"))?;
    let (mut found, mut wanted) = match (found, serde_json::to_value(header)?) {
        (Value::Object(found), Value::Object(wanted)) => (found, wanted),
        _ => bail!("the log has no header"),
    };
    for key in may_differ {
        found.remove(*key);
        wanted.remove(*key);
    }
    if found == wanted {
        return Ok(());
    }
    // Fields may be missing or have other names in a log of another version.
    let version = |header: &serde_json::Map<String, Value>| header.get("version").cloned();
    let [theirs, ours] = [version(&found), version(&wanted)];
    ensure!(
        theirs == ours,
        "log was written by version {}; this is {}",
        theirs.unwrap_or_default(),
        ours.unwrap_or_default()
    );
    if let Some(key) = wanted.keys().find(|key| !found.contains_key(*key)) {
        bail!("log has no field `{key}`; it was written by an older version");
    }
    for (key, value) in &wanted {
        let theirs = found.get(key).unwrap_or(&Value::Null);
        if theirs != value {
            let (key, theirs, ours) = first_difference(key, theirs, value);
            bail!("`{key}` is {theirs} in the log, not {ours}");
        }
    }
    bail!("the header of the log has other fields");
}

/// Returns the first part of two different values that differs, and its path.
fn first_difference<'a>(
    key: &str,
    mut theirs: &'a Value,
    mut ours: &'a Value,
) -> (String, &'a Value, &'a Value) {
    let mut path = key.to_owned();
    loop {
        let part = match (theirs, ours) {
            (Value::Array(their), Value::Array(our)) if their.len() == our.len() => {
                let at = their.iter().zip(our).position(|(theirs, ours)| theirs != ours);
                at.map(|at| (format!("[{at}]"), &their[at], &our[at]))
            }
            (Value::Object(their), Value::Object(our)) => {
                let mut keys = our.keys().chain(their.keys());
                let differs = |key: &&String| their.get(*key) != our.get(*key);
                keys.find(differs).map(|key| (format!(".{key}"), &theirs[key], &ours[key]))
            }
            _ => None,
        };
        let Some((step, their_part, our_part)) = part else { return (path, theirs, ours) };
        path += &step;
        (theirs, ours) = (their_part, our_part);
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::json;

    use super::*;

    /// A temporary file, removed at the end of the test.
    struct TestFile(PathBuf);

    impl TestFile {
        fn new(name: &str) -> Self {
            let file = format!("kawari-journal-{name}-{}", std::process::id());
            let path = std::env::temp_dir().join(file);
            let _ = fs::remove_file(&path);
            Self(path)
        }

        fn read(&self) -> String {
            fs::read_to_string(&self.0).expect("the journal is there")
        }

        fn resume(&self, header: &Value) -> Result<(Journal, Vec<u32>)> {
            let mut entries = Vec::new();
            let journal = Journal::resume(&self.0, header, &["build"], |entry| {
                entries.push(entry);
                Ok(())
            })?;
            Ok((journal, entries))
        }
    }

    impl Drop for TestFile {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    #[test]
    fn resume_continues_after_a_cut_at_any_byte() {
        let scratch = TestFile::new("cut");
        let header = json!({"seed": 7, "games": 3});
        let mut journal = Journal::create(&scratch.0, &header).expect("a new journal");
        for entry in [10, 20, 30] {
            journal.append(&entry).expect("a line");
        }
        drop(journal);
        let whole = scratch.read();
        for length in 0..=whole.len() {
            fs::write(&scratch.0, &whole[..length]).expect("a cut journal");
            let (mut journal, entries) = scratch.resume(&header).expect("resumed");
            for entry in [10, 20, 30].iter().skip(entries.len()) {
                journal.append(entry).expect("a line");
            }
            assert_eq!(scratch.read(), whole, "cut at {length}");
        }
    }

    #[test]
    fn create_does_not_overwrite_a_journal() {
        let scratch = TestFile::new("twice");
        Journal::create(&scratch.0, &json!({})).expect("a new journal");
        let refusal = Journal::create(&scratch.0, &json!({})).expect_err("existing file");
        assert!(refusal.to_string().contains("--resume"), "{refusal}");
    }

    #[test]
    fn a_journal_is_locked_for_one_writer() {
        let scratch = TestFile::new("writers");
        let journal = Journal::create(&scratch.0, &json!({})).expect("a new journal");
        let refusal = scratch.resume(&json!({})).expect_err("locked file");
        assert!(refusal.to_string().contains("by another process"), "{refusal}");
        drop(journal);
        scratch.resume(&json!({})).expect("unlocked file");
    }

    #[test]
    fn resume_rejects_another_header() {
        let scratch = TestFile::new("other");
        scratch.resume(&json!({"seed": 7})).expect("a new journal");
        let refusal = scratch.resume(&json!({"seed": 8})).expect_err("another seed");
        assert!(format!("{refusal:#}").contains("`seed` is 7 in the log, not 8"), "{refusal:#}");
        fs::write(&scratch.0, "hello\n").expect("a file");
        assert!(scratch.resume(&json!({"seed": 8})).is_err());
    }

    #[test]
    fn the_error_names_the_differing_field() {
        let scratch = TestFile::new("nested");
        let header = |nodes: u64, names: &[&str]| json!({"engines": [{"name": "A"}, {"name": "B", "limits": {"nodes": nodes}}], "names": names});
        scratch.resume(&header(5, &[])).expect("a new journal");
        for (other, named) in [
            (header(7, &[]), "`engines[1].limits.nodes` is 5 in the log, not 7"),
            (header(5, &["x"]), "`names` is [] in the log, not [\"x\"]"),
        ] {
            let refusal = format!("{:#}", scratch.resume(&other).expect_err("another header"));
            assert!(refusal.ends_with(named), "{refusal}");
        }
    }

    #[test]
    fn a_rejected_file_is_unchanged() {
        let scratch = TestFile::new("kept");
        let header = json!({"seed": 7});
        let endless = "x".repeat(LONGEST_LINE as usize + 1);
        for text in ["no end", "{\"seed\":8", "{\"seed\":8}\n1\n2", "hello\nthere", &endless] {
            fs::write(&scratch.0, text).expect("a file");
            assert!(scratch.resume(&header).is_err());
            assert!(scratch.read() == *text);
        }
    }

    #[test]
    fn the_error_names_another_version() {
        let scratch = TestFile::new("version");
        let header = json!({"version": "2", "seed": 7, "times": true});
        for (found, named) in [
            (json!({"version": "1", "seed": 8}), "log was written by version \"1\"; this is \"2\""),
            (
                json!({"version": "2", "seed": 7}),
                "log has no field `times`; it was written by an older version",
            ),
        ] {
            fs::write(&scratch.0, format!("{found}\n")).expect("a file");
            let refusal = format!("{:#}", scratch.resume(&header).expect_err("another version"));
            assert!(refusal.contains(named), "{refusal}");
        }
    }

    #[test]
    fn listed_fields_may_differ() {
        let scratch = TestFile::new("build");
        scratch.resume(&json!({"build": 1, "seed": 7})).expect("a new journal");
        scratch.resume(&json!({"build": 2, "seed": 7})).expect("the same journal");
        assert!(scratch.resume(&json!({"build": 1, "seed": 8})).is_err());
        assert_eq!(scratch.read(), "{\"build\":1,\"seed\":7}\n");
    }

    #[test]
    fn the_error_names_a_damaged_line() {
        let scratch = TestFile::new("damaged");
        let header = json!({"seed": 7});
        fs::write(&scratch.0, "{\"seed\":7}\n1\n]\n2\n").expect("a file");
        let refusal = scratch.resume(&header).expect_err("a damaged line");
        assert!(format!("{refusal:#}").contains("line 3"), "{refusal:#}");
    }
}
