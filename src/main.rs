//! The `kawari` executable.

fn main() {}
