//! Data of a game apart from its rules.

use crate::core::fingerprint::Fingerprint;
use crate::core::score::Score;

/// Number of reduced playing levels, which are those below full strength.
pub const REDUCED_LEVELS: usize = 7;

/// A rule family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleFamily {
    /// Games in which captured pieces are dropped.
    Drop,
    /// Hasami Shogi in its rule sets.
    Hasami,
}

/// Names, board, start position, levels and pieces of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameInfo {
    /// Position in lists of games, the smallest number first.
    pub order: u32,
    /// Name in `USI_Variant`: one word.
    pub name: &'static str,
    /// Other accepted names.
    pub aliases: &'static [&'static str],
    /// Name in `UCI_Variant`, if Fairy-Stockfish uses another one.
    pub uci_name: Option<&'static str>,
    /// English title.
    pub title: &'static str,
    /// Japanese title.
    pub japanese: &'static str,
    /// Rules for players: paragraphs of plain text in lines of at most 78 characters.
    pub rules: &'static [&'static str],
    /// Rule family.
    pub family: RuleFamily,
    /// Whether pieces can carry the mark of a counter-flip.
    pub counter_flip: bool,
    /// Number of files.
    pub files: usize,
    /// Number of ranks.
    pub ranks: usize,
    /// Number of kinds of piece that a hand can hold.
    pub pocket: usize,
    /// SFEN of the start position.
    pub startpos: &'static str,
    /// Handicap starts: name and SFEN.
    pub handicaps: &'static [(&'static str, &'static str)],
    /// Names of the pieces.
    pub pieces: &'static [PieceName],
    /// Pictures of the pieces.
    pub pictures: PictureSets,
    /// Search limits and noise of the reduced levels.
    pub levels: LevelTable,
    /// Size of the search margins between scores, in percent of the usual one.
    pub margin_percent: Score,
    /// Size of the margins of futility pruning and reverse futility pruning, in percent of
    /// `margin_percent`.
    pub futility_percent: Score,
    /// SFENs that `kawari bench` searches besides the start position.
    pub bench: &'static [&'static str],
    /// Description for xboard, if xboard can display the game.
    pub xboard: Option<XboardInfo>,
    /// Fingerprint of board, start position and rules, if the game is from a file.
    pub fingerprint: Option<Fingerprint>,
    /// Built-in game whose weights and network a game from a file uses.
    pub evaluated_as: Option<&'static GameInfo>,
}

impl GameInfo {
    /// A template without names, board and rules.
    pub(crate) const EMPTY: Self = Self {
        order: 0,
        name: "",
        aliases: &[],
        uci_name: None,
        title: "",
        japanese: "",
        rules: &[],
        family: RuleFamily::Drop,
        counter_flip: false,
        files: 0,
        ranks: 0,
        pocket: 0,
        startpos: "",
        handicaps: &[],
        pieces: &[],
        pictures: PictureSets::DRAWN,
        levels: LevelTable::DEFAULT,
        margin_percent: 100,
        futility_percent: 100,
        bench: &[],
        xboard: None,
        fingerprint: None,
        evaluated_as: None,
    };

    /// Returns the game's name in `UCI_Variant`.
    pub const fn uci_name(&self) -> &'static str {
        match self.uci_name {
            Some(name) => name,
            None => self.name,
        }
    }

    /// Returns [`GameInfo::fingerprint`] as text, for headers of logs.
    pub fn definition(&self) -> Option<String> {
        self.fingerprint.map(|fingerprint| fingerprint.to_string())
    }

    /// Returns the game's name in evaluation files. It includes the fingerprint of a game from a
    /// file, because games with other rules may have the same name.
    pub fn evaluation_name(&self) -> String {
        match self.fingerprint {
            Some(fingerprint) => format!("{} {fingerprint}", self.name),
            None => self.name.to_owned(),
        }
    }

    /// Returns the game's name in the names and headers of tablebase files: as
    /// [`GameInfo::evaluation_name`], with a hyphen.
    pub fn tablebase_name(&self) -> String {
        self.evaluation_name().replace(' ', "-")
    }

    /// Returns the name of a piece; `symbol` is its SFEN in upper case.
    pub fn piece_name(&self, symbol: &str) -> Option<&'static PieceName> {
        self.pieces.iter().find(|piece| piece.symbol == symbol)
    }
}

/// Name of one side of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceName {
    /// SFEN of the piece, in upper case: `P`, `+P`.
    pub symbol: &'static str,
    /// English name.
    pub english: &'static str,
    /// Japanese name.
    pub japanese: &'static str,
    /// Kanji in Japanese notation of moves; empty if the notation omits the piece.
    pub kanji: &'static str,
    /// Kanji of Black's and White's piece on the terminal's board.
    pub board_kanji: [&'static str; 2],
}

