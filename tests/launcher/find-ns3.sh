# SPDX-License-Identifier: MIT OR Apache-2.0
# shellcheck shell=sh
# find-ns3.sh against made-up trees: every layout and naming scheme seen in the wild, and what goes wrong with them.

find_ns3=$root/ns3-module/cmake/find-ns3.sh
modules=$(sed -n '/^modules="/,/"$/p' "$find_ns3" | tr -d '"\\' | sed 's/^modules=//')

# tree INCLUDE LIBDIR PREFIX SUFFIX: headers and libraries of every module, empty.
tree()
{
    mkdir -p "$1/ns3" "$2"
    for module in $modules; do
        : >"$1/ns3/$module-module.h"
        : >"$2/$3$module$4.so"
    done
}

# finds NAME DIR LINE...: every LINE must be in the output.
finds()
{
    name=$1
    directory=$2
    shift 2
    output=$("$find_ns3" "$directory" 2>&1)
    for line in "$@"; do
        if ! printf '%s\n' "$output" | grep -qxF "$line"; then
            verdict "$name" 1 "no line $line in: $output"
            return
        fi
    done
    verdict "$name" 0
}

# refuses NAME DIR TEXT: status 2 and one line on standard error that holds TEXT.
refuses()
{
    output=$("$find_ns3" "$2" 2>&1)
    status=$?
    [ "$status" -eq 2 ] && [ "$(printf '%s\n' "$output" | wc -l)" -eq 1 ] &&
        case $output in *"$3"*) true ;; *) false ;; esac
    verdict "$1" $? "status $status: $output"
}

prefix=$work/"a prefix"
tree "$prefix/include" "$prefix/lib" libns3.40- ""
finds "install prefix, with a space" "$prefix" kind=prefix "prefix=$prefix" "include=$prefix/include" release=3.40 \
    version=30040 cxx_standard=17

prefix=$work/multiarch
tree "$prefix/include" "$prefix/lib/$(uname -m)-linux-gnu" libns3- ""
: >"$prefix/lib/$(uname -m)-linux-gnu/libns3-core.so.37"
finds "release from the library's version" "$prefix" lib_prefix=libns3- release=3.37

prefix=$work/pc
tree "$prefix/include" "$prefix/lib64" libns3-dev- -optimized
mkdir "$prefix/lib64/pkgconfig"
printf 'Name: ns3-core\nVersion: 3.46.1\n' >"$prefix/lib64/pkgconfig/ns3-core.pc"
finds "release from pkg-config, patch level kept" "$prefix" lib_prefix=libns3-dev- lib_suffix=-optimized \
    release=3.46.1 version=30046 cxx_standard=23

prefix=$work/wheel
tree "$prefix/ns3/include" "$prefix/ns3/lib64" libns3-dev- ""
mkdir "$prefix/ns3-3.39.post2.dist-info"
printf 'Metadata-Version: 2.1\nName: ns3\nVersion: 3.39.post2\n' >"$prefix/ns3-3.39.post2.dist-info/METADATA"
finds "wheel" "$prefix" kind=wheel release=3.39 "libdir=$prefix/ns3/lib64"
finds "wheel by its inner folder" "$prefix/ns3" kind=wheel release=3.39 "prefix=$prefix"

mkdir -p "$work/venv/lib/python3.11"
mv "$prefix" "$work/venv/lib/python3.11/site-packages"
finds "virtual environment" "$work/venv" kind=wheel release=3.39

prefix=$work/source
tree "$prefix/build/include" "$prefix/build/lib" libns3.44- -default
printf '3.44\n' >"$prefix/VERSION"
: >"$prefix/build/lib/libns3.44-core-test-default.so"
finds "built source tree" "$prefix" kind=source "prefix=$prefix" lib_suffix=-default release=3.44 cxx_standard=20
finds "build folder of a source tree" "$prefix/build" kind=source "prefix=$prefix"
for module in $modules; do
    : >"$prefix/build/lib/libns3.44-$module-optimized.so"
done
finds "optimized before default" "$prefix" lib_suffix=-optimized
printf '3-dev\n' >"$prefix/VERSION"
finds "development tree" "$prefix" release=3-dev version=30049 cxx_standard=23
printf '3.35\n' >"$prefix/VERSION"
refuses "release too old" "$prefix" "too old: 3.36 or later"

printf '3.44\n' >"$prefix/VERSION"
rm "$prefix/build/include/ns3/dsr-module.h" "$prefix/build/lib/libns3.44-wifi-optimized.so"
refuses "missing modules are named" "$prefix" "lacks the modules wifi dsr:"
rm -r "$prefix/build/lib"
refuses "headers without libraries" "$prefix" "build ns-3 first"
refuses "nothing there" "$work" "no ns-3 in $work"
refuses "no such folder" "$work/none" "no folder $work/none"

prefix=$work/nameless
tree "$prefix/include" "$prefix/lib" libns3- ""
refuses "no release to be found" "$prefix" "cannot tell the release"
