# SPDX-License-Identifier: MIT OR Apache-2.0
# shellcheck shell=sh
# Wrong calls of the launcher, answered before anything is installed or built, in a copy that has no build folder.

copy=$work/"a copy"
mkdir "$copy"
cp -R "$root/wtcp" "$root/launcher" "$root/Cargo.toml" "$copy"
mkdir -p "$copy/ns3-module"
cp -R "$root/ns3-module/cmake" "$copy/ns3-module"

# rejects NAME TEXT ARGUMENT...: status 2, nothing on standard output, one line on standard error with TEXT, no build/.
rejects()
{
    name=$1
    text=$2
    shift 2
    "$copy/wtcp" "$@" >"$work/out" 2>"$work/err"
    status=$?
    [ "$status" -eq 2 ] && ! [ -s "$work/out" ] && [ "$(wc -l <"$work/err")" -eq 1 ] && grep -qF "$text" "$work/err" &&
        ! [ -e "$copy/build" ]
    verdict "$name" $? "status $status: $(cat "$work/out" "$work/err")"
}

rejects "unknown command" "unknown command: frobnicate" frobnicate
rejects "unknown test group" "unknown group: frobnicate" test frobnicate
rejects "doctor with an argument" "takes no arguments" doctor --fix
export WTCP_NS3="$work/no such folder"
rejects "WTCP_NS3 that does not exist" "no folder $work/no such folder" list
mkdir -p "$work/empty folder"
export WTCP_NS3="$work/empty folder"
rejects "WTCP_NS3 without an ns-3" "no ns-3 in $work/empty folder" demo
unset WTCP_NS3

"$copy/wtcp" --help | grep -q '^usage: '
verdict "help before anything is built" $?

# A copy that takes itself for built, with a program that only says how it was called.
built=$work/built
mkdir -p "$built/build"
cp -R "$root/wtcp" "$root/launcher" "$built"
printf '#!/bin/sh\necho "program: $*"\n' >"$built/build/program"
chmod +x "$built/build/program"
# The words are those of the copy.
# shellcheck disable=SC2016
printf '%s\n' 'program=$build/program' 'prepare() { key=some-key; }' >>"$built/launcher/common.sh"
commands=$("$built/wtcp" --help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p')
unknown=
for command in $commands; do
    case $("$built/wtcp" "$command" --help 2>&1) in
    "program: $command --help" | "usage: "*) ;;
    *) unknown="$unknown $command" ;;
    esac
done
[ -n "$commands" ] && [ -z "$unknown" ]
verdict "every command in the help is there, with its own help" $? "not there:$unknown"
for command in $(sed -n 's/^\([a-z][a-zV |-]*\))$/\1/p' "$root/wtcp" | tr -d '|'); do
    case " $(echo "$commands" | tr '\n' ' ')" in
    *" $command "*) ;;
    *) [ "${command#-}" != "$command" ] || unknown="$unknown $command" ;;
    esac
done
[ -z "$unknown" ]
verdict "every command is in the help" $? "not in it:$unknown"

ln -s "$copy/wtcp" "$work/link"
(cd "$work" && ln -s link second && ./second help) | grep -q '^usage: '
verdict "called through symbolic links" $?

"$copy/wtcp" doctor >"$work/out" 2>&1
status=$?
{ [ "$status" -eq 0 ] || [ "$status" -eq 1 ]; } && grep -q 'not built yet' "$work/out" && ! [ -e "$copy/build" ]
verdict "doctor before anything is built writes nothing" $? "status $status: $(cat "$work/out")"
grep -q MISSING "$work/out"
verdict "doctor's status says whether something is missing" $(((status + $?) != 1)) "status $status"
WTCP_NS3=$work/"empty folder" "$copy/wtcp" doctor >"$work/out" 2>&1
status=$?
[ "$status" -eq 1 ] && grep -q 'MISSING  ns-3 .*no ns-3 in' "$work/out"
verdict "doctor names a missing ns-3" $? "status $status"
