//! What the games of the family have in common, in words and in set-up.

use crate::games::GameInfo;

/// Nine men a side on a board of nine by nine; the rest is to be said.
pub const NINE_MEN: GameInfo = GameInfo {
    name: "",
    aliases: &[],
    title: "",
    japanese: "",
    rules: &[],
    files: 9,
    ranks: 9,
    pocket: 0,
    startpos: "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1",
    handicaps: &[],
};

/// Eight men a side on a board of eight by eight.
pub const EIGHT_MEN: GameInfo =
    GameInfo { files: 8, ranks: 8, startpos: "pppppppp/8/8/8/8/8/8/PPPPPPPP b - 1", ..NINE_MEN };

/// Eighteen men a side on a board of nine by nine.
pub const EIGHTEEN_MEN: GameInfo =
    GameInfo { startpos: "ppppppppp/ppppppppp/9/9/9/9/9/PPPPPPPPP/PPPPPPPPP b - 1", ..NINE_MEN };

/// How nine men stand and slide.
pub const NINE_MEN_SLIDE: &str = "\
Each side has nine men on its first rank. A man moves any number of empty
squares along a rank or a file, like a Rook.";

/// How eighteen men stand, slide and jump.
pub const EIGHTEEN_MEN_JUMP: &str = "\
Each side has eighteen men on its first two ranks. A man moves any number of
empty squares along a rank or a file, like a Rook, or jumps over one adjacent
man of either side to the empty square right behind it. Jumping captures
nothing by itself.";

/// Custodian capture.
pub const CUSTODY: &str = "\
A move that leaves an unbroken run of enemy men, along a rank or a file,
between the man that moved and another of your men captures the run. Several
runs can fall at once. Moving in between two enemy men is safe.";

/// Capture in the corners of the board.
pub const CORNER: &str = "\
A man in a corner of the board is captured by moving a man to one of the two
squares next to it while another of your men holds the other.";

/// Where there is no such capture.
pub const NO_CORNER: &str = "A man in a corner of the board cannot be captured.";

/// The goal of capture.
pub const LEAVE_ONE: &str = "\
You win by leaving your opponent at most one man, or no legal move.";

/// How nobody wins.
pub const DRAWS: &str = "\
The fourth occurrence of a position, and 100 moves of either side in a row
without a capture, are draws.";
