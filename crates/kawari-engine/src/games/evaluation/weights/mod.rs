//! Weight tables of the hand-crafted evaluations, and the [file format](mod@file) that stores
//! them.

pub mod file;

use crate::games::GameInfo;

/// Weight units per centipawn (a hundredth of a Pawn or a man).
pub const WEIGHT_UNITS: i32 = 8;

/// Name and size of a weight table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Name: one word.
    pub name: &'static str,
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
}

impl Shape {
    /// Returns the number of weights.
    pub const fn length(&self) -> usize {
        self.rows * self.columns
    }
}

/// Defines the enum `Term` with the weight tables of a family. The numbers of rows and
/// columns are expressions that may depend on the rules `R`.
macro_rules! tables {
    ($rules:ident: $($(#[$doc:meta])* $term:ident, $name:ident: $rows:expr, by $columns:expr;)*) => {
        /// The weight tables, in the order of their weights. All of them are seen from the
        /// side to move: "own" against "enemy".
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Term {
            $($(#[$doc])* $term,)*
        }

        impl Term {
            const ALL: &'static [Self] = &[$(Self::$term),*];

            /// Returns the table's name and size.
            pub(super) const fn shape<R: $rules>(self) -> $crate::games::evaluation::weights::Shape {
                let (name, rows, columns) = match self {
                    $(Self::$term => (stringify!($name), $rows, $columns),)*
                };
                $crate::games::evaluation::weights::Shape { name, rows, columns }
            }

            /// Returns the index of the table's first weight among all weights.
            pub const fn start<R: $rules>(self) -> usize {
                let mut start = 0;
                let mut term = 0;
                while term < self as usize {
                    start += Self::ALL[term].shape::<R>().length();
                    term += 1;
                }
                start
            }

            /// Returns the tables of a game, in the order of their weights.
            pub fn shapes<R: $rules>() -> Vec<$crate::games::evaluation::weights::Shape> {
                Self::ALL.iter().map(|term| term.shape::<R>()).collect()
            }
        }
    };
}

pub(in crate::games) use tables;

/// Returns the weights in a game's built-in file.
///
/// # Panics
/// Panics if the file does not fit the game. A test reads the files of all games.
pub(in crate::games) fn built_in(file: &[u8], info: &GameInfo, shapes: &[Shape]) -> Vec<i16> {
    file::read(file, info, shapes)
        .unwrap_or_else(|error| panic!("bad weights of {}: {error}", info.name))
}

/// Returns each table with its weights.
fn each_table<'a>(
    shapes: &'a [Shape],
    weights: &'a [i16],
) -> impl Iterator<Item = (&'a Shape, &'a [i16])> {
    let mut rest = weights;
    shapes.iter().map(move |shape| {
        let (values, after) = rest.split_at(shape.length());
        rest = after;
        (shape, values)
    })
}
