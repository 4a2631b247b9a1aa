//! Mates after games with repetitions, in which one more occurrence of a position ends the
//! game. Compares solver, verifier and search with exhaustive search by rules and history.

use std::sync::mpsc;

use super::brute::{ThreatGraph, Threats, after, is_won, moves};
use super::{fresh, plies, solve_after};
use kawari_engine::core::color::Color;
use kawari_engine::core::forcing::Forcing;
use kawari_engine::core::history::History;
use kawari_engine::core::outcome::Outcome;
use kawari_engine::core::position::{MoveLike, Position};
use kawari_engine::core::score;
use kawari_engine::engine::game_state::StartPosition;
use kawari_engine::engine::mate::{Mate, MateAnswer, MateEvent, MateRequest};
use kawari_engine::engine::search_events::{SearchEvent, SearchInfo};
use kawari_engine::engine::session::{self, SearchRequest, Session, Settings};
use kawari_engine::games::Game;
use kawari_engine::games::drop::{Hajiku, Minishogi, Shogi, Yari};
use kawari_engine::games::hasami::{DaiHasami, HasamiBrainking, HasamiFive, HasamiLudos};
use kawari_engine::games::variants::Variant;
use kawari_engine::mate::solver::{MateQuery, Solver, SolverAnswer};
use kawari_engine::notation::Notation;
use kawari_engine::notation::usi::UsiMove;
use kawari_engine::search::limits::Limits;
use kawari_lab::mate::{proof_file, verify};

/// A game: start position as SFEN and moves in USI notation.
pub struct PlayedGame {
    pub start: String,
    pub moves: Vec<String>,
}

/// Returns the reverse of a plain board move; `None` for drops and promotions.
fn reversed(word: &str) -> Option<String> {
    (word.len() == 4 && !word.contains('*')).then(|| format!("{}{}", &word[2..], &word[..2]))
}

/// Returns the positions of a game; `None` if a move is not legal.
fn replay<P: Threats>(start: &P, words: &[String]) -> Option<Vec<P>> {
    let mut line = vec![start.clone()];
    for word in words {
        let position = &line[line.len() - 1];
        let mv = position.parse_usi(word).ok()?;
        line.push(after(position, mv));
    }
    Some(line)
}

/// Returns the moves if they are legal, lead from one position to the other, and no position
/// between is the end of the game.
fn path<P: Threats>(from: &P, to: &P, words: Vec<String>) -> Option<Vec<String>> {
    let line = replay(from, &words)?;
    let is_ongoing = line[..line.len() - 1].iter().all(|position| position.outcome().is_none());
    (is_ongoing && line[line.len() - 1].key() == to.key()).then_some(words)
}

/// Returns a cycle of four moves: one move of each side and their reverses.
fn cycle<P: Threats>(position: &P, random: &mut fastrand::Rng) -> Option<Vec<String>> {
    for _ in 0..30 {
        let first = *random.choice(&moves(position))?;
        let next = after(position, first);
        let Some(&second) = random.choice(&moves(&next)) else { continue };
        let words = [position.usi(first), next.usi(second)].map(|mv| mv.to_string());
        let Some(back) = words.iter().map(|word| reversed(word)).collect::<Option<Vec<_>>>() else {
            continue;
        };
        if let Some(cycle) = path(position, position, [&words[..], &back[..]].concat()) {
            return Some(cycle);
        }
    }
    None
}

/// Returns games that end in `root`, in which the position after a threat, or after a threat
/// and an answer, has occurred once less than a draw needs. The threat `first` is used first.
fn games_before<P: Threats>(
    root: &P,
    first: Option<u16>,
    wanted: usize,
    random: &mut fastrand::Rng,
) -> Vec<PlayedGame> {
    let attacker = root.side_to_move();
    let mut threats = moves(root);
    threats.retain(|&mv| P::is_threat_before(&after(root, mv), attacker));
    threats.retain(|&mv| reversed(&root.usi(mv).to_string()).is_some());
    random.shuffle(&mut threats);
    threats.sort_by_key(|mv| Some(mv.bits()) != first);
    let mut games = Vec::new();
    for threat in threats {
        let threatened = after(root, threat);
        let mut answers = moves(&threatened);
        random.shuffle(&mut answers);
        for answer in answers {
            let games_of_pair = [true, false]
                .map(|repeats_answer| game_before(root, threat, answer, repeats_answer, random));
            games.extend(games_of_pair.into_iter().flatten());
            if games.len() >= wanted {
                return games;
            }
        }
    }
    games
}

