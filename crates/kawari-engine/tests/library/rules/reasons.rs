//! Reasons why moves are not legal.

use kawari_engine::engine::game_state::{self, GameState, StartPosition};
use kawari_engine::games::loaded;
use kawari_engine::games::variants::Variant;
use kawari_engine::notation::error::MoveError;
use kawari_engine::notation::illegal_reason::IllegalReason;
use kawari_engine::notation::usi::UsiSquare;

/// Returns the reason why a move is not legal; `None` if it is legal or not a move of the game.
fn reason(game: &dyn GameState, word: &str) -> Option<IllegalReason> {
    match game.describe_move(word) {
        Ok(_) | Err(MoveError::Syntax(_)) => None,
        Err(MoveError::Illegal { reason, .. }) => {
            assert!(reason.is_some(), "no reason: {word} in {}", game.sfen());
            reason
        }
        Err(error @ MoveError::Ambiguous(_)) => panic!("{error}"),
    }
}

/// Returns every move that the game's notation can write, legal or not.
fn all_words(game: &dyn GameState) -> Vec<String> {
    let info = game.info();
    // A file and a rank more than the board has.
    let squares: Vec<UsiSquare> = (0..=info.files)
        .flat_map(|file| (0..=info.ranks).filter_map(move |rank| UsiSquare::new(file, rank)))
        .collect();
    let moves = squares.iter().flat_map(|from| squares.iter().map(move |to| format!("{from}{to}")));
    let flags = ["", "+", "!", "+!"];
    let moves = moves.flat_map(|mv| flags.map(|flag| format!("{mv}{flag}")));
    let kinds = game.piece_set().kinds;
    let drops =
        kinds.iter().flat_map(|kind| squares.iter().map(move |to| format!("{}*{to}", kind.symbol)));
    moves.chain(drops).chain(["pass".to_owned()]).collect()
}

/// Checks every move in positions of random games. The numbers are seeded.
fn check_random_games(variant: Variant, games: usize, interval: usize) {
    let mut random = fastrand::Rng::with_seed(37);
    for _ in 0..games {
        let mut game = game_state::open(variant);
        for ply in 0..150 {
            let legal = game.legal_moves_in_usi();
            if ply % interval == interval - 1 || legal.is_empty() {
                // An illegal move without a reason fails an assertion.
                all_words(&*game).iter().for_each(|word| _ = reason(&*game, word));
            }
            let Some(mv) = random.choice(&legal) else { break };
            game.push(mv).expect("a legal move");
        }
    }
}

#[test]
fn every_illegal_move_of_a_built_in_game_has_a_reason() {
    for &variant in Variant::ALL {
        check_random_games(variant, 2, 37);
    }
}

#[test]
fn every_illegal_move_of_a_game_from_a_file_has_a_reason() {
    for (name, _) in kawari_rules::SHIPPED {
        let variant = loaded::load_files(&[name.into()]).expect("a shipped game")[0];
        check_random_games(variant, 4, 13);
    }
    for seed in 0..40 {
        let mut random = fastrand::Rng::with_seed(seed);
        let definition = kawari_rules::random::definition(&mut |end| random.usize(0..end));
        let variant = loaded::load(&kawari_rules::write(&definition)).expect("a definition");
        check_random_games(variant, 2, 19);
    }
    for definition in [
        "base = \"hasami\"\nname = \"a\"\ntitle = \"a\"\n[men]\nslide = 3\ndiagonal = 2\njump = 2\n\
         jump-over = \"enemy\"\nbetween-enemies = \"illegal-unless-capture\"",
        "base = \"hasami-ludos\"\nname = \"b\"\ntitle = \"b\"\n[men]\npass = true\njump = 0",
        "base = \"minishogi\"\nname = \"c\"\ntitle = \"c\"\n[ending]\ncheck = false",
    ] {
        check_random_games(loaded::load(definition).expect("a definition"), 4, 13);
    }
}

/// Checks the text of the reason why a move is not legal.
#[track_caller]
fn check(variant: Variant, sfen: &str, word: &str, expected: &str) {
    let mut game = game_state::open(variant);
    let start = if sfen.is_empty() { StartPosition::Initial } else { StartPosition::Sfen(sfen) };
    game.set(start, &[]).expect("a position");
    let text = reason(&*game, word).map_or_else(|| "legal".to_owned(), |reason| reason.to_string());
    assert_eq!(text, expected, "{word} in {}", game.sfen());
}

#[track_caller]
fn shogi(sfen: &str, word: &str, expected: &str) {
    check(Variant::Shogi, sfen, word, expected);
}

