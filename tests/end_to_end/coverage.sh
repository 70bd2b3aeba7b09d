#!/bin/sh
# docs/coverage.md has the same figures as the page that is generated from the table of the interface.
# Usage: coverage.sh COVERAGE_PAGE
set -eu

page=$1
summary=$(cd "$(dirname "$0")/../.." && pwd)/docs/coverage.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The rows of the table by chapters, and the sum.
figures() {
    sed -n '/^| chapter | implemented/,/^$/p' "$1"
    grep -o '[0-9]* of [0-9]* functions are implemented' "$1"
}

figures "$page" >"$work/page"
figures "$summary" >"$work/summary"
[ "$(wc -l <"$work/page")" -gt 15 ] || { echo "FAILED: $page has no table"; exit 1; }
diff "$work/page" "$work/summary" || { echo "FAILED: other figures in docs/coverage.md (>) than in $page (<)"; exit 1; }
echo passed
