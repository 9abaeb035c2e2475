#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Tests of the shell parts: prints "ok NAME" or "FAILED NAME" for each. They build nothing and install nothing.
set -u
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
root=${here%/tests/launcher}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
unset WTCP_NS3

# verdict NAME STATUS [TEXT]: one line a test.
verdict()
{
    if [ "$2" -eq 0 ]; then
        printf 'ok %s\n' "$1"
    else
        printf 'FAILED %s\n' "$1"
        [ -z "${3:-}" ] || printf '%s\n' "$3" | sed 's/^/    /'
        failures=$((failures + 1))
    fi
}

. "$here/find-ns3.sh"
. "$here/calls.sh"
. "$here/links.sh"
. "$here/progress.sh"
. "$here/freshness.sh"
[ "$failures" -eq 0 ]
