#!/bin/sh
# What ranks of an emulated chip do in their own memory, inside of MPI and outside of it, takes virtual time.
# Usage: manycore_own_work.sh SARTOR WORK_FOLDER
. "$(dirname "$0")/manycore/common.sh"

build own_work "$here/manycore/own_work.c" --machine mppa256-bostan
build measured "$here/manycore/measured.c" --machine mppa256-bostan
build a2a "$apps/a2a.c"
build tables "$here/manycore/tables.c" --machine mppa256-nanvix
build pieces "$here/manycore/pieces.c" --machine mppa256-nanvix
build flood "$here/manycore/flood.c" --machine mppa256-andey
[ $failures -eq 0 ] || exit 1

expect 0 '^own work: correct' -n 2 --map scatter "$work/own_work"
expect 0 '^own work: correct' -n 2 --map compact "$work/own_work" near
expect 0 '^measured: correct' -n 2 --map scatter --smem unlimited --compute measured "$work/measured"
expect 0 '^burnt' -n 1 --compute measured --json "$work/last.json" "$work/measured" last
computed=$(sed -n 's/.*"rank": 0, .*"computing": \([0-9]*\),.*/\1/p' "$work/last.json") # at 500 MHz
awk -v cycles="$computed" '/^burnt/ { exit !(cycles > 0.9 * $2 * 500e6 && cycles < 1.5 * $2 * 500e6 + 1e6) }' "$work/output" ||
    fail "$computed cycles of computing: $(cat "$work/output")"

# The library's buffers: a message for which there is no room waits at its sender.
most() { sed -n 's/.*SMEM: at most \([0-9]*\) of.*/\1/p' "$work/output"; }
expect 0 '^flood: correct' -n 16 --eager-limit 4K --smem unlimited "$work/flood"
[ "$(most)" -gt 1200000 ] || fail "all messages at their receiver take only $(most) bytes"
expect 0 '^flood: correct' -n 16 --eager-limit 4K --smem 400K "$work/flood"
[ "$(most)" -gt 400000 ] && [ "$(most)" -le 409600 ] || fail "$(most) of 409600 bytes"

# Its tables, and what it takes for a call: 8 clusters of 12 ranks, the first one looked at.
library_of() { # OPTION... PROGRAM ARGUMENT...: prints the most bytes of the library's
    timeout 60 "$sartor" run "$@" >"$work/output" 2>&1 || fail "$*"
    sed -n 's/.*SMEM:.* library \([0-9]*\) .*/\1/p' "$work/output"
}
library() { library_of -n 96 "$work/tables" "$@"; } # WHAT [COUNT]
between() { [ "$2" -ge "$3" ] && [ "$2" -le "$4" ] || fail "$1 take $2 bytes, expected $3 to $4"; }
none=$(library none)
between "gathered blocks" $(($(library exchange) - none)) $((2 * 12 * 96 * 64)) $((2 * 12 * 96 * 64 + 4096))
between "99 groups of 82" $(($(library groups 100) - $(library groups))) $((99 * 12 * 82 * 4)) $((99 * 12 * (82 * 4 + 128)))
# Of ranks 0 to 11, four are in a part of 32 and eight in one of 64.
between "99 communicators" $(($(library communicators 100) - $(library communicators))) $((99 * (4 * 32 + 8 * 64) * 4)) \
    $((99 * ((4 * 32 + 8 * 64) * 4 + 12 * 512)))
between "99 datatypes" $(($(library types 100) - $(library types))) $((99 * 12 * 64)) $((99 * 12 * 512))
between "what was freed" $(($(library freed 300) - $(library freed 2))) 0 1024
# What a rank has from the start: its two communicators, whose names are of 64 bytes each, and its queues.
one_in_each=$(library_of -n 8 --per-cluster 1 "$work/tables" none)
two_in_each=$(library_of -n 8 --per-cluster 2 "$work/tables" none)
between "what a rank has from the start" $((two_in_each - one_in_each)) 256 2048
# Which rank is in which cluster: 4 numbers for each rank, once in a cluster, unless it follows from the numbers.
between "ranks in a row" $(($(library barrier) - none)) 0 128
between "ranks that are dealt out" $(($(library_of -n 96 --map scatter "$work/tables" barrier) - \
    $(library_of -n 96 --map scatter "$work/tables" none))) $((96 * 16)) $((96 * 16 + 128))
# In each cluster a pointer for each rank of a window, besides what its own ranks have of it.
windows() { # RANKS
    echo $(($(library_of -n "$1" --smem unlimited "$work/tables" windows 40) - $(library_of -n "$1" "$work/tables" windows)))
}
between "39 windows of 96 ranks more" $(($(windows 192) - $(windows 96))) $((39 * 96 * 8)) $((39 * 96 * 8 + 4096))
# Pieces of 100 bytes in 199900 bytes of a file, one rank after the other.
whole=$(library_of -n 2 "$work/pieces" "$work/file")
small=$(library_of -n 2 "$work/pieces" "$work/file" 4096)
between "windows of a file" $((whole - small)) 195000 $((199900 - 4096))
expect 0 '^pieces: correct' -n 2 --smem 600K "$work/pieces" "$work/file" 4096
expect 0 '^pieces: no memory' -n 2 --smem 600K "$work/pieces" "$work/file"
expect 1 'rank [0-9]+: cluster [0-7] has no room for [0-9]+ bytes more: the library gets no memory' -n 96 "$work/tables" types 5000
expect 1 'MPI_Type_indexed: no memory for a datatype .MPI_ERR_NO_MEM' -n 96 "$work/tables" types 5000
expect 1 'MPI_Alltoall: no memory for a copy of 960000 bytes .MPI_ERR_NO_MEM' -n 96 "$work/tables" in_place

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
