//! Searches: how they begin, what is answered in their place, how they end.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::reporter::{ReportOptions, SearchReporter};
use super::{Activity, ActivityKind, CommandLoop, Message, SearchPurpose};
use crate::dialect::RootInfo;
use crate::error::ProtocolError;
use crate::go::Go;
use kawari_engine::engine::search_events::SearchAnswer;
use kawari_engine::engine::session::{GoError, SearchRequest, Session};
use kawari_engine::notation::error::MoveError;
use kawari_engine::search::limits::Limits;

impl CommandLoop {
    pub(super) fn go(&mut self, go: Go) {
        let words = self.dialect.implementation();
        let mut order = match go {
            Go::Search(order) => order,
            Go::Mate { number, request: order } => {
                let limits = order.limits;
                match words.mate_search(number, order) {
                    Some(order) => order,
                    None => return self.go_mate(number, limits),
                }
            }
        };
        self.game_is_over = false;
        order.plays_on = !words.has_resignation();
        self.adapt_limits(&mut order.limits);
        if order.limits == Limits::default() && !order.ponder {
            order.infinite = true;
        }
        if self.position_is_refused {
            self.reject_search(order, SearchPurpose::ReplyToClient, ProtocolError::PositionRefused);
        } else {
            self.search(order, SearchPurpose::ReplyToClient);
        }
    }

    /// Makes the limits that a client has given those that it has to mean.
    pub(super) fn adapt_limits(&self, limits: &mut Limits) {
        self.options.apply_bounds(limits);
        if let Some(clock) = &mut limits.clock {
            self.dialect.implementation().orient_clock(clock);
        }
    }

    pub(super) fn search(&mut self, order: SearchRequest, purpose: SearchPurpose) {
        self.pending_search = Some((order.clone(), purpose));
        let number = self.next_move_number();
        let is_muted = Arc::new(AtomicBool::new(false));
        let result = self.begin_search(&order, purpose, number, &is_muted);
        self.pending_search = None;
        match result {
            Ok(()) => {
                let kind = ActivityKind::Search { order, is_muted, purpose };
                self.activity = Some(Activity { number, kind });
            }
            Err(error) => self.reject_search(order, purpose, error),
        }
    }

    fn begin_search(
        &mut self,
        order: &SearchRequest,
        purpose: SearchPurpose,
        number: u64,
        is_muted: &Arc<AtomicBool>,
    ) -> Result<(), ProtocolError> {
        let words = self.dialect.implementation();
        let mut root = RootInfo::of(self.session()?.game_state());
        // Who looks at it without a limit knows, and wants to hear of the moves.
        root.ending = root.ending.filter(|_| !order.infinite);
        let mut order = order.clone();
        for word in &mut order.search_moves {
            let syntax = || GoError::SearchMove(MoveError::Syntax(word.clone()));
            *word = words.usi_move(word, root.game).ok_or_else(syntax)?;
        }
        let messages = self.messages.clone();
        let mut reporter = SearchReporter::new(
            self.sink.clone(),
            Arc::clone(is_muted),
            Arc::clone(&self.engine_game.progress),
            root,
            ReportOptions {
                dialect: self.dialect,
                is_multi_pv: self.options.settings.multi_pv > 1,
                sends_answer: purpose != SearchPurpose::Background,
                line: self.line.clone(),
            },
            move |answer| drop(messages.send(Message::Finished(number, answer))),
        );
        let report = Box::new(move |event| reporter.report(event));
        Ok(self.session()?.go(&order, report)?)
    }

    /// Says why a search has not begun. Whoever has said `go` waits for an answer
    /// all the same.
    pub(super) fn reject_search(
        &mut self,
        order: SearchRequest,
        purpose: SearchPurpose,
        error: ProtocolError,
    ) {
        self.sink.write_line(&self.dialect.implementation().error(&error.to_string()));
        if purpose == SearchPurpose::Background {
            return;
        }
        let answer = match (&error, &mut self.session) {
            // As well as it can be done on this thread.
            (ProtocolError::Go(GoError::Thread(_)), Some(session)) => {
                session.search_blocking(&order).ok()
            }
            // Any move is better than none.
            (ProtocolError::Fault { .. }, Some(session)) => any_move(&**session),
            _ => None,
        };
        let answer = answer.unwrap_or(SearchAnswer::Resign);
        let is_awaited = !order.infinite && !order.ponder;
        let number = self.next_move_number();
        let kind = ActivityKind::Rejected { order, answer, purpose, dialect: self.dialect };
        self.activity = Some(Activity { number, kind });
        if is_awaited {
            self.send_rejection_answer();
        }
    }

