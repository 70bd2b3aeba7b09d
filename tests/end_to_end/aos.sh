#!/bin/sh
# Asynchronous one-sided communication without MPI, on the host and on emulated chips.
# Usage: aos.sh SARTOR WORK_FOLDER
. "$(dirname "$0")/manycore/common.sh"

for program in operations errors order congestion stuck memory; do build $program "$here/aos/$program.c"; done
for program in halo2d hash_table work_queue counter; do build $program "$apps/one_sided/$program.c" -O2; done
[ $failures -eq 0 ] || exit 1

# runs MACHINE RANKS [OPTION...]: all of them.
runs() {
    machine=$1 ranks=$2
    shift 2
    expect 0 "^operations: $ranks ranks" -n $ranks "$@" "$work/operations"
    expect 0 '^errors: not within the segment' -n $ranks "$@" "$work/errors"
    expect 0 '^order: kept' -n $ranks "$@" "$work/order" 10
    expect 0 "^congestion: $ranks ranks, nothing lost" -n $ranks "$@" "$work/congestion"
    expect 0 '^halo2d: .*: as sequentially' -n $ranks "$@" "$work/halo2d"
    expect 0 '^hash_table: .*: as sequentially' -n $ranks "$@" "$work/hash_table"
    expect 0 '^work_queue: .*: as sequentially' -n $ranks "$@" "$work/work_queue"
    expect 0 '^counter: .*: each drawn once' -n $ranks "$@" "$work/counter"
}
for ranks in 1 2 3 5 8 16; do runs host $ranks; done
for machine in mppa256-bostan mppa256-nanvix mesh8x8; do
    runs $machine 1 --no-summary --machine $machine
    for map in compact scatter; do runs $machine 16 --no-summary --map $map --machine $machine; done
done

# What section 5.4 does not promise does happen; not where memory is shared.
expect 0 'overtakes a put: yes' -n 16 --no-summary --map scatter --machine mppa256-bostan "$work/order" 1
expect 0 'overtakes a put: no' -n 16 "$work/order" 1

# 256 PEs at one node: initiators wait, nothing is lost.
expect 0 '^congestion: 256 ranks, nothing lost' -n 256 --no-summary --machine mppa256-bostan "$work/congestion"
expect 0 '^congestion: 256 ranks, nothing lost' -n 256 "$work/congestion"

# What it keeps is memory of a cluster: two ranks in one.
library() { # WHAT OPTION...: prints the most bytes of the library's
    what=$1
    shift
    timeout 60 "$sartor" run "$@" --machine mppa256-bostan "$work/memory" "$what" >"$work/output" 2>&1 || fail "memory $what"
    sed -n 's/.*SMEM:.* library \([0-9]*\) .*/\1/p' "$work/output"
}
between() { [ "$2" -ge "$3" ] && [ "$2" -le "$4" ] || fail "$1 take $2 bytes, expected $3 to $4"; }
none=$(library none -n 2)
between "a queue's slots" $(($(library queue -n 2) - none)) $((1000 * (200 + 8))) $((1000 * (200 + 8) + 256))
between "queues that were destroyed" $(($(library destroyed -n 2) - none)) $((1000 * (200 + 8))) $((1000 * (200 + 8) + 256))
between "barriers" $(($(library barrier -n 16) - $(library barrier -n 2))) $((14 * 500)) $((14 * 2500))
between "operations that wait" $(($(library conditions -n 2 --map scatter) - none)) $((100 * 64)) $((100 * 256))
expect 0 'no room for 4000000 bytes more: the library gets no memory' -n 2 --machine mppa256-bostan "$work/memory" too_many

# Deadlocks are told; address spaces that share nothing are refused.
expect 3 'rank 0 waits in sartor_aos_event_wait' -n 2 "$work/stuck"
expect 3 'rank 0 waits in sartor_aos_event_wait' -n 2 --no-summary --machine mppa256-bostan "$work/stuck"
expect 1 'needs ranks that share memory' -n 2 --machine split "$work/counter"

# Programs that call none of it have none of it.
build ring "$apps/ring/ring.c"
nm "$work/ring" | grep -q 'sartor_aos\|3aos' && fail "ring: code of the one-sided layer where nobody calls it"

[ $failures -eq 0 ] && echo "passed"
