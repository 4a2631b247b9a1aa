//! Principal variation search over any [`Position`](crate::core::position::Position);
//! knows no text and no game.

pub mod limits;
