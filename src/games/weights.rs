//! Tables of weights: how they are numbered, and how the source shows them.

use std::fmt::Write;

use super::GameInfo;

/// Units of a weight in a hundredth of a man or a Pawn.
pub const GRAIN: i32 = 8;

/// Defines the weights of a family: `Table`, whose numbers of rows and columns
/// may depend on the rules `R`, and `Weights`, which holds the tables of one game.
macro_rules! tables {
    ($rules:ident: $($(#[$doc:meta])* $table:ident, $field:ident: $rows:expr, by $columns:expr;)*) => {
        /// The weights of a rule set. Everything is seen from the side to move,
        /// "own" against "enemy".
        #[derive(Debug)]
        pub struct Weights {
            $($(#[$doc])* pub $field: &'static [i16],)*
        }

        /// The tables of [`Weights`], in the order of their weights.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Table {
            $($(#[$doc])* $table,)*
        }

        impl Table {
            const ALL: &'static [Self] = &[$(Self::$table),*];

            /// Number of rows and of columns, as the source shows them.
            const fn shape<R: $rules>(self) -> [usize; 2] {
                match self {
                    $(Self::$table => [$rows, $columns],)*
                }
            }

            const fn name(self) -> &'static str {
                match self {
                    $(Self::$table => stringify!($field),)*
                }
            }

            /// Number of weights.
            const fn length<R: $rules>(self) -> usize {
                let [rows, columns] = self.shape::<R>();
                rows * columns
            }

            /// The number of its first weight among all.
            pub const fn start<R: $rules>(self) -> usize {
                let mut start = 0;
                let mut table = 0;
                while table < self as usize {
                    start += Self::ALL[table].length::<R>();
                    table += 1;
                }
                start
            }
        }

        impl Weights {
            /// All weights, table by table.
            pub fn all(&self) -> Vec<i16> {
                [$(self.$field),*].concat()
            }
        }

        /// The text of the source file that holds these weights of a game.
        pub fn source<R: $rules + $crate::games::Game>(weights: &[i16]) -> String {
            let tables = Table::ALL.iter().map(|&table| {
                let start = table.start::<R>();
                let values = &weights[start..start + table.length::<R>()];
                (table.name(), values, table.shape::<R>()[1])
            });
            $crate::games::weights::source(&<R as $crate::games::Game>::INFO, tables)
        }
    };
}

pub(super) use tables;

/// The text of the source file that holds the weights of a game: the name, the
/// values and the number of columns of each table.
pub(super) fn source<'a>(
    info: &GameInfo,
    tables: impl Iterator<Item = (&'static str, &'a [i16], usize)>,
) -> String {
    let name = info.name.to_uppercase().replace('-', "_");
    let mut text = format!(
        "//! The weights of {}, written by `kawari tune`.\n\n\
         use super::Weights;\n\n\
         /// See [`Weights`].\n\
         #[rustfmt::skip]\n\
         pub const {name}: Weights = Weights {{\n",
        info.title
    );
    for (name, values, columns) in tables {
        push_table(&mut text, name, values, columns);
    }
    text.push_str("};\n");
    text
}

/// Adds a table, one line for each row; what is too long for a line goes on in
/// the next one.
fn push_table(text: &mut String, name: &str, values: &[i16], columns: usize) {
    /// Weights on a line.
    const MOST: usize = 16;
    if values.len() <= MOST.min(columns) {
        let values: Vec<String> = values.iter().map(i16::to_string).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "    {name}: &[{}],", values.join(", "));
        return;
    }
    let _ = writeln!(text, "    {name}: &[");
    for row in values.chunks(columns).flat_map(|row| row.chunks(MOST)) {
        let row: Vec<String> = row.iter().map(|value| format!("{value:>5}")).collect();
        let _ = writeln!(text, "    {},", row.join(","));
    }
    text.push_str("    ],\n");
}
