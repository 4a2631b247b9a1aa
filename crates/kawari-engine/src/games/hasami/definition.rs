//! Hasami games from files.

use std::fmt;
use std::sync::OnceLock;

use kawari_rules::{Family, GameDefinition, HasamiDefinition, RowDirection};
use thiserror::Error;

use super::endgame::{HasamiEndgame, RulesSource, has_endgames};
use super::position::HasamiPosition;
use super::rules::{HasamiRules, RuleSet, RuleTable, line};
use crate::core::bitboard::Direction;
use crate::core::board_shape::BoardShape;
use crate::core::endgame::EndgameRules;
use crate::core::geometry::Box11x11;
use crate::games::definition::repetition_rule;
use crate::games::{Game, GameFiles, GameInfo};
use crate::notation::sfen::{self, Fields};

/// A Hasami game from a file.
#[derive(Clone, Copy)]
pub struct LoadedHasami(&'static Loaded);

struct Loaded {
    table: RuleTable<Box11x11>,
    info: &'static GameInfo,
    files: GameFiles,
    endgames: OnceLock<HasamiEndgame<LoadedHasami>>,
}

/// A definition that is not a playable game of the Hasami family. [`kawari_rules::read`]
/// rejects such definitions.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DefinitionError {
    /// Another family.
    #[error("{0} is not a game of the Hasami family")]
    Family(String),
    /// A board that is too large or has no squares.
    #[error("board of {files} files and {ranks} ranks, expected 1 to 11 of each")]
    Board {
        /// Number of files.
        files: u8,
        /// Number of ranks.
        ranks: u8,
    },
    /// Homes that overlap.
    #[error("two homes of {home_ranks} ranks on a board of {ranks} ranks")]
    Homes {
        /// Number of ranks of a home.
        home_ranks: u8,
        /// Number of ranks of the board.
        ranks: u8,
    },
    /// Rows of one man or none.
    #[error("row of {0} men, expected 0 or at least 2")]
    Row(u8),
    /// An invalid start position.
    #[error("start position: {0}")]
    Start(String),
}

impl LoadedHasami {
    /// Creates a game. Its rules are never freed.
    ///
    /// # Errors
    /// Returns [`DefinitionError`] if the definition is not a playable game of the family.
    pub fn new(
        definition: &GameDefinition,
        info: &'static GameInfo,
        files: GameFiles,
    ) -> Result<Self, DefinitionError> {
        let general = &definition.general;
        let Family::Hasami(rules) = &definition.family else {
            return Err(DefinitionError::Family(general.name.clone()));
        };
        let ranks = general.ranks;
        let shape = BoardShape::new(general.files.into(), ranks.into())
            .ok_or(DefinitionError::Board { files: general.files, ranks })?;
        let home_ranks = rules.men.home_ranks;
        if 2 * u32::from(home_ranks) > u32::from(ranks) {
            return Err(DefinitionError::Homes { home_ranks, ranks });
        }
        if rules.goals.row == 1 {
            return Err(DefinitionError::Row(rules.goals.row));
        }
        let men = men_at_start(shape, &general.start)?;
        let longest = usize::from(general.files.max(ranks));
        let rules = rule_set(rules, &rules.goals.row_directions, men, longest);
        let table = RuleTable::on_board(shape, rules);
        let endgames = OnceLock::new();
        let game = Self(Box::leak(Box::new(Loaded { table, info, files, endgames })));
        if has_endgames::<Self>(&game.0.table) {
            game.0.endgames.get_or_init(|| HasamiEndgame(game));
        }
        Ok(game)
    }
}

/// Returns the numbers of Black's and White's men in an SFEN.
fn men_at_start(shape: BoardShape<Box11x11>, start: &str) -> Result<[u32; 2], DefinitionError> {
    let error =
        |error: crate::notation::error::SfenError| DefinitionError::Start(error.to_string());
    let fields = Fields::parse(start).map_err(error)?;
    let mut men = [0; 2];
    sfen::read_board(shape, fields.board, |_, piece| {
        men[piece.color.index()] += 1;
        piece.letter == 'P' && !piece.marked
    })
    .map_err(error)?;
    if fields.hands != "-" {
        return Err(DefinitionError::Start(format!("hand \"{}\", expected \"-\"", fields.hands)));
    }
    Ok(men)
}

