//! The rules of the Hasami family.

use kawari_rules::{
    BetweenEnemies, Corners, Custody, Enclosure, General, HasamiDefinition, LeadWhen, QuietResult,
    RowArea, RowDirection, Side,
};

use super::board::{Board, Square, split_sfen};
use super::{Color, EndReason, GameEnd, SfenError};

const ORTHOGONAL: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (-1, -1), (1, -1), (-1, 1)];

/// The rules of a game.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    size: (u8, u8),
    pub(super) definition: HasamiDefinition,
    /// Men of Black and White at the start of the game.
    start_men: [usize; 2],
}

/// A position.
#[derive(Clone, Debug)]
pub(super) struct Position<'a> {
    rules: &'a Rules,
    board: Board<Color>,
    pub(super) side: Color,
    number: u32,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Move {
    /// A move of a man.
    Board { from: Square, to: Square },
    /// No man moves.
    Pass,
}

impl Move {
    /// Returns the move as text.
    pub(super) fn text(self) -> String {
        match self {
            Self::Board { from, to } => format!("{from}{to}"),
            Self::Pass => "pass".to_owned(),
        }
    }
}

impl Rules {
    pub(super) fn new(general: &General, definition: &HasamiDefinition) -> Self {
        let board = general.start.split(' ').next().unwrap_or("");
        let start_men = ['P', 'p'].map(|man| board.matches(man).count());
        Self { size: (general.files, general.ranks), definition: definition.clone(), start_men }
    }
}

