//! A player at the board: the conversation with its program, which is started
//! when it is needed and started anew after every fault.

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
use kawari_protocol::chess::{self, BoardSize};

/// What is wrong with a second answer.
const TWO_BEST_MOVES: &str = "two bestmoves for one go";

/// How long whoever has answered wrongly is listened to: the answer may have been
/// a second one to the question before.
const EXTRA_REPLY_WAIT: Duration = Duration::from_millis(300);

/// What a player answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerAnswer {
    /// It gives the game up.
    Resign,
    /// It claims to have won.
    Win,
    /// A word that should be a move.
    Move(String),
}

/// An answer, and how it came about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchReply {
    /// The answer.
    pub answer: PlayerAnswer,
    /// What was told of the search: the score is the player's view of its position, a
    /// mate in plies.
    pub reported: ReportedInfo,
    /// The answer that the player expects, if it says so, in USI notation.
    pub reply: Option<String>,
    /// The time it took.
    pub time: Duration,
    /// What has happened since its last answer that its rules do not know, as it
    /// says.
    pub difference: Option<String>,
}

/// What keeps a player from beginning a game.
#[derive(Debug)]
pub enum StartError {
    /// A fault of its own.
    Fault(Fault),
    /// Its program could not be started, which is no fault of the player's: the
    /// system has no process, file handle or thread left.
    Start(anyhow::Error),
}

impl From<Fault> for StartError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// A best move as it was said.
struct ReceivedBestMove {
    word: Option<String>,
    ponder: Option<String>,
    reported: ReportedInfo,
    at: Instant,
}

/// A player with its program.
#[derive(Debug)]
pub struct EnginePlayer {
    player: Player,
    variant: Variant,
    patience: Timeouts,
    engine: Option<Engine>,
    difference: Option<String>,
    /// The answer that the program expects while it thinks on its opponent's time, in
    /// USI notation.
    pondering: Option<String>,
}

impl EnginePlayer {
    /// A player whose program does not run yet.
    pub fn new(player: Player, variant: Variant, patience: Timeouts) -> Self {
        Self { player, variant, patience, engine: None, difference: None, pondering: None }
    }

    /// Who sits here.
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// Gets the program ready for a new game.
    ///
    /// # Errors
    /// What has kept it from getting ready.
    pub fn begin(&mut self) -> Result<(), StartError> {
        (self.difference, self.pondering) = (None, None);
        if self.player.restart {
            self.engine = None;
        }
        if self.engine.is_none() {
            self.engine = Some(Engine::start(&self.player).map_err(StartError::Start)?);
            self.greet()?;
        }
        Ok(self.get_ready()?)
    }

