#!/usr/bin/env bash
# Builds the wheel of the Python package, installs it in new virtual environments, and tests it
# there: the README with the wheel alone; then types, tests, examples and the notebook.
#
#     crates/kawari-python/test.sh [PYTEST-OPTION...]
#
# Needs cargo, Python 3.9 or later and PyPI. Without PyPI it prints a message and tests nothing.
# KAWARI is the program `kawari` that random games are compared with; without it, these tests are
# skipped. The wheel is left in `target/wheels`. With ziglang from PyPI, it fits manylinux2014.
set -euo pipefail
cd "$(dirname "$0")"
source=$PWD
target=${CARGO_TARGET_DIR:-$PWD/../../target}
wheels=$target/wheels
environments=$target/python
python=${PYTHON:-python3}

# Creates the virtual environment $1 and installs the packages $2….
install() {
  local environment=$environments/$1
  shift
  rm -rf "$environment"
  "$python" -m venv "$environment"
  "$environment/bin/python" -m pip install --quiet --disable-pip-version-check "$@"
}

if ! install build 'maturin>=1.9.4,<2'; then
  echo "skipped: the Python package needs maturin from PyPI" >&2
  exit 0
fi
build=(--release --locked --out "$wheels")
if "$environments/build/bin/python" -m pip install --quiet --disable-pip-version-check ziglang; then
  [[ $(uname -s) == Linux ]] && build+=(--zig --compatibility manylinux2014)
else
  echo "no ziglang: the wheel fits only systems like this one" >&2
fi
rm -f "$wheels"/kawari-*.whl
PATH=$environments/build/bin:$PATH maturin build "${build[@]}"
wheel=$(ls "$wheels"/kawari-*.whl)

# The limit of PyPI for a new package is 100 MB; this package stays far below.
size=$(wc -c < "$wheel")
if (( size > 12000000 )); then
  echo "the wheel has $size bytes, more than 12000000" >&2
  exit 1
fi

# From here on, nothing is read from the sources of the package.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

install wheel "$wheel"
"$environments/wheel/bin/python" "$source/tests/run_markdown.py" "$source/README.md" \
  --without numpy gymnasium

install test "$wheel[pettingzoo]" pytest hypothesis mypy nbclient nbformat ipykernel
"$environments/test/bin/python" -m pip install --quiet --disable-pip-version-check pyffish ||
  echo "no pyffish: the comparison with it is skipped" >&2
export PATH=$environments/test/bin:$PATH
python -m mypy.stubtest kawari --mypy-config-file "$source/pyproject.toml" \
  --allowlist "$source/tests/stubtest.allowlist"
python -m mypy --config-file "$source/pyproject.toml" --package kawari
python "$source/tests/run_markdown.py" "$source/README.md"
python "$source/tests/run_notebook.py" "$source/../../docs/tutorials/python.ipynb"
python -m pytest --quiet -p no:cacheprovider "$source/tests" "$@"