impl<'a> Position<'a> {
    pub(super) const fn rules(&self) -> &'a Rules {
        self.rules
    }

    /// Reads an SFEN.
    pub(super) fn from_sfen(rules: &'a Rules, sfen: &str) -> Result<Self, SfenError> {
        let (board, side, hands, number) = split_sfen(sfen)?;
        let board = Board::parse(board, rules.size, |_, text| match text {
            "P" | "+P" => Ok(Color::Black),
            "p" | "+p" => Ok(Color::White),
            _ => Err(SfenError(format!("unknown man \"{text}\""))),
        })?;
        if hands != "-" {
            return Err(SfenError(format!("hands \"{hands}\", expected \"-\"")));
        }
        Ok(Self { rules, board, side, number })
    }

    /// Returns the fields of the SFEN before the move number, which repetition compares.
    pub(super) fn key(&self) -> String {
        let man = |_, color| if color == Color::Black { "P" } else { "p" }.to_owned();
        let side = if self.side == Color::Black { 'b' } else { 'w' };
        format!("{} {side} -", self.board.text(man))
    }

    pub(super) fn sfen(&self) -> String {
        format!("{} {}", self.key(), self.number)
    }

    /// Returns the legal moves.
    pub(super) fn moves(&self) -> Vec<Move> {
        if self.goal().is_some() { Vec::new() } else { self.legal_moves() }
    }

    fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, _) in self.board.contents().filter(|&(_, color)| color == self.side) {
            for to in self.targets(from) {
                if self.may_enter(from, to) && self.may_stand(from, to) {
                    moves.push(Move::Board { from, to });
                }
            }
        }
        if self.rules.definition.men.pass {
            moves.push(Move::Pass);
        }
        moves
    }

    /// Returns the empty squares that a man reaches by slides, diagonal steps and jumps.
    fn targets(&self, from: Square) -> Vec<Square> {
        let men = &self.rules.definition.men;
        let slide = if men.slide == 0 { i32::MAX } else { men.slide.into() };
        let mut targets = Vec::new();
        for (steps, limit) in [(ORTHOGONAL, slide), (DIAGONAL, men.diagonal.into())] {
            for step in steps {
                let mut to = from.plus(step);
                let mut count = 1;
                while count <= limit && self.board.is_empty(to) {
                    targets.push(to);
                    to = to.plus(step);
                    count += 1;
                }
            }
        }
        for step in ORTHOGONAL {
            let mut to = from.plus(step);
            let mut jumped = 0;
            while let Some(man) = self.board.get(to)
                && jumped < men.jump
                && self.may_jump_over(man)
            {
                jumped += 1;
                to = to.plus(step);
            }
            if jumped > 0 && self.board.is_empty(to) {
                targets.push(to);
            }
        }
        targets
    }

    fn may_jump_over(&self, man: Color) -> bool {
        match self.rules.definition.men.jump_over {
            Side::Own => man == self.side,
            Side::Enemy => man != self.side,
            Side::Either => true,
        }
    }

    /// Returns true if a square is in a side's home.
    fn is_home(&self, square: Square, color: Color) -> bool {
        self.board.far_rank(square, color.other()) <= self.rules.definition.men.home_ranks.into()
    }

    /// Returns true if the houses allow a move.
    fn may_enter(&self, from: Square, to: Square) -> bool {
        let is_at_home = self.is_home(from, self.side);
        !self.rules.definition.men.houses
            || !self.is_home(to, self.side.other()) && (is_at_home || !self.is_home(to, self.side))
    }

    /// Returns true if a man may stand on its target square.
    fn may_stand(&self, from: Square, to: Square) -> bool {
        let rule = self.rules.definition.men.between_enemies;
        if rule != BetweenEnemies::IllegalUnlessCapture {
            return true;
        }
        let moved = self.moved(from, to);
        if !moved.is_between_enemies(to, self.side) || !moved.custody(to).is_empty() {
            return true;
        }
        // Groups that are removed although the man has not moved yet.
        let removed = moved.captured(to);
        self.groups(self.side.other())
            .iter()
            .any(|group| self.is_enclosed(group) && group.iter().all(|man| removed.contains(man)))
    }

    /// Returns the position after the move of a man, before the captures, with the same side
    /// to move.
    fn moved(&self, from: Square, to: Square) -> Self {
        let mut moved = self.clone();
        moved.board.set(from, None);
        moved.board.set(to, Some(self.side));
        moved
    }

    /// Returns true if a square lies between two adjacent enemy men on a rank or a file.
    fn is_between_enemies(&self, square: Square, color: Color) -> bool {
        let is_enemy = |step| self.board.get(square.plus(step)) == Some(color.other());
        is_enemy((1, 0)) && is_enemy((-1, 0)) || is_enemy((0, 1)) && is_enemy((0, -1))
    }

    /// Returns the position after a move.
    pub(super) fn after(&self, mv: Move) -> Self {
        let mut after = self.clone();
        if let Move::Board { from, to } = mv {
            after = self.moved(from, to);
            let captured = after.captured(to);
            after.remove(&captured);
            let is_suicidal = self.rules.definition.men.between_enemies == BetweenEnemies::Suicidal;
            if is_suicidal && after.is_between_enemies(to, self.side) {
                after.board.set(to, None);
            }
        }
        after.side = self.side.other();
        after.number += 1;
        after
    }

    /// Returns true if a move captures.
    pub(super) fn is_capture(&self, mv: Move) -> bool {
        matches!(mv, Move::Board { from, to } if !self.moved(from, to).captured(to).is_empty())
    }

    fn remove(&mut self, men: &[Square]) {
        for &man in men {
            self.board.set(man, None);
        }
    }

    /// Returns the enemy men that are captured by the man that has moved to a square.
    fn captured(&self, to: Square) -> Vec<Square> {
        let mut captured = self.custody(to);
        captured.extend(self.corners(to));
        captured.extend(self.intervention(to));
        if self.rules.definition.capture.enclosure_last {
            let mut rest = self.clone();
            rest.remove(&captured);
            captured.extend(rest.enclosed(to));
        } else {
            captured.extend(self.enclosed(to));
        }
        captured
    }

    /// Returns the runs of enemy men between the moved man and another man of the mover.
    fn custody(&self, to: Square) -> Vec<Square> {
        let mut captured = Vec::new();
        for step in ORTHOGONAL {
            let mut run = Vec::new();
            let mut square = to.plus(step);
            while self.board.get(square) == Some(self.side.other()) {
                run.push(square);
                square = square.plus(step);
            }
            let is_captured = match self.rules.definition.capture.custody {
                Custody::None => false,
                Custody::Single => run.len() == 1,
                Custody::Runs => true,
            };
            if is_captured && self.board.get(square) == Some(self.side) {
                captured.extend(run);
            }
        }
        captured
    }

    /// Returns the enemy men in corners that the moved man captures with another man.
    fn corners(&self, to: Square) -> Vec<Square> {
        let home = match self.rules.definition.capture.corners {
            Corners::None => return Vec::new(),
            Corners::Board => 0,
            Corners::Battlefield => self.rules.definition.men.home_ranks.into(),
        };
        let (top, bottom) = (1 + home, self.board.ranks() - home);
        let mut captured = Vec::new();
        for (file, inward) in [(1, 1), (self.board.files(), -1)] {
            for (rank, down) in [(top, 1), (bottom, -1)] {
                let corner = Square { file, rank };
                let neighbours = [corner.plus((inward, 0)), corner.plus((0, down))];
                let is_inside = neighbours.iter().all(|n| top <= n.rank && n.rank <= bottom);
                let are_own = neighbours.iter().all(|&n| self.board.get(n) == Some(self.side));
                let is_enemy = self.board.get(corner) == Some(self.side.other());
                if is_enemy && is_inside && are_own && neighbours.contains(&to) {
                    captured.push(corner);
                }
            }
        }
        captured
    }

    /// Returns the pairs of enemy men next to the moved man on opposite sides.
    fn intervention(&self, to: Square) -> Vec<Square> {
        let mut captured = Vec::new();
        for (x, y) in [(1, 0), (0, 1)] {
            let pair = [to.plus((x, y)), to.plus((-x, -y))];
            let are_enemies = pair.iter().all(|&s| self.board.get(s) == Some(self.side.other()));
            if self.rules.definition.capture.intervention && are_enemies {
                captured.extend(pair);
            }
        }
        captured
    }

    /// Returns the enemy men in groups that are captured by enclosure.
    fn enclosed(&self, to: Square) -> Vec<Square> {
        let touches_edge = |group: &[Square]| {
            let is_edge =
                |&man: &Square| ORTHOGONAL.iter().any(|&s| !self.board.contains(man.plus(s)));
            group.iter().any(is_edge)
        };
        let touches_man =
            |group: &[Square]| ORTHOGONAL.iter().any(|&s| group.contains(&to.plus(s)));
        let mut captured = Vec::new();
        for group in self.groups(self.side.other()) {
            let is_captured = match self.rules.definition.capture.enclosure {
                Enclosure::None => false,
                Enclosure::Edge => touches_edge(&group) && touches_man(&group),
                Enclosure::Anywhere => true,
            };
            if is_captured && self.is_enclosed(&group) {
                captured.extend(group);
            }
        }
        captured
    }

    /// Returns true if no square next to a group is empty.
    fn is_enclosed(&self, group: &[Square]) -> bool {
        !group.iter().any(|man| ORTHOGONAL.iter().any(|&s| self.board.is_empty(man.plus(s))))
    }

    /// Returns the groups of orthogonally connected men of a side.
    fn groups(&self, color: Color) -> Vec<Vec<Square>> {
        let mut groups: Vec<Vec<Square>> = Vec::new();
        for (first, _) in self.board.contents().filter(|&(_, c)| c == color) {
            if groups.iter().any(|group| group.contains(&first)) {
                continue;
            }
            let mut group = vec![first];
            let mut next = 0;
            while let Some(&man) = group.get(next) {
                next += 1;
                for neighbour in ORTHOGONAL.map(|step| man.plus(step)) {
                    if self.board.get(neighbour) == Some(color) && !group.contains(&neighbour) {
                        group.push(neighbour);
                    }
                }
            }
            groups.push(group);
        }
        groups
    }

    fn men(&self, color: Color) -> usize {
        self.board.contents().filter(|&(_, c)| c == color).count()
    }

    /// Returns the end of the game on the board, if it has ended.
    pub(super) fn end(&self) -> Option<GameEnd> {
        let outcome = self.rules.definition.ending.no_legal_move;
        self.goal().or_else(|| {
            let is_stuck = self.legal_moves().is_empty();
            is_stuck.then(|| GameEnd::for_side(self.side, outcome, EndReason::NoLegalMove))
        })
    }

    /// Returns the end of the game if a goal has been reached. The side that has just moved
    /// comes first.
    fn goal(&self) -> Option<GameEnd> {
        let goals = &self.rules.definition.goals;
        let mover = self.side.other();
        if goals.row > 0 && self.has_row(mover) {
            return Some(GameEnd::win(mover, EndReason::Row(goals.row)));
        }
        let sides = [mover, self.side];
        let win = |color: Color, reason| Some(GameEnd::win(color, reason));
        for color in sides {
            if goals.men_left > 0 && self.men(color.other()) <= goals.men_left.into() {
                return win(color, EndReason::MenCaptured);
            }
        }
        for color in sides {
            let captured = self.rules.start_men[color.other() as usize]
                .saturating_sub(self.men(color.other()));
            if goals.men_captured > 0 && captured >= goals.men_captured.into() {
                return win(color, EndReason::MenCaptured);
            }
        }
        let leads = |color: Color| {
            goals.lead > 0 && self.men(color) >= self.men(color.other()) + usize::from(goals.lead)
        };
        let leader = match goals.lead_when {
            LeadWhen::Now => sides.into_iter().find(|&color| leads(color)),
            LeadWhen::TurnStart => leads(self.side).then_some(self.side),
        };
        if let Some(leader) = leader {
            return win(leader, EndReason::Lead);
        }
        let has_reached = self.board.contents().any(|(square, color)| {
            color == mover && self.board.far_rank(square, color) <= goals.reach_ranks.into()
        });
        if has_reached { win(mover, EndReason::RankReached) } else { None }
    }

    /// Returns true if a side has a row that wins.
    fn has_row(&self, color: Color) -> bool {
        let goals = &self.rules.definition.goals;
        let counts = |square: Square| {
            let is_in_area = match goals.row_area {
                RowArea::Board => true,
                RowArea::OutsideOwnHome => !self.is_home(square, color),
                RowArea::Battlefield => {
                    !self.is_home(square, color) && !self.is_home(square, color.other())
                }
            };
            self.board.get(square) == Some(color) && is_in_area
        };
        let steps = goals.row_directions.iter().flat_map(|direction| match direction {
            RowDirection::Horizontal => vec![(1, 0)],
            RowDirection::Vertical => vec![(0, 1)],
            RowDirection::Diagonal => vec![(1, 1), (1, -1)],
        });
        steps.into_iter().any(|(x, y)| {
            self.board.squares().filter(|&s| counts(s) && !counts(s.plus((-x, -y)))).any(|first| {
                let line = (0..).take_while(|&i| counts(first.plus((x * i, y * i))));
                let length = line.count();
                if goals.row_exact {
                    length == usize::from(goals.row)
                } else {
                    length >= usize::from(goals.row)
                }
            })
        })
    }

    /// Returns the end of the game by half-moves without a capture.
    pub(super) fn quiet_end(&self) -> GameEnd {
        let (black, white) = (self.men(Color::Black), self.men(Color::White));
        match self.rules.definition.ending.quiet_result {
            QuietResult::MoreMen if black > white => {
                GameEnd::win(Color::Black, EndReason::NoCapture)
            }
            QuietResult::MoreMen if white > black => {
                GameEnd::win(Color::White, EndReason::NoCapture)
            }
            QuietResult::BlackLoses => GameEnd::win(Color::White, EndReason::NoCapture),
            QuietResult::WhiteLoses => GameEnd::win(Color::Black, EndReason::NoCapture),
            QuietResult::MoreMen | QuietResult::Draw => GameEnd::draw(EndReason::NoCapture),
        }
    }
}
