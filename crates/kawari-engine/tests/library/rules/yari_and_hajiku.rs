//! Rules that Yari Shogi and Hajiku Shogi share.

use super::support::drawn;

const VARIANTS: [&str; 2] = ["yari", "hajiku"];

/// General, King: one step in all 8 directions.
#[test]
fn the_royal_piece() {
    for variant in VARIANTS {
        let game = drawn(
            variant,
            "b -",
            "
            k . . . . . .  a
            . . . K . . .  e
            ",
        );
        assert_eq!(game.targets("4e"), "3d 3e 3f 4d 4f 5d 5e 5f", "{variant}");
    }
}

/// Drops: no Pawn on a file where the same side has an unpromoted Pawn.
#[test]
fn no_second_pawn_on_a_file() {
    for variant in VARIANTS {
        let game = drawn(
            variant,
            "b P",
            "
            . . k . . . .  a
            p . . +P . P .  e
            K . . . . . .  i
            ",
        );
        let drops = game.drops("P");
        let files: Vec<bool> = (1..=7).map(|file| drops.contains(&format!("{file}f"))).collect();
        assert_eq!(files, [true, false, true, true, true, true, true], "{variant}");
    }
}