/// Returns the rules of a definition, without its `row_directions`. `men` are the numbers of
/// Black's and White's men at the start, and `longest` is the length of the longest line.
pub(super) const fn rule_set(
    rules: &HasamiDefinition,
    row_directions: &[RowDirection],
    men: [u32; 2],
    longest: usize,
) -> RuleSet {
    let HasamiDefinition { men: movement, capture, goals, ending, repetition } = rules;
    // Steps beyond the longest line have no effect.
    let slide = limited(movement.slide, longest);
    RuleSet {
        men,
        slide: if slide > 0 && slide < longest { Some(slide) } else { None },
        diagonal: limited(movement.diagonal, longest),
        jump: limited(movement.jump, longest),
        jump_over: movement.jump_over,
        home_ranks: movement.home_ranks as usize,
        houses: movement.houses,
        between_enemies: movement.between_enemies,
        pass: movement.pass,
        custody: capture.custody,
        corners: capture.corners,
        enclosure: capture.enclosure,
        enclosure_last: capture.enclosure_last,
        intervention: capture.intervention,
        rows: if goals.row == 0 { &[] } else { lines(row_directions) },
        row_length: goals.row as usize,
        row_exact: goals.row_exact,
        row_area: goals.row_area,
        losing_men: number(goals.men_left),
        men_captured: number(goals.men_captured),
        winning_lead: number(goals.lead),
        lead_when: goals.lead_when,
        reach_ranks: goals.reach_ranks as usize,
        no_legal_move: ending.no_legal_move,
        quiet_limit: match ending.quiet_half_moves {
            0 => None,
            limit => Some(limit),
        },
        quiet_result: ending.quiet_result,
        repetition: repetition_rule(repetition),
    }
}

const fn limited(steps: u8, longest: usize) -> usize {
    let steps = steps as usize;
    if steps < longest { steps } else { longest }
}

/// Returns a number that is absent if it is 0.
const fn number(value: u8) -> Option<u32> {
    if value > 0 { Some(value as u32) } else { None }
}

/// Returns the lines of rows in some directions.
const fn lines(directions: &[RowDirection]) -> &'static [Direction] {
    let (mut vertical, mut horizontal, mut diagonal) = (false, false, false);
    let mut index = 0;
    while index < directions.len() {
        match directions[index] {
            RowDirection::Vertical => vertical = true,
            RowDirection::Horizontal => horizontal = true,
            RowDirection::Diagonal => diagonal = true,
        }
        index += 1;
    }
    match (vertical, horizontal, diagonal) {
        (false, false, false) => &[],
        (true, false, false) => &[line::VERTICAL],
        (false, true, false) => &[line::HORIZONTAL],
        (true, true, false) => &[line::VERTICAL, line::HORIZONTAL],
        (false, false, true) => &[line::RISING, line::FALLING],
        (true, false, true) => &[line::VERTICAL, line::RISING, line::FALLING],
        (false, true, true) => &[line::HORIZONTAL, line::RISING, line::FALLING],
        (true, true, true) => &[line::VERTICAL, line::HORIZONTAL, line::RISING, line::FALLING],
    }
}

impl HasamiRules for LoadedHasami {
    type Geometry = Box11x11;

    const BUILT_IN: Option<&'static RuleTable<Box11x11>> = None;

    #[inline(always)]
    fn table(self) -> &'static RuleTable<Box11x11> {
        &self.0.table
    }

    fn endgame_rules(self) -> Option<&'static dyn EndgameRules> {
        self.0.endgames.get().map(|rules| rules as &dyn EndgameRules)
    }
}

impl RulesSource for LoadedHasami {
    type Rules = Self;

    fn rules(&self) -> Self {
        *self
    }
}

impl Game for LoadedHasami {
    type Position = HasamiPosition<Self>;

    fn info(self) -> &'static GameInfo {
        self.0.info
    }

    fn files(self) -> GameFiles {
        self.0.files
    }
}

impl fmt::Debug for LoadedHasami {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LoadedHasami({})", self.0.info.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::color::Color;
    use crate::core::outcome::{Outcome, Reason};
    use crate::core::position::Position;
    use crate::games::loaded;
    use crate::notation::Notation;

    type LoadedPosition = HasamiPosition<LoadedHasami>;

    const KOCHI: &str = include_str!("../../../../kawari-rules/games/hasami-kochi.toml");

    fn load(text: &str) -> LoadedHasami {
        let definition = kawari_rules::read(text, &loaded::base_text)
            .unwrap_or_else(|errors| panic!("{}", errors[0]));
        let startpos = Box::leak(definition.general.start.clone().into_boxed_str());
        let info = Box::leak(Box::new(GameInfo { startpos, ..GameInfo::EMPTY }));
        LoadedHasami::new(&definition, info, GameFiles::NONE).expect("a playable game")
    }

    /// Returns a game with other rules than `hasami-nocorner`.
    fn variant(rules: &str) -> LoadedHasami {
        load(&format!(
            "base = \"hasami-nocorner\"\nname = \"variant\"\ntitle = \"Variant\"\n{rules}"
        ))
    }

    fn read(game: LoadedHasami, sfen: &str) -> LoadedPosition {
        game.parse_sfen(sfen).expect("a valid SFEN").0
    }

