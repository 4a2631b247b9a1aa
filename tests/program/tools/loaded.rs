//! Commands with games from files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::client::Client;

/// A game of each family.
const GAMES: [&str; 2] = ["kyotoshogi", "hasami-kochi"];

/// The folder of a test, with the definitions of [`GAMES`].
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("loaded-{name}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a writable folder");
        let folder = Self(folder);
        for game in GAMES {
            let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/kawari-rules/games");
            fs::copy(shipped.join(format!("{game}.toml")), folder.path(&format!("{game}.toml")))
                .expect("a shipped game");
        }
        folder
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.join(file)
    }

    /// Adds lines to the definition of a game.
    fn extend(&self, game: &str, start: &str, end: &str) {
        let path = self.path(&format!("{game}.toml"));
        let text = fs::read_to_string(&path).expect("a definition");
        fs::write(path, format!("{start}{text}{end}")).expect("a writable file");
    }

    /// Runs a command in the folder, with the game's definition.
    fn run(&self, game: &str, words: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kawari"));
        command.args(["--variants", &format!("{game}.toml")]).args(words.split_whitespace());
        command.current_dir(&self.0).output().expect("it starts")
    }

    /// Runs a command that succeeds, and returns its output.
    fn output(&self, game: &str, words: &str) -> String {
        let output = self.run(game, words);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{words}: {error}");
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// Runs a command that fails, and returns its error.
    fn error(&self, game: &str, words: &str) -> String {
        let output = self.run(game, words);
        assert!(!output.status.success(), "{words}");
        String::from_utf8(output.stderr).expect("UTF-8")
    }

    /// Writes a game's fitted weights to `fitted.weights`.
    fn tune(&self, game: &str) {
        let games = self.output(game, &format!("selfplay {game} --games 10 --nodes 50 --quiet"));
        // A copy of each game, which may be held back for validation.
        let games: String = games.lines().map(|line| format!("{line}\n{line}\n")).collect();
        fs::write(self.path("games"), games).expect("a writable file");
        self.output(game, &format!("tune {game} games --steps 20 --eval-file fitted.weights"));
    }

    /// Writes a network for a game to `trained.network`.
    fn train(&self, game: &str) {
        self.output(game, &format!("selfplay {game} --games 60 --nodes 20 --data data --quiet"));
        let options = "-o trained.network --hidden 32 --epochs 1 --batch 64 --quiet";
        self.output(game, &format!("train {game} data {options}"));
    }
}

/// Changes the rules of a game.
const OTHER_RULES: &str = "\n[repetition]\noccurrences = 3\n";

#[test]
fn evaluations_are_fitted_and_bound_to_the_rules() {
    for game in GAMES {
        let folder = Folder::new(&format!("fit-{game}"));
        folder.tune(game);
        folder.train(game);
        let info = folder.output(game, "net info trained.network");
        assert!(info.starts_with(&format!("game {game}\n")), "{info}");
        let evaluation = |file: &str| {
            let mut client = Client::start();
            let definition = folder.path(&format!("{game}.toml"));
            client.ask(&format!("setoption name VariantPath value {}", definition.display()));
            client.ask(&format!("setoption name USI_Variant value {game}"));
            let file = folder.path(file);
            client.send(&format!("setoption name EvalFile value {}", file.display()));
            client.lines_after("isready", "readyok").join("\n")
        };
        assert!(!evaluation("fitted.weights").contains("error"));
        assert!(evaluation("trained.network").contains("evaluation: hand-crafted, and a network"));
        folder.extend(game, "", OTHER_RULES);
        for file in ["fitted.weights", "trained.network"] {
            let error = evaluation(file);
            assert!(error.contains(&format!("file for \"{game} ")), "{error}");
            assert!(error.contains(": the rules differ"), "{error}");
        }
        let error = folder.error(game, &format!("train {game} data -o other.network"));
        assert!(error.contains(&format!("games of {game} with other rules")), "{error}");
    }
}

