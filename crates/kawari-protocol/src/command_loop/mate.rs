//! `go mate`: searches for a mate, and what they say.

use super::{Activity, ActivityKind, CommandLoop, Message};
use crate::error::ProtocolError;
use crate::output::OutputSink;
use crate::wire;
use kawari_engine::engine::mate::{Mate, MateAnswer, MateEvent, MateRequest};
use kawari_engine::search::limits::Limits;
use kawari_engine::search::time_manager;

impl CommandLoop {
    /// Looks for a mate, for so many milliseconds if they are given.
    pub(super) fn go_mate(&mut self, time: Option<u64>, mut limits: Limits) {
        self.game_is_over = false;
        self.options.apply_bounds(&mut limits);
        let order = MateRequest {
            time: time.map(time_manager::milliseconds).or(limits.move_time).map(|time| {
                // The answer is to be out in time.
                time.saturating_sub(self.options.settings.move_overhead)
            }),
            nodes: limits.nodes,
            plies: limits.depth.map(|depth| u16::try_from(depth).unwrap_or(u16::MAX)),
            ..MateRequest::default()
        };
        let line = self.line.clone();
        if let Err(error) = self.catch_panics(&line, |command_loop| command_loop.begin_mate(&order))
        {
            self.sink.write_line(&self.dialect.implementation().error(&error.to_string()));
            self.sink.write_line(&wire::checkmate(&MateAnswer::Unknown));
        }
    }

    fn begin_mate(&mut self, order: &MateRequest) -> Result<(), ProtocolError> {
        if self.position_is_refused {
            return Err(ProtocolError::PositionRefused);
        }
        let number = self.next_move_number();
        let messages = self.messages.clone();
        let on_end = move || drop(messages.send(Message::Finished(number, None)));
        let mut reporter = MateReporter { sink: self.sink.clone(), line: self.line.clone(), on_end };
        let report = Box::new(move |event| reporter.report(event));
        self.session()?.go_mate(order, report)?;
        let kind = ActivityKind::Mate { is_infinite: order.is_infinite() };
        self.activity = Some(Activity { number, kind });
        Ok(())
    }
}

/// Writes the events of a mate search.
struct MateReporter<F: FnMut()> {
    sink: OutputSink,
    /// The line that asked for the search.
    line: String,
    on_end: F,
}

impl<F: FnMut()> MateReporter<F> {
    fn report(&mut self, event: MateEvent) {
        match event {
            MateEvent::Progress(stats, depth) => {
                self.sink.write_line(&wire::mate_progress(&stats, depth))
            }
            MateEvent::Found(Mate { moves, .. }, stats) => {
                self.sink.write_line(&wire::mate_found(&moves, &stats));
            }
            MateEvent::Fault(fault) => {
                let error = ProtocolError::Fault { line: self.line.clone(), fault };
                self.sink.write_line(&wire::error(error));
            }
            MateEvent::Done(answer, stats) => {
                if answer != MateAnswer::NotImplemented {
                    self.sink.write_line(&wire::stats(&stats));
                }
                match &answer {
                    MateAnswer::Mate(mate) => self.sink.write_line(&wire::mate_length(mate)),
                    &MateAnswer::NoMate { threats, plies } => {
                        self.sink.write_line(&wire::no_mate(threats, plies));
                    }
                    MateAnswer::Unknown | MateAnswer::NotImplemented => {}
                }
                self.sink.write_line(&wire::checkmate(&answer));
                (self.on_end)();
            }
        }
    }
}
