//! Searches: how they begin, what is answered in their place, how they end.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::voice::{Manner, Voice};
use super::{Activity, Conversation, Message, Purpose, Work};
use crate::dialect::Root;
use crate::error::ProtocolError;
use crate::go::Go;
use kawari_engine::engine::report::Answer;
use kawari_engine::engine::session::{GoError, Order, Session};
use kawari_engine::notation::error::MoveError;
use kawari_engine::search::limits::Limits;

impl Conversation {
    pub(super) fn go(&mut self, go: Go) {
        let words = self.dialect.words();
        let mut order = match go {
            Go::Search(order) => order,
            Go::Mate { number, order } => {
                let limits = order.limits;
                match words.mate_search(number, order) {
                    Some(order) => order,
                    None => return self.go_mate(number, limits),
                }
            }
        };
        self.game_is_over = false;
        order.plays_on = !words.has_claims();
        self.adapt(&mut order.limits);
        if order.limits == Limits::default() && !order.ponder {
            order.infinite = true;
        }
        if self.position_is_refused {
            self.refuse(order, Purpose::Answer, ProtocolError::PositionRefused);
        } else {
            self.search(order, Purpose::Answer);
        }
    }

    /// Makes the limits that a client has given those that it has to mean.
    pub(super) fn adapt(&self, limits: &mut Limits) {
        self.options.bind(limits);
        if let Some(clock) = &mut limits.clock {
            self.dialect.words().orient(clock);
        }
    }

    pub(super) fn search(&mut self, order: Order, purpose: Purpose) {
        self.owed = Some((order.clone(), purpose));
        let number = self.next_number();
        let muted = Arc::new(AtomicBool::new(false));
        let result = self.begin_search(&order, purpose, number, &muted);
        self.owed = None;
        match result {
            Ok(()) => {
                let work = Work::Search { order, muted, purpose };
                self.activity = Some(Activity { number, work });
            }
            Err(error) => self.refuse(order, purpose, error),
        }
    }

    fn begin_search(
        &mut self,
        order: &Order,
        purpose: Purpose,
        number: u64,
        muted: &Arc<AtomicBool>,
    ) -> Result<(), ProtocolError> {
        let words = self.dialect.words();
        let mut root = Root::of(self.session()?.line());
        // Who looks at it without a limit knows, and wants to hear of the moves.
        root.ending = root.ending.filter(|_| !order.infinite);
        let mut order = order.clone();
        for word in &mut order.search_moves {
            let syntax = || GoError::SearchMove(MoveError::Syntax(word.clone()));
            *word = words.meant(word, root.game).ok_or_else(syntax)?;
        }
        let messages = self.messages.clone();
        let mut voice = Voice::new(
            self.sink.clone(),
            Arc::clone(muted),
            Arc::clone(&self.play.progress),
            root,
            Manner {
                dialect: self.dialect,
                several: self.options.settings.multi_pv > 1,
                answers: purpose != Purpose::Thought,
                line: self.line.clone(),
            },
            move |said| drop(messages.send(Message::Finished(number, said))),
        );
        let report = Box::new(move |event| voice.report(&event));
        Ok(self.session()?.go(&order, report)?)
    }

    /// Says why a search has not begun. Whoever has said `go` waits for an answer
    /// all the same.
    pub(super) fn refuse(&mut self, order: Order, purpose: Purpose, error: ProtocolError) {
        self.sink.say(&self.dialect.words().error(&error.to_string()));
        if purpose == Purpose::Thought {
            return;
        }
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
        let work = Work::Refused { order, answer, purpose, dialect: self.dialect };
        self.activity = Some(Activity { number, work });
        if is_awaited {
            self.answer_refused();
        }
    }

    /// Gives the answer to a search that has not begun.
    pub(super) fn answer_refused(&mut self) {
        let Some(Activity { work: Work::Refused { answer, purpose, dialect, .. }, .. }) =
            self.activity.take_if(|activity| matches!(activity.work, Work::Refused { .. }))
        else {
            return;
        };
        let game = self.options.variant.info();
        let root = self
            .session
            .as_ref()
            .map_or(Root::start(game), |session| Root { ending: None, ..Root::of(session.line()) });
        for line in dialect.words().answer(&answer, &root) {
            self.sink.say(&line);
        }
        self.has_said(purpose, answer);
    }

    /// A search has ended, with an answer if somebody has heard one.
    pub(super) fn end_search(&mut self, number: u64, said: Option<Answer>) {
        let activity = self.activity.take_if(|activity| activity.number == number);
        if let (Some(Activity { work: Work::Search { purpose, .. }, .. }), Some(answer)) =
            (activity, said)
        {
            self.has_said(purpose, answer);
        }
    }

    /// In a game that the engine keeps, its answer is made.
    fn has_said(&mut self, purpose: Purpose, answer: Answer) {
        if purpose == Purpose::Move
            && let Err(error) = self.guard("", |conversation| conversation.has_answered(answer))
        {
            self.sink.say(&self.dialect.words().error(&error.to_string()));
        }
    }

    /// Ends what runs, and nobody shall hear of it.
    pub(super) fn abandon(&mut self) {
        if let Some(Activity { work: Work::Search { muted, .. }, .. }) = &self.activity {
            muted.store(true, Ordering::Relaxed);
        }
        self.stop();
    }

    /// Ends what runs: a search answers, a counting is silent.
    pub(super) fn stop(&mut self) {
        match (&mut self.activity, &self.session) {
            (Some(Activity { work: Work::Search { order, .. }, .. }), Some(session)) => {
                // Its answer is on the way, and whatever comes now waits for it.
                (order.infinite, order.ponder) = (false, false);
                session.stop();
            }
            (Some(Activity { work: Work::Mate { is_endless }, .. }), Some(session)) => {
                *is_endless = false;
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
        let Some(Activity { work: Work::Search { order, muted, .. }, .. }) = &mut self.activity
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
        self.search(order, Purpose::Answer);
    }
}

/// A legal move, if there is one.
fn any_move(session: &dyn Session) -> Option<Answer> {
    let moves = panic::catch_unwind(AssertUnwindSafe(|| session.line().legal_moves())).ok()?;
    moves.into_iter().next().map(|best| Answer::Move { best, ponder: None })
}
