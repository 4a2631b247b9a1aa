//! The search or count that is running.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;

use super::Message;
use super::background_job::BackgroundJob;
use crate::dialect_kind::DialectKind;
use kawari_engine::engine::search_events::SearchAnswer;
use kawari_engine::engine::session::SearchRequest;
use kawari_engine::search::limits::Limits;

/// The current activity, if there is one. Activities have ids, so that the end of an
/// earlier one is not taken for the end of the current one.
pub(super) struct Activities {
    pub current: Option<Activity>,
    last_id: u64,
    messages: Sender<Message>,
}

impl Activities {
    /// Creates an idle state. The end of each activity is sent to `messages`.
    pub fn new(messages: Sender<Message>) -> Self {
        Self { current: None, last_id: 0, messages }
    }

    /// Returns a new id.
    pub fn next_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }

    /// Returns the sender of the end of an activity.
    pub fn end_sender(&self, id: u64) -> EndSender {
        EndSender { id, messages: Some(self.messages.clone()) }
    }

    /// Sets the current activity.
    pub fn start(&mut self, id: u64, kind: ActivityKind) {
        self.current = Some(Activity { id, kind });
    }

    /// Removes and returns the current activity if it has this id.
    pub fn finish(&mut self, id: u64) -> Option<Activity> {
        self.current.take_if(|activity| activity.id == id)
    }
}

/// Sends the end of an activity to the command loop. If its thread panics, dropping it sends
/// the end without an answer: otherwise the loop would wait for it.
pub(super) struct EndSender {
    id: u64,
    /// `None` after the end was sent.
    messages: Option<Sender<Message>>,
}

impl EndSender {
    /// Sends the end, with the answer if that was sent to the client.
    pub fn send(&mut self, answer: Option<SearchAnswer>) {
        if let Some(messages) = self.messages.take() {
            // Sending fails if the session has already ended.
            let _ = messages.send(Message::Finished(self.id, answer));
        }
    }
}

impl Drop for EndSender {
    fn drop(&mut self) {
        self.send(None);
    }
}

/// A search or count that runs beside the command loop.
pub(super) struct Activity {
    id: u64,
    pub kind: ActivityKind,
}

pub(super) enum ActivityKind {
    /// A search.
    Search {
        request: SearchRequest,
        /// Set to suppress the rest of the output.
        is_muted: Arc<AtomicBool>,
        purpose: SearchPurpose,
    },
    /// A search that could not start. Its answer is withheld as long as the answer of the
    /// search would be: an infinite search must not answer before `stop`.
    Rejected {
        request: SearchRequest,
        answer: SearchAnswer,
        purpose: SearchPurpose,
        /// The dialect at the time of the request.
        dialect: DialectKind,
    },
    /// A mate search.
    Mate { is_infinite: bool },
    /// A `perft` or `bench`.
    Job(BackgroundJob),
}

/// The reason for a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SearchPurpose {
    /// The client sent `go` and waits for an answer.
    ReplyToClient,
    /// It is the engine's turn in the game that it keeps (CECP).
    EngineMove,
    /// Pondering or analysis (CECP), without an answer.
    Background,
}

impl Activity {
    /// Returns true for a search that has no limit and ends only by a command.
    pub fn is_infinite(&self) -> bool {
        match &self.kind {
            ActivityKind::Search { request, .. } | ActivityKind::Rejected { request, .. } => {
                request.infinite || request.ponder
            }
            ActivityKind::Mate { is_infinite } => *is_infinite,
            ActivityKind::Job(_) => false,
        }
    }

    /// Returns true for a search that `quit` cuts short: one that is limited by a clock
    /// only, or a mate search.
    pub fn ends_at_quit(&self) -> bool {
        match &self.kind {
            ActivityKind::Search { request, purpose, .. } => {
                let Limits { depth, nodes, move_time, clock } = request.limits;
                let is_bounded = depth.is_some() || nodes.is_some() || move_time.is_some();
                !is_bounded || *purpose == SearchPurpose::EngineMove && clock.is_some()
            }
            ActivityKind::Mate { .. } => true,
            ActivityKind::Rejected { .. } | ActivityKind::Job(_) => false,
        }
    }
}