/// Returns a game that ends in `root`, in which the position after the threat (or, with
/// `repeats_answer`, after the answer to it) has occurred once less than a draw needs. `None` if
/// the moves have no legal reverse.
fn game_before<P: Threats>(
    root: &P,
    threat: P::Move,
    answer: P::Move,
    repeats_answer: bool,
    random: &mut fastrand::Rng,
) -> Option<PlayedGame> {
    let threatened = after(root, threat);
    let answered = after(&threatened, answer);
    let [back, answer_back] = [threat, answer].map(|mv| reversed(&root.usi(mv).to_string()));
    let (back, answer_back) = (back?, answer_back?);
    let (repeated, to_root) = if repeats_answer {
        let to_root = path(&answered, root, vec![back, answer_back])?;
        (answered, to_root)
    } else {
        let to_root =
            path(&threatened, root, vec![root.usi(answer).to_string(), back, answer_back])?;
        (threatened, to_root)
    };
    if repeated.outcome().is_some() {
        return None;
    }
    let cycle = cycle(&repeated, random)?;
    let cycles = (2..root.repetition_rule().occurrences).flat_map(|_| cycle.iter().cloned());
    Some(PlayedGame { start: repeated.sfen(1), moves: cycles.chain(to_root).collect() })
}

fn history_of<P: Threats>(line: &[P]) -> History {
    let mut history = History::new();
    line.iter().for_each(|position| history.push(position.key(), position.in_check()));
    history
}

/// Returns true if the game is not over at this position.
fn is_ongoing<P: Threats>(position: &P, history: &History) -> bool {
    position.outcome().is_none() && position.adjudicate(history).is_none()
}

/// Returns true if `side` wins within `plies` with one of the `first` moves.
fn wins<P: Threats>(
    position: &P,
    history: &mut History,
    first: &[P::Move],
    plies: usize,
    side: Color,
) -> bool {
    first.iter().any(|&mv| {
        let next = after(position, mv);
        if is_won(&next, side) {
            return true;
        }
        history.push(next.key(), next.in_check());
        let wins =
            plies > 1 && is_ongoing(&next, history) && loses(&next, history, plies - 1, side);
        let wins_by_history = is_won_by_history(&next, history, side);
        history.pop();
        wins || wins_by_history
    })
}

/// Returns true if the side to move loses within `plies` with every move.
fn loses<P: Threats>(position: &P, history: &mut History, plies: usize, winner: Color) -> bool {
    let legal = moves(position);
    !legal.is_empty()
        && legal.into_iter().all(|mv| {
            let next = after(position, mv);
            history.push(next.key(), next.in_check());
            let loses = is_ongoing(&next, history)
                && wins(&next, history, &moves(&next), plies - 1, winner);
            let loses_by_history = is_won_by_history(&next, history, winner);
            history.pop();
            loses || loses_by_history
        })
}

/// Returns true if the game is not over on the board, but `side` has won by its history.
fn is_won_by_history<P: Threats>(position: &P, history: &History, side: Color) -> bool {
    position.outcome().is_none()
        && position.adjudicate(history).and_then(Outcome::winner) == Some(side)
}

/// A session that searches positions and proves mates.
pub struct TestSession {
    session: Box<dyn Session>,
}

impl TestSession {
    pub fn new(variant: Variant) -> Self {
        let settings = Settings { hash: 1, mate_hash: 1, ..Settings::default() };
        Self { session: session::open(variant, settings).expect("memory") }
    }

    pub fn set(&mut self, game: &PlayedGame) {
        let moves: Vec<&str> = game.moves.iter().map(String::as_str).collect();
        self.session
            .game_state_mut()
            .set(StartPosition::Sfen(&game.start), &moves)
            .expect("a legal game");
    }

