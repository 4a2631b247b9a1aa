//! Games from definition files: the rule table of a [`DropDefinition`].

#[cfg(test)]
mod tests;

use std::fmt;

use kawari_rules::betza::{self, BetzaError};
use kawari_rules::{
    CapturedSide, Change, Declaration, DropDefinition, General, Impasse, Piece, Squares,
};
use thiserror::Error;

use super::betza::BetzaMoves;
use super::evaluation::features::{FeatureOffsets, HasFeatureOffsets};
use super::irregular::IrregularMoves;
use super::kind::{KINDS, Kind};
use super::placement::KindBitboards;
use super::position::DropPosition;
use super::rules::{
    DeclarationRule, DropRules, ExtraRules, ImpasseRule, ImpasseVerdict, KindRule, KindRules,
    PieceRule, PieceSides, PieceValues, RuleSet, RuleTable,
};
use crate::core::bitboard::Bitboard;
use crate::core::board_shape::BoardShape;
use crate::core::color::Color;
use crate::core::geometry::Geometry;
use crate::core::platform;
use crate::core::score::Score;
use crate::games::definition::repetition_rule;
use crate::games::{Game, GameFiles, GameInfo};

/// A drop game from a definition. All games of a geometry share their code.
///
/// The rule table is never freed, so that positions can refer to it without a count.
pub struct LoadedDrop<G: Geometry>(&'static Loaded<G>);

struct Loaded<G: Geometry> {
    table: RuleTable<G>,
    info: &'static GameInfo,
    files: GameFiles,
    features: FeatureOffsets,
}

impl<G: Geometry> Clone for LoadedDrop<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Geometry> Copy for LoadedDrop<G> {}

impl<G: Geometry> fmt::Debug for LoadedDrop<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LoadedDrop").field(&self.0.info.name).finish()
    }
}

impl<G: Geometry> Game for LoadedDrop<G> {
    type Position = DropPosition<Self>;

    fn info(self) -> &'static GameInfo {
        self.0.info
    }

    fn files(self) -> GameFiles {
        self.0.files
    }
}

impl<G: Geometry> DropRules for LoadedDrop<G> {
    type Geometry = G;

    type Placement = KindBitboards<G>;

    const BUILT_IN: Option<&'static RuleTable<G>> = None;

    #[inline(always)]
    fn table(self) -> &'static RuleTable<G> {
        &self.0.table
    }
}

impl<G: Geometry> HasFeatureOffsets for LoadedDrop<G> {
    #[inline(always)]
    fn feature_offsets(self) -> &'static FeatureOffsets {
        &self.0.features
    }
}

/// A definition that the engine cannot play.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DropDefinitionError {
    /// The board does not fit the geometry.
    #[error("board of {0}x{1} squares is too large")]
    Board(u8, u8),
    /// The game has too many pieces.
    #[error("{0} pieces, expected at most {MAX_DEFINED_PIECES}")]
    Pieces(usize),
    /// The moves of a piece are not valid.
    #[error("moves of piece {0}: {1}")]
    Moves(String, BetzaError),
    /// The thread that computes the table could not run.
    #[error("cannot start a thread")]
    Thread,
}

impl DropDefinitionError {
    /// Returns the key with the error.
    pub fn key(&self) -> String {
        match self {
            Self::Board(..) => "files".to_owned(),
            Self::Pieces(_) => "pieces".to_owned(),
            Self::Moves(letter, _) => format!("pieces.{letter}.moves"),
            Self::Thread => String::new(),
        }
    }
}

/// Largest number of pieces of a definition. Moves on large boards have no more numbers.
const MAX_DEFINED_PIECES: usize = 14;

/// Stack size of the thread that computes a table, in bytes.
const TABLE_STACK: usize = 16 << 20;

/// Value of an attacked square of a piece on an empty board, in centipawns.
const VALUE_PER_MOVE: f32 = 110.0;
/// Share of the empty squares in a game, which a slide passes.
const EMPTY_SHARE: f32 = 0.65;

