#!/usr/bin/env bash
# Plays on the board page in a real browser, and fetches what that needs: Debian's
# Chromium and Node, the driver, the accessibility rules. All arguments go to
# `node --test`, for instance a file to run alone.
#
# KAWARI names the program to test (a debug build of this source otherwise), CHROMIUM the
# browser. DELAY=700 holds each of the program's answers back for so many ms.
set -euo pipefail
if [ -n "${KAWARI:-}" ]; then KAWARI=$(realpath "$KAWARI"); fi
cd "$(dirname "$0")"

need() { # command, Debian package
    command -v "$1" > /dev/null && return
    echo "installing $2"
    local sudo=""
    [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo apt-get update -qq
    $sudo apt-get install -y -qq --no-install-recommends "$2" > /dev/null
}
if [ -z "${CHROMIUM:-}" ]; then
    need chromium chromium
    CHROMIUM=$(command -v chromium)
fi
need node nodejs
need npm npm
npm ci --silent --no-audit --no-fund

if [ -z "${KAWARI:-}" ]; then
    (cd ../.. && cargo build --locked)
    KAWARI=$(realpath "${CARGO_TARGET_DIR:-../../target}/debug/kawari")
fi
export KAWARI CHROMIUM

if [ $# = 0 ]; then set -- *.test.mjs; fi
# Two files at a time at most: each has a browser and a program of its own.
exec node --test --test-concurrency=2 "$@"
