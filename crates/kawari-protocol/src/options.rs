//! The options of `setoption`.

use std::env;
use std::path::{Path, PathBuf};
use std::time::Duration;

use vampirc_uci::UciOptionConfig;

use super::error::OptionError;
use kawari_engine::core::score::{MAX_EVALUATION, MAX_PLY, Score};
use kawari_engine::engine::eval_source::EvalSource;
use kawari_engine::engine::opening_book::BookSource;
use kawari_engine::engine::session::Settings;
use kawari_engine::engine::strength::Level;
use kawari_engine::engine::tablebase_source::TablebaseSource;
use kawari_engine::games::variants::Variant;
use kawari_engine::search::limits::Limits;
#[cfg(feature = "tunable")]
use kawari_engine::search::params;

/// The values of all options that are not files or folders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The game.
    pub variant: Variant,
    /// The settings of the session.
    pub settings: Settings,
    /// The use of the opening book.
    pub book: BookSettings,
    /// `NodesLimit`: maximum nodes of every search; 0 is no limit.
    pub nodes_limit: u64,
    /// `DepthLimit`: maximum depth of every search; 0 is no limit.
    pub depth_limit: u32,
    /// `USI_Ponder`. It has no effect: `go ponder` starts a ponder search.
    pub ponder: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            variant: Variant::Hasami,
            settings: Settings::default(),
            book: BookSettings::default(),
            nodes_limit: 0,
            depth_limit: 0,
            ponder: false,
        }
    }
}

/// Settings of the choice of book moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookSettings {
    /// `USI_OwnBook`: plays book moves in searches with a time limit.
    pub is_used: bool,
    /// `BookDepth`: largest number of the move that is played from the book, in plies from 1.
    pub depth: u32,
    /// `BookVariety`: largest loss against the best book move, in centipawns. A smaller loss is
    /// more likely.
    pub variety: Score,
}

impl Default for BookSettings {
    fn default() -> Self {
        Self { is_used: false, depth: 40, variety: 40 }
    }
}

/// The action that remains after an option was set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// No action.
    None,
    /// Apply the settings to the session.
    Settings,
    /// Start a game of the variant.
    Variant,
    /// Clear the hash.
    ClearHash,
    /// Log input and output to this file, or stop logging.
    DebugLog(Option<PathBuf>),
    /// Load this evaluation.
    EvalFile(EvalSource),
    /// Load these tablebases.
    TablesPath(TablebaseSource),
    /// Load this opening book.
    BookFile(BookSource),
    /// Load the games that these files define.
    VariantPath(Vec<PathBuf>),
}

/// A function that sets an option, by the type of its value.
enum Handler {
    Check(fn(&mut Options, bool) -> Effect),
    Spin(fn(&mut Options, u64) -> Effect),
    Combo(fn(&mut Options, &str) -> Option<Effect>),
    Button(Effect),
    File(fn(Option<PathBuf>) -> Effect),
    Folder(fn(Option<PathBuf>) -> Effect),
    #[cfg(feature = "tunable")]
    Tunable(&'static params::Tunable),
}

/// An option.
pub struct OptionEntry {
    config: UciOptionConfig,
    /// Other names. The first one is the name in UCI.
    aliases: &'static [&'static str],
    handler: Handler,
}

/// Maximum size of the transposition table, in MiB.
const MAX_HASH: i64 = 4096;
/// Maximum of options without a smaller one; some clients store values in 32 bits.
const MAX_OPTION_VALUE: i64 = i32::MAX as i64;

/// Returns all options, in the order in which they are listed to a client.
pub fn registry() -> Vec<OptionEntry> {
    let options = standard_options();
    #[cfg(feature = "tunable")]
    let options = options.into_iter().chain(params::TUNABLES.iter().map(tunable)).collect();
    options
}