impl<G: Geometry> LoadedDrop<G> {
    /// Creates a game. Its table is never freed.
    ///
    /// # Errors
    /// Returns [`DropDefinitionError`] if the engine cannot play the game.
    pub fn new(
        general: &General,
        definition: &DropDefinition,
        info: &'static GameInfo,
        files: GameFiles,
    ) -> Result<Self, DropDefinitionError> {
        let reader = Reader::new(general, definition)?;
        let shape = reader.shape;
        let (kinds, irregular_moves) = reader.kinds()?;
        let royal = definition.pieces.values().position(|piece| piece.royal);
        // The last kind never exists: no game has 16 pieces.
        let king = royal.map_or(Kind::new(KINDS - 1), Kind::of_piece);
        let build = || {
            let mut table = RuleTable::of_kinds(
                reader.rule_set(),
                reader.extra_rules(irregular_moves),
                shape,
                reader.squares(&definition.promotion.zone),
                kinds,
                reader.held_kinds(),
                king,
            );
            table.add_irregular_sources();
            let features = FeatureOffsets::of(&table, info);
            &*Box::leak(Box::new(Loaded { table, info, files, features }))
        };
        // Without optimisation, several copies of the table do not fit a thread's usual stack.
        let built = platform::run_with_stack(TABLE_STACK, build);
        built.map(Self).ok_or(DropDefinitionError::Thread)
    }

    /// Checks that the engine can play a game, without creating it.
    ///
    /// # Errors
    /// Returns the error of [`LoadedDrop::new`].
    pub fn check(
        general: &General,
        definition: &DropDefinition,
    ) -> Result<(), DropDefinitionError> {
        Reader::<G>::new(general, definition)?.kinds().map(drop)
    }
}

/// A definition with its board.
struct Reader<'a, G: Geometry> {
    definition: &'a DropDefinition,
    shape: BoardShape<G>,
}

impl<'a, G: Geometry> Reader<'a, G> {
    fn new(general: &General, definition: &'a DropDefinition) -> Result<Self, DropDefinitionError> {
        let (files, ranks) = (general.files, general.ranks);
        let shape = BoardShape::new(files.into(), ranks.into())
            .ok_or(DropDefinitionError::Board(files, ranks))?;
        if definition.pieces.len() > MAX_DEFINED_PIECES {
            return Err(DropDefinitionError::Pieces(definition.pieces.len()));
        }
        Ok(Self { definition, shape })
    }

    /// Returns a set of squares from the view of Black and of White.
    fn squares(&self, squares: &Squares) -> [Bitboard<G>; 2] {
        let contains = |file: usize, rank: usize| squares.contains(file as u8 + 1, rank as u8);
        let board = self.shape.squares();
        let black = board.into_iter().filter(|square| contains(square.file(), square.rank()));
        let black: Bitboard<G> = black.collect();
        let white = black.into_iter().map(|square| self.shape.rotated(square)).collect();
        [black, white]
    }

    fn pieces(&self) -> impl Iterator<Item = (Kind, &String, &Piece)> {
        let pieces = self.definition.pieces.iter().enumerate();
        pieces.map(|(index, (letter, piece))| (Kind::of_piece(index), letter, piece))
    }

    fn kind(&self, letter: &str) -> Option<Kind> {
        self.definition.pieces.get_index_of(letter).map(Kind::of_piece)
    }

    fn piece(&self, kind: Kind) -> Option<&Piece> {
        self.definition.pieces.get_index(kind.piece()).map(|(_, piece)| piece)
    }

    /// Returns the kind that a piece becomes in hand.
    fn kind_in_hand(&self, kind: Kind, piece: &Piece) -> Kind {
        piece.captured.as_ref().and_then(|letter| self.kind(letter)).unwrap_or(kind)
    }

    /// Returns true if a kind in hand has a side up.
    fn has_sides_in_hand(&self, kind: Kind) -> bool {
        let has_sides = |piece: &Piece| {
            piece.promoted.is_some()
                && self.definition.captured_side(piece) != CapturedSide::EitherSide
        };
        self.piece(kind).is_some_and(has_sides)
    }

    /// Returns the kinds that a hand can hold, as a bit set of kind indices.
    fn held_kinds(&self) -> u32 {
        let mut held = 0;
        for (kind, _, piece) in self.pieces().filter(|(.., piece)| !piece.royal) {
            held |= 1 << kind.index();
            let in_hand = self.kind_in_hand(kind, piece);
            let counter_flip = self.definition.promotion.counter_flip
                && !matches!(self.definition.change(piece), Change::Never | Change::Once);
            let keeps_side = self.definition.captured_side(piece) == CapturedSide::SameSide;
            if (keeps_side || counter_flip) && self.has_sides_in_hand(in_hand) {
                held |= 1 << in_hand.promoted().index();
            }
        }
        held
    }