    /// Gives other values to some options of the program, from its next game on.
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
        // In USI, a second `isready` would begin another game.
        match self.player.proto {
            Protocol::Usi => Ok(()),
            Protocol::Uci => self.expect(&Reply::Ready).map(drop),
        }
    }

    fn greet(&mut self) -> Result<(), Fault> {
        self.send(match self.player.proto {
            Protocol::Usi => "usi\n",
            Protocol::Uci => "uci\n",
        });
        let handshake = self.expect(&Reply::Greeting)?;
        let settings = handshake.settings(&self.player, self.variant);
        let lines: String = settings.iter().map(|(name, value)| set_option(name, value)).collect();
        self.send(&lines);
        Ok(())
    }

    /// Asks for a move in the latest position of a line; `clocks` are those of
    /// both sides, Black's first.
    ///
    /// # Errors
    /// The [`Fault`] that the player commits; its program is no more then.
    pub fn search(
        &mut self,
        game_state: &dyn GameState,
        clocks: &[Option<PlayerClock>; 2],
    ) -> Result<SearchReply, Fault> {
        self.reject_unrequested()?;
        let color = game_state.side_to_move();
        let own_clock = clocks[color.index()].as_ref();
        let allowance = allowance(&self.player.control, own_clock);
        let is_hit = match self.pondering.take() {
            Some(expected) if game_state.moves().last() == Some(&expected) => true,
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
        let margin = self.player.margin.map_or(self.patience.margin, milliseconds);
        let deadline = started + allowance.map_or(self.patience.limit, |time| time + margin);
        let Some(ReceivedBestMove { word, ponder, reported, at }) = self.wait_for_move(deadline)?
        else {
            return Err(self.timeout_fault(allowance.is_some()));
        };
        let time = at.saturating_duration_since(started);
        if allowance.is_some_and(|allowance| time > allowance + margin) {
            return Err(self.stop_with_fault(FaultKind::TimeLoss, "the answer came too late"));
        }
        let answer = match word.as_deref() {
            None | Some("none" | "(none)" | "0000" | "null") => {
                return Err(
                    self.stop_with_fault(FaultKind::ProtocolViolation, "bestmove without a move")
                );
            }
            Some("resign") => PlayerAnswer::Resign,
            Some("win") => PlayerAnswer::Win,
            Some(word) => match self.read_move(word) {
                Some(word) => PlayerAnswer::Move(word),
                None => {
                    let detail = format!("{} is not a move of this game", shown(word));
                    return Err(self.stop_with_fault(FaultKind::ProtocolViolation, &detail));
                }
            },
        };
        let reply = ponder.and_then(|word| self.read_move(&word));
        let reported =
            ReportedInfo { score: reported.score.map(|score| self.in_plies(score)), ..reported };
        Ok(SearchReply { answer, reported, reply, time, difference: self.difference.take() })
    }

    /// Lets the program think on its opponent's time, if it is meant to: `line` ends with
    /// the answer that it expects.
    pub fn ponder(&mut self, game_state: &dyn GameState, clocks: &[Option<PlayerClock>; 2]) {
        let go = self.go(game_state.side_to_move(), clocks).replacen("go", "go ponder", 1);
        let commands = self.search_commands(game_state, &go);
        self.send(&commands);
        self.pondering = game_state.moves().pop();
    }

    /// Ends a search for an answer to a move that was not made.
    fn stop_pondering(&mut self) -> Result<(), Fault> {
        self.pondering = None;
        self.send("stop\n");
        match self.wait_for_move(Instant::now() + self.patience.limit)? {
            Some(_) => Ok(()),
            None => {
                Err(self.stop_with_fault(FaultKind::Hang, "no move, not even when told to stop"))
            }
        }
    }

    /// The commands that ask for a move.
    pub(super) fn search_commands(&self, game_state: &dyn GameState, go: &str) -> String {
        format!("{}\n{go}{}\n", self.position(game_state), self.search_moves(game_state))
    }

    /// A score with its mate in plies: UCI counts moves of the side that mates.
    fn in_plies(&self, score: Score) -> Score {
        /// Beyond it a mate is no mate any more.
        const FURTHEST: usize = 2 * score::MAX_PLY - 1;
        let plies = |moves: i32| (2 * moves.unsigned_abs() as usize).min(FURTHEST);
        match (self.player.proto, score::mate_distance(score)) {
            (Protocol::Uci, Some(moves)) if moves > 0 => score::mate_in(plies(moves) - 1),
            (Protocol::Uci, Some(moves)) => score::mated_in(plies(moves)),
            _ => score,
        }
    }

    /// Tells the program how a game has ended for it.
    pub fn end(&mut self, won: Option<bool>) {
        if self.pondering.is_some() {
            // The game is over whatever it says; who says nothing is gone then.
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

    /// Ends the program for an answer that is wrong. If the right name for it is
    /// that it was one too many, another is on its way.
    pub fn stop_for_wrong_answer(&mut self, kind: FaultKind, detail: &str) -> Fault {
        match self.wait_for_move(Instant::now() + EXTRA_REPLY_WAIT) {
            Ok(Some(_)) => self.stop_with_fault(FaultKind::ProtocolViolation, TWO_BEST_MOVES),
            _ => self.stop_with_fault(kind, detail),
        }
    }

    /// Ends the program; what it has done becomes a fault.
    pub fn stop_with_fault(&mut self, kind: FaultKind, detail: &str) -> Fault {
        let engine = self.engine.take();
        // Nothing is gained by asking whoever hangs to leave.
        if let Some(engine) = engine.filter(|_| kind == FaultKind::Hang) {
            engine.kill();
        }
        Fault::new(kind, detail)
    }

    /// The command that sets the latest position of a line.
    fn position(&self, game_state: &dyn GameState) -> String {
        let (mut sfen, moves) = match self.player.positions {
            PositionForm::Moves => (game_state.start_sfen(), game_state.moves()),
            PositionForm::Sfen => (game_state.sfen(), Vec::new()),
        };
        let keyword = match self.player.proto {
            Protocol::Usi => "sfen",
            Protocol::Uci => "fen",
        };
        let is_start = sfen == game_state.info().startpos;
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
            command += &self.write_moves(&moves);
        }
        command
    }

    /// What tells a player of other rules which moves are legal; last in its
    /// line, since some take all that follows for moves.
    fn search_moves(&self, game_state: &dyn GameState) -> String {
        match self.player.rules {
            PlayerRules::Kawari => String::new(),
            PlayerRules::Other => {
                " searchmoves".to_owned() + &self.write_moves(&game_state.legal_moves())
            }
        }
    }

    /// Moves as the player writes them, a blank before each.
    fn write_moves(&self, moves: &[String]) -> String {
        let board = BoardSize::of(self.variant.info());
        let mut text = String::new();
        for mv in moves {
            text.push(' ');
            match self.player.coordinates() {
                Coordinates::Shogi => text += mv,
                Coordinates::Chess => text += &board.to_chess(mv).unwrap_or_else(|| mv.clone()),
            }
        }
        text
    }

    /// A move that the player has written, in USI notation.
    pub(super) fn read_move(&self, word: &str) -> Option<String> {
        match self.player.coordinates() {
            Coordinates::Shogi => Some(word.to_owned()),
            Coordinates::Chess => BoardSize::of(self.variant.info()).to_usi(word),
        }
    }

    fn go(&self, color: Color, clocks: &[Option<PlayerClock>; 2]) -> String {
        let control = &self.player.control;
        let mut go = "go".to_owned();
        if let Some(own) = &clocks[color.index()] {
            // A player without a clock is shown to its opponent with the
            // opponent's own.
            let [black, white] = clocks.each_ref().map(|clock| clock.as_ref().unwrap_or(own));
            go += &match self.player.proto {
                Protocol::Usi => usi_times(black, white, own),
                // The side that moves first is White; increments are given
                // before the move.
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

    /// Waits for one reply and returns the names and options that come before it; others
    /// that are not of the protocol's nature are faults.
    fn expect(&mut self, awaited: &Reply) -> Result<Handshake, Fault> {
        let mut handshake = Handshake::default();
        let deadline = Instant::now() + self.patience.limit;
        loop {
            let news = self.engine.as_ref().and_then(|engine| engine.receive(deadline));
            match news.map(|news| news.reply) {
                Some(reply) if reply == *awaited => return Ok(handshake),
                Some(reply) => {
                    self.reject_reply(&reply)?;
                    handshake.note(reply);
                }
                None => {
                    let missing = if *awaited == Reply::Ready { "readyok" } else { "greeting" };
                    return Err(self.stop_with_fault(FaultKind::Hang, &format!("no {missing}")));
                }
            }
        }
    }

    /// Whatever was said since the last move was not asked for.
    fn reject_unrequested(&mut self) -> Result<(), Fault> {
        let overheard: Vec<Reply> = self.engine.iter().flat_map(Engine::pending_replies).collect();
        overheard.iter().try_for_each(|reply| self.reject_reply(reply))
    }

    /// A reply out of place: harmless or a fault.
    fn reject_reply(&mut self, reply: &Reply) -> Result<(), Fault> {
        match reply {
            Reply::Greeting | Reply::Ready | Reply::Name(_) | Reply::Option(_) | Reply::Said(_) => {
                Ok(())
            }
            // Whoever plays by the referee's rules has no excuse.
            Reply::RulesDiffer(what) => {
                if self.player.rules == PlayerRules::Other {
                    self.difference.get_or_insert_with(|| what.clone());
                }
                Ok(())
            }
            Reply::BestMove { .. } if self.pondering.is_some() => Err(self.stop_with_fault(
                FaultKind::ProtocolViolation,
                "a bestmove while it was to ponder",
            )),
            Reply::BestMove { .. } => {
                Err(self.stop_with_fault(FaultKind::ProtocolViolation, TWO_BEST_MOVES))
            }
            Reply::Overlong => {
                Err(self
                    .stop_with_fault(FaultKind::ProtocolViolation, "a line of more than 64 KiB"))
            }
            Reply::End => {
                let end = self.engine.take().map(Engine::exit_description).unwrap_or_default();
                Err(Fault::new(FaultKind::Crash, end))
            }
        }
    }

    /// The next best move; `None` if it does not come by the deadline.
    fn wait_for_move(&mut self, deadline: Instant) -> Result<Option<ReceivedBestMove>, Fault> {
        loop {
            let news = self.engine.as_ref().and_then(|engine| engine.receive(deadline));
            let Some(TimedReply { reply, at }) = news else { return Ok(None) };
            match reply {
                Reply::BestMove { word, ponder, reported } => {
                    return Ok(Some(ReceivedBestMove { word, ponder, reported, at }));
                }
                other => self.reject_reply(&other)?,
            }
        }
    }

    /// The fault of a player that has not moved in time: still alive?
    fn timeout_fault(&mut self, on_the_clock: bool) -> Fault {
        self.send("stop\n");
        match self.wait_for_move(Instant::now() + self.patience.limit) {
            Err(fault) => fault,
            Ok(Some(_)) if on_the_clock => {
                self.stop_with_fault(FaultKind::TimeLoss, "no move before the end of the time")
            }
            Ok(Some(_)) => {
                self.stop_with_fault(FaultKind::Hang, "no move before it was told to stop")
            }
            Ok(None) => {
                self.stop_with_fault(FaultKind::Hang, "no move, not even when told to stop")
            }
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
        let player = Player::parse(&[], &words).expect("a good engine");
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
    fn each_player_hears_its_own_limits() {
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

    /// In UCI the side that moves first is White, and what is left includes the
    /// increment.
    #[test]
    fn uci_has_its_own_words() {
        let black = go("tc=1+0.1 proto=uci nodes=9", "tc=2", Color::Black);
        assert_eq!(black, "go wtime 1100 btime 2000 winc 100 binc 0 nodes 9");
    }

    /// UCI counts moves of the side that mates, and a log plies.
    #[test]
    fn mates_are_logged_in_plies() {
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
    fn positions_are_told_as_asked_for() {
        let mut line = VariantGameState::<Hasami>::new();
        let reported = |words: &str, line: &dyn GameState| {
            engine_player(&format!("nodes=1 {words}")).position(line)
        };
        assert_eq!(reported("positions=sfen", &line), "position startpos");
        line.set(StartPosition::Initial, &["9i9e", "1a1e"]).expect("legal moves");
        assert_eq!(reported("", &line), "position startpos moves 9i9e 1a1e");
        let sfen = line.sfen();
        assert_eq!(reported("positions=sfen", &line), format!("position sfen {sfen}"));
        line.set(StartPosition::Sfen(&sfen), &["9e9f"]).expect("a legal move");
        let uci = reported("proto=uci coordinates=shogi", &line);
        assert_eq!(uci, format!("position fen {sfen} moves 9e9f"));
        let uci = reported("proto=uci", &line);
        assert_eq!(uci, "position fen pppppppp1/9/9/9/P7p/9/9/9/1PPPPPPPP w - - 0 2 moves a5a4");
    }

    #[test]
    fn a_player_of_other_rules_is_told_the_legal_moves() {
        let mut game_state = VariantGameState::<Hasami>::new();
        game_state.set(StartPosition::Sfen("9/9/9/9/9/9/9/9/PP6p b - 1"), &[]).expect("a position");
        let reported =
            |words: &str| engine_player(&format!("nodes=1 {words}")).search_moves(&game_state);
        assert_eq!(reported(""), "");
        assert!(reported("rules=other").starts_with(" searchmoves 8i2i 8i3i "));
        assert!(reported("rules=other proto=uci").starts_with(" searchmoves b1h1 b1g1 "));
    }
}
