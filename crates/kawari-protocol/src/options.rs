//! The options: what a user can set, one entry for each.

use std::path::{Path, PathBuf};
use std::time::Duration;

use vampirc_uci::UciOptionConfig;

use super::error::OptionError;
use super::uci::variant_name;
use kawari_engine::core::score::{MAX_EVALUATION, MAX_PLY, Score};
use kawari_engine::engine::eval_source::EvalSource;
use kawari_engine::engine::session::Settings;
use kawari_engine::engine::strength::Level;
use kawari_engine::engine::tablebase_source::TablebaseSource;
use kawari_engine::games::variants::Variant;
use kawari_engine::search::limits::Limits;
#[cfg(feature = "tunable")]
use kawari_engine::search::params;

/// All that `setoption` has set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The game.
    pub variant: Variant,
    /// What the engine has to know.
    pub settings: Settings,
    /// A bound on the nodes of every search; 0 is none.
    pub nodes_limit: u64,
    /// A bound on the depth of every search; 0 is none.
    pub depth_limit: u32,
    /// The client means to let the engine ponder. It says so with each `go`,
    /// so nothing depends on this.
    pub ponder: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            variant: Variant::Hasami,
            settings: Settings::default(),
            nodes_limit: 0,
            depth_limit: 0,
            ponder: false,
        }
    }
}

/// What is left to be done after an option was set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing.
    None,
    /// The engine has to hear of its settings.
    Settings,
    /// A game was chosen.
    Variant,
    /// The engine shall forget what it has learnt.
    ClearHash,
    /// Both directions are to be recorded in this file, or no longer at all.
    DebugLog(Option<PathBuf>),
    /// Positions are to be judged by something else.
    EvalFile(EvalSource),
    /// Endgames are to be known by something else.
    TablesPath(TablebaseSource),
}

/// How the value of an option is taken.
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

/// One option.
pub struct OptionEntry {
    config: UciOptionConfig,
    /// The name in UCI, and others under which it may be set.
    aliases: &'static [&'static str],
    handler: Handler,
}

/// Largest transposition table, in MiB.
const MAX_HASH: i64 = 4096;
/// Largest number that every client can read.
const MAX_OPTION_VALUE: i64 = i32::MAX as i64;

/// Every option, in the order in which a client lists them.
pub fn registry() -> Vec<OptionEntry> {
    let options = standard_options();
    #[cfg(feature = "tunable")]
    let options = options.into_iter().chain(params::TUNABLES.iter().map(tunable)).collect();
    options
}

/// A number of the search. It holds for all searches of the process.
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

