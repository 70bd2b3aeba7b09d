#!/bin/sh
# Conflicting accesses to windows: with --checked the second one fails and both are named; without it nothing is looked at.
# Usage: conflicts.sh SARTOR WORK_FOLDER
. "$(dirname "$0")/manycore/common.sh"

program=$here/conflicts/conflicts.c
build checked "$program" -g --checked
build unchecked "$program" -g
[ $failures -eq 0 ] || exit 1
for n in 1 2 3 8; do
    expect 0 '^no conflict$' -n $n "$work/checked" harmless
    expect 0 '^no conflict$' -n $n "$work/unchecked" put_put
done
for n in 2 3 8; do
    expect 0 '^no conflict$' -n $n "$work/checked" returned
    for case in "put_put put put" "put_get get put" "get_put put get" "put_add accumulate put" "add_get get accumulate"; do
        set -- $case
        expect 1 "rank 1: .*this $2 and a $3 of rank 0 in the same epoch \(MPI_[A-Za-z]*, called in [a-z]*.*conflicts.c:[0-9]+\)\) access the same memory.*MPI_ERR_RMA_CONFLICT" \
            -n $n "$work/checked" "$1"
    done
done
[ $failures -eq 0 ] && echo "passed"
