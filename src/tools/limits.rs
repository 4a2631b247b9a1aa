//! What bounds a search, as options of the command line.

use std::num::{NonZero, ParseIntError};
use std::time::Duration;

use clap::Args;

use crate::search::limits::{Clock, Limits};

/// The words of `go` as options; those that are absent do not bind.
#[derive(Args, Clone, PartialEq, Eq, Debug, Default)]
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
    /// The limits, with `nodes` searched where nothing else ends a search.
    pub fn limits(&self, nodes: u64) -> Limits {
        let limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.movetime.map(Duration::from_millis),
            clock: self.clock(),
        };
        if limits == Limits::default() { Limits { nodes: Some(nodes), ..limits } } else { limits }
    }

    fn clock(&self) -> Option<Clock> {
        let times = [self.btime, self.wtime, self.binc, self.winc, self.byoyomi];
        times.iter().any(Option::is_some).then(|| {
            let [btime, wtime, binc, winc, byoyomi] =
                times.map(|time| Duration::from_millis(time.unwrap_or(0)));
            Clock {
                remaining: [btime, wtime],
                increment: [binc, winc],
                byoyomi,
                moves_to_go: self.movestogo,
            }
        })
    }
}

/// Reads a whole number from 1.
///
/// # Errors
/// When it is none.
pub fn at_least_one(text: &str) -> Result<usize, String> {
    let number: NonZero<usize> = text.parse().map_err(|error: ParseIntError| error.to_string())?;
    Ok(number.get())
}

/// The size, in MiB, of a table that is emptied before each search: no more than
/// the search can fill, for emptying it takes time.
pub fn table_size(limits: &Limits) -> usize {
    /// Bytes of the table for each node searched: twice what it stores.
    const BYTES: u64 = 32;
    const LARGEST: u64 = 16;
    let needed = limits.nodes.map_or(LARGEST, |nodes| nodes.saturating_mul(BYTES) >> 20);
    needed.clamp(1, LARGEST) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_nothing_bounds_gets_the_default() {
        let bounded = LimitArgs { depth: Some(3), ..LimitArgs::default() };
        assert_eq!(LimitArgs::default().limits(7).nodes, Some(7));
        assert_eq!(bounded.limits(7), Limits { depth: Some(3), ..Limits::default() });
    }

    #[test]
    fn a_table_is_as_large_as_its_search() {
        let size = |nodes| table_size(&Limits { nodes, ..Limits::default() });
        assert_eq!(size(Some(1)), 1);
        assert_eq!(size(Some(100_000)), 3);
        assert_eq!(size(Some(u64::MAX)), 16);
        assert_eq!(size(None), 16);
    }
}