    /// Returns the last line reported by a search.
    fn search(&mut self, nodes: u64) -> SearchInfo {
        let (sender, events) = mpsc::channel();
        let report = Box::new(move |event| drop(sender.send(event)));
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        self.session
            .go(&SearchRequest { limits, ..SearchRequest::default() }, report)
            .expect("the search starts");
        let lines = events.iter().filter_map(|event| match event {
            SearchEvent::Info(info) => Some(info),
            SearchEvent::Fault(fault) => panic!("{fault}"),
            SearchEvent::Spent(_) | SearchEvent::Done(_) => None,
        });
        lines.last().expect("a line")
    }

    /// Returns the answer of a mate search.
    pub fn answer(&mut self, order: &MateRequest) -> MateAnswer {
        self.answer_and_nodes(order).0
    }

    /// Returns the answer of a mate search and the nodes searched.
    pub fn answer_and_nodes(&mut self, order: &MateRequest) -> (MateAnswer, u64) {
        let (sender, events) = mpsc::channel();
        let report = Box::new(move |event| drop(sender.send(event)));
        self.session.go_mate(order, report).expect("the search starts");
        let answer = events.iter().find_map(|event| match event {
            MateEvent::Done(answer, stats) => Some((answer, stats.nodes)),
            _ => None,
        });
        answer.expect("an answer")
    }

    /// Returns the proof of a mate in the file format.
    pub fn write_proof(&self, mate: Mate) -> String {
        let mut file = Vec::new();
        let proof = mate.proof.expect("a proof");
        proof_file::write(self.session.game_state(), &proof, &mut file)
            .expect("the proof is written");
        String::from_utf8(file).expect("a text")
    }

    /// Returns the proof of a mate by threats alone in the file format; `None` without a mate.
    fn proof(&mut self) -> Option<String> {
        let order = MateRequest { with_proof: true, ..MateRequest::default() };
        match self.answer(&order) {
            MateAnswer::Mate(mate) => Some(self.write_proof(mate)),
            _ => None,
        }
    }
}

/// The numbers of compared games.
#[derive(Debug, Default)]
struct Count {
    /// Games with an exhaustive result.
    games: usize,
    /// Games before a position that is a mate in more than one ply without history. Only the
    /// result of these can change.
    mates: usize,
    /// Games whose history changes the length of the mate, or excludes it.
    changed: usize,
    /// Checked mate scores of the search.
    claims: usize,
}

/// Compares the results for a position with and without game history.
fn compare<P: Threats>(
    session: &mut TestSession,
    root: &P,
    most: usize,
    wanted: usize,
    random: &mut fastrand::Rng,
    count: &mut Count,
) {
    let Some(graph) = ThreatGraph::build(root, &fresh(root), most) else { return };
    let without = graph.plies();
    let mut solver = Solver::new(1).expect("memory");
    let bare = solve_after(&mut solver, root, &fresh(root), &MateQuery::default());
    let first = match bare.answer {
        SolverAnswer::Mate(line) => line.moves.first().copied(),
        _ => None,
    };
    for game in games_before(root, first, wanted, random) {
        let (start, _) = P::from_sfen(root.game(), &game.start).expect("a good SFEN");
        let line = replay(&start, &game.moves).expect("legal moves");
        let root = &line[line.len() - 1];
        let mut history = history_of(&line);
        let Some(graph) = ThreatGraph::build(root, &history, most) else { continue };
        let exact = graph.plies();
        count.games += 1;
        count.mates += usize::from(without.is_some_and(|plies| plies > 1));
        count.changed += usize::from(exact != without);
        let context = format!("{} moves {}", game.start, game.moves.join(" "));

        let solution = solve_after(&mut solver, root, &history, &MateQuery::default());
        assert_eq!(plies(&solution), exact, "solver: {context}");

        // Fills the transposition table with the results of the position without history.
        session.set(&PlayedGame { start: root.sfen(1), moves: Vec::new() });
        let proof_without_history = session.proof();
        session.search(2_000);
        session.set(&game);
        let proof = session.proof();
        assert_eq!(proof.is_some(), exact.is_some(), "{context}");
        if let Some(proof) = proof {
            let proof = proof_file::read(proof.as_bytes()).next().expect("one").expect("a proof");
            verify::check(&proof).unwrap_or_else(|error| panic!("{error:#}: {context}"));
        }
        // The proof without history may be accepted only if there is a mate as short.
        if let Some(proof) = proof_without_history {
            let mut proof =
                proof_file::read(proof.as_bytes()).next().expect("one").expect("a proof");
            (proof.start, proof.moves) = (game.start.clone(), game.moves.clone());
            let is_accepted = verify::check(&proof).is_ok();
            let is_true = exact.is_some_and(|exact| exact <= proof.plies);
            assert!(is_true || !is_accepted, "verifier: {context}");
        }

        let info = session.search(2_000);
        if let Some(distance) = score::mate_distance(info.score).filter(|plies| plies.abs() <= 3) {
            let side = root.side_to_move();
            let plies = distance.unsigned_abs() as usize;
            let holds = if distance > 0 {
                let first = root.legal_from_usi(info.pv[0]).expect("a legal move");
                wins(root, &mut history, &[first], plies, side)
            } else {
                loses(root, &mut history, plies, !side)
            };
            assert!(holds, "search: mate {distance} {}: {context}", joined(&info.pv));
            count.claims += 1;
        }
    }
}