/// The options of every build.
fn standard_options() -> Vec<OptionEntry> {
    let default = Options::default();
    let settings = default.settings;
    vec![
        OptionEntry {
            config: UciOptionConfig::Combo {
                name: "USI_Variant".to_owned(),
                default: Some(default.variant.to_string()),
                var: Variant::ALL.iter().map(Variant::to_string).collect(),
            },
            aliases: &["UCI_Variant"],
            handler: Handler::Combo(|options, value| {
                options.variant = value.parse().ok()?;
                Some(Effect::Variant)
            }),
        },
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

/// What UCI has no word for.
const RESIGN_SCORE: &str = "ResignScore";
/// How USI writes an empty string.
const EMPTY: &str = "<empty>";
/// What stands for the hand-written evaluation alone; a file of this name is `./none`.
const HAND_CRAFTED: &str = "none";
/// What stands for no tables of endgames at all; a folder of this name is `./none`.
const NO_TABLES: &str = "none";
/// What stands for what needs no file.
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
    /// What a client is told of the option.
    pub fn config(&self) -> &UciOptionConfig {
        &self.config
    }

    /// The same for a client that speaks UCI, which has names of its own for
    /// the options that begin with `USI_` and for some games; `None` for what UCI
    /// cannot say.
    pub fn uci_config(&self) -> Option<UciOptionConfig> {
        let mut config = self.config.clone();
        if let (
            Some(alias),
            UciOptionConfig::Combo { name, .. }
            | UciOptionConfig::Spin { name, .. }
            | UciOptionConfig::Check { name, .. },
        ) = (self.aliases.first(), &mut config)
        {
            *name = (*alias).to_owned();
        }
        if let UciOptionConfig::Combo { var, .. } = &mut config {
            *var = Variant::ALL.iter().map(|game| variant_name(game.info()).to_owned()).collect();
        }
        (config.get_name() != RESIGN_SCORE).then_some(config)
    }

    /// True for an option whose value is the name of a file, which
    /// [`UciOptionConfig`] can only call a string.
    pub fn is_file(&self) -> bool {
        matches!(self.handler, Handler::File(_))
    }

    /// True for an option whose value is the name of a folder.
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
                    // What was found with another number is no longer so.
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

    /// True when a number is within the option's range.
    fn contains(&self, value: u64) -> bool {
        let UciOptionConfig::Spin { min, max, .. } = self.config else { return false };
        let value = i64::try_from(value).ok();
        value.is_some_and(|value| min <= Some(value) && max.is_none_or(|max| value <= max))
    }

    /// What the option takes, in words.
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
    /// Sets an option by its name, in any case.
    ///
    /// # Errors
    /// An [`OptionError`]; nothing has changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Effect, OptionError> {
        let registry = registry();
        let entry = registry.iter().find(|entry| entry.has_name(name));
        entry.ok_or_else(|| OptionError::Unknown(name.to_owned()))?.apply(self, value)
    }

    /// Brings the limits of a search under `NodesLimit` and `DepthLimit`, which
    /// bind every search, whatever `go` says.
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
    fn every_default_is_a_value_that_the_option_takes() {
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
    fn names_are_found_in_any_case_and_under_their_other_names() {
        let mut options = Options::default();
        assert_eq!(options.set("usi_hash", "32"), Ok(Effect::Settings));
        assert_eq!(options.settings.hash, 32);
        assert_eq!(options.set("Hash", "64"), Ok(Effect::Settings));
        assert_eq!(options.settings.hash, 64);
        assert_eq!(options.set("UCI_Variant", "yarishogi"), Ok(Effect::Variant));
        assert_eq!(options.variant, Variant::Yari);
        assert_eq!(options.set("clear hash", "true"), Ok(Effect::ClearHash));
        assert_eq!(options.set("Ponder", "True"), Ok(Effect::None));
    }

    #[test]
    fn a_bad_value_is_named_and_changes_nothing() {
        let mut options = Options::default();
        let mut refused = |name, value| {
            options.set(name, value).map_err(|error| error.to_string()).expect_err("a bad value")
        };
        assert_eq!(
            refused("usi_hash", "0"),
            "option USI_Hash: `0` is not a whole number from 1 to 4096"
        );
        for value in ["", "-1", "4097", "1.5", "99999999999999999999", "x"] {
            assert!(refused("USI_Hash", value).contains(&format!("`{value}`")));
        }
        assert_eq!(refused("USI_Ponder", "si"), "option USI_Ponder: `si` is not `true` or `false`");
        assert!(refused("USI_Variant", "chess").starts_with("option USI_Variant: `chess` is not"));
        assert_eq!(refused("Contempt", "5"), "no option is called `Contempt`");
        assert_eq!(options, Options::default());
    }

    /// The numbers of the search are options of a build for tuning.
    #[cfg(feature = "tunable")]
    #[test]
    fn a_tunable_number_can_be_set() {
        let mut options = Options::default();
        let number = params::TUNABLES.iter().find(|number| number.name == "probcut_margin");
        let number = number.expect("it is there");
        assert_eq!(options.set("probcut_margin", "31"), Ok(Effect::ClearHash));
        assert_eq!((number.get(), params::probcut_margin()), (31, 31));
        assert!(options.set("probcut_margin", "29").is_err(), "it is out of range");
        assert_eq!(number.get(), 31);
        number.set(number.default);
        for number in params::TUNABLES {
            assert!((number.low..=number.high).contains(&number.default), "{}", number.name);
        }
    }

    #[test]
    fn an_empty_file_name_is_none() {
        let mut options = Options::default();
        for value in ["", "<empty>"] {
            assert_eq!(options.set("DebugLog", value), Ok(Effect::DebugLog(None)));
        }
        let mut judge = |value| options.set("EvalFile", value);
        assert_eq!(judge("<default>"), Ok(Effect::EvalFile(EvalSource::BuiltIn)));
        assert_eq!(judge("none"), Ok(Effect::EvalFile(EvalSource::HandCrafted)));
        let file = EvalSource::File("./none".into());
        assert_eq!(judge("./none"), Ok(Effect::EvalFile(file)));
        let mut know = |value| options.set("TablesPath", value);
        assert_eq!(know("<default>"), Ok(Effect::TablesPath(TablebaseSource::BuiltIn)));
        assert_eq!(know("none"), Ok(Effect::TablesPath(TablebaseSource::Nothing)));
        assert_eq!(
            know("my tables"),
            Ok(Effect::TablesPath(TablebaseSource::Folder("my tables".into())))
        );
        let path = PathBuf::from("my log.txt");
        assert_eq!(options.set("DebugLog", "my log.txt"), Ok(Effect::DebugLog(Some(path))));
    }

    #[test]
    fn the_limits_are_ceilings() {
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
