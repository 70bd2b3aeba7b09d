#!/bin/sh
# Each collective alone, between the two sides of an intercommunicator: in programs that name no immediate operation,
# for this machine and some for an emulated one.
# Usage: alone_between.sh SARTOR WORK_FOLDER some|all
set -u

sartor=$1 work=$2 extent=$3
program=$(cd "$(dirname "$0")" && pwd)/alone_between.c
. "$(dirname "$0")/failures.sh"
mkdir -p "$work"

# alone NUMBER MACHINE: right at all rank counts.
alone() {
    "$sartor" cc -O1 --machine $2 -DONLY=$1 -o "$work/alone" "$program" >"$work/output" 2>&1 ||
        { fail "collective $1 alone is not cut for $2"; head -5 "$work/output"; return; }
    quiet=
    [ $2 = host ] || quiet=--no-summary
    for ranks in 2 3 5 8 16; do
        run_to_end "$sartor" run $quiet -n $ranks "$work/alone"
        [ $found -eq 0 ] && [ ! -s "$work/output" ] ||
            { fail "collective $1 on $ranks ranks of $2: exit code $found"; head -3 "$work/output"; }
    done
}

numbers='1 7 13'
[ "$extent" = some ] || numbers=$(seq 0 18)
for number in $numbers; do alone $number host; done
[ "$extent" = some ] || alone 3 mppa256-nanvix
alone 16 mppa256-nanvix
[ $failures -eq 0 ]
