# SPDX-License-Identifier: MIT OR Apache-2.0
# shellcheck shell=sh
# The pages that a reader starts from link only to what is there.

for page in README.md CONTRIBUTING.md CHANGES.md docs/architecture.md docs/security.md; do
    missing=
    # One link a line; those to other sites and to places in the page itself aside.
    for link in $(grep -o '](\([^)]*\))' "$root/$page" | sed 's/^](//; s/)$//; s/#.*//' | grep -v '^[a-z]*:'); do
        [ -e "$root/$(dirname "$page")/$link" ] || missing="$missing $link"
    done
    [ -z "$missing" ]
    verdict "links of $page" $? "not there:$missing"
done

# What the page on security says is backed by tests that exist.
missing=
for name in $(sed -n '/^Tests:/,/^$/p' "$root/docs/security.md" | grep -o '`[^`]*`' | tr -d '`'); do
    grep -rq "fn $name(" "$root/rust-core/src" "$root/rust-core/tests" ||
        grep -rq "TestSuite(\"$name\"" "$root/ns3-module/test" || missing="$missing $name"
done
[ -z "$missing" ]
verdict "tests named in docs/security.md" $? "not there:$missing"