    /// Returns the rules of the kinds, and their irregular moves by kind index: none if no piece
    /// has such moves.
    fn kinds(&self) -> Result<(KindRules<G>, Vec<IrregularMoves>), DropDefinitionError> {
        let mut kinds = [KindRule::NONE; KINDS];
        let mut irregular = vec![IrregularMoves::default(); KINDS];
        for (kind, letter, piece) in self.pieces() {
            let mut add = |kind: Kind, text: &str| {
                let (moves, more) = parse_moves(letter, text)?;
                kinds[kind.index()] = self.side(kind, piece, moves);
                irregular[kind.index()] = more;
                Ok(())
            };
            add(kind, &piece.moves)?;
            if let Some(promoted) = &piece.promoted {
                add(kind.promoted(), &promoted.moves)?;
            }
        }
        if irregular.iter().all(IrregularMoves::is_empty) {
            irregular.clear();
        }
        self.set_values(&mut kinds, &irregular);
        Ok((kinds, irregular))
    }

    /// Returns the rules of one side of a piece.
    fn side(&self, kind: Kind, piece: &Piece, moves: BetzaMoves) -> KindRule<G> {
        let promotion = &self.definition.promotion;
        let (change, captured_side) =
            (self.definition.change(piece), self.definition.captured_side(piece));
        let is_promoted = kind.is_promoted();
        let in_hand = self.kind_in_hand(kind.unpromoted(), piece);
        let keeps_side = is_promoted && captured_side == CapturedSide::SameSide;
        let is_either = captured_side == CapturedSide::EitherSide && piece.promoted.is_some();
        let none = [Bitboard::EMPTY; 2];
        let must_promote = self.squares(&piece.must_promote);
        let must_flip = piece.mandatory.unwrap_or(promotion.mandatory);
        let flips_alone = matches!(change, Change::EveryMove | Change::EveryCapture);
        let keeps_side_on = if is_promoted { must_promote } else { none };
        KindRule {
            exists: true,
            moves,
            flips: change == Change::InZone || change == Change::Once && !is_promoted,
            must_flip,
            flips_always: change == Change::EveryMove,
            flips_capturing: change == Change::EveryCapture,
            has_other_flips: must_flip || flips_alone || keeps_side_on != none,
            zone: self.squares(piece.zone.as_ref().unwrap_or(&promotion.zone)),
            captured: if keeps_side && self.has_sides_in_hand(in_hand) {
                in_hand.promoted()
            } else {
                in_hand
            },
            is_removed: piece.royal || captured_side == CapturedSide::Removed,
            held_as: if is_either { kind.unpromoted() } else { kind },
            values: PieceValues::default(),
            must_promote: if is_promoted || change == Change::Never { none } else { must_promote },
            keeps_side_on,
            cannot_drop: if is_promoted { none } else { self.squares(&piece.no_drop) },
            max_per_file: if is_promoted { 0 } else { piece.max_per_file },
            cannot_drop_mate: !piece.drop_mates,
            points: piece.points,
        }
    }

    /// Sets the values that the definition gives, and estimates the others.
    fn set_values(&self, kinds: &mut KindRules<G>, irregular: &[IrregularMoves]) {
        for (kind, _, piece) in self.pieces() {
            let given = [piece.values, piece.promoted.as_ref().and_then(|side| side.values)];
            let estimates = [kind, kind.promoted()].map(|side| {
                let rule = &kinds[side.index()];
                if rule.exists {
                    self.estimate(&rule.moves, irregular.get(side.index()))
                } else {
                    0
                }
            });
            for (side, given) in [kind, kind.promoted()].into_iter().zip(given) {
                let other = estimates[usize::from(!side.is_promoted())];
                let own = estimates[usize::from(side.is_promoted())];
                // A piece that often changes sides is worth both of them.
                let rule = &kinds[side.index()];
                let own = match (rule.flips_always, rule.flips_capturing) {
                    (true, _) => (own + other) / 2,
                    (_, true) => (2 * own + other) / 3,
                    _ => own,
                };
                // A piece in hand can go anywhere, and may promote later.
                let hand = own + own / 10 + (other - own).max(0) / 8;
                let [board, hand] = given.unwrap_or([own, hand]);
                kinds[side.index()].values = PieceValues { board, hand };
            }
            if piece.royal {
                kinds[kind.index()].values = PieceValues::default();
                kinds[kind.promoted().index()].values = PieceValues::default();
            }
        }
    }

    /// Returns the value of moves by the average mobility on the board.
    fn estimate(&self, moves: &BetzaMoves, irregular: Option<&IrregularMoves>) -> Score {
        let on_empty_board = |from| {
            let attacks = |more: &IrregularMoves| {
                more.attacks(self.shape, Color::Black, from, Bitboard::EMPTY)
            };
            irregular.map_or(0, |more| attacks(more).count()) as f32
        };
        let mobility = |from| {
            moves.mobility(self.shape, from, EMPTY_SHARE) + EMPTY_SHARE * on_empty_board(from)
        };
        let mobility: f32 = self.shape.squares().into_iter().map(mobility).sum();
        let average = mobility / self.shape.squares().count() as f32;
        (VALUE_PER_MOVE * average) as Score
    }

