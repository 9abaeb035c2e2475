# SPDX-License-Identifier: MIT OR Apache-2.0
# shellcheck shell=sh
# When the launcher starts the program at once, and when it looks at the build again.

WTCP_ROOT=$work/fresh
mkdir -p "$WTCP_ROOT/build/cargo/release" "$WTCP_ROOT/build/some-key" "$WTCP_ROOT/launcher" "$WTCP_ROOT/rust-core/src" \
    "$WTCP_ROOT/cpp-bridge" "$WTCP_ROOT/ns3-module/model" "$WTCP_ROOT/examples"
for file in Cargo.toml Cargo.lock CMakeLists.txt wtcp rust-core/src/lib.rs rust-core/src/seq.rs ns3-module/model/a.cc \
    build/some-key/wtcp-build.json library.so; do
    : >"$WTCP_ROOT/$file"
done
printf '#!/bin/sh\n' >"$WTCP_ROOT/build/cargo/release/wtcp"
chmod +x "$WTCP_ROOT/build/cargo/release/wtcp"
. "$root/launcher/common.sh"
select_ns3

stamp_now()
{
    # File systems count time in steps of a few milliseconds.
    sleep 0.05
    printf '%s\n' some-key "$WTCP_ROOT/library.so" "$(listing)" >"$stamp"
    sleep 0.05
}

is_fresh
verdict "no stamp: not fresh" $((!$?))
stamp_now
is_fresh && [ "$key" = some-key ]
verdict "stamp newer than all: fresh" $?
: >"$WTCP_ROOT/rust-core/src/.seq.rs.swp"
is_fresh
verdict "an editor's hidden file does not count" $?

# goes_stale NAME COMMAND...
goes_stale()
{
    name=$1
    shift
    stamp_now
    is_fresh || verdict "$name (fresh before)" 1
    "$@"
    is_fresh
    verdict "$name" $((!$?))
}

goes_stale "touched source: not fresh" touch "$WTCP_ROOT/ns3-module/model/a.cc"
goes_stale "deleted source: not fresh" rm "$WTCP_ROOT/rust-core/src/seq.rs"
goes_stale "added source with an old date: not fresh" touch -d 2020-01-01 "$WTCP_ROOT/examples/old.cc"
goes_stale "ns-3 replaced by one with an old date: not fresh" touch -d 2020-01-01 "$WTCP_ROOT/library.so"
goes_stale "program gone: not fresh" rm "$WTCP_ROOT/build/cargo/release/wtcp"
