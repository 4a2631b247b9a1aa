//! See the law.

#![no_main]

#[path = "../../tests/fuzz/laws/mod.rs"]
#[allow(dead_code)]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::moves(bytes));
