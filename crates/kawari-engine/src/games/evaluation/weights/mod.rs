//! Tables of weights: how they are numbered, and how source files show them.

pub mod file;

use std::fmt::Write;

use crate::games::GameInfo;

/// Units of a weight in a hundredth of a man or a Pawn.
pub const WEIGHT_UNITS: i32 = 8;

/// A table of weights of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Its name: one word.
    pub name: &'static str,
    /// Number of rows, as people see the table.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
}

impl Shape {
    /// Number of weights.
    pub const fn length(&self) -> usize {
        self.rows * self.columns
    }
}

/// Defines the weights of a family: `Term`, the tables, whose numbers of rows and
/// columns may depend on the rules `R`; `Weights`, which holds those of one game; and
/// `HasWeights`, a game that has some, or else those that a function gives.
macro_rules! tables {
    ($rules:ident, else $by_material:ident: $($(#[$doc:meta])* $term:ident, $field:ident: $rows:expr, by $columns:expr;)*) => {
        /// The weights of a rule set. Everything is seen from the side to move,
        /// "own" against "enemy".
        #[derive(Debug)]
        pub struct Weights {
            $($(#[$doc])* pub $field: &'static [i16],)*
        }

        /// The tables of [`Weights`], in the order of their weights.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Term {
            $($(#[$doc])* $term,)*
        }

        impl Term {
            const ALL: &'static [Self] = &[$(Self::$term),*];

            /// How the table is called, and how large it is.
            const fn shape<R: $rules>(self) -> $crate::games::evaluation::weights::Shape {
                let (name, rows, columns) = match self {
                    $(Self::$term => (stringify!($field), $rows, $columns),)*
                };
                $crate::games::evaluation::weights::Shape { name, rows, columns }
            }

            /// The number of its first weight among all.
            pub const fn start<R: $rules>(self) -> usize {
                let mut start = 0;
                let mut term = 0;
                while term < self as usize {
                    start += Self::ALL[term].shape::<R>().length();
                    term += 1;
                }
                start
            }

            /// The tables of a rule set, in the order of their weights.
            pub fn shapes<R: $rules>() -> Vec<$crate::games::evaluation::weights::Shape> {
                Self::ALL.iter().map(|term| term.shape::<R>()).collect()
            }
        }

        /// A game that is judged by weights.
        pub trait HasWeights: $rules {
            /// The weights, if they were fitted yet; else material alone counts.
            const WEIGHTS: Option<Weights> = None;

            /// Stops the compilation where a table does not fit the game.
            const CHECKED: () = if let Some(weights) = &Self::WEIGHTS {
                weights.check::<Self>();
            };

            /// All weights, table by table.
            fn weights() -> Vec<i16> {
                match const { &Self::WEIGHTS } {
                    Some(weights) => weights.all(),
                    None => $by_material::<Self>(),
                }
            }
        }

        impl Weights {
            /// Stops the compilation where a table does not have as many weights as
            /// the rules ask for.
            pub const fn check<R: $rules>(&self) {
                $(assert!(
                    self.$field.len() == Term::$term.shape::<R>().length(),
                    concat!("the table `", stringify!($field), "` is too short or too long")
                );)*
            }

            /// All weights, table by table.
            pub fn all(&self) -> Vec<i16> {
                [$(self.$field),*].concat()
            }
        }
    };
}

pub(in crate::games) use tables;

/// The text of the source file that holds the weights of a game, in the folder of its
/// family. `provenance` says in one line what they were fitted to, and how.
pub fn source(
    info: &GameInfo,
    family: &str,
    shapes: &[Shape],
    weights: &[i16],
    provenance: &str,
) -> String {
    let marker = camel_case(info.name);
    let mut text = format!(
        "//! {provenance}\n\
         //!\n\
         //! The weights of {}, written by `kawari tune`.\n\n\
         use super::{{HasWeights, Weights}};\n\
         use crate::games::{family}::{marker};\n\n\
         #[rustfmt::skip]\n\
         impl HasWeights for {marker} {{\n\
         \x20   const WEIGHTS: Option<Weights> = Some(Weights {{\n",
        info.title,
    );
    for (shape, values) in each_table(shapes, weights) {
        push_table(&mut text, shape, values);
    }
    text.push_str("    });\n}\n\n");
    let _ = writeln!(text, "const _: () = {marker}::CHECKED;");
    text
}

/// The weights of each table.
fn each_table<'a>(
    shapes: &'a [Shape],
    weights: &'a [i16],
) -> impl Iterator<Item = (&'a Shape, &'a [i16])> {
    let mut rest = weights;
    shapes.iter().map(move |shape| {
        let (values, behind) = rest.split_at(shape.length());
        rest = behind;
        (shape, values)
    })
}

/// The name of the type that stands for a game: `dai-hasami` is `DaiHasami`.
fn camel_case(name: &str) -> String {
    let capitalised = |word: &str| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    };
    name.split('-').map(capitalised).collect()
}

/// Adds a table, one line for each row; what is too long for a line goes on in
/// the next one.
fn push_table(text: &mut String, shape: &Shape, values: &[i16]) {
    /// Weights on a line.
    const MOST: usize = 16;
    let Shape { name, columns, .. } = *shape;
    // Writing to a string cannot fail.
    if values.len() <= MOST.min(columns) {
        let values: Vec<String> = values.iter().map(i16::to_string).collect();
        let _ = writeln!(text, "        {name}: &[{}],", values.join(", "));
        return;
    }
    let _ = writeln!(text, "        {name}: &[");
    for row in values.chunks(columns).flat_map(|row| row.chunks(MOST)) {
        let row: Vec<String> = row.iter().map(|value| format!("{value:>5}")).collect();
        let _ = writeln!(text, "        {},", row.join(","));
    }
    text.push_str("        ],\n");
}
