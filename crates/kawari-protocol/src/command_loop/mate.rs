//! `go mate`: starts a mate search and writes its output.

use super::activity::{ActivityKind, EndSender};
use super::handlers::Handlers;
use crate::error::ProtocolError;
use crate::output::OutputSink;
use crate::wire;
use kawari_engine::engine::mate::{Mate, MateAnswer, MateEvent, MateRequest};
use kawari_engine::search::limits::Limits;
use kawari_engine::search::time_manager;

impl Handlers {
    /// Starts a mate search, limited to `milliseconds` if given.
    pub(super) fn go_mate(&mut self, milliseconds: Option<u64>, mut limits: Limits) {
        self.game_is_over = false;
        self.engine.options.apply_bounds(&mut limits);
        let request = MateRequest {
            time: milliseconds.map(time_manager::milliseconds).or(limits.move_time).map(|time| {
                // The answer has to arrive in time.
                time.saturating_sub(self.engine.options.settings.move_overhead)
            }),
            nodes: limits.nodes,
            plies: limits.depth.map(|depth| u16::try_from(depth).unwrap_or(u16::MAX)),
            allows_quiet: true,
            ..MateRequest::default()
        };
        let line = self.line.clone();
        let result = self.catch_panics(&line, |handlers| handlers.start_mate_search(&request));
        if let Err(error) = result {
            self.output.write_error(&error);
            self.output.write_line(&wire::checkmate(&MateAnswer::Unknown));
        }
    }

    fn start_mate_search(&mut self, request: &MateRequest) -> Result<(), ProtocolError> {
        if self.position_is_rejected {
            return Err(ProtocolError::PositionRejected);
        }
        let id = self.activities.next_id();
        let mut reporter = MateReporter {
            sink: self.output.sink().clone(),
            line: self.line.clone(),
            end: self.activities.end_sender(id),
        };
        let report = Box::new(move |event| reporter.report(event));
        self.session()?.go_mate(request, report)?;
        self.activities.start(id, ActivityKind::Mate { is_infinite: request.is_infinite() });
        Ok(())
    }
}

/// Writes the events of a mate search.
struct MateReporter {
    sink: OutputSink,
    /// The line that started the search, for error messages.
    line: String,
    /// Used after the last event.
    end: EndSender,
}

impl MateReporter {
    fn report(&mut self, event: MateEvent) {
        match event {
            MateEvent::Progress(stats, depth) => {
                self.sink.write_line(&wire::mate_progress(&stats, depth));
            }
            MateEvent::Found(Mate { moves, .. }, stats) => {
                self.sink.write_line(&wire::mate_found(&moves, &stats));
            }
            MateEvent::NoThreatMate(searched) => {
                self.sink.write_line(&wire::no_mate(&searched));
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
                    MateAnswer::Mate(mate) => {
                        self.sink.write_line(&wire::mate_length(mate));
                        self.sink.write_line(&wire::mate_kind(mate));
                    }
                    MateAnswer::NoMate(searched) => {
                        self.sink.write_line(&wire::no_mate(searched));
                    }
                    MateAnswer::Unknown | MateAnswer::NotImplemented => {}
                }
                self.sink.write_line(&wire::checkmate(&answer));
                self.end.send(None);
            }
        }
    }
}