/// Returns true if the solver finds a mate in more than one ply within 500 nodes.
fn has_mate<P: Threats>(solver: &mut Solver, position: &P, threats: &[P::Move]) -> bool {
    if threats.is_empty() {
        return false;
    }
    let query = MateQuery { nodes: 500, shortens: false, ..MateQuery::default() };
    let solution = solve_after(solver, position, &fresh(position), &query);
    matches!(solution.answer, SolverAnswer::Mate(line) if line.moves.len() > 1)
}

fn variant_of<G: Game>(game: G) -> Variant {
    game.info().name.parse().expect("a built-in game")
}

/// Compares in positions of random games until `wanted` games are compared, half of them before
/// a mate in more than one ply. `changed` is the minimum of [`Count::changed`].
///
/// In random games of Hajiku 1 position in 160 is such a mate, and in 1 of 1,000 the mating move
/// is a quiet move that can be reversed, so that a history can repeat it. So the minimum is 0 in
/// the short tests of drop games.
#[track_caller]
fn agree<G: Game<Position: Threats>>(
    game: G,
    seed: u64,
    wanted: usize,
    most: usize,
    changed: usize,
) {
    let variant = variant_of(game);
    let mut random = fastrand::Rng::with_seed(seed);
    let mut session = TestSession::new(variant);
    let mut count = Count::default();
    let mut solver = Solver::new(1).expect("memory");
    while count.games < wanted || 2 * count.mates < wanted {
        let mut position = game.startpos();
        for _ in 0..300 {
            let legal = moves(&position);
            let Some(&mv) = random.choice(&legal) else { break };
            let mut threats = kawari_engine::core::movelist::MoveList::new();
            position.generate_threats(&mut threats);
            let is_wanted = match random.u8(..8) {
                0 if 2 * (count.games - count.mates) < wanted => !threats.is_empty(),
                _ => has_mate(&mut solver, &position, &threats),
            };
            if is_wanted {
                compare(&mut session, &position, most, 4, &mut random, &mut count);
            }
            position.play(mv, &mut ());
        }
    }
    println!("{variant}: {count:?}");
    assert!(count.changed >= changed, "{count:?}");
}

/// Returns a random position in which Black has to move: both Kings, and each of `pieces` with a
/// probability of one half. No piece is in hand.
fn position_with_few_pieces<G: Game>(
    game: G,
    pieces: &[&str],
    random: &mut fastrand::Rng,
) -> G::Position {
    let startpos = game.startpos().sfen(1);
    let ranks: Vec<&str> = startpos.split('/').collect();
    // The third rank has a Pawn on every file.
    let (ranks, files) = (ranks.len(), ranks[2].len());
    loop {
        let mut squares = vec!["1"; ranks * files];
        for piece in pieces {
            if random.bool() {
                squares[random.usize(..ranks * files)] = piece;
            }
        }
        // A King may replace another piece.
        for king in ["K", "k"] {
            squares[random.usize(..ranks * files)] = king;
        }
        let board: Vec<String> = squares.chunks(files).map(<[&str]>::concat).collect();
        if let Ok((position, _)) = game.parse_sfen(&format!("{} b - 1", board.join("/"))) {
            return position;
        }
    }
}

