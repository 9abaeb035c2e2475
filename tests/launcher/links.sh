# SPDX-License-Identifier: MIT OR Apache-2.0
# shellcheck shell=sh
# The pages that a reader starts from link only to what is there.

for page in README.md CONTRIBUTING.md CHANGES.md docs/architecture.md; do
    missing=
    # One link a line; those to other sites and to places in the page itself aside.
    for link in $(grep -o '](\([^)]*\))' "$root/$page" | sed 's/^](//; s/)$//; s/#.*//' | grep -v '^[a-z]*:'); do
        [ -e "$root/$(dirname "$page")/$link" ] || missing="$missing $link"
    done
    [ -z "$missing" ]
    verdict "links of $page" $? "not there:$missing"
done
