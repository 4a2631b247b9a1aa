//! An append-only log, of JSON lines most of the time, that a process killed at any
//! moment can take up again.
//!
//! The first line, the header, is the whole configuration of the work; each
//! further line is one finished piece of it. A line is on its way to the disk
//! before the next piece begins, and a line that was cut short is no line.

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

/// A journal that is open for writing.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Begins a journal.
    ///
    /// # Errors
    /// When the file exists already: whoever means to go on with it says so,
    /// and nobody loses the work of a night to a slip. When it cannot be written.
    pub fn create(path: &Path, header: &impl Serialize) -> Result<Self> {
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        let file = match file {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                bail!("{} exists already; --resume goes on with it", path.display())
            }
            opened => opened.with_context(|| format!("cannot create {}", path.display()))?,
        };
        lock(&file, path)?;
        let mut journal = Self { file, path: path.to_owned() };
        journal.append(header)?;
        Ok(journal)
    }

    /// Goes on with a journal, or begins it if there is none. `entry` gets each
    /// line behind the header, in order; a last line that was cut short is
    /// removed. A file with nothing but a part of the header is a journal that has
    /// not begun. A file that is refused stays as it is.
    ///
    /// # Errors
    /// When the journal's header is another one, but for the fields that may differ:
    /// the error names what does. When a line cannot be read as an entry, or `entry` refuses it: the error
    /// names the line. When the file cannot be read or written, or another process
    /// writes it.
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

    /// As [`Journal::resume`], where something else than lines stands behind the header.
    /// `entries` reads it; it is told how long the header is, and tells where the last
    /// whole entry ends, from the beginning of the file.
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
        accepted.with_context(|| format!("{} is the journal of something else", path.display()))?;
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

    /// Writes one line.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn append(&mut self, entry: &impl Serialize) -> Result<()> {
        let mut line = serde_json::to_vec(entry)?;
        line.push(b'\n');
        self.append_bytes(&line)
    }

    /// Writes one entry that is encoded already, the end of its line included.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn append_bytes(&mut self, entry: &[u8]) -> Result<()> {
        // One write for the whole entry: it is there or it is not, and a process
        // that is killed after it has not lost it.
        self.file.write_all(entry).with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// Reads a journal of this kind, which its header has as `log`: its header and the lines
/// behind it. A last line that was cut short is none.
///
/// # Errors
/// When it cannot be read, is no journal of this kind, or has a line that is no entry:
/// the error names it.
pub fn read<H: DeserializeOwned, E: DeserializeOwned>(
    path: &Path,
    kind: &str,
) -> Result<(H, Vec<E>)> {
    let reader = source::open_small(path).context("it cannot be read")?;
    let mut lines = WholeLines { reader, number: 0, end: 0, rest: Vec::new() };
    let first = lines.next()?.context("it has no header")?;
    let value: Value = serde_json::from_slice(&first).map_err(|_| anyhow!("it has no header"))?;
    ensure!(value["log"] == kind, "it is not the log of a {kind}");
    let header = serde_json::from_value(value).context("its header cannot be read")?;
    let mut entries = Vec::new();
    while let Some(line) = lines.next()? {
        let number = lines.number;
        entries.push(serde_json::from_slice(&line).with_context(|| format!("line {number}"))?);
    }
    Ok((header, entries))
}

/// Keeps others from writing the same journal, until the file is closed or its
/// process gone.
fn lock(file: &File, path: &Path) -> Result<()> {
    /// A process that was killed keeps its files until the system has come to it.
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
            // There are file systems without locks: they have to do without.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(()),
        }
    }
}

/// The longest line of a journal that is read, in bytes: none is nearly as long.
const LONGEST_LINE: u64 = 1 << 24;

/// The whole lines of a journal.
struct WholeLines<R> {
    reader: R,
    /// The number of the latest line, from 1.
    number: usize,
    /// Where the latest whole line ends.
    end: u64,
    /// What stands behind the last line that has an end.
    rest: Vec<u8>,
}

