#!/bin/sh
# Conflicting accesses to windows: with --checked one of them fails and both are named; without it nothing is looked at.
# Usage: conflicts.sh SARTOR WORK_FOLDER
. "$(dirname "$0")/manycore/common.sh"

program=$here/conflicts/conflicts.c
build unchecked "$program" -g
for machine in host split mppa256-andey; do
    build "$machine" "$program" -g --checked --machine "$machine"
done
[ $failures -eq 0 ] || exit 1
called="called in [^(]*\(.*conflicts.c:[0-9]+\)(, inlined)?"
expect 0 '^no conflict$' -n 3 "$work/unchecked" put_put

for machine in host split mppa256-andey; do
    checked=$work/$machine
    for n in 1 3 8; do
        expect 0 '^no conflict$' -n $n "$checked" harmless
        expect 0 '^no conflict$' -n $n "$checked" stores
        expect 0 '^no conflict$' -n $n "$checked" origins
        expect 1 "rank 0: MPI_Win_fence: the buffer of MPI_Put, $called has changed before the operation was complete" \
            -n $n "$checked" origin_changed
        expect 1 "rank 0: MPI_Win_flush_local: the buffer of MPI_Accumulate, $called has changed before" \
            -n $n "$checked" origin_changed_locked
        expect 1 "rank 0: MPI_Get: the buffer overlaps the buffer that MPI_Get, $called writes" \
            -n $n "$checked" origin_written_twice
    done
    for n in 2 8; do
        expect 0 '^no conflict$' -n $n "$checked" returned
        expect 0 '^no conflict$' -n $n "$checked" told
        for case in add_shorts add_across; do
            [ $case = add_shorts ] && why=' by other operations or datatypes' || why=', but only parts of its elements'
            expect 1 "rank 1: .*: an accumulate of (this rank|rank 1 .*) and an accumulate of rank 0 in the same epoch .* access the same memory$why" \
                -n $n "$checked" $case
        done
        while read -r case one other; do
            expect 1 "rank 1: .*: an? $one of (this rank|rank 1 .*) and an? $other of rank 0 in the same epoch \(MPI_[A-Za-z]*, $called\) access the same memory.*MPI_ERR_RMA_CONFLICT" \
                -n $n "$checked" "$case"
        done <<EOF
put_put put put
put_get get put
get_put put get
put_add accumulate put
add_get get accumulate
EOF
        # Before the operation, and after it: the target's last rank has stored to its fourth word of four bytes.
        store="a store to byte 20 of rank $((n - 1))'s part"
        # Its place where it was seen, in this process; else its bytes.
        seen="(a store of rank $((n - 1)) in [^(]*\(.*conflicts.c:[0-9]+\)(, inlined)?|a store to bytes 20 to 23 of rank $((n - 1))'s part)"
        while read -r case one; do
            expect 1 "rank 0: .*: an? $one of (this rank|rank 0 .*) and $seen access" \
                -n $n "$checked" "$case"
        done <<EOF
store_put put
store_get get
EOF
        while read -r case call opened other; do
            expect 1 "rank $((n - 1)): $call: $store \(after its $opened, $called\) and an? $other of rank 0 in the same epoch \(MPI_[A-Za-z]*, $called\) access" \
                -n $n "$checked" "$case"
        done <<EOF
put_store MPI_Win_fence MPI_Win_fence put
get_store MPI_Win_fence MPI_Win_fence get
add_store MPI_Win_fence MPI_Win_fence accumulate
exposed MPI_Win_wait MPI_Win_post put
EOF
        expect 1 "rank 0: MPI_Win_unlock: $store and a put of rank 0 in the same epoch \(MPI_Put, $called\) access" \
            -n $n "$checked" locked
    done
done

# Of parts that share memory with their targets.
for n in 2 8; do
    while read -r case one other; do
        expect 1 "rank 1: .*: an? $one of this rank and an? $other of rank 0 that is complete at its origin alone \(MPI_[A-Za-z]*, $called\) access" \
            -n $n "$work/host" "$case"
    done <<EOF
put_told get put
add_told put accumulate
EOF
    expect 1 "rank 1: MPI_Win_lock: rank 0's part is exposed, and can't be locked: since the last MPI_Put of rank 0, $called" \
        -n $n "$work/host" locked_in_fences
    expect 1 "rank 1: MPI_Win_lock: rank 0's part is exposed, and can't be locked: since the last MPI_Win_post of rank 0, $called" \
        -n $n "$work/host" locked_for_group
done
[ $failures -eq 0 ] && echo "passed"