    fn rule_set(&self) -> RuleSet {
        let definition = self.definition;
        let leak = |text: &str| -> &'static str { Box::leak(text.to_owned().into_boxed_str()) };
        let pieces = self.pieces().map(|(_, letter, piece)| {
            let moves = leak(&piece.moves);
            let sides = match (&piece.promoted, self.definition.change(piece)) {
                (None, _) => PieceSides::One(moves),
                (Some(other), Change::Once) => PieceSides::Promoting(moves, leak(&other.moves)),
                (Some(other), _) => PieceSides::Flipping(moves, leak(&other.moves)),
            };
            let upper = |text: &String| text.chars().next().unwrap_or('?').to_ascii_uppercase();
            PieceRule {
                letter: upper(letter),
                alias: piece.alias.as_ref().map(upper),
                record_name: piece.record_name.as_deref().map(leak),
                sides,
                // `kinds` has the rest.
                values: [PieceValues::default(); 2],
                must_promote: 0,
                cannot_drop: 0,
                max_per_file: 0,
                drop_mates: true,
                points: 0,
            }
        });
        RuleSet {
            pieces: Box::leak(pieces.collect()),
            zone: match definition.promotion.zone {
                Squares::Ranks(ranks) => ranks.into(),
                Squares::List(_) => 0,
            },
            counter_flip: definition.promotion.counter_flip,
            writes_declined: definition.promotion.write_declined,
            repetition: repetition_rule(&definition.repetition),
            impasse: impasse_rule(&definition.impasse),
            declaration: declaration_rule(&definition.declaration),
        }
    }

    fn extra_rules(&self, irregular_moves: Vec<IrregularMoves>) -> ExtraRules<G> {
        let (ending, drops) = (&self.definition.ending, &self.definition.drops);
        let has_king = self.definition.pieces.values().any(|piece| piece.royal);
        let goals = ending.capture_wins.iter().filter_map(|letter| self.kind(letter));
        let bits = |kind: Kind| 1 << kind.index() | 1 << kind.promoted().index();
        let goal_kinds = goals.fold(0, |kinds, kind| kinds | bits(kind));
        let try_squares = self.squares(&ending.try_squares);
        let has_king_goal = !ending.check || ending.check_wins || try_squares[0].is_occupied();
        ExtraRules {
            protects_king: has_king && ending.check,
            has_king,
            has_goals: goal_kinds != 0 || has_king && has_king_goal,
            check_wins: ending.check_wins,
            try_squares,
            try_when: ending.try_when,
            goal_kinds,
            goal_pieces_left: ending.pieces_left.into(),
            no_move: [ending.stalemate, ending.mate],
            drop_zone: match &drops.zone {
                _ if !drops.allowed => [Bitboard::EMPTY; 2],
                Some(zone) => self.squares(zone),
                None => [self.shape.squares(); 2],
            },
            drops_may_check: drops.may_check,
            irregular_moves: irregular_moves.leak(),
        }
    }
}

/// Returns the impasse rule of a definition.
pub(super) const fn impasse_rule(impasse: &Impasse) -> Option<ImpasseRule> {
    if impasse.half_moves == 0 {
        return None;
    }
    Some(ImpasseRule {
        half_moves: impasse.half_moves,
        capture_resets: impasse.capture_resets,
        verdict: match impasse.points {
            0 => ImpasseVerdict::Draw,
            points => ImpasseVerdict::Points(points),
        },
    })
}

/// Returns the declaration rule of a definition.
pub(super) const fn declaration_rule(declaration: &Declaration) -> Option<DeclarationRule> {
    match declaration.pieces {
        0 => None,
        pieces => Some(DeclarationRule { pieces, points: declaration.points }),
    }
}

/// Returns the moves of a piece from their Betza notation.
fn parse_moves(
    letter: &str,
    text: &str,
) -> Result<(BetzaMoves, IrregularMoves), DropDefinitionError> {
    let parsed =
        betza::parse(text).map_err(|error| DropDefinitionError::Moves(letter.to_owned(), error))?;
    // The notation counts files to the right and ranks forward.
    let offset = |(files, ranks): betza::Offset| (-isize::from(files), -isize::from(ranks));
    let mut moves = BetzaMoves::NONE;
    for leap in parsed.leaps.iter().filter(|leap| leap.blocker.is_none()) {
        moves.add_leap(offset(leap.to));
    }
    for slide in &parsed.slides {
        moves.add_slide(offset(slide.direction), slide.limit.unwrap_or(0));
    }
    Ok((moves, IrregularMoves::new(&parsed, offset)))
}
