//! Priorities: when a queued command may run.

use crate::command::Command;
use crate::game_command::GameCommand;

/// The condition under which the first command of the queue may run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum QueuePriority {
    /// As [`QueuePriority::Urgent`], and it stops all searches that were requested before.
    Stop,
    /// Any time. There is extra room for it in a full queue.
    Urgent,
    /// Any time: it neither reads nor changes the game.
    Immediate,
    /// Any time, except after `gameover`, when it clears the hash first.
    Ready,
    /// When the engine is idle or searches without limits.
    Query,
    /// When the engine is idle, and it abandons all searches that were requested before.
    Abandon,
    /// When the engine is idle.
    Idle,
}

/// Returns true for a command that runs as soon as it is received, before queued ones.
pub(super) fn is_urgent(command: &Command) -> bool {
    matches!(command, Command::Stop | Command::PonderHit(_) | Command::GameOver | Command::Quit)
}

/// Returns the priority of a command.
pub(super) fn priority(command: &Command) -> QueuePriority {
    match command {
        Command::IsReady => QueuePriority::Ready,
        Command::Query(_) => QueuePriority::Query,
        Command::Usi | Command::Uci | Command::Help => QueuePriority::Immediate,
        Command::Game(command) => game_command_priority(command),
        Command::Stop | Command::GameOver => QueuePriority::Stop,
        Command::PonderHit(_) | Command::Quit => QueuePriority::Urgent,
        Command::Xboard
        | Command::NewGame
        | Command::SetOption { .. }
        | Command::Position(_)
        | Command::Go(_)
        | Command::Perft(_)
        | Command::Bench(_) => QueuePriority::Idle,
    }
}

fn game_command_priority(command: &GameCommand) -> QueuePriority {
    match command {
        GameCommand::Variant(_)
        | GameCommand::New
        | GameCommand::Set(_)
        | GameCommand::Undo(_)
        | GameCommand::Force
        | GameCommand::PlayOther
        | GameCommand::Analyse
        | GameCommand::Leave
        | GameCommand::End => QueuePriority::Abandon,
        GameCommand::Move(_) | GameCommand::Play => QueuePriority::Idle,
        GameCommand::Hint | GameCommand::Ping(_) => QueuePriority::Query,
        _ => QueuePriority::Immediate,
    }
}
