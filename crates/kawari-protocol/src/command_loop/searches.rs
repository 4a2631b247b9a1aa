//! Searches: start, stop, answers of searches that could not start.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::activity::{Activity, ActivityKind, SearchPurpose};
use super::handlers::Handlers;
use super::reporter::{ReportOptions, SearchReporter};
use crate::dialect::RootInfo;
use crate::error::ProtocolError;
use crate::go::Go;
use kawari_engine::engine::search_events::{SearchAnswer, SearchEvent};
use kawari_engine::engine::session::{GoError, SearchRequest, Session};
use kawari_engine::notation::error::MoveError;
use kawari_engine::search::limits::Limits;

impl Handlers {
    /// Starts the search or mate search of a `go` command.
    pub(super) fn go(&mut self, go: Go) {
        let dialect = self.output.dialect();
        let mut request = match go {
            Go::Search(request) => request,
            Go::Mate { number, request } => {
                let limits = request.limits;
                match dialect.mate_search(number, request) {
                    Some(request) => request,
                    None => return self.go_mate(number, limits),
                }
            }
        };
        self.game_is_over = false;
        request.plays_on = !dialect.has_resignation();
        self.adapt_limits(&mut request.limits);
        if request.limits == Limits::default() && !request.ponder {
            request.infinite = true;
        }
        if self.position_is_rejected {
            let error = ProtocolError::PositionRejected;
            self.reject_search(request, SearchPurpose::ReplyToClient, error);
        } else {
            self.search(request, SearchPurpose::ReplyToClient);
        }
    }

    /// Applies the options `NodesLimit` and `DepthLimit`, and maps the clock's colours from
    /// those of the dialect.
    fn adapt_limits(&self, limits: &mut Limits) {
        self.engine.options.apply_bounds(limits);
        if let Some(clock) = &mut limits.clock {
            self.output.dialect().orient_clock(clock);
        }
    }

    /// Starts a search of the current position, or rejects it.
    pub(super) fn search(&mut self, request: SearchRequest, purpose: SearchPurpose) {
        self.pending_search = Some((request.clone(), purpose));
        let id = self.activities.next_id();
        let is_muted = Arc::new(AtomicBool::new(false));
        let result = self.start_search(&request, purpose, id, &is_muted);
        self.pending_search = None;
        match result {
            Ok(()) => {
                self.activities.start(id, ActivityKind::Search { request, is_muted, purpose });
            }
            Err(error) => self.reject_search(request, purpose, error),
        }
    }

    fn start_search(
        &mut self,
        request: &SearchRequest,
        purpose: SearchPurpose,
        id: u64,
        is_muted: &Arc<AtomicBool>,
    ) -> Result<(), ProtocolError> {
        let dialect = self.output.dialect();
        let mut root = RootInfo::of(self.session()?.game_state());
        // An infinite search analyses: its answer is a move even if the game has ended.
        root.ending = root.ending.filter(|_| !request.infinite);
        let mut request = request.clone();
        for word in &mut request.search_moves {
            let syntax = || GoError::SearchMove(MoveError::Syntax(word.clone()));
            *word = dialect.usi_move(word, root.game).ok_or_else(syntax)?;
        }
        let mut reporter = SearchReporter::new(
            self.output.sink().clone(),
            Arc::clone(is_muted),
            Arc::clone(&self.engine_game.latest_info),
            root,
            ReportOptions {
                dialect,
                is_multi_pv: self.engine.options.settings.multi_pv > 1,
                sends_answer: purpose != SearchPurpose::Background,
                line: self.line.clone(),
            },
            self.activities.end_sender(id),
        );
        if let Some((info, answer)) = self.engine.book_answer(&request) {
            reporter.report(SearchEvent::Info(info));
            reporter.report(SearchEvent::Done(answer));
            return Ok(());
        }
        let report = Box::new(move |event| reporter.report(event));
        Ok(self.session()?.go(&request, report)?)
    }

    /// Reports why a search could not start. Except for a background search, the client
    /// still gets an answer.
    pub(super) fn reject_search(
        &mut self,
        request: SearchRequest,
        purpose: SearchPurpose,
        error: ProtocolError,
    ) {
        self.output.write_error(&error);
        if purpose == SearchPurpose::Background {
            return;
        }
        let answer = match (&error, &mut self.engine.session) {
            // Without another thread, search a few nodes on this one.
            (ProtocolError::Go(GoError::Thread(_)), Some(session)) => {
                session.search_blocking(&request).ok()
            }
            (ProtocolError::Fault { .. }, Some(session)) => any_move(&**session),
            _ => None,
        };
        let answer = answer.unwrap_or(SearchAnswer::Resign);
        let is_withheld = request.infinite || request.ponder;
        let id = self.activities.next_id();
        let dialect = self.output.dialect_kind();
        self.activities.start(id, ActivityKind::Rejected { request, answer, purpose, dialect });
        if !is_withheld {
            self.send_rejection_answer();
        }
    }

