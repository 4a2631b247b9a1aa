//! Words for the end of a game in KIF and CSA files.

use crate::game_log::GameResult;
use kawari_engine::core::color::Color;
use kawari_engine::engine::game_state::GameState;

/// Result of a game, relative to the side that is to move at its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RelativeResult {
    Win,
    Loss,
    Draw,
    /// The game was not finished, or the result is not recorded.
    Open,
}

/// A word for the end of a game.
pub struct Ending {
    /// Word in KIF files.
    pub kif: &'static str,
    /// Word in CSA files, after the `%`.
    pub csa: &'static str,
    /// Reason in records; empty if the record names none.
    pub reason: &'static str,
    result: RelativeResult,
}

impl Ending {
    const fn new(
        kif: &'static str,
        csa: &'static str,
        reason: &'static str,
        result: RelativeResult,
    ) -> Self {
        Self { kif, csa, reason, result }
    }

    /// Returns the result of a game that ended with `side` to move.
    pub fn result(&self, side: Color) -> Option<GameResult> {
        match self.result {
            RelativeResult::Win => Some(GameResult::won_by(side)),
            RelativeResult::Loss => Some(GameResult::won_by(!side)),
            RelativeResult::Draw => Some(GameResult::Draw),
            RelativeResult::Open => None,
        }
    }
}

/// All words. A writer takes the first one with the reason and the result of a game.
const ENDINGS: [Ending; 20] = {
    use RelativeResult::{Draw, Loss, Open, Win};
    [
        Ending::new("投了", "TORYO", "resignation", Loss),
        Ending::new("詰み", "TSUMI", "checkmate", Loss),
        Ending::new("詰み", "TSUMI", "no legal move", Loss),
        Ending::new("切れ負け", "TIME_UP", "time", Loss),
        Ending::new("切れ負け", "TIME_UP", "time loss", Loss),
        Ending::new("千日手", "SENNICHITE", "repetition", Draw),
        Ending::new("持将棋", "JISHOGI", "impasse", Draw),
        Ending::new("入玉勝ち", "KACHI", "declaration", Win),
        Ending::new("反則負け", "ILLEGAL_MOVE", "illegal move", Loss),
        Ending::new("反則負け", "ILLEGAL_MOVE", "perpetual check", Loss),
        Ending::new("反則勝ち", "ILLEGAL_ACTION", "perpetual check", Win),
        Ending::new("反則勝ち", "ILLEGAL_ACTION", "illegal move", Win),
        Ending::new("中断", "CHUDAN", "", Open),
        Ending::new("不戦敗", "TORYO", "default", Loss),
        Ending::new("不戦勝", "TORYO", "default", Win),
        Ending::new("引き分け", "HIKIWAKE", "agreement", Draw),
        Ending::new("引分", "HIKIWAKE", "agreement", Draw),
        Ending::new("最大手数", "MAX_MOVES", "agreement", Draw),
        Ending::new("不詰", "FUZUMI", "", Open),
        Ending::new("エラー", "ERROR", "", Open),
    ]
};

/// Returns the ending with a KIF word.
pub fn of_kif(word: &str) -> Option<&'static Ending> {
    ENDINGS.iter().find(|ending| ending.kif == word)
}

/// Returns the ending with a CSA word, without its `%`. `side` is the side to move. In
/// `+ILLEGAL_ACTION`, the sign is the side that broke a rule.
pub fn of_csa(word: &str, side: Color) -> Option<&'static Ending> {
    let (fault, word) = match (word.strip_prefix('+'), word.strip_prefix('-')) {
        (Some(word), _) => (Some(Color::Black), word),
        (_, Some(word)) => (Some(Color::White), word),
        _ => (None, word),
    };
    let result = fault.map(|fault| GameResult::won_by(!fault));
    ENDINGS.iter().find(|ending| match result {
        Some(result) => ending.reason == "illegal move" && ending.result(side) == Some(result),
        None => ending.csa == word,
    })
}

/// Returns the ending with the result and the reason of a game that ended with `side` to move.
/// Returns `None` if the files have no word for it.
pub fn find(
    result: Option<GameResult>,
    reason: Option<&str>,
    side: Color,
) -> Option<&'static Ending> {
    let reason = reason.unwrap_or_default();
    match result {
        None | Some(GameResult::Void) => of_kif("中断"),
        Some(result) => ENDINGS.iter().find(|ending| {
            ending.result(side) == Some(result)
                && (ending.reason == reason
                    || result == GameResult::Draw && ending.kif == "引き分け")
        }),
    }
}

/// Returns the result and the reason of a game. `word` is the file's word for its end and the
/// result that it implies, `total` is a result without a word. The rules give a reason that the
/// file leaves out.
pub fn settle(
    word: Option<(&Ending, Option<GameResult>)>,
    total: Option<GameResult>,
    last: &dyn GameState,
) -> (Option<GameResult>, Option<String>) {
    /// Reasons of words that also stand for other ends.
    const GENERAL: [&str; 2] = ["checkmate", "agreement"];
    let by_rule = last.status().map(|end| (GameResult::from(end), end.reason().to_string()));
    match (word, by_rule) {
        (Some((word, stated)), Some((result, reason)))
            if stated == Some(result) && GENERAL.contains(&word.reason) =>
        {
            (stated, Some(reason))
        }
        (Some((word, stated)), _) => {
            (stated, Some(word.reason.to_owned()).filter(|reason| !reason.is_empty()))
        }
        (None, Some((result, reason))) if total.is_none_or(|total| total == result) => {
            (Some(result), Some(reason))
        }
        (None, _) => (total, None),
    }
}
