//! Compares pictures with the files in `tests/golden`, and checks that every picture is
//! well-formed. This command writes the files:
//!
//! ```sh
//! KAWARI_WRITE_PICTURES=1 cargo test -p kawari-draw --test pictures
//! ```

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

use kawari_draw::{Coordinates, DrawOptions, Theme, pieces, position};
use kawari_engine::core::color::Color;
use kawari_engine::engine::game_state::{self, GameState, StartPosition};
use kawari_engine::games::loaded;
use kawari_engine::games::variants::Variant;

/// Environment variable with which the tests write the files instead of comparing them.
const WRITE: &str = "KAWARI_WRITE_PICTURES";

fn game(variant: Variant, sfen: &str, moves: &str) -> Box<dyn GameState> {
    let mut game_state = game_state::open(variant);
    let start = if sfen.is_empty() { StartPosition::Initial } else { StartPosition::Sfen(sfen) };
    let moves: Vec<&str> = moves.split_whitespace().collect();
    game_state.set(start, &moves).expect("a valid position");
    game_state
}

fn draw(variant: Variant, sfen: &str, moves: &str, options: &DrawOptions) -> String {
    let svg = position(variant, &*game(variant, sfen, moves), options).expect("valid options");
    check(&svg);
    svg
}

/// Checks that a picture is well-formed XML, refers only to its own definitions, uses all of them,
/// and has unique ids.
fn check(svg: &str) {
    let document = roxmltree::Document::parse(svg).expect("well-formed XML");
    let attributes = || document.descendants().flat_map(|node| node.attributes());
    let ids: Vec<&str> = attributes()
        .filter(|attribute| attribute.name() == "id")
        .map(|attribute| attribute.value())
        .collect();
    let defined: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), defined.len(), "{ids:?}");
    let used: BTreeSet<&str> = attributes()
        .filter_map(|attribute| {
            let value = attribute.value();
            let paint = value.strip_prefix("url(#").and_then(|rest| rest.strip_suffix(')'));
            paint.or_else(|| value.strip_prefix('#').filter(|_| attribute.name() == "href"))
        })
        .collect();
    assert_eq!(used, defined);
    assert!(!svg.contains("http") || svg.matches("http").count() == 2, "an external reference");
}

fn compare(name: &str, svg: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if env::var_os(WRITE).is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, svg).expect(name);
        return;
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    let command = format!("{WRITE}=1 cargo test -p kawari-draw --test pictures");
    assert!(golden == svg, "{name} has changed; look at the picture and run `{command}`");
}

/// A loaded game with a limited slide, a jump, a walk, a piece without kanji, and a title with
/// markup.
const LOADED: &str = r#"
name = "draw-test"
base = "minishogi"
title = "<Draw> & \"Test\""

[pieces.S]
moves = "WfF2D"
kanji = "銀将"

[pieces.B]
moves = "B2aW"
"#;

#[test]
fn every_built_in_game_has_its_golden_picture() {
    for &variant in Variant::ALL {
        let svg = draw(variant, "", "", &DrawOptions::default());
        compare(&format!("{}.svg", variant.info().name), &svg);
    }
}

#[test]
fn a_loaded_game_has_its_golden_pictures() {
    let variant = loaded::load(LOADED).expect("a valid definition");
    for style in ["western", "kanji"] {
        let options = DrawOptions { pieces: Some(style.to_owned()), ..DrawOptions::default() };
        let svg = draw(variant, "", "3e3d 3a3b", &options);
        assert!(svg.contains("<title>&lt;Draw&gt; &amp; &quot;Test&quot;: Black to move</title>"));
        compare(&format!("loaded-{style}.svg"), &svg);
    }
}

#[test]
fn options_have_their_golden_pictures() {
    let options = DrawOptions {
        pieces: Some("western".to_owned()),
        bottom: Color::White,
        coordinates: Coordinates::Japanese,
        theme: Theme::Dark,
        width: Some(640),
        marks_last_move: false,
        arrows: ["8i7g:no", "R*5e", "2i5e:alternative", "7f7e:hint", "2h2f:capture"]
            .map(|arrow| arrow.parse().expect("an arrow"))
            .to_vec(),
        marks: ["5e:ring", "4e:cross", "3e", "9g", "1c:capture"]
            .map(|mark| mark.parse().expect("a mark"))
            .to_vec(),
    };
    let sfen = "ln1g2+B1l/1ks1g4/1pppp1ppp/p8/9/2P3P2/PPSPPP1PP/7R1/LN1GKGSNL w R3Psn12p 1";
    let svg = draw(Variant::Shogi, sfen, "9d9e", &options);
    compare("options.svg", &svg);
}

