//! The file format of networks.
//!
//! A file starts with lines of text: `kawari network 1`, `game NAME`, `inputs NAME COUNT`,
//! `king-buckets N`, `hidden N`, `buckets N`, `base hand CHECKSUM` or `base none`, `unit N` and
//! `scale N`. A network without King buckets has no line for them. NAME of the inputs implies
//! whether views are mirrored by the King's file.
//! A game from a file has the fingerprint of its rules after its name. CHECKSUM is that of the
//! hand-crafted weights, in hexadecimal; the oldest networks lack it. Any number of lines
//! `KEY: VALUE` about the training and an empty line follow. The
//! [parameters](super::parameters) follow in the order of their declaration, as
//! little-endian integers. The last eight bytes are the FNV-1a hash of all bytes before
//! them, little-endian.

use std::fmt::Write;

use thiserror::Error;

use super::features::FeatureSet;
use super::parameters::{NetworkBase, ParameterError, Parameters};
use crate::core::fingerprint::Fingerprint;
use crate::games::GameInfo;
use crate::games::evaluation::weights::file::OtherGame;

/// Start of every file, followed by the version.
pub const MAGIC: &str = "kawari network ";
/// Version of the format.
const VERSION: u32 = 1;
/// Size of the checksum in bytes.
const CHECKSUM: usize = 8;

/// An invalid network file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NetworkError {
    /// Not a network.
    #[error("not a network file: it does not start with \"kawari network\"")]
    NoNetwork,
    /// Unsupported version of the format.
    #[error("unsupported version \"{0}\", expected {VERSION}")]
    Version(String),
    /// Missing or wrong checksum.
    #[error("damaged file: the checksum is missing or wrong")]
    Damaged,
    /// A missing or invalid line of the header.
    #[error("bad header line \"{found}\", expected \"{expected}\"")]
    Head {
        /// Syntax of the expected line.
        expected: &'static str,
        /// Line found.
        found: String,
    },
    /// A network for another game.
    #[error(transparent)]
    Game(#[from] OtherGame),
    /// Inputs that differ from those of the game.
    #[error("inputs \"{found}\", expected \"{expected}\"")]
    Inputs {
        /// Name and number of the game's inputs.
        expected: String,
        /// Name and number in the file.
        found: String,
    },
    /// A network that was trained on top of other hand-crafted weights. It would play, but
    /// badly.
    #[error(
        "network trained on hand-crafted weights with checksum {found:016x}, expected \
         {expected:016x}"
    )]
    HceChecksum {
        /// Checksum of the built-in weights.
        expected: u64,
        /// Checksum in the file.
        found: u64,
    },
    /// Another size than the header specifies.
    #[error("{found} bytes of parameters, expected {expected}")]
    Length {
        /// Expected size in bytes.
        expected: usize,
        /// Size found in bytes.
        found: usize,
    },
    /// Invalid parameters.
    #[error(transparent)]
    Parameters(#[from] ParameterError),
}

