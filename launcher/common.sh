# SPDX-License-Identifier: MIT OR Apache-2.0
# shellcheck shell=sh
# What every part of the launcher uses. Messages go to standard error: standard output belongs to the command.
# Nothing here changes the folder: relative arguments are the caller's.

build=$WTCP_ROOT/build
program=$build/cargo/release/wtcp
# shellcheck disable=SC2034 # read by the other parts
find_ns3=$WTCP_ROOT/ns3-module/cmake/find-ns3.sh

say()
{
    printf 'wtcp: %s\n' "$*" >&2
}

# die STATUS TEXT
die()
{
    status=$1
    shift
    say "$*"
    exit "$status"
}

have()
{
    command -v "$1" >/dev/null 2>&1
}

# at_least VERSION MINIMUM: compares two dotted numbers by their first two fields.
at_least()
{
    awk -v a="$1" -v b="$2" 'BEGIN { split(a, x, /[.]/); split(b, y, /[.]/)
        exit !(x[1] + 0 > y[1] + 0 || (x[1] + 0 == y[1] + 0 && x[2] + 0 >= y[2] + 0)) }'
}

# Every file the build is made of. The caller may add find's own conditions.
list_sources()
{
    find "$WTCP_ROOT/Cargo.toml" "$WTCP_ROOT/Cargo.lock" "$WTCP_ROOT/CMakeLists.txt" "$WTCP_ROOT/wtcp" \
        "$WTCP_ROOT/launcher" "$WTCP_ROOT/rust-core" "$WTCP_ROOT/cpp-bridge" "$WTCP_ROOT/ns3-module" \
        "$WTCP_ROOT/examples" -type f ! -name '.*' ! -name '*~' "$@" -print
}

# A number for the list of names, so that a deleted file is noticed as well.
listing()
{
    list_sources | LC_ALL=C sort | cksum
}

# select_ns3: makes WTCP_NS3 absolute, and names the stamp of this choice of ns-3.
select_ns3()
{
    selection=default
    WTCP_NS3=${WTCP_NS3:-}
    if [ -n "$WTCP_NS3" ]; then
        if ! [ -d "$WTCP_NS3" ]; then
            die 2 "WTCP_NS3: no folder $WTCP_NS3; name an ns-3 (install prefix, wheel, built source tree) or unset it"
        fi
        WTCP_NS3=$(CDPATH='' cd -- "$WTCP_NS3" && pwd -P)
        selection=$(printf %s "$WTCP_NS3" | cksum)
        selection=${selection%% *}
    fi
    stamp=$build/stamp-$selection
}

# is_fresh: true if the last build is newer than every source and the ns-3 it was made for; sets key.
is_fresh()
{
    [ -r "$stamp" ] || return 1
    {
        read -r key
        read -r library
        read -r listed
    } <"$stamp"
    [ -x "$program" ] && [ -e "$build/$key/wtcp-build.json" ] && [ -e "$library" ] || return 1
    # The library by its change of state: packages install files with old dates.
    [ -z "$(find -L "$library" -cnewer "$stamp")" ] && [ -z "$(list_sources -newer "$stamp")" ] &&
        [ "$(listing)" = "$listed" ]
}

# prepare: everything installed and built; sets key. Returns at once if nothing changed.
prepare()
{
    select_ns3
    if is_fresh; then
        return
    fi
    . "$WTCP_ROOT/launcher/packages.sh"
    . "$WTCP_ROOT/launcher/build.sh"
    check_chosen_ns3
    with_lock install_and_build
}
