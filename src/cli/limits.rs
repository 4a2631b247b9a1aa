//! What bounds a search, as options of the command line.

use std::num::{NonZero, ParseIntError};

use kawari_engine::search::limits::{Clock, Limits};
use kawari_engine::search::time_manager;
use kawari_lab::openings::RandomOpenings;

/// The words of `go` as options; those that are absent do not bind.
#[derive(clap::Args, Clone, PartialEq, Eq, Debug, Default)]
#[command(next_help_heading = "Limits of each search, as in `go`")]
pub struct LimitArgs {
    /// Deepest iteration, in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
    /// Positions searched
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Time for the move
    #[arg(long, value_name = "MS")]
    pub movetime: Option<u64>,
    /// Main time left to Black
    #[arg(long, value_name = "MS")]
    pub btime: Option<u64>,
    /// Main time left to White
    #[arg(long, value_name = "MS")]
    pub wtime: Option<u64>,
    /// Black's increment
    #[arg(long, value_name = "MS")]
    pub binc: Option<u64>,
    /// White's increment
    #[arg(long, value_name = "MS")]
    pub winc: Option<u64>,
    /// Time for each move once the main time is used up
    #[arg(long, value_name = "MS")]
    pub byoyomi: Option<u64>,
    /// Moves until more main time comes
    #[arg(long, value_name = "COUNT")]
    pub movestogo: Option<u32>,
}

impl LimitArgs {
    /// The limits, or the default where nothing is said.
    pub fn limits_or(&self, default: Limits) -> Limits {
        let limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.movetime.map(time_manager::milliseconds),
            clock: self.clock(),
        };
        if limits == Limits::default() { default } else { limits }
    }

    fn clock(&self) -> Option<Clock> {
        let times = [self.btime, self.wtime, self.binc, self.winc, self.byoyomi];
        times.iter().any(Option::is_some).then(|| {
            let [btime, wtime, binc, winc, byoyomi] =
                times.map(|time| time_manager::milliseconds(time.unwrap_or(0)));
            Clock {
                remaining: [btime, wtime],
                increment: [binc, winc],
                byoyomi,
                moves_to_go: self.movestogo,
            }
        })
    }
}

/// The last number that a game or a pair may have: nobody plays so many.
pub const LAST_NUMBER: u64 = 1 << 48;

/// Reads a whole number from 1.
///
/// # Errors
/// When it is none.
pub fn at_least_one(text: &str) -> Result<usize, String> {
    let number: NonZero<usize> = text.parse().map_err(|error: ParseIntError| error.to_string())?;
    Ok(number.get())
}

/// Reads a number of threads.
///
/// # Errors
/// When it is none, or more than any machine has.
pub fn threads(text: &str) -> Result<usize, String> {
    const MOST: usize = 1024;
    let number = at_least_one(text)?;
    if number <= MOST { Ok(number) } else { Err(format!("more than {MOST} threads")) }
}

/// Reads the length of random openings.
///
/// # Errors
/// When it is none, or so long that games are over before.
pub fn opening_plies(text: &str) -> Result<usize, String> {
    let number: usize = text.parse().map_err(|error: ParseIntError| error.to_string())?;
    let most = RandomOpenings::MOST_PLIES;
    if number <= most { Ok(number) } else { Err(format!("more than {most} random moves")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_nothing_bounds_gets_the_default() {
        let bounded = LimitArgs { depth: Some(3), ..LimitArgs::default() };
        let default = Limits { nodes: Some(7), ..Limits::default() };
        assert_eq!(LimitArgs::default().limits_or(default), default);
        assert_eq!(bounded.limits_or(default), Limits { depth: Some(3), ..Limits::default() });
    }
}
