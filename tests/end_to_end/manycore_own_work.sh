#!/bin/sh
# What ranks of an emulated chip do in their own memory, inside of MPI and outside of it, takes virtual time.
# Usage: manycore_own_work.sh SARTOR WORK_FOLDER
. "$(dirname "$0")/manycore/common.sh"

build own_work "$here/manycore/own_work.c" --machine mppa256-bostan
build measured "$here/manycore/measured.c" --machine mppa256-bostan
build a2a "$apps/a2a.c"
build flood "$here/manycore/flood.c" --machine mppa256-andey
[ $failures -eq 0 ] || exit 1

expect 0 '^own work: correct' -n 2 --map scatter "$work/own_work"
expect 0 '^own work: correct' -n 2 --map compact "$work/own_work" near
expect 0 '^measured: correct' -n 2 --map scatter --smem unlimited --compute measured "$work/measured"

# The library's buffers: a message for which there is no room waits at its sender.
most() { sed -n 's/.*SMEM: at most \([0-9]*\) of.*/\1/p' "$work/output"; }
expect 0 '^flood: correct' -n 16 --eager-limit 4K --smem unlimited "$work/flood"
[ "$(most)" -gt 1200000 ] || fail "all messages at their receiver take only $(most) bytes"
expect 0 '^flood: correct' -n 16 --eager-limit 4K --smem 400K "$work/flood"
[ "$(most)" -gt 400000 ] && [ "$(most)" -le 409600 ] || fail "$(most) of 409600 bytes"

# LWMPI, figure 18: messages inside a cluster are the quicker ones, at every size.
for machine in mppa256-bostan mppa256-nanvix; do
    for map in compact scatter; do
        timeout 60 "$sartor" run -n 12 --machine $machine --map $map --no-summary "$work/a2a" -w >"$work/$map" || fail "a2a $map"
    done
    paste "$work/compact" "$work/scatter" | awk -v machine=$machine '
        /superstep/ { ++steps; if ($6 >= $13) { print machine ": " $0; wrong = 1 } }
        END { exit wrong || steps < 9 }' || fail "$machine: compact is not the quicker one"
done

[ $failures -eq 0 ] && echo passed
exit $failures
