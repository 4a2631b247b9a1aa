//! Start positions and rule texts shared by several Hasami rule sets.

use crate::games::{GameInfo, LevelTable, PictureSets, PieceName};

/// Levels of `hasami`. A side with more men that avoids grave mistakes does not lose, so
/// that mistakes have to be small and frequent.
pub const ATTRITION: LevelTable = LevelTable {
    nodes: [300, 300, 300, 300, 300, 450, 900],
    noise: [1463, 786, 505, 167, 59, 26, 5],
    position_spread: 10,
    seed_spread: 0,
};

/// Template for the levels of games in which careful play by both sides nearly always
/// draws. The higher levels differ in the number of nodes.
pub const DRAWISH: LevelTable =
    LevelTable { nodes: [300, 300, 300, 400, 700, 1_500, 4_000], ..ATTRITION };

/// Template for rule sets with nine men per side on a 9×9 board; names and rule
/// texts are empty.
pub const NINE_MEN: GameInfo = GameInfo {
    order: 0,
    name: "",
    aliases: &[],
    uci_name: None,
    title: "",
    japanese: "",
    rules: &[],
    files: 9,
    ranks: 9,
    pocket: 0,
    startpos: "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1",
    handicaps: &[],
    // Black's men are Pawns, White's are promoted Pawns.
    pieces: &[PieceName::new("P", "Man", "駒", "").on_board(["歩", "と"])],
    pictures: PictureSets {
        game: "hasami",
        styles: &["wedge", "disc"],
        english: "disc",
        japanese: "wedge",
    },
    levels: LevelTable::DEFAULT,
    bench: &[],
    xboard: None,
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