    /// Returns the position after moves.
    fn after(game: LoadedHasami, sfen: &str, moves: &str) -> LoadedPosition {
        let mut position = read(game, sfen);
        for word in moves.split_whitespace() {
            position.play(position.parse_usi(word).expect("a legal move"), &mut ());
        }
        position
    }

    fn is_legal(game: LoadedHasami, sfen: &str, mv: &str) -> bool {
        read(game, sfen).parse_usi(mv).is_ok()
    }

    #[test]
    fn a_move_between_enemies_must_capture() {
        let kochi = load(KOCHI);
        // Left and right of 5e, then above and below it.
        let beside = "ppp6/9/9/9/3p1p3/9/9/9/PPP1P3P b - 1";
        assert!(!is_legal(kochi, beside, "5i5e"));
        let above = "ppp6/9/9/4p4/P8/4p4/9/9/PPP5P b - 1";
        assert!(!is_legal(kochi, above, "9e5e"));
        // Another square on the way, and enemies that are not opposite each other.
        assert!(is_legal(kochi, beside, "5i5f"));
        assert!(is_legal(kochi, "ppp6/9/9/4p4/3p5/9/9/9/PPP1P3P b - 1", "5i5e"));
        // A capture of one of the two men, or of a man in another direction.
        assert!(is_legal(kochi, "ppp6/9/9/9/2Pp1p3/9/9/9/PPP1P3P b - 1", "5i5e"));
        assert!(is_legal(kochi, "ppp6/9/4P4/4p4/3p1p3/9/9/9/PPP1P3P b - 1", "5i5e"));
    }

    /// 1b is between 1a and 1c.
    #[test]
    fn a_group_that_the_move_itself_encloses_does_not_make_it_legal() {
        let kochi = load(KOCHI);
        // 1a has the empty neighbour 1b before the move.
        assert!(!is_legal(kochi, "7Pp/3P5/8p/9/9/9/ppp6/9/PPP6 b - 1", "6b1b"));
        // 9a is enclosed before the move.
        assert!(is_legal(kochi, "pP6p/P2P5/8p/9/9/9/pp7/9/PP7 b - 1", "6b1b"));
        // The moving man itself leaves 9a an empty neighbour.
        let opening = "pP6p/P8/8p/9/9/9/pp7/9/PPP6 b - 1";
        assert!(!is_legal(kochi, opening, "9b1b"));
        assert!(is_legal(kochi, opening, "9b9c"));
    }

    #[test]
    fn enclosed_groups_fall_anywhere_after_custody() {
        let kochi = load(KOCHI);
        let sfen_after = |sfen, mv| after(kochi, sfen, mv).sfen(1);
        // Far from the moved man.
        let far = "pP7/P8/9/9/9/9/pppp5/9/PP6P b - 1";
        let expected = "1P7/P8/9/9/9/9/pppp5/8P/PP7 w - 1";
        assert_eq!(sfen_after(far, "1i1h"), expected);
        assert_eq!(read(kochi, far).legal_moves().len() as u64, read(kochi, far).count_moves());
        // By the moved man, together with a man in custody.
        let beside = "p1pP5/P8/9/9/9/9/p2ppp3/9/PP6P b - 1";
        let expected = "1P1P5/P8/9/9/9/9/p2ppp3/9/P7P w - 1";
        assert_eq!(sfen_after(beside, "8i8a"), expected);
        // Custody of 8d leaves 9d an empty neighbour.
        let custody = "pppp5/9/PP7/ppP6/P8/9/9/9/1P7 b - 1";
        let expected = "pppp5/9/PP7/p1P6/PP7/9/9/9/9 w - 1";
        assert_eq!(sfen_after(custody, "8i8e"), expected);
    }

    #[test]
    fn five_captured_men_win_at_once_and_a_lead_at_the_next_turn() {
        let kochi = load(KOCHI);
        let five = after(kochi, "Pppp1P3/9/8p/7pp/9/7p1/9/9/PP2P4 b - 1", "5i5a");
        assert_eq!(five.outcome(), Some(Outcome::Win(Color::Black, Reason::MenCaptured)));
        let sfen = "Pppp1P3/9/9/5p3/7pp/7pp/9/9/PPP1P2PP b - 1";
        assert_eq!(after(kochi, sfen, "5i5a").outcome(), None);
        let lead = after(kochi, sfen, "5i5a 4d4e");
        assert_eq!(lead.outcome(), Some(Outcome::Win(Color::Black, Reason::Lead)));
    }

