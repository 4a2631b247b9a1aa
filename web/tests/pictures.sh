#!/usr/bin/env bash
# Makes the pictures of the README, docs/board-*.png. Run by hand when the page has
# changed its looks; KAWARI as for run.sh, a release build best.
set -euo pipefail
cd "$(dirname "$0")"
./run.sh pictures.mjs
if ! command -v pngquant > /dev/null; then
    sudo=""
    [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo apt-get install -y -qq --no-install-recommends pngquant > /dev/null
fi
pngquant --force --ext .png --quality 70-95 --speed 1 --strip ../../docs/board-*.png
ls -l ../../docs/board-*.png