impl PieceName {
    /// Creates a name. The terminal's board shows the same kanji as the notation.
    pub const fn new(
        symbol: &'static str,
        english: &'static str,
        japanese: &'static str,
        kanji: &'static str,
    ) -> Self {
        Self { symbol, english, japanese, kanji, board_kanji: [kanji; 2] }
    }

    /// Sets the kanji on the terminal's board, Black's first.
    #[must_use]
    pub const fn on_board(mut self, board_kanji: [&'static str; 2]) -> Self {
        self.board_kanji = board_kanji;
        self
    }
}

/// Sets of piece pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PictureSets {
    /// Name of the game with the pictures. Games with the same pieces share them. Empty if the
    /// pieces are drawn from the rules.
    pub game: &'static str,
    /// Styles: folders of that game in `crates/kawari-draw/pictures`.
    pub styles: &'static [&'static str],
    /// Default style, and that of the English page.
    pub english: &'static str,
    /// Default style on the Japanese page.
    pub japanese: &'static str,
}

impl PictureSets {
    /// No pictures: pieces are drawn from the rules, with letters or kanji and marks of their moves.
    pub const DRAWN: Self = Self { styles: &["kanji", "western"], ..Self::of_drop_game("") };

    /// Creates the sets of a game with drops: `kanji` and one `bold` kanji, `western` letters and
    /// `symbols`. The default of the English page is `western`.
    pub const fn of_drop_game(game: &'static str) -> Self {
        let styles = &["kanji", "bold", "western", "symbols"];
        Self { game, styles, english: "western", japanese: "kanji" }
    }
}

/// Search limits and noise of the reduced levels, the lowest level first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LevelTable {
    /// Nodes searched for a move.
    pub nodes: [u64; REDUCED_LEVELS],
    /// Standard deviation of the noise on root move scores, in centipawns.
    pub noise: [Score; REDUCED_LEVELS],
    /// Standard deviation of the noise's binary logarithm from position to position, in
    /// tenths.
    pub position_spread: u32,
    /// The same from seed to seed.
    pub seed_spread: u32,
    /// Mistakes that are never made.
    pub blunder_guard: [BlunderGuard; REDUCED_LEVELS],
    /// Whether the noise depends on the material lead.
    pub lead_noise: bool,
}

/// The mistakes that reduced strength never makes, regardless of the noise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BlunderGuard {
    /// Any mistake is possible.
    Careless,
    /// Never misses a win with the next move.
    SeesWins,
    /// Additionally allows the opponent as few winning moves as possible, and never gives away
    /// material when losing.
    Careful,
    /// Additionally prevents a threat that the opponent could make with its next move and that
    /// could not be parried, such as an open four.
    SeesThreats,
}

impl LevelTable {
    /// Levels that are not fitted to the game.
    pub const DEFAULT: Self = Self {
        nodes: [500; REDUCED_LEVELS],
        noise: [300_000, 40_000, 6_000, 1_000, 150, 25, 4],
        position_spread: 40,
        seed_spread: 48,
        blunder_guard: {
            let mut blunder_guard = [BlunderGuard::Careful; REDUCED_LEVELS];
            blunder_guard[0] = BlunderGuard::Careless;
            blunder_guard[1] = BlunderGuard::SeesWins;
            blunder_guard
        },
        lead_noise: false,
    };

    /// Returns the table with another noise, fitted by `kawari levels`.
    #[must_use]
    pub const fn with_noise(self, noise: [Score; REDUCED_LEVELS]) -> Self {
        Self { noise, ..self }
    }
}

/// A game as the CECP command `setup` describes it to xboard. See the
/// [description of the protocol](https://www.gnu.org/software/xboard/engine-intf.html).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct XboardInfo {
    /// A letter for each of xboard's pictures in their order, the King's last, White's
    /// before Black's. A `+` among the second eleven is the promoted side of the piece
    /// eleven places earlier.
    pub letters: &'static str,
    /// Files, ranks, kinds in hand, and the variant whose rules xboard applies.
    pub board: &'static str,
    /// Pieces and their moves in xboard's Betza notation; `@` where they may be dropped.
    pub moves: &'static [(&'static str, &'static str)],
    /// Letters of the two sides of a piece that flips.
    pub piece_letters: &'static [(char, char)],
}

/// Data files of a game: those in its folder that are compiled in, or those that its definition
/// names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct GameFiles {
    /// Weights of the hand-crafted evaluation. Without them, only material counts.
    pub weights: Option<&'static [u8]>,
    /// Built-in network.
    pub network: Option<&'static [u8]>,
    /// Exceptions of the endgame tablebase.
    pub endgames: Option<&'static [u8]>,
    /// Opening book.
    pub book: Option<&'static [u8]>,
}

impl GameFiles {
    /// No data files.
    pub const NONE: Self = Self { weights: None, network: None, endgames: None, book: None };
}
