//! Searches: how they begin, what is answered in their place, how they end.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Activity, Message, Usi, Work};
use crate::engine::report::Answer;
use crate::engine::session::{GoError, Order, Session};
use crate::protocol::error::ProtocolError;
use crate::protocol::go;
use crate::protocol::voice::Voice;
use crate::protocol::wire::{self, Dialect};
use crate::search::limits::Limits;
impl Usi {
    pub(super) fn go(&mut self, mut order: Order) {
        self.game_is_over = false;
        self.adapt(&mut order.limits);
        if order.limits == Limits::default() && !order.ponder {
            order.infinite = true;
        }
        if self.position_is_refused {
            self.refuse(order, ProtocolError::PositionRefused);
        } else {
            self.search(order);
        }
    }

    /// Makes the limits that a client has given those that it has to mean.
    pub(super) fn adapt(&self, limits: &mut Limits) {
        self.options.bind(limits);
        if let (Dialect::Uci, Some(clock)) = (self.dialect, &mut limits.clock) {
            go::swap_sides(clock);
        }
    }

    pub(super) fn search(&mut self, order: Order) {
        self.owed = Some(order.clone());
        let number = self.next_number();
        let muted = Arc::new(AtomicBool::new(false));
        let messages = self.messages.clone();
        let mut voice = Voice::new(
            self.sink.clone(),
            Arc::clone(&muted),
            self.dialect,
            self.options.settings.multi_pv > 1,
            self.line.clone(),
            move || drop(messages.send(Message::Finished(number))),
        );
        let report = Box::new(move |event| voice.report(&event));
        let result = self
            .session()
            .map_err(ProtocolError::from)
            .and_then(|session| session.go(&order, report).map_err(ProtocolError::from));
        self.owed = None;
        match result {
            Ok(()) => {
                self.activity = Some(Activity { number, work: Work::Search { order, muted } })
            }
            Err(error) => self.refuse(order, error),
        }
    }

    /// Says why a search has not begun. Whoever has said `go` waits for an answer
    /// all the same.
    pub(super) fn refuse(&mut self, order: Order, error: ProtocolError) {
        self.sink.say(&wire::error(&error));
        let answer = match (&error, &mut self.session) {
            // As well as it can be done on this thread.
            (ProtocolError::Go(GoError::Thread(_)), Some(session)) => {
                session.answer_here(&order).ok()
            }
            // Any move is better than none.
            (ProtocolError::Fault { .. }, Some(session)) => any_move(&**session),
            _ => None,
        };
        let answer = answer.unwrap_or(Answer::Resign);
        let is_awaited = !order.infinite && !order.ponder;
        // A number of its own: the end of the voice means another one.
        let number = self.next_number();
        self.activity = Some(Activity { number, work: Work::Refused { order, answer } });
        if is_awaited {
            self.answer_refused();
        }
    }

    /// Gives the answer to a search that has not begun.
    pub(super) fn answer_refused(&mut self) {
        let Some(Activity { work: Work::Refused { answer, .. }, .. }) =
            self.activity.take_if(|activity| matches!(activity.work, Work::Refused { .. }))
        else {
            return;
        };
        for line in wire::answer(&answer, self.dialect) {
            self.sink.say(&line);
        }
    }

    /// Ends what runs: a search answers, a counting is silent.
    pub(super) fn stop(&mut self) {
        match (&mut self.activity, &self.session) {
            (Some(Activity { work: Work::Search { order, .. }, .. }), Some(session)) => {
                // Its answer is on the way, and whatever comes now waits for it.
                (order.infinite, order.ponder) = (false, false);
                session.stop();
            }
            (Some(Activity { work: Work::Refused { .. }, .. }), _) => self.answer_refused(),
            (Some(Activity { work: Work::Counting(counting), .. }), _) => {
                counting.abandon();
                self.activity = None;
            }
            _ => {}
        }
    }

    /// The move pondered on was played. A client that gave no limits with the
    /// `go` may give them now; from one that never does, the time it has
    /// pondered is all there is.
    pub(super) fn ponder_hit(&mut self, limits: Option<Limits>) {
        if let Some(Activity { work: Work::Refused { order, .. }, .. }) = &self.activity {
            if order.ponder && !order.infinite {
                self.answer_refused();
            }
            return;
        }
        let Some(Activity { work: Work::Search { order, muted }, .. }) = &mut self.activity else {
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
                muted.store(true, Ordering::Relaxed);
                session.stop();
                session.wait();
                let order = order.clone();
                self.begin_again(order, limits);
            }
            None if is_boundless => session.stop(),
            None => session.ponder_hit(),
        }
    }

    /// Searches with new limits in the place of a search that was cut off. The
    /// table keeps what that one has found.
    pub(super) fn begin_again(&mut self, mut order: Order, mut limits: Limits) {
        self.adapt(&mut limits);
        let Limits { depth, nodes, move_time, clock } = order.limits;
        order.limits = Limits {
            depth: limits.depth.or(depth),
            nodes: limits.nodes.or(nodes),
            move_time: limits.move_time.or(move_time),
            clock: limits.clock.or(clock),
        };
        self.search(order);
    }
}

/// A legal move, if there is one.
fn any_move(session: &dyn Session) -> Option<Answer> {
    let moves = panic::catch_unwind(AssertUnwindSafe(|| session.line().legal_moves())).ok()?;
    moves.into_iter().next().map(|best| Answer::Move { best, ponder: None })
}