impl<R: BufRead> WholeLines<R> {
    /// The next line without its end, if it has one.
    fn next(&mut self) -> Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let read = (&mut self.reader).take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            let length = line.len() as u64;
            ensure!(length < LONGEST_LINE, "line {} is no line of a journal", self.number + 1);
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
    let found: Value = serde_json::from_slice(line).map_err(|_| anyhow!("it has no header"))?;
    let (mut found, mut wanted) = match (found, serde_json::to_value(header)?) {
        (Value::Object(found), Value::Object(wanted)) => (found, wanted),
        _ => bail!("it has no header"),
    };
    for key in may_differ {
        found.remove(*key);
        wanted.remove(*key);
    }
    if found == wanted {
        return Ok(());
    }
    // A log of another version may lack a field, or call it otherwise.
    let version = |header: &serde_json::Map<String, Value>| header.get("version").cloned();
    let [theirs, ours] = [version(&found), version(&wanted)];
    ensure!(
        theirs == ours,
        "version {} has written it, and this one is {}: the one goes on with no log of the other",
        theirs.unwrap_or_default(),
        ours.unwrap_or_default()
    );
    if let Some(key) = wanted.keys().find(|key| !found.contains_key(*key)) {
        bail!("it has no `{key}`: an older version has written it");
    }
    for (key, value) in &wanted {
        let theirs = found.get(key).unwrap_or(&Value::Null);
        if theirs != value {
            let (key, theirs, ours) = first_difference(key, theirs, value);
            bail!("its `{key}` is {theirs}, not {ours}");
        }
    }
    bail!("its header is written in another way");
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

    /// A path of this test's own, removed at the end.
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
    fn a_journal_goes_on_where_it_was_cut() {
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
            let (mut journal, entries) = scratch.resume(&header).expect("it goes on");
            for entry in [10, 20, 30].iter().skip(entries.len()) {
                journal.append(entry).expect("a line");
            }
            assert_eq!(scratch.read(), whole, "cut at {length}");
        }
    }

    #[test]
    fn a_journal_is_not_overwritten() {
        let scratch = TestFile::new("twice");
        Journal::create(&scratch.0, &json!({})).expect("a new journal");
        let refusal = Journal::create(&scratch.0, &json!({})).expect_err("it is there");
        assert!(refusal.to_string().contains("--resume"), "{refusal}");
    }

    #[test]
    fn a_journal_has_one_writer() {
        let scratch = TestFile::new("writers");
        let journal = Journal::create(&scratch.0, &json!({})).expect("a new journal");
        let refusal = scratch.resume(&json!({})).expect_err("it is being written");
        assert!(refusal.to_string().contains("by another process"), "{refusal}");
        drop(journal);
        scratch.resume(&json!({})).expect("it is free");
    }

    #[test]
    fn the_journal_of_something_else_is_refused() {
        let scratch = TestFile::new("other");
        scratch.resume(&json!({"seed": 7})).expect("a new journal");
        let refusal = scratch.resume(&json!({"seed": 8})).expect_err("another seed");
        assert!(format!("{refusal:#}").contains("its `seed` is 7, not 8"), "{refusal:#}");
        fs::write(&scratch.0, "hello\n").expect("a file");
        assert!(scratch.resume(&json!({"seed": 8})).is_err());
    }

    #[test]
    fn only_what_differs_is_named() {
        let scratch = TestFile::new("nested");
        let header = |nodes: u64, names: &[&str]| json!({"engines": [{"name": "A"}, {"name": "B", "limits": {"nodes": nodes}}], "names": names});
        scratch.resume(&header(5, &[])).expect("a new journal");
        for (other, named) in [
            (header(7, &[]), "its `engines[1].limits.nodes` is 5, not 7"),
            (header(5, &["x"]), "its `names` is [], not [\"x\"]"),
        ] {
            let refusal = format!("{:#}", scratch.resume(&other).expect_err("another header"));
            assert!(refusal.ends_with(named), "{refusal}");
        }
    }

    #[test]
    fn a_file_that_is_refused_stays_as_it_is() {
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
    fn the_log_of_another_version_is_refused_as_such() {
        let scratch = TestFile::new("version");
        let header = json!({"version": "2", "seed": 7, "times": true});
        for (found, named) in [
            (json!({"version": "1", "seed": 8}), "version \"1\" has written it"),
            (json!({"version": "2", "seed": 7}), "it has no `times`: an older version"),
        ] {
            fs::write(&scratch.0, format!("{found}\n")).expect("a file");
            let refusal = format!("{:#}", scratch.resume(&header).expect_err("another version"));
            assert!(refusal.contains(named), "{refusal}");
        }
    }

    #[test]
    fn some_fields_may_differ() {
        let scratch = TestFile::new("build");
        scratch.resume(&json!({"build": 1, "seed": 7})).expect("a new journal");
        scratch.resume(&json!({"build": 2, "seed": 7})).expect("the same journal");
        assert!(scratch.resume(&json!({"build": 1, "seed": 8})).is_err());
        assert_eq!(scratch.read(), "{\"build\":1,\"seed\":7}\n");
    }

    #[test]
    fn a_damaged_line_is_named() {
        let scratch = TestFile::new("damaged");
        let header = json!({"seed": 7});
        fs::write(&scratch.0, "{\"seed\":7}\n1\n]\n2\n").expect("a file");
        let refusal = scratch.resume(&header).expect_err("a damaged line");
        assert!(format!("{refusal:#}").contains("line 3"), "{refusal:#}");
    }
}