#[test]
fn default_weights_are_fitted_to_several_games() {
    let folder = Folder::new("defaults");
    let printed = folder.output("kyotoshogi", "tune kyotoshogi --defaults");
    assert!(printed.starts_with("kawari weights 1\ngame drop\n"), "{printed}");
    for game in ["kyotoshogi", "minishogi"] {
        let words = format!("selfplay {game} --games 10 --nodes 30 --log {game}.log --quiet");
        folder.output("kyotoshogi", &words);
    }
    let positions = |logs: &str| -> usize {
        let words = format!("tune kyotoshogi --defaults {logs} --steps 1");
        let output = folder.run("kyotoshogi", &words);
        let notes = String::from_utf8(output.stderr).expect("UTF-8");
        let number = notes.split(' ').next().and_then(|number| number.parse().ok());
        number.unwrap_or_else(|| panic!("{notes}"))
    };
    let each = [positions("kyotoshogi.log"), positions("minishogi.log")];
    assert_eq!(positions("kyotoshogi.log minishogi.log"), each[0] + each[1]);
    let error = folder.error("hasami-kochi", "tune hasami-kochi --defaults");
    assert!(error.contains("the family of hasami-kochi has no default weights"), "{error}");
}

#[test]
fn definitions_name_weights_and_networks() {
    for game in GAMES {
        let folder = Folder::new(&format!("named-{game}"));
        folder.tune(game);
        folder.extend(game, "weights = \"fitted.weights\"\n", "");
        /// Returns the lines except `from` and `checksum`.
        fn tables(text: &str) -> Vec<&str> {
            let is_table =
                |line: &&str| !line.starts_with("from ") && !line.starts_with("checksum ");
            text.lines().filter(is_table).collect()
        }
        let fitted = fs::read_to_string(folder.path("fitted.weights")).expect("weights");
        assert_eq!(tables(&folder.output(game, &format!("tune {game}"))), tables(&fitted));

        folder.train(game);
        folder.extend(game, "network = \"trained.network\"\n", "");
        let mut client = Client::start();
        let definition = folder.path(&format!("{game}.toml"));
        client.ask(&format!("setoption name VariantPath value {}", definition.display()));
        client.ask(&format!("setoption name USI_Variant value {game}"));
        let lines = client.lines_after("isready", "readyok").join("\n");
        assert!(lines.contains("evaluation: hand-crafted, and a network"), "{lines}");

        let error = |place: &str| {
            let error = folder.error(game, "variants");
            assert!(error.contains(&format!("{game}.toml: {place}: ")), "{error}");
            error
        };
        fs::write(folder.path("fitted.weights"), "kawari network 1").expect("a writable file");
        assert!(error("line 2, column 11: weights").contains("expected a file with weights"));
        fs::write(folder.path("fitted.weights"), fitted).expect("a writable file");
        fs::remove_file(folder.path("trained.network")).expect("a network");
        assert!(error("line 1, column 11: network").contains("cannot read "));
        fs::write(folder.path("trained.network"), "kawari network 9").expect("a writable file");
        assert!(error("line 1, column 11: network").contains("unsupported version"));
        folder.extend(game, "", OTHER_RULES);
        assert!(error("line 2, column 11: weights").contains("the rules differ"));
    }
}

#[test]
fn matches_load_the_game_into_kawari() {
    let kawari = env!("CARGO_BIN_EXE_kawari");
    for game in GAMES {
        let folder = Folder::new(&format!("match-{game}"));
        let engine = |words: &str| format!("--engine cmd={kawari} nodes=20 dir=/ {words}");
        let (usi, uci) = (engine("name=A"), engine("name=B proto=uci"));
        let words = format!("match {game} {usi} {uci} --plies 2 --pairs 1 --log log --quiet");
        let report = folder.output(game, &words);
        assert!(report.contains("Black scored"), "{report}");
        let number = "--number MultiPV,2,1,3 --iterations 1 --pairs 1 --plies 2 --quiet";
        let tuned = folder.output(game, &format!("spsa {game} {usi} {number}"));
        assert!(tuned.contains("option.MultiPV=2"), "{tuned}");
        let words = words.replace("--pairs 1", "--pairs 2 --resume");
        folder.extend(game, "", OTHER_RULES);
        let error = folder.error(game, &words);
        assert!(error.contains("`definition` is "), "{error}");
    }
}

#[test]
fn engines_are_checked_with_a_game_from_a_file() {
    let kawari = env!("CARGO_BIN_EXE_kawari");
    let folder = Folder::new("check");
    for proto in ["usi", "uci"] {
        let words = format!("check-engine --variant kyotoshogi --proto {proto} {kawari}");
        let report = folder.output("kyotoshogi", &words);
        assert!(report.contains(" 0 failed, 0 skipped"), "{report}");
    }
}

