//! `kawari rules check`: plays random games of a definition, compares the engine with the slow
//! reference implementation in every position, and prints statistics of these games and of games
//! of the engine.

mod applied;

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::{Context, ensure};

use super::interrupt;
use super::progress::Reporting;
use super::results::Results;
use super::rules_report::{self, ReportConfig};
use kawari_engine::core::color::Color;
use kawari_engine::core::outcome::Outcome;
use kawari_engine::engine::game_state::{self, GameState};
use kawari_engine::games::loaded;
use kawari_engine::games::variants::Variant;
use kawari_engine::notation::usi::{UsiMove, UsiOrigin};
use kawari_records::game_log::GameResult;
use kawari_reference::History;

/// Options of `kawari rules check`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckConfig {
    /// The game.
    pub variant: Variant,
    /// Number of random games.
    pub games: u64,
    /// Number of moves after which a random game is stopped.
    pub max_moves: usize,
    /// Number of games of the engine against itself.
    pub engine_games: u64,
    /// Nodes that the engine searches per move.
    pub nodes: u64,
    /// Seed of the random moves.
    pub seed: u64,
}

/// Counts over the random games.
#[derive(Clone, PartialEq, Debug, Default)]
struct Findings {
    results: Results,
    stopped: u64,
    positions: u64,
    moves: u64,
    /// Numbers of moves, drops and side changes of each piece, by its symbol.
    pieces: BTreeMap<String, PieceCounts>,
}

/// Counts of one side of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct PieceCounts {
    moved: u64,
    dropped: u64,
    changed: u64,
    /// True if the piece can change to its other side.
    can_change: bool,
}

/// Checks a game and writes a report.
///
/// # Errors
/// Returns an error with the position if engine and reference differ, or if the output cannot be
/// written.
pub fn run(config: &CheckConfig, output: &mut impl Write) -> anyhow::Result<()> {
    let definition = loaded::definition(config.variant);
    let game = kawari_reference::Game::new(&definition);
    writeln!(output, "{}: the definition is valid", config.variant)?;
    let mut findings = Findings::default();
    for kind in game_state::open(config.variant).piece_set().kinds {
        let counts = PieceCounts { can_change: kind.turn.is_some(), ..PieceCounts::default() };
        findings.pieces.insert(kind.symbol, counts);
    }
    let mut rules = applied::rules(&definition);
    let mut random = fastrand::Rng::with_seed(config.seed);
    for number in 0..config.games {
        if interrupt::is_pending() {
            break;
        }
        play(config, &game, &mut random, &mut findings, &mut rules)
            .with_context(|| format!("random game {number}"))?;
    }
    write!(output, "{}", report(&findings))?;
    for key in applied::unused(&rules) {
        writeln!(output, "warning: the rule {key} never applied")?;
    }
    let mut count = 1;
    for depth in 1..=PERFT_DEPTH {
        let state = game_state::open(config.variant);
        if count * state.legal_moves().len() as u64 > MAX_PERFT {
            break;
        }
        count = state.perft(depth);
        let expected = game.start().perft(depth);
        ensure!(count == expected, "perft {depth} is {count}, the reference counts {expected}");
        writeln!(output, "perft {depth}: {count}")?;
    }
    if config.engine_games == 0 {
        return Ok(());
    }
    writeln!(output, "games of the engine, {} nodes a move:", config.nodes)?;
    rules_report::run(&engine_games(config), output)
}

/// Returns the options of the engine's games.
fn engine_games(config: &CheckConfig) -> ReportConfig {
    ReportConfig {
        variants: vec![config.variant],
        games: config.engine_games,
        nodes: config.nodes,
        plies: ENGINE_PLIES,
        seed: config.seed,
        max_moves: config.max_moves,
        jobs: None,
        reporting: Reporting::Quiet,
    }
}

/// Random half-moves at the start of the engine's games.
const ENGINE_PLIES: usize = 2;

/// Largest depth of the perft that is compared.
const PERFT_DEPTH: u32 = 3;
/// Largest expected count: about a second for the reference.
const MAX_PERFT: u64 = 50_000;

fn play(
    config: &CheckConfig,
    game: &kawari_reference::Game,
    random: &mut fastrand::Rng,
    findings: &mut Findings,
    rules: &mut [applied::Rule],
) -> anyhow::Result<()> {
    let mut others = applied::Games::new(rules);
    let mut state = game_state::open(config.variant);
    let mut history = History::new(game.start());
    loop {
        let end = compare(config.variant, &*state, &history)?;
        others.compare(&history);
        if let Some(outcome) = end {
            findings.results.add(GameResult::from(outcome), &outcome.reason().to_string());
            return Ok(());
        }
        let moves = state.legal_moves();
        findings.positions += 1;
        findings.moves += moves.len() as u64;
        if state.ply() >= config.max_moves {
            findings.stopped += 1;
            return Ok(());
        }
        let Some(&mv) = random.choice(&moves) else { return Ok(()) };
        count_move(&*state, mv, findings);
        state.push_move(mv)?;
        history.play(&mv.to_string())?;
        others.play(&mv.to_string());
    }
}