/// Compares before mates in more than one ply in random positions with few pieces (see
/// [`position_with_few_pieces`]). Nine in ten of them have a threat that a history can repeat. One
/// in thirty has a graph of at most 500 positions; only these are compared.
#[track_caller]
fn agree_with_few_pieces<G: Game<Position: Threats>>(
    game: G,
    pieces: &[&str],
    seed: u64,
    wanted: usize,
    changed: usize,
) {
    let variant = variant_of(game);
    let mut random = fastrand::Rng::with_seed(seed);
    let mut session = TestSession::new(variant);
    let mut count = Count::default();
    let mut solver = Solver::new(1).expect("memory");
    while count.games < wanted {
        let position = position_with_few_pieces(game, pieces, &mut random);
        let mut threats = kawari_engine::core::movelist::MoveList::new();
        position.generate_threats(&mut threats);
        if position.outcome().is_none() && has_mate(&mut solver, &position, &threats) {
            compare(&mut session, &position, 500, 4, &mut random, &mut count);
        }
    }
    println!("{variant}: {count:?}");
    assert!(count.changed >= changed, "{count:?}");
}

#[test]
#[ignore = "takes minutes"]
fn histories_of_hajiku() {
    let pieces = ["+G", "+F", "+S", "G", "S", "C", "F", "g", "f", "p"];
    agree_with_few_pieces(Hajiku, &pieces, 12, 400, 100);
}

#[test]
#[ignore = "takes minutes"]
fn histories_of_shogi() {
    let pieces = ["R", "B", "+R", "+B", "G", "S", "N", "g", "s", "p"];
    agree_with_few_pieces(Shogi, &pieces, 13, 400, 100);
}

