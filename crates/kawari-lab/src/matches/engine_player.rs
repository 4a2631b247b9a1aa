//! An engine that plays games. Its process is started on demand and restarted after a fault.

use std::time::{Duration, Instant};

use super::clock::{PlayerClock, allowance};
use super::engine::{Engine, TimedReply};
use super::fault::{Fault, FaultKind, shown};
use super::handshake::{Handshake, set_option};
use super::player::{Coordinates, Player, PlayerRules, PositionForm, Protocol};
use super::reply::{Reply, ReportedInfo};
use super::timeouts::Timeouts;
use kawari_engine::core::color::Color;
use kawari_engine::core::score::{self, Score};
use kawari_engine::engine::game_state::GameState;
use kawari_engine::games::variants::Variant;
use kawari_engine::search::time_manager::milliseconds;
use kawari_protocol::chess::{self, BoardSize, MoveWriter};

/// Fault detail of a second answer to one `go`.
const SECOND_BEST_MOVE: &str = "second `bestmove` for one `go`";

/// Fault detail of an engine that does not answer `stop`.
const NO_ANSWER_TO_STOP: &str = "no `bestmove`, not even after `stop`";

/// How long to keep reading after an unexpected answer. It may be a second answer to the
/// previous `go`, in which case the right one follows.
const EXTRA_REPLY_WAIT: Duration = Duration::from_millis(300);

/// A player's answer to `go`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerAnswer {
    /// Resignation.
    Resign,
    /// Declaration of a win.
    Win,
    /// A move in USI notation, legal or not.
    Move(String),
}

/// A player's answer with information about its search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchReply {
    /// The answer.
    pub answer: PlayerAnswer,
    /// Score, depth and nodes. The score is from the player's view, with mate distances in
    /// plies.
    pub reported: ReportedInfo,
    /// The ponder move in USI notation.
    pub ponder_move: Option<String>,
    /// Time from `go` to the answer.
    pub time: Duration,
    /// Difference of rules that the engine has reported since its last answer.
    pub difference: Option<String>,
}

/// The reason why a player cannot start a game.
#[derive(Debug)]
pub enum StartError {
    /// A fault of the engine.
    Fault(Fault),
    /// The program could not be started. This is not the engine's fault: the system is out of
    /// processes, file handles or threads.
    Start(anyhow::Error),
}

impl From<Fault> for StartError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// A `bestmove` line with its time of arrival.
struct ReceivedBestMove {
    word: Option<String>,
    ponder: Option<String>,
    reported: ReportedInfo,
    at: Instant,
}

/// A player with its engine process.
#[derive(Debug)]
pub struct EnginePlayer {
    player: Player,
    variant: Variant,
    timeouts: Timeouts,
    engine: Option<Engine>,
    difference: Option<String>,
    /// The ponder move in USI notation, while the engine ponders.
    pondering: Option<String>,
}

impl EnginePlayer {
    /// Returns a player whose engine is not started yet.
    pub fn new(player: Player, variant: Variant, timeouts: Timeouts) -> Self {
        Self { player, variant, timeouts, engine: None, difference: None, pondering: None }
    }

    /// Returns the configuration of the player.
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// Starts the engine if necessary and makes it ready for a new game.
    ///
    /// # Errors
    /// Returns [`StartError`] if the program cannot be started or the engine commits a fault.
    pub fn begin(&mut self) -> Result<(), StartError> {
        (self.difference, self.pondering) = (None, None);
        if self.player.restart {
            self.engine = None;
        }
        if self.engine.is_none() {
            self.engine = Some(Engine::start(&self.player).map_err(StartError::Start)?);
            self.run_handshake()?;
        }
        Ok(self.get_ready()?)
    }

    /// Changes some options, from the next game on.
    pub fn adjust(&mut self, settings: &[(String, String)]) {
        let options = &mut self.player.options;
        options.retain(|(known, _)| settings.iter().all(|(name, _)| name != known));
        options.extend_from_slice(settings);
        self.send(
            &settings.iter().map(|(name, value)| set_option(name, value)).collect::<String>(),
        );
    }