/// Returns the content of a network file.
///
/// # Errors
/// Returns [`ParameterError`] if the parameters are invalid for the game.
pub fn write(
    info: &GameInfo,
    feature_set: &FeatureSet,
    parameters: &Parameters,
) -> Result<Vec<u8>, ParameterError> {
    parameters.check(feature_set)?;
    let Parameters { king_buckets, hidden, buckets, base, unit, scale, .. } = parameters;
    let king_buckets =
        if *king_buckets == 1 { String::new() } else { format!("king-buckets {king_buckets}\n") };
    let hce_checksum =
        parameters.hce_checksum.map(|checksum| format!(" {checksum:016x}")).unwrap_or_default();
    let mut head = format!(
        "{MAGIC}{VERSION}\ngame {}\ninputs {}\n{king_buckets}hidden {hidden}\nbuckets {buckets}\n\
         base {base}{hce_checksum}\nunit {unit}\nscale {scale}\n",
        info.evaluation_name(),
        inputs(feature_set),
    );
    for (key, value) in &parameters.provenance {
        // A line break would end the entry. Writing to a string cannot fail.
        let _ = writeln!(head, "{}: {}", key.replace(['\n', ':'], " "), value.replace('\n', " "));
    }
    head.push('\n');
    let mut file = head.into_bytes();
    file.extend(parameters.input_weights.iter().flat_map(|weight| weight.to_le_bytes()));
    file.extend(parameters.input_biases.iter().flat_map(|bias| bias.to_le_bytes()));
    file.extend(parameters.output_weights.iter().flat_map(|weight| weight.to_le_bytes()));
    file.extend(parameters.output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
    let checksum = Fingerprint::of(&file).number();
    file.extend(checksum.to_le_bytes());
    Ok(file)
}

/// Parses a network file.
///
/// # Errors
/// Returns [`NetworkError`] for the first defect.
pub fn read(
    file: &[u8],
    info: &GameInfo,
    feature_set: &FeatureSet,
) -> Result<Parameters, NetworkError> {
    let rest = file.strip_prefix(MAGIC.as_bytes()).ok_or(NetworkError::NoNetwork)?;
    let version = rest.split(|byte| byte.is_ascii_whitespace()).next().unwrap_or_default();
    if version != VERSION.to_string().as_bytes() {
        return Err(NetworkError::Version(shortened(version)));
    }
    let (body, checksum) = file.split_last_chunk::<CHECKSUM>().ok_or(NetworkError::Damaged)?;
    if u64::from_le_bytes(*checksum) != Fingerprint::of(body).number() {
        return Err(NetworkError::Damaged);
    }
    let mut head = HeaderReader(body);
    head.line()?;
    OtherGame::check(info, head.field("game ", "game NAME")?)?;
    let (found, expected) = (head.field("inputs ", "inputs NAME COUNT")?, inputs(feature_set));
    if found != expected {
        return Err(NetworkError::Inputs { expected, found: found.to_owned() });
    }
    let king_buckets = head.king_buckets()? as usize;
    let hidden = head.number("hidden ", "hidden N")? as usize;
    let buckets = head.number("buckets ", "buckets N")? as usize;
    let (base, hce_checksum) = head.base()?;
    let unit = head.number("unit ", "unit N")?;
    let scale = head.number("scale ", "scale N")?;
    let provenance = head.provenance()?;
    let rest = head.0;
    // Limits the numbers of a damaged header, so that the size does not overflow.
    let (hidden, buckets) = (hidden.min(usize::from(u16::MAX)), buckets.min(usize::from(u16::MAX)));
    let inputs = feature_set.len() * king_buckets.min(usize::from(u8::MAX));
    let expected = Parameters::size(inputs, hidden, buckets);
    if rest.len() != expected {
        return Err(NetworkError::Length { expected, found: rest.len() });
    }
    let (input_weights, rest) = rest.split_at(inputs * hidden);
    let (input_biases, rest) = rest.split_at(2 * hidden);
    let (output_weights, output_biases) = rest.split_at(2 * (2 * hidden * buckets));
    let words = |bytes: &[u8]| {
        let (pairs, _) = bytes.as_chunks();
        pairs.iter().map(|&pair| i16::from_le_bytes(pair)).collect()
    };
    let (quads, _) = output_biases.as_chunks();
    let parameters = Parameters {
        king_buckets,
        hidden,
        buckets,
        base,
        hce_checksum,
        scale,
        unit,
        input_weights: input_weights.iter().map(|&byte| byte.cast_signed()).collect(),
        input_biases: words(input_biases),
        output_weights: words(output_weights),
        output_biases: quads.iter().map(|&quad| i32::from_le_bytes(quad)).collect(),
        provenance,
    };
    parameters.check(feature_set)?;
    Ok(parameters)
}

/// Returns the name of the game in a network file. The rest of the file may be invalid.
///
/// # Errors
/// Returns [`NetworkError`] if a line up to the name is invalid.
pub fn game(file: &[u8]) -> Result<&str, NetworkError> {
    if !file.starts_with(MAGIC.as_bytes()) {
        return Err(NetworkError::NoNetwork);
    }
    let mut head = HeaderReader(file);
    head.line()?;
    let name = head.field("game ", "game NAME")?;
    Ok(name.split(' ').next().unwrap_or(name))
}

/// Returns name and number of the inputs as in the header.
fn inputs(feature_set: &FeatureSet) -> String {
    format!("{} {}", feature_set.name, feature_set.len())
}

/// Returns the first 40 characters, for messages.
fn shortened(found: &[u8]) -> String {
    String::from_utf8_lossy(found).chars().take(40).collect()
}

/// The unread part of a file whose header is being parsed.
struct HeaderReader<'a>(&'a [u8]);

