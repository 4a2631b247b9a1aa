//! The rules of the games, sentence by sentence: each test is named after
//! one sentence, quotes or paraphrases it, and shows it at work on a board.

mod board;
mod captures;
mod checks;
mod enclosure;
mod endings;
mod five;
mod goals;
mod hajiku;
mod houses;
mod impasse;
mod men;
mod minishogi;
mod moves;
mod perft;
mod reasons;
mod record;
mod sfen;
mod shogi;
mod support;
mod yari;
mod yari_and_hajiku;
