#!/bin/sh
# docs/programs.md has what is made out of the table of functions, and the table of differences that README.md has.
# Usage: functions.sh FOLDER_OF_PAGES
set -eu

pages=$1
top=$(cd "$(dirname "$0")/../.." && pwd)
document=$top/docs/programs.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# table FIRST_COLUMN FILE
table() {
    sed -n "/^| $1 |/,/^\$/p" "$2" | grep '^|'
}

compare() { # WHAT EXPECTED FOUND
    [ "$(wc -l <"$2")" -gt 10 ] || { echo "FAILED: $1: $(cat "$2")"; exit 1; }
    diff "$2" "$3" || { echo "FAILED: $1 (<) is not what docs/programs.md has (>)"; exit 1; }
}

table state "$document" >"$work/states"
compare "the table of states" "$pages/states.md" "$work/states"
sed -n '/^Ranks are OS threads for: /,/^Ranks are processes for: /p' "$document" >"$work/containers"
sed -n '/^Ranks are processes for: /,/\.$/p' "$document" | sed 1d >>"$work/containers"
compare "the functions for threads and processes" "$pages/containers.md" "$work/containers"
table 'with ranks as processes' "$top/README.md" | sed 's|](docs/|](|' >"$work/readme" # links from another folder
table 'with ranks as processes' "$document" >"$work/differences"
compare "README.md's table of differences" "$work/readme" "$work/differences"
echo passed
