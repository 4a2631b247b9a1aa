#!/usr/bin/env bash
# Packs the package, installs it in an empty folder, and tests it there: the examples of its README, then tests/.
#
#     npm/tests/pack.sh
#
# Needs Node 20 with npm, and the WebAssembly modules that crates/kawari-wasm/build.mjs builds. Without one of them it
# prints a message and tests nothing. The package is left in `target/npm`.
set -euo pipefail
cd "$(dirname "$0")/.."
source=$PWD
target=${CARGO_TARGET_DIR:-$PWD/../target}
export KAWARI_MODULES=${KAWARI_MODULES:-$target/wasm-modules}

skip() {
  echo "skipped: the npm package needs $1" >&2
  exit 0
}

command -v npm > /dev/null || skip "Node and npm"
node -e 'process.exit(Number(process.versions.node.split(".")[0] < 20))' || skip "Node 20"
[[ -f $KAWARI_MODULES/games.json ]] || skip "the WebAssembly modules"
npm ci --no-audit --no-fund > /dev/null || skip "esbuild and TypeScript from npm"
npm run build

mkdir -p "$target/npm"
rm -f "$target"/npm/*.tgz
package=$target/npm/$(npm pack --silent --pack-destination "$target/npm")
echo "$(basename "$package"): $(wc -c < "$package") bytes"

# From here on, nothing is read from the sources of the package.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm pkg set type=module
npm install --no-audit --no-fund "$package" > /dev/null
cp "$source"/tests/*.mjs .
node run-readme.mjs node_modules/kawari/README.md
node --test