#[test]
fn pieces_that_cannot_move_have_a_reason() {
    shogi("", "5e5d", "there is no piece on 5e");
    shogi("", "3c3d", "the piece on 3c is the opponent's");
    shogi("", "7g7e", "the Pawn does not move that way");
    shogi("", "7g7h", "the Pawn does not move that way");
    shogi("", "9i9g", "a piece of yours stands on 9g");
    shogi("", "2h2b", "the piece on 2g is in the way");
    shogi("", "8h4d", "the piece on 7g is in the way");
    shogi("", "pass", "a side cannot pass in this game");
    shogi("", "5i5i", "a side cannot pass in this game");
    let mated = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1";
    shogi(mated, "5a4a", "the game is over");
}

#[test]
fn the_king_must_not_be_left_in_check() {
    let pinned = "4r3k/9/9/9/9/9/9/4G4/4K4 b - 1";
    shogi(pinned, "5h4h", "the King would be in check from 5a");
    shogi(pinned, "5h5g", "legal");
    let attacked = "3r4k/9/9/9/9/9/9/9/4K4 b - 1";
    shogi(attacked, "5i6i", "the King would be in check from 6a");
    let check = "4r3k/9/9/9/9/9/9/G8/4K4 b GP 1";
    shogi(check, "9h9g", "the King is still in check from 5a");
    shogi(check, "G*4e", "the King is still in check from 5a");
    shogi(check, "5i5h", "the King is still in check from 5a");
    shogi(check, "G*5e", "legal");
    shogi(check, "5i4i", "legal");
}

#[test]
fn drops_that_are_not_allowed_have_a_reason() {
    let drops = "4k4/9/9/9/9/2+P6/9/P8/4K4 b LNP 1";
    shogi(drops, "P*9e", "another Pawn of yours stands on file 9");
    shogi(drops, "P*7e", "legal");
    shogi(drops, "P*7f", "7f is not empty");
    shogi(drops, "G*7e", "there is no Gold in hand");
    shogi(drops, "P*8a", "the dropped Pawn could never move again");
    shogi(drops, "L*8a", "the dropped Lance could never move again");
    shogi(drops, "N*8b", "the dropped Knight could never move again");
    // The Gold protects the Pawn, and the Knight attacks the last free square.
    let mate = "8k/9/6NG1/9/9/9/9/9/K8 b P 1";
    shogi(mate, "P*1b", "the drop of a Pawn must not give mate");
    let yari = |sfen: &str, word: &str, expected: &str| check(Variant::Yari, sfen, word, expected);
    yari("6k/7/4N+N1/7/7/7/7/7/K6 b P 1", "P*1b", "legal");
    yari("3k3/7/7/7/7/7/7/P6/3K3 b P 1", "P*7e", "another Pawn of yours stands on file 7");
    let hajiku = "6k/7/6G/7/5+G1/7/7/7/K6 b P 1";
    check(Variant::Hajiku, hajiku, "P*1b", "the drop of a Pawn must not give mate");
}

#[test]
fn promotions_that_are_not_allowed_have_a_reason() {
    let zone =
        "the Pawn can promote only if the move starts or ends in the promotion zone".to_owned();
    shogi("", "7g7f+", &zone);
    let far = "4k4/P8/G7+B/9/9/9/9/9/4K4 b - 1";
    shogi(far, "9b9a", "the Pawn must promote with this move");
    shogi(far, "9b9a+", "legal");
    shogi(far, "9c8c+", "the Gold does not promote");
    shogi(far, "1c1d+", "the Horse stays promoted");
    check(
        Variant::Hajiku,
        "3k3/7/7/7/+G6/7/7/7/3K3 b - 1",
        "7e6e+",
        "the Rook can turn over only if the move starts or ends in the promotion zone",
    );
}

#[test]
fn counter_flips_need_the_right() {
    let hajiku = |sfen: &str, word: &str, expected: &str| {
        check(Variant::Hajiku, sfen, word, expected);
    };
    hajiku("2g3k/3G!3/7/7/7/7/7/7/K6 w - 2", "5a4b!", "legal");
    let reason = "there is no right to a counter-flip on 4b";
    hajiku("2g3k/3G3/7/7/7/7/7/7/K6 w - 2", "5a4b!", reason);
}

