//! Fuzz target of `invariants::request`.

#![no_main]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::SIGPIPE;
use signal_hook::flag;

#[path = "../../tests/fuzz/invariants/mod.rs"]
#[allow(dead_code)]
mod invariants;

libfuzzer_sys::fuzz_target!(
    // Rust's `main` ignores SIGPIPE, so that writing to a closed connection is an error. The
    // fuzzer's `main` does not, so the signal is caught here.
    init: drop(flag::register(SIGPIPE, Arc::new(AtomicBool::new(false)))),
    |bytes: &[u8]| invariants::request(bytes)
);
