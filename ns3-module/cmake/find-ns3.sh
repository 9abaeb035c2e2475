#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Finds an ns-3 by its headers and libraries and prints what it found as key=value lines. ns-3's exported CMake and
# pkg-config files are not used: in wheels they name folders of the machine that built them.
#
# usage: find-ns3.sh [DIR]
#   DIR  an install prefix, a wheel (the folder that holds it, or a virtual environment), or a built source tree;
#        without it the system's ns-3 is taken, then the wheel in build/ns3-wheel of this repository
#
# keys: kind (package|prefix|wheel|source) prefix include libdir lib_prefix lib_suffix release version cxx_standard
#   modules; a module's library is LIBDIR/LIB_PREFIXmoduleLIB_SUFFIX.so; version is major*10000+minor, for the
#   preprocessor; modules are the ones that wireless-tcp links
# Exit status 2, with one line on standard error, if there is none or it lacks something.
set -u

# What the module and its scenarios link; mesh, config-store and others are not needed.
modules="core network internet traffic-control stats bridge mobility propagation antenna spectrum energy wifi csma \
point-to-point applications internet-apps flow-monitor aodv olsr dsr"
OLDEST=36
# A development tree has no number; it is taken for the release after the newest one known here.
NEWEST=48

fail()
{
    printf 'find-ns3: %s\n' "$*" >&2
    exit 2
}

# choose_library LIBDIR: sets lib_prefix and lib_suffix from the core library there. A folder may hold several build
# profiles; the fastest comes first.
choose_library()
{
    for suffix in "" -optimized -relwithdebinfo -minsizerel -default -debug; do
        for file in "$1"/libns3*-core"$suffix".so; do
            [ -e "$file" ] || continue
            lib_prefix=${file##*/}
            lib_prefix=${lib_prefix%core"$suffix".so}
            lib_suffix=$suffix
            return 0
        done
    done
    return 1
}

# take KIND PREFIX INCLUDE LIBDIR...: true if INCLUDE has ns-3's headers and one LIBDIR its libraries.
take()
{
    [ -e "$3/ns3/core-module.h" ] || return 1
    kind=$1
    prefix=$2
    include=$3
    shift 3
    headers_seen=$include
    for libdir in "$@"; do
        if [ -d "$libdir" ] && choose_library "$libdir"; then
            return 0
        fi
    done
    return 1
}

# take_prefix KIND PREFIX: PREFIX/include and one of the places where distributions keep libraries.
take_prefix()
{
    take "$1" "$2" "$2/include" "$2/lib/$(uname -m)-linux-gnu" "$2/lib64" "$2/lib" "$2"/lib/*-linux-gnu*
}

# take_wheel FOLDER: FOLDER holds the wheel's ns3/ folder.
take_wheel()
{
    [ -d "$1/ns3" ] && take wheel "$1" "$1/ns3/include" "$1/ns3/lib64" "$1/ns3/lib"
}

take_source()
{
    [ -e "$1/VERSION" ] && take source "$1" "$1/build/include" "$1/build/lib" "$1/build/lib64"
}

take_directory()
{
    take_source "$1" && return 0
    # An output folder of its own (./ns3 configure --out), or build/ itself.
    if [ -e "$1/../VERSION" ] && take source "$1/.." "$1/include" "$1/lib" "$1/lib64"; then
        return 0
    fi
    take_wheel "$1" && return 0
    for packages in "$1"/lib/python3*/site-packages "$1"/lib64/python3*/site-packages; do
        take_wheel "$packages" && return 0
    done
    # The wheel's ns3/ folder itself.
    case ${1##*/} in
    ns3) take_wheel "${1%/*}" && return 0 ;;
    esac
    case $1 in
    /usr) take_prefix package /usr ;;
    *) take_prefix prefix "$1" ;;
    esac
}

# number TEXT: the release in it, such as 3.37, 3.46.1 or 3-dev; nothing if there is none.
number()
{
    printf '%s\n' "$1" | sed -n 's/^[^0-9]*\(3[.-][0-9a-z][0-9a-z]*\(\.[0-9][0-9]*\)\{0,1\}\).*/\1/p' | sed 's/\.post.*//'
}