#[test]
fn positions_books_and_levels_work_with_games_from_files() {
    for game in GAMES {
        let folder = Folder::new(&format!("positions-{game}"));
        let book = "--plies 2 --count 2 --nodes 20 --quiet";
        let book = folder.output(game, &format!("book make {game} {book}"));
        assert_eq!(book.matches("startpos moves ").count(), 2, "{book}");
        fs::write(folder.path("book"), book).expect("a writable file");
        let answers = folder.output(game, &format!("analyse --variant {game} --nodes 50 book"));
        assert_eq!(answers.matches("\"error\":null").count(), 2, "{answers}");
        let levels = folder.output(game, &format!("levels {game} --pairs 1 --ladder random 1"));
        assert!(levels.contains("level 1"), "{levels}");
        let error = folder.error(game, &format!("tables make {game} --men 3"));
        assert!(error.contains(&format!("{game} has no tablebases")), "{error}");
    }
}

#[test]
fn tablebases_are_made_for_hasami_games() {
    let folder = Folder::new("tables");
    let small = "base = \"hasami-nocorner\"\nname = \"small\"\ntitle = \"Small\"\n\
                 files = 5\nranks = 5\nstart = \"ppppp/5/5/5/PPPPP b - 1\"\n";
    fs::write(folder.path("small.toml"), small).expect("a writable file");
    folder.output("small", "tables make small --men 4 --quiet");
    let verdicts = folder.output("small", "tables verify small --men 4 --quiet");
    assert!(verdicts.contains("small 2v2 end: correct"), "{verdicts}");
    let mut client = Client::start();
    client
        .ask(&format!("setoption name VariantPath value {}", folder.path("small.toml").display()));
    client.ask("setoption name USI_Variant value small");
    let tables = format!("setoption name TablesPath value {}", folder.path("tables").display());
    assert_eq!(client.ask(&tables), "info string tables: 2v2");
    // Tables of other rules have other names.
    folder.extend("small", "", OTHER_RULES);
    let error = folder.error("small", "tables verify small --men 4 --quiet");
    assert!(error.contains("No such file"), "{error}");
}

#[test]
fn xboard_shows_drop_games_from_files() {
    let folder = Folder::new("xboard");
    let judkins = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/kawari-rules/games");
    fs::copy(judkins.join("judkins.toml"), folder.path("judkins.toml")).expect("a shipped game");
    let mut client = Client::start();
    client.send("xboard");
    client.lines_after("protover 2", "feature done=1");
    let path = folder.path("judkins.toml");
    let names = client.ask(&format!("option VariantPath={}", path.display()));
    assert_eq!(names, "feature variants=\"yari,hajiku,shogi,minishogi,yarishogi,judkins\"");
    let setup = client.lines_after("variant judkins", "piece K& ");
    assert!(setup[0].starts_with("setup (PNSGBR"), "{setup:?}");
    assert!(setup[0].contains(") 6x6+6_shogi rbnsgk/5p/"), "{setup:?}");
    assert!(setup.iter().any(|line| line.starts_with("piece +P& ")), "{setup:?}");
    client.send("sd 2");
    assert!(client.lines_after("go", "move ").last().is_some_and(|line| line.len() > 7));

    let path = folder.path("kyotoshogi.toml");
    client.ask(&format!("option VariantPath={}", path.display()));
    let error = client.ask("variant kyotoshogi");
    assert!(error.contains("cannot show kyotoshogi: it does not know how"), "{error}");
}

#[test]
fn mates_are_found_in_drop_games_and_games_of_rows() {
    let folder = Folder::new("mate");
    let solve = |game: &str, position: &str| {
        fs::write(folder.path("position"), format!("sfen {position}\n")).expect("a file");
        folder.output(game, &format!("mate --variant {game} position"))
    };
    let mate = solve("kyotoshogi", "p3k/2n+s+s/5/5/1l1+NK w Lp 18");
    assert!(mate.contains(r#""moves":["+P*1c","2e1d+","1c1d+","1e1d","+N*2d"]"#), "{mate}");
    let rows = "base = \"hasami-five\"\nname = \"rows\"\ntitle = \"Rows\"\n[goals]\nrow = 4\n";
    fs::write(folder.path("rows.toml"), rows).expect("a writable file");
    let row = solve("rows", "pp1pp1pp1/9/9/9/9/1PPP5/9/P8/PP7 b - 1");
    assert!(row.contains(r#""plies":1"#), "{row}");
    let error = folder.error("hasami-kochi", "mate make hasami-kochi --games 1");
    assert!(error.contains("hasami-kochi has no mate search"), "{error}");
}