#[test]
fn highlights_have_their_golden_pictures() {
    for (name, variant, sfen, moves) in [
        ("check.svg", "shogi", "", "7g7f 3c3d 8h3c+"),
        ("remote-captures.svg", "hasami", "9/9/9/9/Pp2p4/9/9/9/2P5P b - 1", "7i7e"),
        ("winning-row.svg", "dai-hasami", "p8/9/9/9/9/9/ppppp4/9/PPPPP3P b - 1", ""),
        ("counter-flip.svg", "hajiku", "6k/7/7/7/7/7/+c2S!3/7/K6 w P 2", ""),
    ] {
        let variant: Variant = variant.parse().expect("a game");
        compare(name, &draw(variant, sfen, moves, &DrawOptions::default()));
    }
}

#[test]
fn all_pieces_of_all_games_are_well_formed() {
    for &(name, _) in kawari_rules::SHIPPED {
        let variant: Variant = name.parse().expect("a shipped game");
        for image in pieces::images(variant) {
            roxmltree::Document::parse(&image.svg).expect("well-formed XML");
        }
        for style in variant.info().pictures.styles {
            for bottom in Color::ALL {
                let pieces = Some((*style).to_owned());
                draw(variant, "", "", &DrawOptions { pieces, bottom, ..DrawOptions::default() });
            }
        }
    }
}

#[test]
fn hands_and_the_last_move_are_drawn() {
    let options = DrawOptions::default();
    let pieces = |svg: &str| svg.matches("<use ").count();
    let start = draw(Variant::Shogi, "", "", &options);
    assert_eq!(pieces(&start), 40);
    let captured = draw(Variant::Shogi, "", "7g7f 3c3d 8h2b+", &options);
    assert_eq!(pieces(&captured), 40);
    assert!(captured.contains("text-anchor=\"middle\">1</text>"));
    assert_eq!(captured.matches("#9bbe1e").count(), 2);
    let plain = DrawOptions { marks_last_move: false, ..options.clone() };
    assert!(!draw(Variant::Shogi, "", "7g7f", &plain).contains("#9bbe1e"));
    // A drop has one square, and the faint image of the captured man is in the picture.
    let dropped = draw(Variant::Shogi, "", "7g7f 3c3d 8h2b+ 3a2b B*4e", &options);
    assert_eq!(dropped.matches("#9bbe1e").count(), 1);
    let remote = draw(Variant::Hasami, "8p/9/9/9/Pp7/9/9/9/2P5P b - 1", "7i7e", &options);
    assert_eq!(pieces(&remote), 5);
    assert!(remote.contains("<title>Hasami Shogi: black wins: men captured</title>"));
}

#[test]
fn the_width_scales_the_picture() {
    let size = |width| {
        let svg = draw(Variant::Yari, "", "", &DrawOptions { width, ..DrawOptions::default() });
        let document = roxmltree::Document::parse(&svg).expect("well-formed XML");
        let root = document.root_element();
        let pixels = |name| root.attribute(name).expect(name).parse::<u32>().expect("a number");
        (pixels("width"), pixels("height"), root.attribute("viewBox").expect("a box").to_owned())
    };
    let natural = size(None);
    assert_eq!((natural.0, natural.1), (566, 573));
    assert_eq!(size(Some(1132)), (1132, 1146, natural.2.clone()));
    assert_eq!(size(Some(1)), (1, 1, natural.2));
}

#[test]
fn errors_name_what_is_wrong() {
    let error = |options: DrawOptions| {
        let game_state = game(Variant::Minishogi, "", "");
        position(Variant::Minishogi, &*game_state, &options)
            .expect_err("a wrong option")
            .to_string()
    };
    let arrow = |text: &str| {
        error(DrawOptions { arrows: vec![text.parse().expect("an arrow")], ..Default::default() })
    };
    let width = |width| error(DrawOptions { width: Some(width), ..Default::default() });
    assert_eq!(
        error(DrawOptions { pieces: Some("disc".to_owned()), ..Default::default() }),
        "unknown piece style \"disc\", expected kanji, bold, western or symbols"
    );
    assert_eq!(
        error(DrawOptions { marks: vec!["6a".parse().expect("a mark")], ..Default::default() }),
        "`6a` is not on the board of 5 files and 5 ranks"
    );
    assert_eq!(arrow("5e6e"), "`6e` is not on the board of 5 files and 5 ranks");
    assert_eq!(arrow("P*3c"), "Black has no P in hand for the arrow `P*3c`");
    assert_eq!(arrow("3c3c"), "`3c3c` has no arrow, expected two different squares or a drop");
    assert_eq!(arrow("pass"), "`pass` has no arrow, expected two different squares or a drop");
    assert_eq!(width(0), "width 0 is out of range, expected 1 to 20000 pixels");
    assert_eq!(width(20_001), "width 20001 is out of range, expected 1 to 20000 pixels");
    let parse_error = |text: &str| match text.parse::<kawari_draw::arrow::Arrow>() {
        Ok(arrow) => panic!("{arrow:?}"),
        Err(error) => error.to_string(),
    };
    assert_eq!(parse_error("7g"), "`7g` is not a move in USI notation");
    assert_eq!(
        parse_error("7g7f:"),
        "unknown kind of arrow \"\", expected move, alternative, hint, capture or no"
    );
}
