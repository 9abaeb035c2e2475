# SPDX-License-Identifier: MIT OR Apache-2.0
# shellcheck shell=sh
# What long stages say of themselves.

WTCP_ROOT=$work/progress
. "$root/launcher/common.sh"
. "$root/launcher/build.sh"
mkdir -p "$build"

# says NAME TEXT LINE...: what is told of a log with these lines.
says()
{
    name=$1
    text=$2
    shift 2
    printf '%s\n' "$@" >"$build/a.log"
    found=$(how_far "$build/a.log")
    [ "$found" = "$text" ]
    verdict "$name" $? "found: $found"
}

says "progress of ninja" "[3/9] Building x" "# cmake" "[1/9] Building w" "[3/9] Building x" "a warning"
says "progress of cargo, of the last call" "2 crates, syn" "# cargo" "   Compiling old v1" "# cargo" "   Compiling libc v1" \
    "   Compiling syn v3"
says "progress of anything else" "Unpacking ninja-build" "# apt-get" "Reading" "Unpacking ninja-build" ""

report_every=1
(logged stage "doing something" sh -c 'echo "[1/2] first"; sleep 2.5') 2>"$work/err"
status=$?
[ "$status" -eq 0 ] && grep -q 'still doing something, 2 s: \[1/2\] first' "$work/err"
verdict "a long stage is told of where there is no terminal" $? "status $status: $(cat "$work/err")"
(logged stage "doing something" sh -c 'echo "it broke"; exit 3') 2>"$work/err"
status=$?
[ "$status" -eq 1 ] && grep -qx 'it broke' "$work/err" && grep -q 'the whole log is' "$work/err"
verdict "a stage that fails shows the end of its log" $? "status $status: $(cat "$work/err")"
