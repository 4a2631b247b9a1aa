//! Boards, squares and the parts of an SFEN that both families share.

use std::fmt;

use kawari_rules::Squares;

use super::{Color, SfenError};

/// A square of a board, or a point beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Square {
    /// File, from 1 at Black's right.
    pub(super) file: i32,
    /// Rank, from 1 at the top (rank `a`).
    pub(super) rank: i32,
}

impl Square {
    /// Returns the square some steps away, without a check of the board's edges.
    pub(super) const fn plus(self, (files, ranks): (i32, i32)) -> Self {
        Self { file: self.file + files, rank: self.rank + ranks }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file, char::from(b'a' + (self.rank - 1) as u8))
    }
}

/// A board with something on some squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Board<T> {
    files: i32,
    ranks: i32,
    squares: Vec<Option<T>>,
}

impl<T: Copy> Board<T> {
    fn new(files: u8, ranks: u8) -> Self {
        let squares = vec![None; usize::from(files) * usize::from(ranks)];
        Self { files: files.into(), ranks: ranks.into(), squares }
    }

    pub(super) const fn files(&self) -> i32 {
        self.files
    }

    pub(super) const fn ranks(&self) -> i32 {
        self.ranks
    }

    pub(super) const fn contains(&self, square: Square) -> bool {
        1 <= square.file
            && square.file <= self.files
            && 1 <= square.rank
            && square.rank <= self.ranks
    }

    const fn index(&self, square: Square) -> usize {
        ((square.rank - 1) * self.files + square.file - 1) as usize
    }

    /// Returns the content of a square; `None` if it is empty or not on the board.
    pub(super) fn get(&self, square: Square) -> Option<T> {
        if self.contains(square) { self.squares[self.index(square)] } else { None }
    }

    /// Returns true if a square is on the board and empty.
    pub(super) fn is_empty(&self, square: Square) -> bool {
        self.contains(square) && self.get(square).is_none()
    }

    pub(super) fn set(&mut self, square: Square, content: Option<T>) {
        let index = self.index(square);
        self.squares[index] = content;
    }

    /// Returns all squares, from rank `a` down and from the highest file to file 1.
    pub(super) fn squares(&self) -> impl Iterator<Item = Square> + use<T> {
        let (files, ranks) = (self.files, self.ranks);
        (1..=ranks).flat_map(move |rank| (1..=files).rev().map(move |file| Square { file, rank }))
    }

    /// Returns the squares with their contents, without the empty ones.
    pub(super) fn contents(&self) -> impl Iterator<Item = (Square, T)> + '_ {
        self.squares().filter_map(|square| Some((square, self.get(square)?)))
    }

    /// Returns the number of a rank counted from a side's far edge, from 1.
    pub(super) const fn far_rank(&self, square: Square, color: Color) -> i32 {
        match color {
            Color::Black => square.rank,
            Color::White => self.ranks + 1 - square.rank,
        }
    }

    /// Returns true if a square belongs to a side's version of a set of squares.
    pub(super) fn is_in(&self, square: Square, squares: &Squares, color: Color) -> bool {
        let seen_by_black = match color {
            Color::Black => square,
            Color::White => {
                Square { file: self.files + 1 - square.file, rank: self.ranks + 1 - square.rank }
            }
        };
        match squares {
            Squares::Ranks(count) => seen_by_black.rank <= i32::from(*count),
            Squares::List(names) => names.contains(&seen_by_black.to_string()),
        }
    }

    /// Reads the board of an SFEN. `parse` reads the text of one piece, such as `p`, `+R`
    /// or `g!`.
    pub(super) fn parse(
        text: &str,
        (files, ranks): (u8, u8),
        mut parse: impl FnMut(Square, &str) -> Result<T, SfenError>,
    ) -> Result<Self, SfenError> {
        let mut board = Self::new(files, ranks);
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != usize::from(ranks) {
            return Err(SfenError(format!("{} ranks, expected {ranks}", rows.len())));
        }
        for (row, rank) in rows.into_iter().zip(1..) {
            let mut file = board.files;
            let mut rest = row;
            while !rest.is_empty() {
                let digits =
                    rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                let plus = usize::from(rest.starts_with('+'));
                let mut length = digits;
                if digits > 0 {
                    let run: i32 = rest[..digits].parse().unwrap_or(0);
                    if run < 1 || run > file {
                        return Err(SfenError(format!("bad run of empty squares in \"{row}\"")));
                    }
                    file -= run;
                } else {
                    let letter = rest[plus..].chars().next().map_or(0, char::len_utf8);
                    length = plus + letter;
                    length += usize::from(rest[length..].starts_with('!'));
                    let square = Square { file, rank };
                    if file < 1 {
                        return Err(SfenError(format!("\"{row}\" is longer than {files} squares")));
                    }
                    let content = parse(square, &rest[..length])?;
                    board.set(square, Some(content));
                    file -= 1;
                }
                rest = &rest[length..];
            }
            if file != 0 {
                return Err(SfenError(format!("\"{row}\" is shorter than {files} squares")));
            }
        }
        Ok(board)
    }

    /// Writes the board of an SFEN.
    pub(super) fn text(&self, piece: impl Fn(Square, T) -> String) -> String {
        let mut text = String::new();
        let mut run = 0;
        for square in self.squares() {
            match self.get(square) {
                None => run += 1,
                Some(content) => {
                    if run > 0 {
                        text += &std::mem::take(&mut run).to_string();
                    }
                    text += &piece(square, content);
                }
            }
            if square.file == 1 {
                if run > 0 {
                    text += &std::mem::take(&mut run).to_string();
                }
                if square.rank < self.ranks {
                    text.push('/');
                }
            }
        }
        text
    }
}

/// Splits an SFEN into its board, side to move, hands and move number.
pub(super) fn split_sfen(sfen: &str) -> Result<(&str, Color, &str, u32), SfenError> {
    let fields: Vec<&str> = sfen.split(' ').collect();
    let &[board, side, hands, number] = fields.as_slice() else {
        return Err(SfenError(format!("{} fields, expected 4", fields.len())));
    };
    let side = match side {
        "b" => Color::Black,
        "w" => Color::White,
        _ => return Err(SfenError(format!("side \"{side}\", expected \"b\" or \"w\""))),
    };
    match number.parse() {
        Ok(number) if number > 0 => Ok((board, side, hands, number)),
        _ => Err(SfenError(format!("move number \"{number}\", expected 1 or more"))),
    }
}