/// Returns the option that selects the game. Its values are all games, with those from files.
pub fn game_option() -> OptionEntry {
    let default = Options::default().variant;
    OptionEntry {
        config: UciOptionConfig::Combo {
            name: "USI_Variant".to_owned(),
            default: Some(default.to_string()),
            var: Variant::all().iter().map(Variant::to_string).collect(),
        },
        aliases: &["UCI_Variant"],
        handler: Handler::Combo(|options, value| {
            options.variant = value.parse().ok()?;
            Some(Effect::Variant)
        }),
    }
}

/// Returns the option for a search parameter. It applies to all searches of the process.
#[cfg(feature = "tunable")]
fn tunable(number: &'static params::Tunable) -> OptionEntry {
    OptionEntry {
        config: UciOptionConfig::Spin {
            name: number.name.to_owned(),
            default: Some(number.default.into()),
            min: Some(number.low.into()),
            max: Some(number.high.into()),
        },
        aliases: &[],
        handler: Handler::Tunable(number),
    }
}

/// Returns the options of every build.
fn standard_options() -> Vec<OptionEntry> {
    let default = Options::default();
    let settings = default.settings;
    vec![
        game_option(),
        path(
            "VariantPath",
            EMPTY,
            Handler::File(|files| {
                let files = files.iter().flat_map(env::split_paths);
                Effect::VariantPath(files.filter(|file| !file.as_os_str().is_empty()).collect())
            }),
        ),
        spin("USI_Hash", &["Hash"], settings.hash as i64, 1, MAX_HASH, |options, value| {
            options.settings.hash = value as usize;
            Effect::Settings
        }),
        spin("MateHash", &[], settings.mate_hash as i64, 1, MAX_HASH, |options, value| {
            options.settings.mate_hash = value as usize;
            Effect::Settings
        }),
        OptionEntry {
            config: UciOptionConfig::Check {
                name: "USI_Ponder".to_owned(),
                default: Some(default.ponder),
            },
            aliases: &["Ponder"],
            handler: Handler::Check(|options, value| {
                options.ponder = value;
                Effect::None
            }),
        },
        spin("Threads", &[], settings.threads as i64, 1, 256, |options, value| {
            options.settings.threads = value as usize;
            Effect::Settings
        }),
        spin("MultiPV", &[], settings.multi_pv as i64, 1, 256, |options, value| {
            options.settings.multi_pv = value as usize;
            Effect::Settings
        }),
        OptionEntry {
            config: UciOptionConfig::Button { name: "ClearHash".to_owned() },
            aliases: &["Clear Hash"],
            handler: Handler::Button(Effect::ClearHash),
        },
        spin(
            "NodesLimit",
            &[],
            default.nodes_limit as i64,
            0,
            MAX_OPTION_VALUE,
            |options, value| {
                options.nodes_limit = value;
                Effect::None
            },
        ),
        spin("DepthLimit", &[], default.depth_limit.into(), 0, MAX_PLY as i64, |options, value| {
            options.depth_limit = value as u32;
            Effect::None
        }),
        spin(
            "MoveOverhead",
            &[],
            settings.move_overhead.as_millis() as i64,
            0,
            10_000,
            |options, value| {
                options.settings.move_overhead = Duration::from_millis(value);
                Effect::Settings
            },
        ),
        spin(
            RESIGN_SCORE,
            &[],
            settings.resign_score.into(),
            0,
            MAX_EVALUATION.into(),
            |options, value| {
                options.settings.resign_score = value as Score;
                Effect::Settings
            },
        ),
        spin(
            "MaxMovesToDraw",
            &[],
            settings.max_moves_to_draw.into(),
            0,
            100_000,
            |options, value| {
                options.settings.max_moves_to_draw = value as u32;
                Effect::Settings
            },
        ),
        spin(
            "Skill",
            &[],
            Level::FULL.number().into(),
            Level::LOWEST.number().into(),
            Level::FULL.number().into(),
            |options, value| {
                let level = u8::try_from(value).ok().and_then(Level::new);
                options.settings.strength = level.unwrap_or_default().into();
                Effect::Settings
            },
        ),
        spin("SkillSeed", &[], settings.seed as i64, 0, MAX_OPTION_VALUE, |options, value| {
            options.settings.seed = value;
            Effect::Settings
        }),
        OptionEntry {
            config: UciOptionConfig::Check {
                name: "USI_OwnBook".to_owned(),
                default: Some(default.book.is_used),
            },
            aliases: &["OwnBook"],
            handler: Handler::Check(|options, value| {
                options.book.is_used = value;
                Effect::None
            }),
        },
        path(
            "BookFile",
            BUILT_IN,
            Handler::File(|file| {
                Effect::BookFile(file.map_or(BookSource::BuiltIn, BookSource::File))
            }),
        ),
        spin("BookDepth", &[], default.book.depth.into(), 0, 1_000, |options, value| {
            options.book.depth = value as u32;
            Effect::None
        }),
        spin("BookVariety", &[], default.book.variety.into(), 0, 1_000, |options, value| {
            options.book.variety = value as Score;
            Effect::None
        }),
        path("DebugLog", EMPTY, Handler::File(Effect::DebugLog)),
        path(
            "EvalFile",
            BUILT_IN,
            Handler::File(|file| {
                Effect::EvalFile(match file {
                    None => EvalSource::BuiltIn,
                    Some(name) if name == Path::new(HAND_CRAFTED) => EvalSource::HandCrafted,
                    Some(file) => EvalSource::File(file),
                })
            }),
        ),
        path(
            "TablesPath",
            BUILT_IN,
            Handler::Folder(|folder| {
                Effect::TablesPath(match folder {
                    None => TablebaseSource::BuiltIn,
                    Some(name) if name == Path::new(NO_TABLES) => TablebaseSource::Nothing,
                    Some(folder) => TablebaseSource::Folder(folder),
                })
            }),
        ),
    ]
}

