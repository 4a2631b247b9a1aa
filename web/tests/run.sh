#!/usr/bin/env bash
# Tests the board page in Chromium. Installs what is missing: Debian's headless shell of Chromium,
# Node, Playwright and axe-core. Arguments are passed to `node --test`, for example a test file.
#
# KAWARI is the program to test (default: a debug build), CHROMIUM the browser. With KAWARI_STATIC, a
# folder built by `npm run build:static`, the tests run on the static page. DELAY=700 delays
# each API response by 700 ms, FRAME_DELAY=700 each frame. With RETRY=1, files with a failure are
# run a second time, and only failures of both runs count: a machine without a graphics card
# draws late when it is busy.
set -euo pipefail
if [ -n "${KAWARI:-}" ]; then KAWARI=$(realpath "$KAWARI"); fi
if [ -n "${KAWARI_STATIC:-}" ]; then KAWARI_STATIC=$(realpath "$KAWARI_STATIC"); fi
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
    # The headless shell runs the tests faster. Not every release of Debian has it.
    need chromium-headless-shell chromium-headless-shell || need chromium chromium
    CHROMIUM=$(command -v chromium-headless-shell || command -v chromium)
fi
need node nodejs
need npm npm
npm ci --silent --no-audit --no-fund

if [ -n "${KAWARI_STATIC:-}" ]; then
    export KAWARI_STATIC
elif [ -z "${KAWARI:-}" ]; then
    (cd ../.. && cargo build --locked)
    KAWARI=$(realpath "${CARGO_TARGET_DIR:-../../target}/debug/kawari")
fi
export CHROMIUM
if [ -n "${KAWARI:-}" ]; then export KAWARI; fi

if [ $# = 0 ]; then set -- *.test.mjs; fi
# At most two files at a time: each starts its own browser and server.
run() {
    node --test --test-concurrency=2 --test-reporter=spec --test-reporter-destination=stdout \
        --test-reporter="$PWD/failed-files.mjs" --test-reporter-destination="$failed" "$@"
}
failed=$(mktemp)
trap 'rm -f "$failed"' EXIT
if run "$@"; then exit; fi
[ "${RETRY:-}" = 1 ] && [ -s "$failed" ] || exit 1
mapfile -t files < "$failed"
echo "second run of ${files[*]##*/}"
run "${files[@]}"
