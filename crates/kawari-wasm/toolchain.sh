#!/usr/bin/env bash
# Finds a Rust compiler for wasm32-unknown-unknown. Prints `export` lines for the shell that
# runs cargo, and messages on standard error:
#
#     environment=$(crates/kawari-wasm/toolchain.sh) && eval "$environment"
#
# The installed toolchain is used if it has the sources of the standard library (`rustup component
# add rust-src`) or the target (`rustup target add wasm32-unknown-unknown`). Otherwise, the script
# downloads Debian's packages `rustc-web` and `rust-web-src`, whose compiler and library sources
# match, and unpacks them into `wasm-toolchain` in the target folder (600 MB). Nothing is installed.
# Exits with status 3 if neither is possible.
set -euo pipefail
cd "$(dirname "$0")/../.."

target=wasm32-unknown-unknown

unavailable() {
    echo "no compiler for $target: $1" >&2
    echo "install the target with: rustup target add $target" >&2
    exit 3
}

command -v cargo > /dev/null || unavailable "cargo is not installed"
sysroot=$(rustc --print sysroot)
[[ -d $sysroot/lib/rustlib/src/rust/library || -d $sysroot/lib/rustlib/$target/lib ]] && exit

linker=$(find "$sysroot/lib/rustlib" -path '*/bin/rust-lld' | head -n 1)
[[ -n $linker ]] || unavailable "the toolchain has no rust-lld"
for tool in apt-get apt-cache dpkg-deb; do
    command -v "$tool" > /dev/null || unavailable "$tool is not installed"
done

# Prints the dependencies of a package whose names match a pattern.
dependencies() {
    apt-cache depends "$1" | sed -n "s/^ *Depends: \($2\)$/\1/p"
}

# Prints the version of a package that apt would install.
candidate() {
    apt-cache policy "$1" | sed -n 's/^ *Candidate: \([^(].*\)$/\1/p'
}

# The first version with the options in build.mjs.
oldest=1.92
is_usable() {
    dpkg --compare-versions "$version" ge "$oldest"
}

version=$(candidate rustc-web)
if ! is_usable; then
    # There are no package lists, or they are from an older release.
    apt-get update > /dev/null 2>&1 || true
    version=$(candidate rustc-web)
fi
is_usable || unavailable "the package rustc-web $oldest or later is not available"

root=${CARGO_TARGET_DIR:-$PWD/target}/wasm-toolchain/${version//[^[:alnum:].]/-}
compiler=$root/usr/bin/rustc

unpack() {
    local packages file
    mapfile -t packages < <(dependencies libstd-rust-web-dev 'libstd-rust-web-[0-9.]*')
    [[ ${#packages[@]} -gt 0 ]] || unavailable "libstd-rust-web-dev $version has no library"
    mapfile -t -O ${#packages[@]} packages < <(dependencies "${packages[0]}" 'libllvm[0-9]*')
    packages+=(rustc-web libstd-rust-web-dev)
    echo "downloading rustc-web $version for $target" >&2
    rm -rf "$root"
    mkdir -p "$root/packages"
    (cd "$root/packages" && apt-get download "${packages[@]}" rust-web-src) > "$root/apt.log" 2>&1 ||
        { cat "$root/apt.log" >&2; unavailable "the packages cannot be downloaded"; }
    for file in "$root"/packages/*.deb; do
        case $file in
            */rust-web-src_*)
                dpkg-deb --fsys-tarfile "$file" | tar -x -C "$root" --wildcards \
                    ./usr/lib/rustlib/src './usr/src/rustc-*/library' ;;
            *) dpkg-deb -x "$file" "$root" ;;
        esac
    done
    rm -r "$root/packages"
}

if [[ ! -x $compiler ]]; then
    unpack
fi
libraries=$(dirname "$(find "$root/usr/lib" -name 'libLLVM*.so*' | head -n 1)")
RUSTC=$compiler
LD_LIBRARY_PATH=$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$linker
for name in RUSTC LD_LIBRARY_PATH CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER; do
    printf 'export %s=%q\n' "$name" "${!name}"
done
