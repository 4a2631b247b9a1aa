//! Rules that never applied in the games of a check.
//!
//! For each rule of a definition, the games are also played by the definition without it. A rule
//! has applied if the two differ in a position, in its legal moves or in the end of the game.

use kawari_reference::{Game, History};
use kawari_rules::GameDefinition;

/// Sections of a definition that hold rules.
const SECTIONS: [&str; 10] = [
    "capture",
    "declaration",
    "drops",
    "ending",
    "goals",
    "impasse",
    "men",
    "pieces",
    "promotion",
    "repetition",
];
/// Keys of pieces that are no rules, or without which no piece moves.
const OTHER_PIECE_KEYS: [&str; 10] = [
    "alias",
    "kanji",
    "kanji-board",
    "moves",
    "name",
    "name-ja",
    "points",
    "record-name",
    "royal",
    "values",
];
/// A key of notation among the rules of promotion.
const WRITE_DECLINED: &str = "write-declined";

/// A rule of a definition, and the game without it.
pub struct Rule {
    /// Place in the file, such as `promotion.zone`.
    key: String,
    game: Game,
    has_applied: bool,
}

/// Returns the rules that a definition states and can do without.
pub fn rules(definition: &GameDefinition) -> Vec<Rule> {
    let text = kawari_rules::write(definition);
    let file: toml::Table = text.parse().expect("a definition is written as valid TOML");
    let mut rules = Vec::new();
    for path in paths(&file) {
        let mut without = file.clone();
        remove(&mut without, &path);
        let key = path.join(".");
        // Some rules depend on others, so that a definition without them is invalid.
        if let Ok(definition) = kawari_rules::read(&without.to_string(), &|_| None) {
            rules.push(Rule { key, game: Game::new(&definition), has_applied: false });
        }
    }
    rules
}

/// Returns the paths of the keys that hold rules.
fn paths(file: &toml::Table) -> Vec<Vec<String>> {
    let mut paths: Vec<Vec<String>> = Vec::new();
    for section in SECTIONS {
        let Some(toml::Value::Table(table)) = file.get(section) else { continue };
        for (key, value) in table {
            let path = vec![section.to_owned(), key.clone()];
            match value {
                toml::Value::Table(piece) if section == "pieces" => {
                    let rule_path = |rule: &String| [&path, std::slice::from_ref(rule)].concat();
                    paths.extend(piece.keys().map(rule_path));
                }
                _ => paths.push(path),
            }
        }
    }
    let is_rule = |path: &Vec<String>| match path.as_slice() {
        [_, _, key] => !OTHER_PIECE_KEYS.contains(&key.as_str()),
        path => path.last().is_some_and(|key| key != WRITE_DECLINED),
    };
    paths.retain(is_rule);
    paths
}

fn remove(table: &mut toml::Table, path: &[String]) {
    match path {
        [key] => {
            table.remove(key);
        }
        [section, rest @ ..] => {
            if let Some(toml::Value::Table(inner)) = table.get_mut(section) {
                remove(inner, rest);
            }
        }
        [] => {}
    }
}

/// One game, played by the definitions without a rule.
pub struct Games<'a>(Vec<(&'a mut bool, History<'a>)>);

impl<'a> Games<'a> {
    /// Starts a game for each rule that has not applied yet.
    pub fn new(rules: &'a mut [Rule]) -> Self {
        let open = rules.iter_mut().filter(|rule| !rule.has_applied);
        Self(open.map(|rule| (&mut rule.has_applied, History::new(rule.game.start()))).collect())
    }

    /// Marks the rules without which a position differs, and drops their games.
    pub fn compare(&mut self, history: &History<'_>) {
        if self.0.is_empty() {
            return;
        }
        let (sfen, end) = (history.position().sfen(), history.end());
        let moves = history.position().legal_moves();
        self.0.retain_mut(|(has_applied, other)| {
            let position = other.position();
            **has_applied =
                position.sfen() != sfen || other.end() != end || position.legal_moves() != moves;
            !**has_applied
        });
    }

    /// Plays a move in all games. It is legal there after [`Games::compare`].
    pub fn play(&mut self, mv: &str) {
        self.0.retain_mut(|(has_applied, history)| {
            **has_applied = history.play(mv).is_err();
            !**has_applied
        });
    }
}

/// Returns the keys of the rules that have not applied.
pub fn unused(rules: &[Rule]) -> Vec<&str> {
    rules.iter().filter(|rule| !rule.has_applied).map(|rule| rule.key.as_str()).collect()
}
