//! See the law.

#![no_main]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::SIGPIPE;
use signal_hook::flag;

#[path = "../../tests/fuzz/laws/mod.rs"]
#[allow(dead_code)]
mod laws;

libfuzzer_sys::fuzz_target!(
    // The fuzzer's `main` is not Rust's, which has a closed connection be an error of
    // whoever writes to it and not the end of the process.
    init: drop(flag::register(SIGPIPE, Arc::new(AtomicBool::new(false)))),
    |bytes: &[u8]| laws::request(bytes)
);
