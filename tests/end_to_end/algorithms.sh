#!/bin/sh
# Chooses algorithms in each way in which that can be done, and refuses wrong names; every algorithm of the catalog
# in one program: its k-th one serves calls of k elements; equal bits; tuning.
# Usage: algorithms.sh SARTOR WORK_FOLDER
set -u

sartor=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
table=$here/../../components/collective/algorithms.table
failures=0
mkdir -p "$work"

# Runs: expect CODE REGEX COMMAND...
expect() {
    code=$1 pattern=$2
    shift 2
    timeout 120 "$@" >"$work/output" 2>&1
    found=$?
    if [ $found -ne "$code" ] || { [ -n "$pattern" ] && ! grep -Eq -e "$pattern" "$work/output"; }; then
        echo "FAILED: $*: exit code $found, expected $code and a line that matches $pattern"
        cat "$work/output"
        failures=$((failures + 1))
    fi
}

# Algorithms that families know, one a line: FAMILY NAME.
catalog() {
    "$sartor" run --topology "$1=" -n 1 "$work/plain" 2>&1 | sed -n "s/.*; it has //p" | tr -d ',' | tr ' ' '\n' | sed "s/^/$1 /"
}

# A tuning file: families without sizes take their last algorithm.
tuning() {
    for family in $(sed -n 's/^family | \([a-z_]*\) .*/\1/p' "$table"); do
        case $family in
        *v | barrier) catalog "$family" | tail -n 1 | sed 's/$/ - -/' ;;
        *) catalog "$family" | awk '{ print $0 " " 4 * (NR - 1) " -" }' | sed '$s/ [0-9]* -$/ - -/' ;;
        esac
    done
}

program=$here/algorithms/collectives.c
expect 0 '' "$sartor" cc -O1 -o "$work/plain" "$program"
expect 0 '^ok: ' "$sartor" run -n 5 "$work/plain"
expect 0 '^ok: ' "$sartor" run -n 7 --topology bcast=linear,gather=ring,alltoall=bcasts --topology barrier=dissemination "$work/plain"
expect 0 '^ok: ' "$sartor" run -n 6 --reproducible "$work/plain"
expect 2 'bcast has no algorithm lineal .*; it has .*linear' "$sartor" run -n 2 --topology bcast=lineal "$work/plain"
expect 2 'no collective broadcast; expected one of bcast' "$sartor" run -n 2 --topology broadcast=linear "$work/plain"
expect 2 'expected COLLECTIVE=NAME' "$sartor" cc --topology linear -c "$program"
expect 2 'in the order of the ranks; choose one of in_order, shared' "$sartor" cc --reproducible --topology reduce=tree -c "$program"
expect 1 'missing.tuning' "$sartor" cc --tuning "$work/missing.tuning" -o "$work/none" "$program"
echo 'bcast tree 8 -' >"$work/open.tuning"
expect 1 'the last line of bcast must be for all sizes' "$sartor" cc --tuning "$work/open.tuning" -o "$work/none" "$program"
echo 'bcast bush - -' >"$work/wrong.tuning"
expect 1 'wrong.tuning:1: bcast bush: ' "$sartor" cc --tuning "$work/wrong.tuning" -o "$work/none" "$program"

# An algorithm for a collective that the program does not call is a line on standard error.
expect 0 '' "$sartor" cc -O1 -o "$work/ring" "$here/algorithms/one_bcast.c"
expect 0 '^sartor: --topology scan=chain: ring calls no MPI_Scan or MPI_Exscan, so the option changes nothing$' \
    "$sartor" run -n 2 --topology bcast=chain,scan=chain "$work/ring"
grep -q 'topology bcast' "$work/output" && { echo "FAILED: it calls MPI_Bcast"; failures=$((failures + 1)); }
expect 0 '^sartor: --topology gather=ring: ring calls no MPI_Gather or MPI_Gatherv, so the option changes nothing$' \
    "$sartor" cc -O1 --topology gather=ring -o "$work/ring" "$here/algorithms/one_bcast.c"

# In the field's words, with units.
expect 0 'collective bcast: binomial tree up to 512 B; then hierarchical up to 64 KiB; then shared memory$' "$sartor" explain "$work/plain"
expect 0 'collective alltoall: pairwise exchange up to 2 KiB and 3 ranks; then ' "$sartor" explain "$work/plain"
tuning >"$work/every.tuning"
expect 0 '' "$sartor" cc -O1 --tuning "$work/every.tuning" -o "$work/every" "$program"
expect 0 'collective bcast: binomial tree .default of ring. .* then .*chain.* then shared memory' "$sartor" explain "$work/every"
for ranks in 1 2 3 4 5 6 7 8 9 13 16 17 33; do expect 0 '^ok: ' "$sartor" run -n $ranks "$work/every"; done

# Equal bits, whatever the mapping, the workers and the algorithms that join in the order of the ranks.
expect 0 '' "$sartor" cc -O1 --reproducible -o "$work/bits" "$here/algorithms/reproducible.c"
expect 0 '' "$sartor" cc -O1 -o "$work/other_bits" "$here/algorithms/reproducible.c"
expect 1 'numbers differ' "$sartor" run -n 8 "$work/other_bits"
expect 0 '^ok: ' "$sartor" run -n 8 --reproducible "$work/other_bits"
for ranks in 1 2 3 8 17; do
    expect 0 '^ok: ' "$sartor" run -n $ranks --map compact "$work/bits"
    expect 0 '^ok: ' "$sartor" run -n $ranks --map scatter "$work/bits"
done
expect 0 '^ok: ' "$sartor" run -n 9 --reproducible --topology reduce=shared,allreduce=shared "$work/bits"
expect 0 '^ok: ' "$sartor" run -n 9 --reproducible --topology reduce_scatter=in_order,bcast=ring "$work/bits"

# Of scan there is one algorithm: the quickest to tune.
expect 0 'scan with 3 ranks; tried chain' "$sartor" tune -n 2,3 --rounds 1 --only scan -o "$work/here.tuning"
expect 0 '' "$sartor" cc -O1 --tuning "$work/here.tuning" -o "$work/tuned" "$program"
expect 0 '^ok: ' "$sartor" run -n 4 "$work/tuned"
expect 2 'expected one or more of barrier, bcast' "$sartor" tune --only sendrecv
expect 2 'the smallest first' "$sartor" tune -n 4,2
expect 2 'choose the processes with' "$sartor" tune --machine fabric --only scan
expect 2 'are for the machine fabric' "$sartor" tune --machine ring8 --processes 2
[ $failures -eq 0 ]
