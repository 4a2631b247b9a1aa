//! `go mate`: searches for a mate, and what they say.

use super::{Activity, Conversation, Message, Work};
use crate::error::ProtocolError;
use crate::sink::Sink;
use crate::wire;
use kawari_engine::engine::mate::{Mate, MateAnswer, MateEvent, MateOrder};
use kawari_engine::search::limits::Limits;
use kawari_engine::search::timer;

impl Conversation {
    /// Looks for a mate, for so many milliseconds if they are given.
    pub(super) fn go_mate(&mut self, time: Option<u64>, mut limits: Limits) {
        self.game_is_over = false;
        self.options.bind(&mut limits);
        let order = MateOrder {
            time: time.map(timer::milliseconds).or(limits.move_time).map(|time| {
                // The answer is to be out in time.
                time.saturating_sub(self.options.settings.move_overhead)
            }),
            nodes: limits.nodes,
            plies: limits.depth.map(|depth| u16::try_from(depth).unwrap_or(u16::MAX)),
            ..MateOrder::default()
        };
        let line = self.line.clone();
        if let Err(error) = self.guard(&line, |conversation| conversation.begin_mate(&order)) {
            self.sink.say(&self.dialect.words().error(&error.to_string()));
            self.sink.say(&wire::checkmate(&MateAnswer::Unknown));
        }
    }

    fn begin_mate(&mut self, order: &MateOrder) -> Result<(), ProtocolError> {
        if self.position_is_refused {
            return Err(ProtocolError::PositionRefused);
        }
        let number = self.next_number();
        let messages = self.messages.clone();
        let on_end = move || drop(messages.send(Message::Finished(number, None)));
        let voice = MateVoice { sink: self.sink.clone(), line: self.line.clone(), on_end };
        let report = Box::new(move |event| voice.report(event));
        self.session()?.go_mate(order, report)?;
        let work = Work::Mate { is_endless: order.is_endless() };
        self.activity = Some(Activity { number, work });
        Ok(())
    }
}

/// The voice of a search for a mate; it goes when the search has gone.
struct MateVoice<F: FnMut()> {
    sink: Sink,
    /// The line that asked for the search.
    line: String,
    on_end: F,
}

impl<F: FnMut()> MateVoice<F> {
    fn report(&self, event: MateEvent) {
        match event {
            MateEvent::Progress(spent, depth) => self.sink.say(&wire::mate_progress(&spent, depth)),
            MateEvent::Found(Mate { moves, .. }, spent) => {
                self.sink.say(&wire::mate_found(&moves, &spent));
            }
            MateEvent::Fault(fault) => {
                let error = ProtocolError::Fault { line: self.line.clone(), fault };
                self.sink.say(&wire::error(error));
            }
            MateEvent::Done(answer, spent) => {
                if answer != MateAnswer::NotImplemented {
                    self.sink.say(&wire::spent(&spent));
                }
                match &answer {
                    MateAnswer::Mate(mate) => self.sink.say(&wire::mate_length(mate)),
                    &MateAnswer::NoMate { threats, plies } => {
                        self.sink.say(&wire::no_mate(threats, plies));
                    }
                    MateAnswer::Unknown | MateAnswer::NotImplemented => {}
                }
                self.sink.say(&wire::checkmate(&answer));
            }
        }
    }
}

impl<F: FnMut()> Drop for MateVoice<F> {
    /// The search has gone.
    fn drop(&mut self) {
        (self.on_end)();
    }
}
