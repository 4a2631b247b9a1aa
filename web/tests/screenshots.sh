#!/usr/bin/env bash
# Takes the screenshots of the documentation, docs/board-*.png. Run it by hand after visible changes of
# the page. KAWARI has the same meaning as in run.sh; use a release build.
set -euo pipefail
cd "$(dirname "$0")"
./run.sh screenshots.mjs
if ! command -v pngquant > /dev/null; then
    sudo=""
    [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo apt-get install -y -qq --no-install-recommends pngquant > /dev/null
fi
pngquant --force --ext .png --quality 70-95 --speed 1 --strip ../../docs/board-*.png
ls -l ../../docs/board-*.png