#[test]
fn men_that_cannot_move_have_a_reason() {
    let hasami = |word: &str, expected: &str| check(Variant::Hasami, "", word, expected);
    hasami("5e5d", "there is no piece on 5e");
    hasami("9a9b", "the piece on 9a is the opponent's");
    hasami("9i9a", "9a is not empty");
    hasami("9i8i", "8i is not empty");
    hasami("9i1a", "a man moves only along a file or a rank");
    hasami("9i8h", "a man moves only along a file or a rank");
    hasami("9i9i", "a side cannot pass in this game");
    let blocked = "8p/7p1/9/4p4/9/4p4/9/PP2P4/9 b - 1";
    check(Variant::Hasami, blocked, "5h5e", "the piece on 5f is in the way");
    let dai = |sfen: &str, word: &str, expected: &str| {
        check(Variant::DaiHasami, sfen, word, expected);
    };
    dai("", "5i5g", "legal");
    dai("", "5i5f", "the piece on 5h is in the way");
    let two = "ppppppppp/9/9/9/4p4/4p4/4P4/9/PPPPPPPPP b - 1";
    dai(two, "5g5d", "a man jumps over only one man");
    let ludos = |word: &str, expected: &str| {
        let sfen = "ppppppppp/9/9/9/4P4/9/9/9/PPPPPPPPP b - 1";
        check(Variant::HasamiLudos, sfen, word, expected);
    };
    ludos("5e5b", "a man cannot enter the opponent's house");
    ludos("5e5h", "a man outside its own house cannot return to it");
    ludos("5e5c", "legal");
}

/// Checks the text of a reason in a game that is defined by its difference to another one.
#[track_caller]
fn defined(definition: &str, sfen: &str, word: &str, expected: &str) {
    let definition = format!("name = \"reasons\"\ntitle = \"Reasons\"\n{definition}");
    check(loaded::load(&definition).expect("a definition"), sfen, word, expected);
}

#[test]
fn rules_of_games_from_files_have_a_reason() {
    let men = |rules: &str, sfen: &str, word: &str, expected: &str| {
        defined(&format!("base = \"hasami\"\n[men]\n{rules}"), sfen, word, expected);
    };
    men("slide = 1", "", "9i9g", "a man moves only one square that way");
    men("slide = 3", "", "9i9e", "a man moves at most 3 squares that way");
    men("diagonal = 1", "", "9i8g", "a man moves only along a file, a rank or a diagonal");
    men("diagonal = 1", "", "9i7g", "a man moves only one square that way");
    men("diagonal = 1", "", "9i8h", "legal");
    men("pass = true", "", "pass", "legal");
    let line = "pp6p/9/9/9/9/9/P8/P8/P7P b - 1";
    men("jump = 1\njump-over = \"enemy\"", line, "9h9f", "a man cannot jump over the man on 9g");
    let between = "7pp/9/9/4p4/P8/4p4/9/9/P7P b - 1";
    men(
        "between-enemies = \"illegal-unless-capture\"",
        between,
        "9e5e",
        "a man cannot move between two enemy men here",
    );
    let shipped = |name: &str, sfen: &str, word: &str, expected: &str| {
        let variant = loaded::load_files(&[name.into()]).expect("a shipped game")[0];
        check(variant, sfen, word, expected);
    };
    shipped("micro", "", "5e4d", "the board has no square 5e");
    shipped(
        "torishogi",
        "3k3/7/7/7/2S4/2S4/3K3 b S 1",
        "S*5d",
        "file 5 has 2 of your pieces \"Swallow\" and cannot have more",
    );
    let minishogi = |rules: &str, word: &str, expected: &str| {
        let sfen = "k4/5/4P/5/4K b GP 1";
        defined(&format!("base = \"minishogi\"\n{rules}"), sfen, word, expected);
    };
    minishogi("[drops]\nmay-check = false", "G*5b", "a drop must not give check");
    minishogi("[drops]\nmay-check = false", "G*3c", "legal");
    minishogi("[drops]\nallowed = false", "G*3c", "there are no drops in this game");
    minishogi("[drops]\nzone = 2", "G*3c", "3c is outside the zone of drops");
    minishogi("[drops]\nzone = 2", "G*3b", "legal");
    minishogi("[pieces.P]\nno-drop = 2", "P*3b", "the Pawn cannot be dropped on 3b");
    minishogi("[promotion]\nzone = 3", "1c1b+", "legal");
    minishogi(
        "[promotion]\nzone = 3\nmandatory = true",
        "1c1b",
        "the Pawn must promote with this move",
    );
    let kyoto = "4k/5/5/5/P3K b - 1";
    shipped("kyotoshogi", kyoto, "5e5d", "the Pawn must promote with this move");
    shipped("dobutsu", "", "3d3a", "the Elephant does not move that way");
    shipped("euroshogi", "", "1a1a", "a side cannot pass in this game");
}