/// Compares a position with the reference, and returns the outcome.
fn compare(
    variant: Variant,
    state: &dyn GameState,
    history: &History<'_>,
) -> anyhow::Result<Option<Outcome>> {
    let (sfen, position) = (state.sfen(), history.position());
    ensure!(sfen == position.sfen(), "SFEN {sfen}, the reference has {}", position.sfen());
    let mut reloaded = game_state::open(variant);
    reloaded.set(game_state::StartPosition::Sfen(&sfen), &[])?;
    ensure!(reloaded.sfen() == sfen, "SFEN {sfen} is read as {}", reloaded.sfen());
    let end = state.status();
    let expected = history.end();
    let winner = |color: kawari_reference::Color| match color {
        kawari_reference::Color::Black => Color::Black,
        kawari_reference::Color::White => Color::White,
    };
    let expected_winner = expected.map(|end| end.winner.map(winner));
    ensure!(
        end.map(Outcome::winner) == expected_winner,
        "in {sfen} the engine has {}, the reference {}",
        end.map_or("no end".to_owned(), |end| end.to_string()),
        expected.map_or("no end".to_owned(), |end| end.to_string()),
    );
    if end.is_none() {
        let (mut found, expected) = (state.legal_moves_in_usi(), position.legal_moves());
        found.sort_unstable();
        let differs = |mv: &&String| found.contains(mv) != expected.contains(mv);
        let difference: Vec<_> = found.iter().chain(&expected).filter(differs).collect();
        ensure!(difference.is_empty(), "in {sfen} only one of both has {difference:?}");
    }
    Ok(end)
}

fn count_move(state: &dyn GameState, mv: UsiMove, findings: &mut Findings) {
    let (kind, is_drop) = match mv.origin {
        UsiOrigin::Board(from) => (state.piece_at(from).map(|piece| piece.kind), false),
        UsiOrigin::Hand(kind) => (Some(kind), true),
    };
    let Some(kind) = kind else { return };
    let counts = findings.pieces.entry(kind.to_string()).or_default();
    *(if is_drop { &mut counts.dropped } else { &mut counts.moved }) += 1;
    counts.changed += u64::from(mv.is_flip);
}

fn report(findings: &Findings) -> String {
    let Findings { results, stopped, positions, moves, pieces } = findings;
    let games = results.games() + stopped;
    if games == 0 {
        return String::new();
    }
    let percent = |count: u64| 100.0 * count as f64 / games as f64;
    let mut text = format!(
        "{games} random games agree with the reference in {positions} positions\n\
         length: {:.1} half-moves on average\n\
         legal moves: {:.1} on average\n\
         decisive: {:.1} %; Black won {:.1} %, White {:.1} %; stopped {:.1} %\n",
        (positions - stopped) as f64 / games as f64,
        *moves as f64 / *positions as f64,
        percent(results.black + results.white),
        percent(results.black),
        percent(results.white),
        percent(*stopped),
    );
    for (reason, count) in results.reasons() {
        text += &format!("  {count} by {reason}\n");
    }
    for (symbol, PieceCounts { moved, dropped, changed, can_change }) in pieces {
        text += &format!("{symbol}: {moved} moves, {dropped} drops, {changed} changes of side\n");
        if moved + dropped == 0 {
            text += &format!("warning: {symbol} never moved\n");
        } else if *can_change && *changed == 0 {
            text += &format!("warning: {symbol} never changed its side\n");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_games_agree_with_the_reference() {
        for variant in [Variant::Minishogi, Variant::Hasami] {
            let config = CheckConfig {
                variant,
                games: 2,
                max_moves: 60,
                engine_games: 1,
                nodes: 20,
                seed: 1,
            };
            let mut output = Vec::new();
            run(&config, &mut output).expect("no difference");
            let report = String::from_utf8(output).expect("text");
            assert!(report.contains("2 random games agree"), "{report}");
            assert!(report.contains("games of the engine, 20 nodes a move:"), "{report}");
        }
    }

    #[test]
    fn rules_that_never_applied_are_listed() {
        let text = "base = \"minishogi\"\nname = \"check-test\"\ntitle = \"Check\"\n\
                    [pieces.P]\nmax-per-file = 4\n[promotion]\nzone = 2\n";
        let definition = kawari_rules::read(text, &loaded::base_text).expect("a definition");
        let game = kawari_reference::Game::new(&definition);
        let mut rules = applied::rules(&definition);
        let mut games = applied::Games::new(&mut rules);
        let mut history = History::new(game.start());
        for mv in ["2e5b", "1b1c"] {
            games.compare(&history);
            history.play(mv).expect("a legal move");
            games.play(mv);
        }
        let unused = applied::unused(&rules);
        // The Bishop can promote on rank b, but not on rank c.
        assert!(unused.contains(&"pieces.P.max-per-file"), "{unused:?}");
        assert!(!unused.contains(&"promotion.zone"), "{unused:?}");
    }

    #[test]
    fn points_of_an_impasse_are_a_rule_and_notation_is_none() {
        let rules = applied::rules(&loaded::definition(Variant::Yari));
        let keys = applied::unused(&rules);
        assert!(keys.contains(&"impasse.points") && keys.contains(&"pieces.P.max-per-file"));
        assert!(!keys.contains(&"pieces.R.points") && !keys.contains(&"promotion.write-declined"));
    }

    #[test]
    fn pieces_that_never_move_are_reported() {
        let mut findings = Findings { stopped: 1, positions: 2, moves: 60, ..Findings::default() };
        let counts =
            |moved, can_change| PieceCounts { moved, can_change, ..PieceCounts::default() };
        findings.pieces.insert("K".to_owned(), counts(1, false));
        findings.pieces.insert("P".to_owned(), counts(0, true));
        findings.pieces.insert("S".to_owned(), counts(5, true));
        let report = report(&findings);
        assert!(report.contains("legal moves: 30.0 on average"), "{report}");
        assert!(report.contains("warning: P never moved"), "{report}");
        assert!(report.contains("warning: S never changed its side"), "{report}");
        assert!(!report.contains("K never"), "{report}");
    }
}