    fn get_ready(&mut self) -> Result<(), Fault> {
        self.send("isready\n");
        self.expect(&Reply::Ready)?;
        self.send(match self.player.proto {
            Protocol::Usi => "usinewgame\n",
            Protocol::Uci => "ucinewgame\nisready\n",
        });
        // No second `isready` in USI, where it would start another game.
        match self.player.proto {
            Protocol::Usi => Ok(()),
            Protocol::Uci => self.expect(&Reply::Ready).map(drop),
        }
    }

    fn run_handshake(&mut self) -> Result<(), Fault> {
        self.send(match self.player.proto {
            Protocol::Usi => "usi\n",
            Protocol::Uci => "uci\n",
        });
        let handshake = self.expect(&Reply::HandshakeDone)?;
        let settings = handshake.settings(&self.player, self.variant);
        let lines: String = settings.iter().map(|(name, value)| set_option(name, value)).collect();
        self.send(&lines);
        Ok(())
    }

    /// Requests a move in the current position of a game. `clocks` are those of both sides,
    /// Black's first.
    ///
    /// # Errors
    /// Returns the [`Fault`] that the engine commits. The engine has been ended then.
    pub fn search(
        &mut self,
        game_state: &dyn GameState,
        clocks: &[Option<PlayerClock>; 2],
    ) -> Result<SearchReply, Fault> {
        self.check_pending_replies()?;
        let color = game_state.side_to_move();
        let own_clock = clocks[color.index()].as_ref();
        let allowance = allowance(&self.player.control, own_clock);
        let is_hit = match self.pondering.take() {
            Some(expected) if game_state.moves_in_usi().last() == Some(&expected) => true,
            Some(_) => {
                self.stop_pondering()?;
                false
            }
            None => false,
        };
        let commands = if is_hit {
            "ponderhit\n".to_owned()
        } else {
            self.search_commands(game_state, &self.go(color, clocks))
        };
        let started = Instant::now();
        self.send(&commands);
        let margin = self.player.margin.map_or(self.timeouts.margin, milliseconds);
        let deadline = started + allowance.map_or(self.timeouts.limit, |time| time + margin);
        let Some(ReceivedBestMove { word, ponder, reported, at }) = self.wait_for_move(deadline)?
        else {
            return Err(self.timeout_fault(allowance.is_some()));
        };
        let time = at.saturating_duration_since(started);
        if allowance.is_some_and(|allowance| time > allowance + margin) {
            return Err(self.stop_with_fault(FaultKind::TimeLoss, "`bestmove` after the deadline"));
        }
        let answer = match word.as_deref() {
            None | Some("none" | "(none)" | "0000" | "null") => {
                return Err(
                    self.stop_with_fault(FaultKind::ProtocolViolation, "`bestmove` without a move")
                );
            }
            Some("resign") => PlayerAnswer::Resign,
            Some("win") => PlayerAnswer::Win,
            Some(word) => match self.read_move(word) {
                Some(word) => PlayerAnswer::Move(word),
                None => {
                    let detail = format!("{} is not a move", shown(word));
                    return Err(self.stop_with_fault(FaultKind::ProtocolViolation, &detail));
                }
            },
        };
        let ponder_move = ponder.and_then(|word| self.read_move(&word));
        let reported =
            ReportedInfo { score: reported.score.map(|score| self.in_plies(score)), ..reported };
        Ok(SearchReply { answer, reported, ponder_move, time, difference: self.difference.take() })
    }

    /// Starts pondering. The last move of `game_state` is the ponder move.
    pub fn ponder(&mut self, game_state: &dyn GameState, clocks: &[Option<PlayerClock>; 2]) {
        let go = self.go(game_state.side_to_move(), clocks).replacen("go", "go ponder", 1);
        let commands = self.search_commands(game_state, &go);
        self.send(&commands);
        self.pondering = game_state.moves_in_usi().pop();
    }

