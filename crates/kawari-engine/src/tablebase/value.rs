//! How far it is to what, and how that is written in a byte.

use crate::core::endgame::EndgameValue;

/// What distances are counted to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Metric {
    /// The end of the game, draws by the rule of 100 half-moves left out: endless play
    /// is drawn.
    End,
    /// The next capture, by either side, or the end of the game, whichever comes first.
    /// What cannot be won with a capture in every 100 half-moves is drawn.
    Capture,
}

impl Metric {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::End, Self::Capture];

    /// The largest distance in plies that is looked for.
    pub const fn longest(self) -> u8 {
        match self {
            Self::End => 254,
            // The last of the half-moves may still capture.
            Self::Capture => 100,
        }
    }

    /// The value of the position before a move that leads to one with value `after`, if
    /// it is the best move; `captures` tells of the move.
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

    /// A value in one byte; 0 is a draw.
    ///
    /// Plies to the end are even for the loser alone, so the number says who wins.
    #[inline]
    pub const fn encode(self, value: EndgameValue) -> u8 {
        match (value, self) {
            (EndgameValue::Draw, _) => 0,
            (EndgameValue::Win(plies) | EndgameValue::Loss(plies), Self::End) => plies + 1,
            (EndgameValue::Win(plies), Self::Capture) => WIN + plies,
            (EndgameValue::Loss(plies), Self::Capture) => plies + 1,
        }
    }

    /// What a byte means.
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

/// Where wins begin among the bytes of [`Metric::Capture`].
const WIN: u8 = 128;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back_from_their_bytes() {
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
