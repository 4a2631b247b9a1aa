//! Fuzz target of `invariants::definition`.

#![no_main]

#[path = "../../tests/fuzz/invariants/mod.rs"]
#[allow(dead_code)]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::definition(bytes));