    /// Gives the answer to a search that has not begun.
    pub(super) fn send_rejection_answer(&mut self) {
        let Some(Activity {
            kind: ActivityKind::Rejected { answer, purpose, dialect, .. }, ..
        }) = self
            .activity
            .take_if(|activity| matches!(activity.kind, ActivityKind::Rejected { .. }))
        else {
            return;
        };
        let game = self.options.variant.info();
        let root = self.session.as_ref().map_or(RootInfo::start(game), |session| RootInfo {
            ending: None,
            ..RootInfo::of(session.game_state())
        });
        for line in dialect.implementation().answer(&answer, &root) {
            self.sink.write_line(&line);
        }
        self.on_answer(purpose, answer);
    }

    /// A search has ended, with an answer if somebody has heard one.
    pub(super) fn end_search(&mut self, number: u64, answer: Option<SearchAnswer>) {
        let activity = self.activity.take_if(|activity| activity.number == number);
        if let (Some(Activity { kind: ActivityKind::Search { purpose, .. }, .. }), Some(answer)) =
            (activity, answer)
        {
            self.on_answer(purpose, answer);
        }
    }

    /// In a game that the engine keeps, its answer is made.
    fn on_answer(&mut self, purpose: SearchPurpose, answer: SearchAnswer) {
        if purpose == SearchPurpose::EngineMove
            && let Err(error) =
                self.catch_panics("", |command_loop| command_loop.play_engine_move(answer))
        {
            self.sink.write_line(&self.dialect.implementation().error(&error.to_string()));
        }
    }

    /// Ends what runs, and nobody shall hear of it.
    pub(super) fn abandon(&mut self) {
        if let Some(Activity { kind: ActivityKind::Search { is_muted, .. }, .. }) = &self.activity {
            is_muted.store(true, Ordering::Relaxed);
        }
        self.stop();
    }

    /// Ends what runs: a search answers, a counting is silent.
    pub(super) fn stop(&mut self) {
        match (&mut self.activity, &self.session) {
            (Some(Activity { kind: ActivityKind::Search { order, .. }, .. }), Some(session)) => {
                // Its answer is on the way, and whatever comes now waits for it.
                (order.infinite, order.ponder) = (false, false);
                session.stop();
            }
            (Some(Activity { kind: ActivityKind::Mate { is_infinite }, .. }), Some(session)) => {
                *is_infinite = false;
                session.stop();
            }
            (Some(Activity { kind: ActivityKind::Rejected { .. }, .. }), _) => {
                self.send_rejection_answer()
            }
            (Some(Activity { kind: ActivityKind::Counting(background_job), .. }), _) => {
                background_job.cancel();
                self.activity = None;
            }
            _ => {}
        }
    }

    /// The move pondered on was played. A client that gave no limits with the
    /// `go` may give them now; from one that never does, the time it has
    /// pondered is all there is.
    pub(super) fn ponder_hit(&mut self, limits: Option<Limits>) {
        if let Some(Activity { kind: ActivityKind::Rejected { order, .. }, .. }) = &self.activity {
            if order.ponder && !order.infinite {
                self.send_rejection_answer();
            }
            return;
        }
        let Some(Activity { kind: ActivityKind::Search { order, is_muted, .. }, .. }) =
            &mut self.activity
        else {
            return;
        };
        let Some(session) = &mut self.session else { return };
        if !order.ponder {
            return;
        }
        order.ponder = false;
        let is_boundless = order.limits == Limits::default() && !order.infinite;
        match limits {
            Some(limits) => {
                is_muted.store(true, Ordering::Relaxed);
                session.stop();
                session.wait();
                let order = order.clone();
                self.restart_search(order, limits);
            }
            None if is_boundless => session.stop(),
            None => session.ponder_hit(),
        }
    }

    /// Searches with new limits in the place of a search that was cut off. The
    /// table keeps what that one has found.
    pub(super) fn restart_search(&mut self, mut order: SearchRequest, mut limits: Limits) {
        self.adapt_limits(&mut limits);
        let Limits { depth, nodes, move_time, clock } = order.limits;
        order.limits = Limits {
            depth: limits.depth.or(depth),
            nodes: limits.nodes.or(nodes),
            move_time: limits.move_time.or(move_time),
            clock: limits.clock.or(clock),
        };
        self.search(order, SearchPurpose::ReplyToClient);
    }
}

/// A legal move, if there is one.
fn any_move(session: &dyn Session) -> Option<SearchAnswer> {
    let moves =
        panic::catch_unwind(AssertUnwindSafe(|| session.game_state().legal_moves())).ok()?;
    moves.into_iter().next().map(|best| SearchAnswer::Move { best, ponder: None })
}