/// Defines tests: name, game, seed, number of games, maximum graph size, minimum
/// number of games whose history changes the mate.
macro_rules! random_games {
    ($($(#[$ignored:meta])? $name:ident: $game:ident, $seed:literal, $wanted:literal, $most:literal, $changed:literal;)*) => {
        $(
            #[test]
            $(#[$ignored])?
            fn $name() {
                agree($game, $seed, $wanted, $most, $changed);
            }
        )*
    };
}

random_games! {
    a_few_histories_of_yari: Yari, 1, 10, 500, 0;
    a_few_histories_of_hajiku: Hajiku, 2, 15, 500, 0;
    a_few_histories_of_shogi: Shogi, 3, 10, 500, 0;
    a_few_histories_of_minishogi: Minishogi, 4, 10, 500, 0;
    a_few_histories_of_dai_hasami: DaiHasami, 5, 20, 1_000, 1;
    a_few_histories_of_hasami_five: HasamiFive, 6, 20, 1_000, 1;
    a_few_histories_of_hasami_brainking: HasamiBrainking, 7, 10, 1_000, 0;
    a_few_histories_of_hasami_ludos: HasamiLudos, 8, 20, 1_000, 0;
}

random_games! {
    #[ignore = "takes minutes"]
    histories_of_yari: Yari, 11, 400, 5_000, 10;
    #[ignore = "takes minutes"]
    histories_of_minishogi: Minishogi, 14, 400, 5_000, 20;
    #[ignore = "takes minutes"]
    histories_of_dai_hasami: DaiHasami, 15, 400, 5_000, 50;
    #[ignore = "takes minutes"]
    histories_of_hasami_five: HasamiFive, 16, 400, 5_000, 50;
    #[ignore = "takes minutes"]
    histories_of_hasami_brainking: HasamiBrainking, 17, 400, 5_000, 50;
    #[ignore = "takes minutes"]
    histories_of_hasami_ludos: HasamiLudos, 18, 400, 5_000, 20;
}

/// Compares along the solutions of every `every`th problem of a file. `games` is the minimum of
/// [`Count::games`].
#[track_caller]
fn agree_on_problems<G: Game<Position: Threats>>(game: G, every: usize, most: usize, games: usize) {
    let variant = variant_of(game);
    let mut random = fastrand::Rng::with_seed(9);
    let mut session = TestSession::new(variant);
    let mut count = Count::default();
    let problems = super::problems::problems(variant);
    for problem in problems.iter().step_by(every) {
        let (start, _) = game.parse_sfen(&problem.position).expect("a good SFEN");
        let line = replay(&start, &problem.moves).expect("legal moves");
        // Positions with the attacker to move.
        for position in line.iter().step_by(2).filter(|position| position.outcome().is_none()) {
            compare(&mut session, position, most, 1, &mut random, &mut count);
        }
    }
    println!("{variant}: {count:?}");
    assert!(count.games >= games, "{count:?}");
}

#[test]
fn histories_of_some_problems() {
    agree_on_problems(Yari, 6, 500, 5);
    agree_on_problems(Hajiku, 6, 500, 5);
    agree_on_problems(DaiHasami, 12, 500, 20);
}

#[test]
#[ignore = "takes minutes"]
fn histories_of_all_problems() {
    agree_on_problems(Yari, 1, 5_000, 100);
    agree_on_problems(Hajiku, 1, 5_000, 100);
    agree_on_problems(DaiHasami, 1, 5_000, 500);
}

fn played_game(start: &str, moves: &str) -> PlayedGame {
    PlayedGame { start: start.to_owned(), moves: moves.split(' ').map(str::to_owned).collect() }
}

/// A game of `dai-hasami`. The position after 7i7e 1a1b would occur for the fourth time: a draw
/// instead of a mate by 3h3e.
const ANSWER_REPEATS: (&str, &str) =
    ("4p4/8p/9/9/2PPPP3/p8/9/1P4P2/P8 b - 1", "9i9h 5a5b 9h9i 5b5a 9i9h 5a5b 9h9i 5b5a 7e7i 1b1a");

/// A game of `dai-hasami`. The position after the threat 7i7e would occur for the fourth time.
const THREAT_REPEATS: (&str, &str) = (
    "4p3p/9/9/9/2PPPP3/p8/9/1P4P2/P8 w - 1",
    "5a5b 9i9h 5b5a 9h9i 5a5b 9i9h 5b5a 9h9i 1a1b 7e7i 1b1a",
);

#[test]
fn fourth_occurrence_before_the_mate_is_a_draw() {
    for (start, moves) in [ANSWER_REPEATS, THREAT_REPEATS] {
        let mut session = TestSession::new(Variant::DaiHasami);
        session.set(&played_game(start, moves));
        let proof = session.proof().expect("3h3e mates");
        assert!(proof.contains("\n3h3e "), "{proof}");
        let proof = proof_file::read(proof.as_bytes()).next().expect("one").expect("a proof");
        assert_eq!(proof.plies, 5);
        verify::check(&proof).expect("a good proof");
        let info = session.search(100_000);
        assert_eq!(info.score, score::mate_in(5), "{}", joined(&info.pv));
        assert_ne!(info.pv[0].to_string(), "7i7e");
    }
}

/// A proof without history is wrong after a game in which it repeats a position.
#[test]
fn proof_with_repetition_is_rejected() {
    for (start, moves) in [ANSWER_REPEATS, THREAT_REPEATS] {
        let mut session = TestSession::new(Variant::DaiHasami);
        let game = played_game(start, moves);
        session.set(&game);
        let bare = PlayedGame { start: session.session.game_state().sfen(), moves: Vec::new() };
        session.set(&bare);
        let proof = session.proof().expect("a mate in three");
        let mut proof = proof_file::read(proof.as_bytes()).next().expect("one").expect("a proof");
        assert_eq!(proof.plies, 3);
        verify::check(&proof).expect("a good proof");
        (proof.start, proof.moves) = (game.start, game.moves);
        let error = verify::check(&proof).expect_err("a draw");
        assert!(format!("{error:#}").contains("draw: repetition"), "{error:#}");
    }
}

/// Returns the moves as a line of text.
fn joined(moves: &[UsiMove]) -> String {
    moves.iter().map(UsiMove::to_string).collect::<Vec<_>>().join(" ")
}