/// The option that UCI does not have, because a UCI engine cannot resign.
pub(crate) const RESIGN_SCORE: &str = "ResignScore";
/// An empty string in USI.
const EMPTY: &str = "<empty>";
/// The value of `EvalFile` for the hand-crafted evaluation. A file of this name is `./none`.
const HAND_CRAFTED: &str = "none";
/// The value of `TablesPath` for no tablebases. A folder of this name is `./none`.
const NO_TABLES: &str = "none";
/// The value for the built-in evaluation and tablebases.
const BUILT_IN: &str = "<default>";

fn spin(
    name: &str,
    aliases: &'static [&'static str],
    default: i64,
    min: i64,
    max: i64,
    set: fn(&mut Options, u64) -> Effect,
) -> OptionEntry {
    OptionEntry {
        config: UciOptionConfig::Spin {
            name: name.to_owned(),
            default: Some(default),
            min: Some(min),
            max: Some(max),
        },
        aliases,
        handler: Handler::Spin(set),
    }
}

fn path(name: &str, default: &str, handler: Handler) -> OptionEntry {
    let (name, default) = (name.to_owned(), Some(default.to_owned()));
    OptionEntry { config: UciOptionConfig::String { name, default }, aliases: &[], handler }
}

impl OptionEntry {
    /// Returns the option's name, type, default and range.
    pub fn config(&self) -> &UciOptionConfig {
        &self.config
    }