    /// Stops pondering after a ponder miss.
    fn stop_pondering(&mut self) -> Result<(), Fault> {
        self.pondering = None;
        self.send("stop\n");
        match self.wait_for_move(Instant::now() + self.timeouts.limit)? {
            Some(_) => Ok(()),
            None => Err(self.stop_with_fault(FaultKind::Hang, NO_ANSWER_TO_STOP)),
        }
    }

    /// Returns the `position` and `go` commands for the current position.
    pub(super) fn search_commands(&self, game_state: &dyn GameState, go: &str) -> String {
        format!("{}\n{go}{}\n", self.position(game_state), self.search_moves(game_state))
    }

    /// Converts mate distances to plies: UCI counts moves of the mating side.
    fn in_plies(&self, score: Score) -> Score {
        /// Maximum distance that is still a mate score.
        const MAX_DISTANCE: usize = 2 * score::MAX_PLY - 1;
        let plies = |moves: i32| (2 * moves.unsigned_abs() as usize).min(MAX_DISTANCE);
        match (self.player.proto, score::mate_distance(score)) {
            (Protocol::Uci, Some(moves)) if moves > 0 => score::mate_in(plies(moves) - 1),
            (Protocol::Uci, Some(moves)) => score::mated_in(plies(moves)),
            _ => score,
        }
    }

    /// Ends a game: stops pondering and sends `gameover` in USI. `won` is `None` for a draw.
    pub fn end(&mut self, won: Option<bool>) {
        if self.pondering.is_some() {
            // A fault does not change the result. The engine is restarted for the next game.
            let _ = self.stop_pondering();
        }
        if self.player.proto == Protocol::Usi {
            self.send(match won {
                Some(true) => "gameover win\n",
                Some(false) => "gameover lose\n",
                None => "gameover draw\n",
            });
        }
    }

    /// Ends the engine after an invalid answer. If another answer follows, the fault is a second
    /// `bestmove` instead.
    pub fn stop_for_wrong_answer(&mut self, kind: FaultKind, detail: &str) -> Fault {
        match self.wait_for_move(Instant::now() + EXTRA_REPLY_WAIT) {
            Ok(Some(_)) => self.stop_with_fault(FaultKind::ProtocolViolation, SECOND_BEST_MOVE),
            _ => self.stop_with_fault(kind, detail),
        }
    }

    /// Ends the engine and returns the fault.
    pub fn stop_with_fault(&mut self, kind: FaultKind, detail: &str) -> Fault {
        let engine = self.engine.take();
        // A hanging engine would not answer `quit`. Others are dropped, which sends `quit`.
        if let Some(engine) = engine.filter(|_| kind == FaultKind::Hang) {
            engine.kill();
        }
        Fault::new(kind, detail)
    }

    /// Returns the `position` command for the current position of a game.
    fn position(&self, game_state: &dyn GameState) -> String {
        let (mut sfen, moves) = match self.player.positions {
            PositionForm::Moves => (game_state.start_sfen(), game_state.moves_in_usi()),
            PositionForm::Sfen => (game_state.sfen(), Vec::new()),
        };
        let keyword = match self.player.proto {
            Protocol::Usi => "sfen",
            Protocol::Uci => "fen",
        };
        let is_start = sfen == game_state.info().startpos;
        let writer = MoveWriter::new(game_state.info(), &sfen);
        if self.player.coordinates() == Coordinates::Chess {
            sfen = chess::fen(game_state.info(), &sfen);
        }
        let mut command = if is_start {
            "position startpos".to_owned()
        } else {
            format!("position {keyword} {sfen}")
        };
        if !moves.is_empty() {
            command += " moves";
            command += &self.in_notation(moves, |moves| writer.line(moves));
        }
        command
    }