first_match()
{
    [ -r "$2" ] && sed -n "s/^$1//p" "$2" | head -n 1
}

# find_release: from the most to the least trustworthy witness.
find_release()
{
    release=
    case $kind in
    source)
        release=$(number "$(head -n 1 "$prefix/VERSION")")
        ;;
    wheel)
        for metadata in "$prefix"/ns3-*.dist-info/METADATA; do
            release=$(number "$(first_match 'Version: ' "$metadata")")
        done
        ;;
    esac
    [ -n "$release" ] || release=$(number "$(first_match 'Version: ' "$libdir/pkgconfig/ns3-core.pc")")
    [ -n "$release" ] || release=$(number "${lib_prefix#libns}")
    if [ -z "$release" ]; then
        for file in "$libdir/${lib_prefix}core$lib_suffix".so.[0-9]*; do
            [ -e "$file" ] && release=3.${file##*.so.}
        done
    fi
    if [ -z "$release" ] && [ "$kind" = package ]; then
        # The $ is dpkg-query's.
        # shellcheck disable=SC2016
        release=$(number "$(dpkg-query -W -f '${Version}' libns3-dev 2>/dev/null)")
    fi
    [ -n "$release" ] || fail "cannot tell the release of the ns-3 in $prefix: it has no VERSION file and no ns3-core.pc"
}

check_release()
{
    case $release in
    3.*)
        minor=${release#3.}
        minor=${minor%%[!0-9]*}
        ;;
    *) minor=$((NEWEST + 1)) ;;
    esac
    [ "$minor" -ge "$OLDEST" ] || fail "ns-3 $release in $prefix is too old: 3.$OLDEST or later is needed" \
        "(3.35 builds with waf: see wscript-snippets/README.md)"
    version=$((30000 + minor))
    if [ "$minor" -le 40 ]; then
        cxx_standard=17
    elif [ "$minor" -le 45 ]; then
        cxx_standard=20
    else
        cxx_standard=23
    fi
}

check_modules()
{
    missing=
    for module in $modules; do
        if [ ! -e "$include/ns3/$module-module.h" ] || [ ! -e "$libdir/$lib_prefix$module$lib_suffix.so" ]; then
            missing="$missing $module"
        fi
    done
    [ -z "$missing" ] || fail "the ns-3 $release in $prefix lacks the modules$missing: build it with them" \
        "(./ns3 configure --enable-modules=...) or take another one with WTCP_NS3=DIR"
}

headers_seen=
if [ -n "${1:-}" ]; then
    [ -d "$1" ] || fail "no folder $1: give the folder of an ns-3 (install prefix, wheel, built source tree)"
    directory=$(CDPATH='' cd -- "$1" && pwd -P) || fail "cannot enter $1: check its permissions"
    if ! take_directory "$directory"; then
        [ -z "$headers_seen" ] || fail "ns-3 headers in $headers_seen but no libns3*-core.so beside them: build ns-3 first"
        fail "no ns-3 in $directory: looked for include/ns3 (install prefix), ns3/include/ns3 (wheel) and" \
            "build/include/ns3 (built source tree); build or install ns-3 there, or name another folder"
    fi
else
    here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
    root=${here%/ns3-module/cmake}
    take_prefix package /usr || take_prefix prefix /usr/local || take_wheel "$root/build/ns3-wheel" ||
        fail "no ns-3 on this system: looked for /usr/include/ns3, /usr/local/include/ns3 and the wheel in" \
            "build/ns3-wheel; install libns3-dev, or name one with WTCP_NS3=DIR"
fi
prefix=$(CDPATH='' cd -- "$prefix" && pwd -P)
find_release
check_release
check_modules
for key in kind prefix include libdir lib_prefix lib_suffix release version cxx_standard modules; do
    eval "printf '%s=%s\n' $key \"\$$key\""
done