    /// Returns the option's other names. The first one is its name in UCI.
    pub fn aliases(&self) -> &'static [&'static str] {
        self.aliases
    }

    /// Returns true if the value is a file name. [`UciOptionConfig`] has only a string type for
    /// it.
    pub fn is_file(&self) -> bool {
        matches!(self.handler, Handler::File(_))
    }

    /// Returns true if the value is a folder name.
    pub fn is_folder(&self) -> bool {
        matches!(self.handler, Handler::Folder(_))
    }

    fn has_name(&self, name: &str) -> bool {
        [self.config.get_name()]
            .iter()
            .chain(self.aliases)
            .any(|known| known.eq_ignore_ascii_case(name))
    }

    fn apply(&self, options: &mut Options, value: &str) -> Result<Effect, OptionError> {
        let effect = match &self.handler {
            Handler::Check(set) => {
                let value = value.to_ascii_lowercase().parse().ok();
                value.map(|value| set(options, value))
            }
            Handler::Spin(set) => {
                let value = value.parse().ok().filter(|value| self.contains(*value));
                value.map(|value| set(options, value))
            }
            #[cfg(feature = "tunable")]
            Handler::Tunable(number) => {
                let value = value.parse().ok().filter(|value| self.contains(*value));
                value.map(|value| {
                    number.set(value as i32);
                    // Stored scores depend on the old value.
                    Effect::ClearHash
                })
            }
            Handler::Combo(set) => set(options, value),
            Handler::Button(effect) => Some(effect.clone()),
            Handler::File(set) | Handler::Folder(set) => {
                let is_none = ["", EMPTY, BUILT_IN].contains(&value);
                Some(set((!is_none).then(|| PathBuf::from(value))))
            }
        };
        effect.ok_or_else(|| OptionError::Value {
            name: self.config.get_name().to_owned(),
            value: value.to_owned(),
            expected: self.expected(),
        })
    }

    /// Returns true if a number is in the option's range.
    fn contains(&self, value: u64) -> bool {
        let UciOptionConfig::Spin { min, max, .. } = self.config else { return false };
        let value = i64::try_from(value).ok();
        value.is_some_and(|value| min <= Some(value) && max.is_none_or(|max| value <= max))
    }

    /// Returns the valid values, for error messages.
    fn expected(&self) -> String {
        match &self.config {
            UciOptionConfig::Check { .. } => "`true` or `false`".to_owned(),
            UciOptionConfig::Spin { min, max, .. } => format!(
                "a whole number from {} to {}",
                min.unwrap_or(i64::MIN),
                max.unwrap_or(i64::MAX)
            ),
            UciOptionConfig::Combo { var, .. } => format!("one of {}", var.join(", ")),
            UciOptionConfig::Button { .. } | UciOptionConfig::String { .. } => "a text".to_owned(),
        }
    }
}

