#!/usr/bin/env bash
# Builds the WebAssembly modules and tests them in Node against the native program.
#
#     crates/kawari-wasm/test.sh
#
# Needs cargo, Node 20 with npm, and a compiler for WebAssembly (see toolchain.sh). Without one
# of them it prints a message and tests nothing. KAWARI is the native program; the default is
# that of `cargo build`. The modules are left in `target/wasm-modules`.
set -euo pipefail
cd "$(dirname "$0")"

skip() {
    echo "skipped: the WebAssembly modules need $1" >&2
    exit 0
}

command -v npm > /dev/null || skip "Node and npm"
node -e 'process.exit(Number(process.versions.node.split(".")[0] < 20))' || skip "Node 20"
npm ci --no-audit --no-fund > /dev/null || skip "wasm-opt from npm"
status=0
node build.mjs || status=$?
[[ $status -ne 3 ]] || skip "a compiler"
[[ $status -eq 0 ]] || exit "$status"
node --test tests/
