//! Start positions and rule texts shared by several Hasami rule sets.

use crate::games::GameInfo;

/// Template for rule sets with nine men per side on a 9×9 board; names and rule
/// texts are empty.
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

/// Template for rule sets with eight men per side on an 8×8 board.
pub const EIGHT_MEN: GameInfo =
    GameInfo { files: 8, ranks: 8, startpos: "pppppppp/8/8/8/8/8/8/PPPPPPPP b - 1", ..NINE_MEN };

/// Template for rule sets with eighteen men per side on a 9×9 board.
pub const EIGHTEEN_MEN: GameInfo =
    GameInfo { startpos: "ppppppppp/ppppppppp/9/9/9/9/9/PPPPPPPPP/PPPPPPPPP b - 1", ..NINE_MEN };

/// Set-up and movement with nine men per side.
pub const NINE_MEN_SLIDE: &str = "\
Each side has nine men on its first rank. A man moves any number of empty
squares along a rank or a file, like a Rook.";

/// Set-up and movement, jumps included, with eighteen men per side.
pub const EIGHTEEN_MEN_JUMP: &str = "\
Each side has eighteen men on its first two ranks. A man moves any number of
empty squares along a rank or a file, like a Rook, or jumps over one adjacent
man of either side to the empty square right behind it. A jump does not
capture the man that was jumped over.";

/// Custodian capture.
pub const CUSTODY: &str = "\
After your move, an unbroken run of enemy men between the moved man and
another of your men, along a rank or a file, is captured. One move can capture
several runs. Moving between two enemy men is safe.";

/// Corner capture.
pub const CORNER: &str = "\
An enemy man in a corner of the board is captured when you move a man to one
of the two squares next to it while another of your men stands on the other.";

/// No corner capture.
pub const NO_CORNER: &str = "A man in a corner of the board cannot be captured.";

/// The goal of leaving the opponent at most one man.
pub const LEAVE_ONE: &str = "\
You win if your opponent has at most one man left or no legal move.";

/// The draw rules.
pub const DRAWS: &str = "\
The game is a draw at the fourth occurrence of a position, or after 100
half-moves in a row without a capture.";