impl<'a> HeaderReader<'a> {
    fn line(&mut self) -> Result<&'a str, NetworkError> {
        let end = self.0.iter().position(|&byte| byte == b'\n').ok_or(NetworkError::Damaged)?;
        let (line, rest) = self.0.split_at(end);
        self.0 = &rest[1..];
        str::from_utf8(line).map_err(|_| NetworkError::Damaged)
    }

    /// Parses a line and returns the text after the field's name.
    fn field(&mut self, name: &str, expected: &'static str) -> Result<&'a str, NetworkError> {
        let line = self.line()?;
        line.strip_prefix(name)
            .ok_or_else(|| NetworkError::Head { expected, found: shortened(line.as_bytes()) })
    }

    fn number(&mut self, name: &str, expected: &'static str) -> Result<u32, NetworkError> {
        let found = self.field(name, expected)?;
        found.parse().map_err(|_| NetworkError::Head {
            expected,
            found: shortened(format!("{name}{found}").as_bytes()),
        })
    }

    /// Parses the number of King buckets, if there is one.
    fn king_buckets(&mut self) -> Result<u32, NetworkError> {
        const NAME: &str = "king-buckets ";
        if self.0.starts_with(NAME.as_bytes()) {
            self.number(NAME, "king-buckets N")
        } else {
            Ok(1)
        }
    }

    /// Parses the base and the checksum of the hand-crafted weights.
    fn base(&mut self) -> Result<(NetworkBase, Option<u64>), NetworkError> {
        const EXPECTED: &str = "base hand CHECKSUM|none";
        let found = self.field("base ", EXPECTED)?;
        let (name, checksum) = found.split_once(' ').map_or((found, None), |(n, c)| (n, Some(c)));
        let base = NetworkBase::ALL.into_iter().find(|known| known.name() == name);
        let hce_checksum = checksum.map(|checksum| u64::from_str_radix(checksum, 16)).transpose();
        base.zip(hce_checksum.ok()).ok_or_else(|| NetworkError::Head {
            expected: EXPECTED,
            found: shortened(format!("base {found}").as_bytes()),
        })
    }

    /// Parses the lines up to the empty one.
    fn provenance(&mut self) -> Result<Vec<(String, String)>, NetworkError> {
        let mut provenance = Vec::new();
        loop {
            let line = self.line()?;
            if line.is_empty() {
                return Ok(provenance);
            }
            let (key, value) = line.split_once(": ").ok_or_else(|| NetworkError::Head {
                expected: "KEY: VALUE",
                found: shortened(line.as_bytes()),
            })?;
            provenance.push((key.to_owned(), value.to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;
    use crate::games::drop::Yari;
    use crate::games::evaluation::nnue::parameters::LANES;

    /// Three inputs, the first two of which exclude each other.
    fn feature_set() -> FeatureSet {
        let inputs = (0..3).map(|input| [input; 4]).collect();
        let exclusive = vec![vec![0, 1], vec![2]];
        FeatureSet { name: "three", inputs, exclusive, men: None, has_king_buckets: true }
    }

    fn network() -> Parameters {
        let number = |at: usize| at as i32 * 37 % 251 - 125;
        Parameters {
            king_buckets: 1,
            hidden: LANES,
            buckets: 2,
            base: NetworkBase::Hand,
            hce_checksum: Some(0xFEED),
            scale: 600,
            unit: 64,
            input_weights: (0..3 * LANES).map(|at| number(at) as i8).collect(),
            input_biases: (0..LANES).map(|at| number(at) as i16 * 100).collect(),
            output_weights: (0..4 * LANES).map(|at| number(at) as i16).collect(),
            output_biases: vec![i32::MAX / 2, -7],
            provenance: vec![("data".into(), "none: it was made up".into())],
        }
    }

    fn written() -> Vec<u8> {
        write(Yari.info(), &feature_set(), &network()).expect("a good network")
    }

    fn error_of(file: &[u8]) -> NetworkError {
        read(file, Yari.info(), &feature_set()).expect_err("a bad file")
    }

    /// Returns the file after a replacement in its header, with the matching checksum.
    fn changed(from: &str, to: &str) -> Vec<u8> {
        let file = written();
        let at = file.windows(from.len()).position(|bytes| bytes == from.as_bytes());
        let at = at.expect("it is there");
        let body = &file[..file.len() - CHECKSUM];
        let mut file = [&body[..at], to.as_bytes(), &body[at + from.len()..]].concat();
        file.extend(Fingerprint::of(&file).number().to_le_bytes());
        file
    }

    #[test]
    fn written_networks_can_be_read() {
        assert_eq!(read(&written(), Yari.info(), &feature_set()), Ok(network()));
        let one = network();
        let input_weights = one.input_weights.repeat(2);
        let two = Parameters { king_buckets: 2, input_weights, ..one };
        let bytes = write(Yari.info(), &feature_set(), &two).expect("a good network");
        assert_eq!(bytes.len(), written().len() + "king-buckets 2\n".len() + 3 * LANES);
        assert_eq!(read(&bytes, Yari.info(), &feature_set()), Ok(two));
    }

    #[test]
    fn errors_name_the_defect() {
        assert_eq!(error_of(b""), NetworkError::NoNetwork);
        assert_eq!(error_of(b"kawari weights 1\n"), NetworkError::NoNetwork);
        assert_eq!(error_of(b"kawari network 12 "), NetworkError::Version("12".into()));
        let game =
            NetworkError::Game(OtherGame { expected: "yari".into(), found: "hajiku".into() });
        assert_eq!(error_of(&changed("yari", "hajiku")), game);
        let inputs = |found: &str| NetworkError::Inputs {
            expected: "three 3".into(),
            found: found.to_owned(),
        };
        assert_eq!(error_of(&changed("three 3", "three 4")), inputs("three 4"));
        assert_eq!(error_of(&changed("three 3", "four 3")), inputs("four 3"));
        let head = |expected, found: &str| NetworkError::Head { expected, found: found.to_owned() };
        let hidden = head("hidden N", "hidden x");
        assert_eq!(error_of(&changed("hidden 32", "hidden x")), hidden);
        assert_eq!(error_of(&changed("hidden 32", "x")), head("hidden N", "x"));
        let king = head("king-buckets N", "king-buckets x");
        assert_eq!(error_of(&changed("hidden 32", "king-buckets x")), king);
        let base = |found| head("base hand CHECKSUM|none", found);
        let whole = "base hand 000000000000feed";
        assert_eq!(error_of(&changed(whole, "base x")), base("base x"));
        assert_eq!(error_of(&changed(whole, "base hand +-")), base("base hand +-"));
        let early = read(&changed(whole, "base hand"), Yari.info(), &feature_set());
        assert_eq!(
            early,
            Ok(Parameters { hce_checksum: None, ..network() }),
            "the oldest networks lack the checksum"
        );
        let line = head("KEY: VALUE", "data none it was made up");
        assert_eq!(error_of(&changed("data: none: ", "data none ")), line);
        let size = Parameters::size(3, LANES, 2);
        let length = |expected, found| NetworkError::Length { expected, found };
        let large = Parameters::size(3, 64, 2);
        assert_eq!(error_of(&changed("hidden 32", "hidden 64")), length(large, size));
        let file = written();
        let mut short = file[..file.len() - CHECKSUM - 1].to_vec();
        short.extend(Fingerprint::of(&short).number().to_le_bytes());
        assert_eq!(error_of(&short), length(size, size - 1));
    }

    #[test]
    fn damaged_files_are_rejected() {
        let file = written();
        for length in 0..file.len() {
            read(&file[..length], Yari.info(), &feature_set()).expect_err("a torn file");
            let mut bytes = file.clone();
            bytes[length] ^= 1;
            read(&bytes, Yari.info(), &feature_set()).expect_err("a damaged file");
        }
    }

    #[test]
    fn networks_that_could_overflow_are_not_written() {
        let refusal = |change: &dyn Fn(&mut Parameters)| {
            let mut network = network();
            change(&mut network);
            write(Yari.info(), &feature_set(), &network).expect_err("a bad network").to_string()
        };
        // Of the first two inputs one counts, though both are positive.
        let fits = |network: &mut Parameters| {
            network.input_biases[5] = 32_767 - 127 - 100;
            for (input, weight) in [127, 126, 100].into_iter().enumerate() {
                network.input_weights[input * LANES + 5] = weight;
            }
        };
        let mut just = network();
        fits(&mut just);
        assert_eq!(just.accumulator_range(&feature_set(), 5)[1], 32_767);
        write(Yari.info(), &feature_set(), &just).expect("it fits");
        let over = refusal(&|network| {
            fits(network);
            network.input_biases[5] += 1;
        });
        assert_eq!(over, "unit 5 ranges from 32541 to 32768, which does not fit 16 bits");
        let under = refusal(&|network| network.input_biases[5] = -32_768);
        assert!(under.starts_with("unit 5 ranges from -3"), "{under}");
        let weight = refusal(&|network| network.output_weights[9] = -129);
        assert_eq!(weight, "output weight -129 out of range, expected at most 128 in magnitude");
        let output = refusal(&|network| network.output_biases[1] = i32::MAX);
        assert!(output.starts_with("output of bucket 1 ranges from "), "{output}");
        let short = refusal(&|network| network.input_biases.truncate(31));
        assert_eq!(short, "31 input biases, expected 32");
        let narrow = refusal(&|network| network.hidden = 33);
        assert!(narrow.starts_with("33 hidden units, expected a multiple of 32"), "{narrow}");
        assert!(refusal(&|network| network.unit = 0).starts_with("0 units"));
    }
}
