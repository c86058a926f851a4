# Where cargo builds, and whether the binary is up to date. Sourced by ./probity and ./test; expects $home.
#
# The target directory lies outside the checkout and is keyed on the compiler and Cargo.lock, so that two checkouts of one
# version share every dependency they have built.

if ! command -v cargo >/dev/null 2>&1; then
    echo "error: cargo was not found. Install a Rust toolchain and run this again." >&2
    exit 1
fi

# A short fingerprint of standard input; `cksum` is on every machine that has a shell.
fingerprint() { cksum | cut -d ' ' -f 1; }

if [ -z "${PROBITY_TARGET_DIR:-}" ]; then
    key="$( (cd "$home" && rustc -V | cut -d ' ' -f 2 && cat Cargo.lock) | fingerprint)"
    compiler="$(cd "$home" && rustc -V | cut -d ' ' -f 2)"
    PROBITY_TARGET_DIR="${XDG_CACHE_HOME:-$HOME/.cache}/probity/target/$compiler-$key"
fi
export PROBITY_TARGET_DIR
export CARGO_TARGET_DIR="$PROBITY_TARGET_DIR"

# Each checkout keeps its own copy of the binary: `ci/probity` belongs to whoever built last.
probity_binary() { printf '%s/bin/%s/probity' "$PROBITY_TARGET_DIR" "$(printf '%s' "$home" | fingerprint)"; }

# Says yes when the binary is missing or older than anything it is made from.
is_stale() {
    local binary="$1" newer
    [ -x "$binary" ] || return 0
    newer="$(cd "$home" && find Cargo.toml Cargo.lock .cargo crates notes registry models -newer "$binary" -print 2>/dev/null | head -n 1 || true)"
    [ -n "$newer" ]
}

# Builds the binary when it is stale; says nothing when it is not.
build_probity() {
    local binary started
    binary="$(probity_binary)"
    is_stale "$binary" || return 0
    if [ -x "$binary" ]; then
        echo "probity: the sources have changed, building …" >&2
    else
        echo "probity: building for the first time; this takes some minutes and happens once …" >&2
    fi
    mkdir -p "$(dirname "$binary")"
    # The time is taken before the build, so that a file saved while it runs counts as newer.
    started="$binary.started"
    touch "$started"
    (cd "$home" && cargo build --profile ci --package cli --bin probity) >&2
    cp "$CARGO_TARGET_DIR/ci/probity" "$binary.new"
    touch -r "$started" "$binary.new"
    mv -f "$binary.new" "$binary"
    rm -f "$started"
}