    #[test]
    fn a_suicidal_man_is_removed_unless_its_captures_free_it() {
        let game = variant("[men]\nbetween-enemies = \"suicidal\"");
        let sfen = "pp7/9/9/9/3p1p3/9/9/9/P3P3P b - 1";
        let position = after(game, sfen, "5i5e");
        assert_eq!(position.sfen(1), "pp7/9/9/9/3p1p3/9/9/9/P7P w - 1");
        assert_eq!(position.clock_count().map(|count| count.played), Some(1));
        let freed = "pp7/9/9/9/2Pp1p3/9/9/9/P3P3P b - 1";
        assert_eq!(after(game, freed, "5i5e").sfen(1), "pp7/9/9/9/2P1Pp3/9/9/9/P7P w - 1");
    }

    #[test]
    fn a_side_may_pass() {
        let game = variant("[men]\npass = true");
        let position = after(game, game.info().startpos, "pass pass");
        assert_eq!(position.key(), game.startpos().key());
        let pass = position.parse_usi("pass").expect("a legal move");
        assert_eq!(position.usi(pass).to_string(), "pass");
        assert_eq!(position.parse_move_record(&position.move_record(pass)), Ok(pass));
        assert_eq!(position.count_moves(), position.legal_moves().len() as u64);
        assert!(variant("").startpos().parse_usi("pass").is_err());
    }

    #[test]
    fn rows_of_an_exact_length_win_on_the_whole_board() {
        let goals = "[goals]\nrow = 4\nrow-exact = true\nrow-area = \"board\"";
        let game = variant(goals);
        let row = Some(Outcome::Win(Color::Black, Reason::Row));
        let three = "pp7/9/9/9/9/9/9/9/PPP1P3P b - 1";
        assert_eq!(after(game, three, "1i1h").outcome(), None);
        assert_eq!(after(game, "pp7/9/9/9/9/9/9/9/PPP5P b - 1", "1i6i").outcome(), row);
        // Five are too many.
        assert_eq!(after(game, "pp7/9/9/9/9/9/9/3P5/PPP1P4 b - 1", "6h6i").outcome(), None);
        // A file does not go on at the start of the next one.
        let large = |goals: &str| {
            let start = "11/11/pp9/11/11/11/11/11/11/11/PP9 b - 1";
            variant(&format!("files = 11\nranks = 11\nstart = \"{start}\"\n{goals}"))
        };
        let files = "9P1/9P1/11/11/pp9/11/11/P10/11/10P/10P b - 1";
        assert_eq!(after(large(goals), files, "11h11g").outcome(), None);
    }

    #[test]
    fn a_man_on_the_farthest_ranks_wins() {
        let game = variant("[goals]\nreach-ranks = 2");
        let sfen = "ppp6/9/9/9/9/9/9/9/PPP6 b - 1";
        assert_eq!(after(game, sfen, "9i9c").outcome(), None);
        let win = Outcome::Win(Color::Black, Reason::RankReached);
        assert_eq!(after(game, sfen, "9i9b").outcome(), Some(win));
    }

    #[test]
    fn slides_diagonal_steps_and_jumps_have_limits() {
        let game = variant("[men]\nslide = 2\ndiagonal = 1\njump = 2\njump-over = \"enemy\"");
        let position = read(game, "9/9/9/4p4/4p4/4P4/3P5/9/9 b - 1");
        let from = "5f".parse().expect("a square");
        let targets: Vec<String> =
            position.destinations(from).into_iter().map(|to| to.to_string()).collect();
        // Two steps to each side, one step on the diagonals, a jump over two men.
        assert_eq!(targets, ["3f", "4e", "4f", "4g", "5c", "5g", "5h", "6e", "6f", "7f"]);
    }

    #[test]
    fn definitions_of_other_families_are_rejected() {
        let text = loaded::base_text("minishogi").expect("a definition");
        let definition = kawari_rules::read(&text, &loaded::base_text).expect("it is valid");
        let info = Box::leak(Box::new(GameInfo::EMPTY));
        assert_eq!(
            LoadedHasami::new(&definition, info, GameFiles::NONE).expect_err("another family"),
            DefinitionError::Family("minishogi".to_owned())
        );
    }

    #[test]
    fn boards_of_all_sizes_have_their_own_edges() {
        for (files, ranks) in [(3, 4), (7, 9), (10, 10), (11, 11), (11, 4)] {
            let row = |man: &str| man.repeat(files);
            let middle = vec![files.to_string(); ranks - 2].join("/");
            let sfen = format!("{}/{middle}/{} b - 1", row("p"), row("P"));
            let game = load(&format!(
                "base = \"hasami-nocorner\"\nname = \"variant\"\ntitle = \"Variant\"\nfiles = {files}\nranks = {ranks}\nstart = \"{sfen}\""
            ));
            let start = game.startpos();
            assert_eq!(start.sfen(1), sfen);
            assert_eq!(start.count_moves(), (files * (ranks - 2)) as u64);
            assert_eq!(start.legal_moves().len(), files * (ranks - 2));
        }
    }
}