impl Options {
    /// Sets an option by its name, ignoring case.
    ///
    /// # Errors
    /// Returns an [`OptionError`] for an unknown name or an invalid value. The options are
    /// unchanged then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Effect, OptionError> {
        let registry = registry();
        let entry = registry.iter().find(|entry| entry.has_name(name));
        entry.ok_or_else(|| OptionError::Unknown(name.to_owned()))?.apply(self, value)
    }

    /// Reduces the limits of a search to `NodesLimit` and `DepthLimit`.
    pub fn apply_bounds(&self, limits: &mut Limits) {
        if self.nodes_limit > 0 {
            limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(self.nodes_limit));
        }
        if self.depth_limit > 0 {
            limits.depth = Some(limits.depth.unwrap_or(u32::MAX).min(self.depth_limit));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_valid_values() {
        for entry in registry() {
            let mut options = Options::default();
            let default = match entry.config() {
                UciOptionConfig::Check { default, .. } => default.map(|it| it.to_string()),
                UciOptionConfig::Spin { default, .. } => default.map(|it| it.to_string()),
                UciOptionConfig::Combo { default, .. }
                | UciOptionConfig::String { default, .. } => default.clone(),
                UciOptionConfig::Button { .. } => Some(String::new()),
            };
            let name = entry.config().get_name();
            let set = options.set(name, &default.expect("every option has a default"));
            assert!(set.is_ok(), "{set:?}");
            assert_eq!(options, Options::default(), "{name}");
        }
    }

    #[test]
    fn names_ignore_case_and_have_aliases() {
        let mut options = Options::default();
        assert_eq!(options.set("usi_hash", "32"), Ok(Effect::Settings));
        assert_eq!(options.settings.hash, 32);
        assert_eq!(options.set("Hash", "64"), Ok(Effect::Settings));
        assert_eq!(options.settings.hash, 64);
        assert_eq!(options.set("UCI_Variant", "yarishogi"), Ok(Effect::Variant));
        assert_eq!(options.variant.info().name, "yarishogi");
        assert_eq!(options.set("clear hash", "true"), Ok(Effect::ClearHash));
        assert_eq!(options.set("Ponder", "True"), Ok(Effect::None));
    }

    #[test]
    fn invalid_values_are_named_and_change_nothing() {
        let mut options = Options::default();
        let mut error = |name, value| {
            options
                .set(name, value)
                .map_err(|error| error.to_string())
                .expect_err("an invalid value")
        };
        assert_eq!(
            error("usi_hash", "0"),
            "option USI_Hash: `0` is not a whole number from 1 to 4096"
        );
        for value in ["", "-1", "4097", "1.5", "99999999999999999999", "x"] {
            assert!(error("USI_Hash", value).contains(&format!("`{value}`")));
        }
        assert_eq!(error("USI_Ponder", "si"), "option USI_Ponder: `si` is not `true` or `false`");
        assert!(error("USI_Variant", "chess").starts_with("option USI_Variant: `chess` is not"));
        assert_eq!(error("Contempt", "5"), "unknown option `Contempt`");
        assert_eq!(options, Options::default());
    }

    /// With the feature `tunable`, search parameters are options.
    #[cfg(feature = "tunable")]
    #[test]
    fn search_parameters_can_be_set() {
        let mut options = Options::default();
        let number = params::TUNABLES.iter().find(|number| number.name == "probcut_margin");
        let number = number.expect("the parameter");
        assert_eq!(options.set("probcut_margin", "31"), Ok(Effect::ClearHash));
        assert_eq!((number.get(), params::probcut_margin()), (31, 31));
        assert!(options.set("probcut_margin", "29").is_err(), "out of range");
        assert_eq!(number.get(), 31);
        number.set(number.default);
        for number in params::TUNABLES {
            assert!((number.low..=number.high).contains(&number.default), "{}", number.name);
        }
    }

    #[test]
    fn empty_and_special_file_names() {
        let mut options = Options::default();
        for value in ["", "<empty>"] {
            assert_eq!(options.set("DebugLog", value), Ok(Effect::DebugLog(None)));
        }
        let mut eval_file = |value| options.set("EvalFile", value);
        assert_eq!(eval_file("<default>"), Ok(Effect::EvalFile(EvalSource::BuiltIn)));
        assert_eq!(eval_file("none"), Ok(Effect::EvalFile(EvalSource::HandCrafted)));
        let file = EvalSource::File("./none".into());
        assert_eq!(eval_file("./none"), Ok(Effect::EvalFile(file)));
        let mut tables_path = |value| options.set("TablesPath", value);
        assert_eq!(tables_path("<default>"), Ok(Effect::TablesPath(TablebaseSource::BuiltIn)));
        assert_eq!(tables_path("none"), Ok(Effect::TablesPath(TablebaseSource::Nothing)));
        assert_eq!(
            tables_path("my tables"),
            Ok(Effect::TablesPath(TablebaseSource::Folder("my tables".into())))
        );
        let path = PathBuf::from("my log.txt");
        assert_eq!(options.set("DebugLog", "my log.txt"), Ok(Effect::DebugLog(Some(path))));
    }

    #[test]
    fn limits_are_reduced_to_the_options() {
        let options = Options { nodes_limit: 100, depth_limit: 5, ..Options::default() };
        let bound = |mut limits: Limits| {
            options.apply_bounds(&mut limits);
            (limits.nodes, limits.depth)
        };
        assert_eq!(bound(Limits::default()), (Some(100), Some(5)));
        let limits = Limits { nodes: Some(7), depth: Some(9), ..Limits::default() };
        assert_eq!(bound(limits), (Some(7), Some(5)));
    }
}
