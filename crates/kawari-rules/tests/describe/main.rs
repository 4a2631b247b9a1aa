//! The rules of games as text for players.

mod cases;
mod definitions;
mod every_rule;
mod golden;