    /// Returns the `searchmoves` list of legal moves for a player with other rules. It comes last
    /// in the `go` command, because some engines read all following words as moves.
    fn search_moves(&self, game_state: &dyn GameState) -> String {
        match self.player.rules {
            PlayerRules::Kawari => String::new(),
            PlayerRules::Other => {
                let writer = MoveWriter::new(game_state.info(), &game_state.sfen());
                let moves = game_state.legal_moves_in_usi();
                " searchmoves".to_owned()
                    + &self.in_notation(moves, |moves| writer.alternatives(moves))
            }
        }
    }

    /// Returns moves in the player's notation, a space before each. `to_chess` converts them to
    /// chess notation.
    fn in_notation(
        &self,
        moves: Vec<String>,
        to_chess: impl FnOnce(&[String]) -> Vec<String>,
    ) -> String {
        let moves = match self.player.coordinates() {
            Coordinates::Shogi => moves,
            Coordinates::Chess => to_chess(&moves),
        };
        moves.iter().fold(String::new(), |text, mv| text + " " + mv)
    }

    /// Converts a move from the player's notation to USI notation.
    pub(super) fn read_move(&self, word: &str) -> Option<String> {
        match self.player.coordinates() {
            Coordinates::Shogi => Some(word.to_owned()),
            Coordinates::Chess => BoardSize::of(self.variant.info()).to_usi(word),
        }
    }

    /// Returns the `go` command for the side to move.
    fn go(&self, color: Color, clocks: &[Option<PlayerClock>; 2]) -> String {
        let control = &self.player.control;
        let mut go = "go".to_owned();
        if let Some(own) = &clocks[color.index()] {
            // If the opponent has no clock, the player gets its own clock for both sides.
            let [black, white] = clocks.each_ref().map(|clock| clock.as_ref().unwrap_or(own));
            go += &match self.player.proto {
                Protocol::Usi => usi_times(black, white, own),
                // In UCI, the side that moves first is White, and the remaining time includes
                // the increment.
                Protocol::Uci => uci_times(black, white) + &moves_to_go(own),
            };
        }
        let bounds = [
            ("movetime", control.movetime),
            ("nodes", control.nodes),
            ("depth", control.depth.map(u64::from)),
        ];
        for (word, value) in bounds {
            if let Some(value) = value {
                go += &format!(" {word} {value}");
            }
        }
        go
    }

    fn send(&self, lines: &str) {
        if let Some(engine) = &self.engine {
            engine.send(lines.to_owned());
        }
    }

    /// Waits for a reply and returns the names and options that come before it.
    ///
    /// # Errors
    /// Returns a [`Fault`] if the reply does not come in time or the engine violates the
    /// protocol.
    fn expect(&mut self, awaited: &Reply) -> Result<Handshake, Fault> {
        let mut handshake = Handshake::default();
        let deadline = Instant::now() + self.timeouts.limit;
        loop {
            let timed = self.engine.as_ref().and_then(|engine| engine.receive(deadline));
            match timed.map(|timed| timed.reply) {
                Some(reply) if reply == *awaited => return Ok(handshake),
                Some(reply) => {
                    self.check_unrequested(&reply)?;
                    handshake.add(reply);
                }
                None => {
                    let missing = match (awaited, self.player.proto) {
                        (Reply::Ready, _) => "readyok",
                        (_, Protocol::Usi) => "usiok",
                        (_, Protocol::Uci) => "uciok",
                    };
                    return Err(self.stop_with_fault(FaultKind::Hang, &format!("no `{missing}`")));
                }
            }
        }
    }

    /// Checks the replies that have arrived since the last answer.
    fn check_pending_replies(&mut self) -> Result<(), Fault> {
        let pending: Vec<Reply> = self.engine.iter().flat_map(Engine::pending_replies).collect();
        pending.iter().try_for_each(|reply| self.check_unrequested(reply))
    }