    /// Sends the answer of a rejected search and ends it.
    fn send_rejection_answer(&mut self) {
        let Some(Activity {
            kind: ActivityKind::Rejected { answer, purpose, dialect, .. }, ..
        }) = self
            .activities
            .current
            .take_if(|activity| matches!(activity.kind, ActivityKind::Rejected { .. }))
        else {
            return;
        };
        let game = self.engine.options.variant.info();
        let root = self.engine.session.as_ref().map_or(RootInfo::start(game), |session| RootInfo {
            ending: None,
            ..RootInfo::of(session.game_state())
        });
        self.output.write_lines(dialect.implementation().answer(&answer, &root));
        self.on_answer(purpose, answer);
    }

    /// Handles the end of the activity with this id. `answer` is the answer that was sent to
    /// the client.
    pub(super) fn end_search(&mut self, id: u64, answer: Option<SearchAnswer>) {
        let activity = self.activities.finish(id);
        if let (Some(Activity { kind: ActivityKind::Search { purpose, .. }, .. }), Some(answer)) =
            (activity, answer)
        {
            self.on_answer(purpose, answer);
        }
    }

    /// Plays the answer if the engine keeps the game.
    fn on_answer(&mut self, purpose: SearchPurpose, answer: SearchAnswer) {
        if purpose == SearchPurpose::EngineMove
            && let Err(error) = self.catch_panics("", |handlers| handlers.play_engine_move(answer))
        {
            self.output.write_error(&error);
        }
    }

    /// Stops the current activity and suppresses the rest of its output.
    pub(super) fn abandon(&mut self) {
        if let Some(Activity { kind: ActivityKind::Search { is_muted, .. }, .. }) =
            &self.activities.current
        {
            is_muted.store(true, Ordering::Relaxed);
        }
        self.stop();
    }

    /// Stops the current activity. A search still sends its answer; `perft` and `bench` end
    /// without further output.
    pub(super) fn stop(&mut self) {
        let Some(activity) = &mut self.activities.current else { return };
        match (&mut activity.kind, &self.engine.session) {
            (ActivityKind::Search { request, .. }, Some(session)) => {
                // The search is ending, so commands that follow need not stop it again.
                (request.infinite, request.ponder) = (false, false);
                session.stop();
            }
            (ActivityKind::Mate { is_infinite }, Some(session)) => {
                *is_infinite = false;
                session.stop();
            }
            (ActivityKind::Rejected { .. }, _) => self.send_rejection_answer(),
            (ActivityKind::Job(job), _) => {
                job.cancel();
                self.activities.current = None;
            }
            _ => {}
        }
    }

    /// Handles `ponderhit`. New limits restart the search with them. A search without any
    /// limits ends: the time spent on pondering is all that it can use.
    pub(super) fn ponder_hit(&mut self, limits: Option<Limits>) {
        let (Some(activity), Some(session)) =
            (&mut self.activities.current, &mut self.engine.session)
        else {
            return self.release_rejected_ponder();
        };
        let ActivityKind::Search { request, is_muted, .. } = &mut activity.kind else {
            return self.release_rejected_ponder();
        };
        if !request.ponder {
            return;
        }
        request.ponder = false;
        let is_unlimited = request.limits == Limits::default() && !request.infinite;
        match limits {
            Some(limits) => {
                is_muted.store(true, Ordering::Relaxed);
                session.stop();
                session.wait();
                let request = request.clone();
                self.restart_search(request, limits);
            }
            None if is_unlimited => session.stop(),
            None => session.ponder_hit(),
        }
    }

    /// Sends the withheld answer of a rejected ponder search.
    fn release_rejected_ponder(&mut self) {
        if let Some(Activity { kind: ActivityKind::Rejected { request, .. }, .. }) =
            &self.activities.current
            && request.ponder
            && !request.infinite
        {
            self.send_rejection_answer();
        }
    }

    /// Replaces a stopped search by one with new limits. The transposition table keeps its
    /// results.
    fn restart_search(&mut self, mut request: SearchRequest, mut limits: Limits) {
        self.adapt_limits(&mut limits);
        let Limits { depth, nodes, move_time, clock } = request.limits;
        request.limits = Limits {
            depth: limits.depth.or(depth),
            nodes: limits.nodes.or(nodes),
            move_time: limits.move_time.or(move_time),
            clock: limits.clock.or(clock),
        };
        self.search(request, SearchPurpose::ReplyToClient);
    }
}

/// Returns an arbitrary legal move, if there is one.
fn any_move(session: &dyn Session) -> Option<SearchAnswer> {
    let moves =
        panic::catch_unwind(AssertUnwindSafe(|| session.game_state().legal_moves())).ok()?;
    moves.into_iter().next().map(|best| SearchAnswer::Move { best, ponder: None })
}
