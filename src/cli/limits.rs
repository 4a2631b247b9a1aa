//! Search limits as command-line options, and parsers of numbers.

use std::num::{NonZero, ParseIntError};

use kawari_engine::search::limits::{Clock, Limits};
use kawari_engine::search::time_manager;
use kawari_lab::openings::RandomOpenings;

/// The limits of `go` as options. An absent option is no limit.
#[derive(clap::Args, Clone, PartialEq, Eq, Debug, Default)]
#[command(next_help_heading = "Limits of each search, as in `go` (default: 100000 nodes)")]
pub struct LimitArgs {
    /// Maximum depth in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
    /// Maximum number of nodes
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Time for the move in milliseconds
    #[arg(long, value_name = "MS")]
    pub movetime: Option<u64>,
    /// Remaining main time of Black in milliseconds
    #[arg(long, value_name = "MS")]
    pub btime: Option<u64>,
    /// Remaining main time of White in milliseconds
    #[arg(long, value_name = "MS")]
    pub wtime: Option<u64>,
    /// Increment of Black in milliseconds
    #[arg(long, value_name = "MS")]
    pub binc: Option<u64>,
    /// Increment of White in milliseconds
    #[arg(long, value_name = "MS")]
    pub winc: Option<u64>,
    /// Time for each move after the main time is used up, in milliseconds
    #[arg(long, value_name = "MS")]
    pub byoyomi: Option<u64>,
    /// Number of moves until the next time control
    #[arg(long, value_name = "COUNT")]
    pub movestogo: Option<u32>,
}

impl LimitArgs {
    /// Returns the limits, or `default` if no option is given.
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

/// Maximum number of a game or a pair.
pub const LAST_NUMBER: u64 = 1 << 48;

/// Parses a positive integer.
///
/// # Errors
/// Returns an error if the text is not a positive integer.
pub fn at_least_one(text: &str) -> Result<usize, String> {
    let number: NonZero<usize> = text.parse().map_err(|error: ParseIntError| error.to_string())?;
    Ok(number.get())
}

/// Parses a number of threads.
///
/// # Errors
/// Returns an error if the text is not an integer from 1 to 1024.
pub fn threads(text: &str) -> Result<usize, String> {
    const MAX: usize = 1024;
    let number = at_least_one(text)?;
    if number <= MAX { Ok(number) } else { Err(format!("{number} is more than {MAX} threads")) }
}

/// Parses the length of random openings.
///
/// # Errors
/// Returns an error if the text is not an integer from 0 to [`RandomOpenings::MAX_PLIES`].
pub fn opening_plies(text: &str) -> Result<usize, String> {
    let number: usize = text.parse().map_err(|error: ParseIntError| error.to_string())?;
    let max = RandomOpenings::MAX_PLIES;
    if number <= max {
        Ok(number)
    } else {
        Err(format!("{number} is more than {max} random moves"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_without_limits_gets_the_default() {
        let bounded = LimitArgs { depth: Some(3), ..LimitArgs::default() };
        let default = Limits { nodes: Some(7), ..Limits::default() };
        assert_eq!(LimitArgs::default().limits_or(default), default);
        assert_eq!(bounded.limits_or(default), Limits { depth: Some(3), ..Limits::default() });
    }
}
