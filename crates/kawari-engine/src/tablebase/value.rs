//! Metrics of tablebase distances, and values in one byte.

use crate::core::endgame::EndgameValue;

/// The event to which a distance is counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Metric {
    /// The end of the game (distance to mate, DTM), ignoring the draw after 100 half-moves
    /// without a capture. Endless play is a draw.
    End,
    /// The next capture by either side or the end of the game, whichever comes first
    /// (distance to conversion, DTC). A position is a draw if it cannot be won with a capture
    /// at least every 100 half-moves.
    Capture,
}

impl Metric {
    /// Both metrics, in the order of a tablebase file.
    pub const ALL: [Self; 2] = [Self::End, Self::Capture];

    /// Returns the maximum distance in plies.
    pub const fn longest(self) -> u8 {
        match self {
            Self::End => 254,
            // The hundredth half-move may be the capture.
            Self::Capture => 100,
        }
    }

    /// Returns the value of a position whose best move leads to a position with value `after`.
    /// `captures` is true if that move is a capture.
    pub const fn value_before_move(self, after: EndgameValue, captures: bool) -> EndgameValue {
        let (EndgameValue::Win(left) | EndgameValue::Loss(left)) = after else { return after };
        let plies = match self {
            Self::Capture if captures => 1,
            _ if left == self.longest() => return EndgameValue::Draw,
            _ => left + 1,
        };
        if matches!(after, EndgameValue::Win(_)) {
            EndgameValue::Loss(plies)
        } else {
            EndgameValue::Win(plies)
        }
    }

    /// Encodes a value in one byte. 0 is a draw.
    ///
    /// The distance to the end is odd for a win and even for a loss, so [`Metric::End`] stores
    /// only the distance.
    #[inline]
    pub const fn encode(self, value: EndgameValue) -> u8 {
        match (value, self) {
            (EndgameValue::Draw, _) => 0,
            (EndgameValue::Win(plies) | EndgameValue::Loss(plies), Self::End) => plies + 1,
            (EndgameValue::Win(plies), Self::Capture) => WIN + plies,
            (EndgameValue::Loss(plies), Self::Capture) => plies + 1,
        }
    }

    /// Decodes a byte from [`Metric::encode`].
    #[inline]
    pub const fn decode(self, byte: u8) -> EndgameValue {
        match (byte, self) {
            (0, _) => EndgameValue::Draw,
            (_, Self::End) if byte.is_multiple_of(2) => EndgameValue::Win(byte - 1),
            (WIN.., Self::Capture) => EndgameValue::Win(byte - WIN),
            _ => EndgameValue::Loss(byte - 1),
        }
    }
}

/// Offset of wins in the bytes of [`Metric::Capture`].
const WIN: u8 = 128;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decode_inverts_encode() {
        for metric in Metric::ALL {
            for plies in 0..=metric.longest() {
                let odd = plies % 2 == 1;
                let values = match metric {
                    Metric::End if odd => vec![EndgameValue::Win(plies)],
                    Metric::End => vec![EndgameValue::Loss(plies)],
                    Metric::Capture => vec![EndgameValue::Win(plies), EndgameValue::Loss(plies)],
                };
                for value in values {
                    assert_eq!(metric.decode(metric.encode(value)), value, "{metric:?}");
                }
            }
            assert_eq!(metric.decode(metric.encode(EndgameValue::Draw)), EndgameValue::Draw);
        }
    }
}