    /// Checks a reply that was not requested. Some are harmless; others are a fault.
    fn check_unrequested(&mut self, reply: &Reply) -> Result<(), Fault> {
        match reply {
            Reply::HandshakeDone
            | Reply::Ready
            | Reply::Name(_)
            | Reply::Option(_)
            | Reply::Line(_) => Ok(()),
            // Ignored for a player that uses the referee's rules.
            Reply::RulesDiffer(reason) => {
                if self.player.rules == PlayerRules::Other {
                    self.difference.get_or_insert_with(|| reason.clone());
                }
                Ok(())
            }
            Reply::BestMove { .. } if self.pondering.is_some() => {
                Err(self
                    .stop_with_fault(FaultKind::ProtocolViolation, "`bestmove` while pondering"))
            }
            Reply::BestMove { .. } => {
                Err(self.stop_with_fault(FaultKind::ProtocolViolation, SECOND_BEST_MOVE))
            }
            Reply::Overlong => {
                Err(self.stop_with_fault(FaultKind::ProtocolViolation, "line longer than 64 KiB"))
            }
            Reply::End => {
                let exit = self.engine.take().map(Engine::exit_description).unwrap_or_default();
                Err(Fault::new(FaultKind::Crash, exit))
            }
        }
    }

    /// Waits for the best move. Returns `None` after the deadline.
    fn wait_for_move(&mut self, deadline: Instant) -> Result<Option<ReceivedBestMove>, Fault> {
        loop {
            let timed = self.engine.as_ref().and_then(|engine| engine.receive(deadline));
            let Some(TimedReply { reply, at }) = timed else { return Ok(None) };
            match reply {
                Reply::BestMove { word, ponder, reported } => {
                    return Ok(Some(ReceivedBestMove { word, ponder, reported, at }));
                }
                other => self.check_unrequested(&other)?,
            }
        }
    }

    /// Returns the fault of a player that has not moved in time: a time loss if it has a time
    /// limit and answers `stop`, otherwise a hang.
    fn timeout_fault(&mut self, has_time_limit: bool) -> Fault {
        self.send("stop\n");
        match self.wait_for_move(Instant::now() + self.timeouts.limit) {
            Err(fault) => fault,
            Ok(Some(_)) if has_time_limit => {
                self.stop_with_fault(FaultKind::TimeLoss, "no `bestmove` before the deadline")
            }
            Ok(Some(_)) => self.stop_with_fault(FaultKind::Hang, "no `bestmove` before `stop`"),
            Ok(None) => self.stop_with_fault(FaultKind::Hang, NO_ANSWER_TO_STOP),
        }
    }
}

fn usi_times(black: &PlayerClock, white: &PlayerClock, own: &PlayerClock) -> String {
    let ms = Duration::as_millis;
    let mut times = format!(" btime {} wtime {}", ms(&black.remaining), ms(&white.remaining));
    if !(black.increment + white.increment).is_zero() {
        times += &format!(" binc {} winc {}", ms(&black.increment), ms(&white.increment));
    }
    if !own.byoyomi.is_zero() {
        times += &format!(" byoyomi {}", ms(&own.byoyomi));
    }
    times + &moves_to_go(own)
}

fn moves_to_go(own: &PlayerClock) -> String {
    own.moves_to_go.map_or(String::new(), |moves| format!(" movestogo {moves}"))
}

fn uci_times(first: &PlayerClock, second: &PlayerClock) -> String {
    let left = |clock: &PlayerClock| (clock.remaining + clock.increment).as_millis();
    format!(
        " wtime {} btime {} winc {} binc {}",
        left(first),
        left(second),
        first.increment.as_millis(),
        second.increment.as_millis()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use kawari_engine::engine::game_state::{StartPosition, VariantGameState};
    use kawari_engine::games::hasami::Hasami;

    fn engine_player(words: &str) -> EnginePlayer {
        let words: Vec<String> =
            format!("cmd=x {words}").split_whitespace().map(str::to_owned).collect();
        let player = Player::parse(&[], &words).expect("valid engine arguments");
        let limit = Duration::from_secs(1);
        EnginePlayer::new(player, Variant::Hasami, Timeouts { margin: Duration::ZERO, limit })
    }

    fn go(black: &str, white: &str, color: Color) -> String {
        let engine_players = [black, white].map(engine_player);
        let clocks = engine_players
            .each_ref()
            .map(|engine_player| engine_player.player().control.clock.map(PlayerClock::new));
        engine_players[color.index()].go(color, &clocks)
    }

    #[test]
    fn go_has_the_limits_of_the_player() {
        assert_eq!(go("nodes=5 depth=3", "nodes=7", Color::Black), "go nodes 5 depth 3");
        assert_eq!(go("nodes=5", "movetime=7", Color::White), "go movetime 7");
        let usi = "go btime 1000 wtime 2000 binc 100 winc 0";
        assert_eq!(go("tc=1+0.1", "tc=2", Color::Black), usi);
        assert_eq!(go("byoyomi=50", "nodes=1", Color::Black), "go btime 0 wtime 0 byoyomi 50");
        assert_eq!(go("byoyomi=50", "nodes=1", Color::White), "go nodes 1");
        let moves = "go btime 1000 wtime 2000 movestogo 40";
        assert_eq!(go("tc=40/1", "tc=2", Color::Black), moves);
        assert_eq!(go("tc=40/1", "tc=2", Color::White), "go btime 1000 wtime 2000");
    }

    /// In UCI, the side that moves first is White, and the remaining time includes the
    /// increment.
    #[test]
    fn uci_go_swaps_colours_and_adds_the_increment() {
        let black = go("tc=1+0.1 proto=uci nodes=9", "tc=2", Color::Black);
        assert_eq!(black, "go wtime 1100 btime 2000 winc 100 binc 0 nodes 9");
    }

    /// UCI counts moves of the mating side; the log counts plies.
    #[test]
    fn mate_scores_are_converted_to_plies() {
        let plies = |words: &str, number: Score| {
            let score = if number > 0 { score::MATE - number } else { -score::MATE - number };
            score::mate_distance(engine_player(&format!("nodes=1 {words}")).in_plies(score))
        };
        assert_eq!([3, -4].map(|number| plies("", number)), [Some(3), Some(-4)]);
        assert_eq!(
            [1, 3, -1, -4].map(|number| plies("proto=uci", number)),
            [1, 5, -2, -8].map(Some)
        );
    }

    #[test]
    fn position_command_has_the_configured_form() {
        let mut game_state = VariantGameState::new(Hasami);
        let position = |words: &str, game_state: &dyn GameState| {
            engine_player(&format!("nodes=1 {words}")).position(game_state)
        };
        assert_eq!(position("positions=sfen", &game_state), "position startpos");
        game_state.set(StartPosition::Initial, &["9i9e", "1a1e"]).expect("legal moves");
        assert_eq!(position("", &game_state), "position startpos moves 9i9e 1a1e");
        let sfen = game_state.sfen();
        assert_eq!(position("positions=sfen", &game_state), format!("position sfen {sfen}"));
        game_state.set(StartPosition::Sfen(&sfen), &["9e9f"]).expect("a legal move");
        let uci = position("proto=uci coordinates=shogi", &game_state);
        assert_eq!(uci, format!("position fen {sfen} moves 9e9f"));
        let uci = position("proto=uci", &game_state);
        assert_eq!(uci, "position fen pppppppp1/9/9/9/P7p/9/9/9/1PPPPPPPP w - - 0 2 moves a5a4");
    }

    #[test]
    fn searchmoves_is_sent_to_players_with_other_rules() {
        let mut game_state = VariantGameState::new(Hasami);
        game_state.set(StartPosition::Sfen("9/9/9/9/9/9/9/9/PP6p b - 1"), &[]).expect("a position");
        let search_moves =
            |words: &str| engine_player(&format!("nodes=1 {words}")).search_moves(&game_state);
        assert_eq!(search_moves(""), "");
        assert!(search_moves("rules=other").starts_with(" searchmoves 8i2i 8i3i "));
        assert!(search_moves("rules=other proto=uci").starts_with(" searchmoves b1h1 b1g1 "));
    }
}
