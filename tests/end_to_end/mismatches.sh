#!/bin/sh
# Ranks that differ in root, count, datatype, operation or in the call itself: with --checked both sides are
# reported with their call sites; without it a run that goes wrong ends with a message, and none hangs or crashes.
# Usage: mismatches.sh SARTOR WORK_FOLDER
set -u

sartor=$1 work=$2
program=$(cd "$(dirname "$0")" && pwd)/algorithms/mismatches.c
. "$(dirname "$0")/failures.sh"
mkdir -p "$work"

run() {
    run_to_end "$sartor" run -n "$1" "$work/$2" "$3"
}

# Both sides of mismatch $1 are told by lines that match $2 and $3.
expect() {
    for ranks in 2 3 8; do
        run $ranks checked "$1"
        [ $found -ne 0 ] || fail "$1 on $ranks ranks: not detected"
        for pattern in "$2" "$3"; do grep -Eq -e "$pattern" "$work/output" || fail "$1 on $ranks ranks: no line matches $pattern"; done
        [ "$(grep -c 'called in main.*mismatches.c:' "$work/output")" -ge 2 ] || fail "$1 on $ranks ranks: not both call sites"
    done
}

"$sartor" cc -g -O0 --checked -o "$work/checked" "$program" || exit 1
"$sartor" cc -g -O0 -o "$work/unchecked" "$program" || exit 1
for ranks in 1 2 3 4 5 8 16; do
    run $ranks checked nothing
    grep -q '^ok: nothing' "$work/output" || fail "no mismatch, $ranks ranks: no verdict"
    run_to_end "$sartor" run --cores 0 -n $ranks "$work/checked" nothing
    grep -q '^ok: nothing' "$work/output" || fail "no mismatch, $ranks ranks on one core: no verdict"
done
expect root 'calls MPI_Bcast with root 1$' 'this rank calls MPI_Bcast with root 0: all ranks must name the same root .*MPI_ERR_ROOT'
expect count 'calls MPI_Reduce with 1 of MPI_DOUBLE for each rank$' 'this rank calls MPI_Reduce with 20000 of MPI_DOUBLE for each rank: all ranks must give the same amount of data .*MPI_ERR_COUNT'
expect gathered 'calls MPI_Gather with 3 of MPI_DOUBLE' 'this rank calls MPI_Gather with 5000 of MPI_DOUBLE'
expect everywhere 'calls MPI_Alltoall with 1 of MPI_DOUBLE' 'this rank calls MPI_Alltoall with 4000 of MPI_DOUBLE'
expect type 'calls MPI_Allreduce with data of MPI_LONG$' 'with data of MPI_DOUBLE: .*MPI_ERR_TYPE'
expect gathered_type 'calls MPI_Gather with data of MPI_LONG$' 'this rank calls MPI_Gather with data of MPI_DOUBLE: .*MPI_ERR_TYPE'
expect scattered_type 'calls MPI_Scatter and expects MPI_LONG$' 'this rank calls MPI_Scatter with data of MPI_DOUBLE: .*MPI_ERR_TYPE'
expect everywhere_type 'calls MPI_Allgather with data of MPI_LONG$' 'this rank calls MPI_Allgather with data of MPI_DOUBLE: .*MPI_ERR_TYPE'
expect own_type 'calls MPI_Alltoall with data of MPI_DOUBLE and expects MPI_LONG$' 'with data of MPI_DOUBLE: .*MPI_ERR_TYPE'
expect communicator 'calls MPI_Comm_split$' 'this rank calls MPI_Comm_dup: '
expect grid 'calls MPI_Cart_create$' 'rank [0-9]* calls MPI_Cart_create with other arguments, .*MPI_ERR_ARG'
expect operation 'calls MPI_Allreduce with operation MPI_(SUM|MAX)$' 'this rank calls MPI_Allreduce with operation MPI_(SUM|MAX): .*MPI_ERR_OP'
expect function 'calls MPI_Barrier$' 'this rank calls MPI_Allgather: all ranks must make the same collective call'
for what in reduced allreduced allreduced_short scattered; do
    for ranks in 2 3 8 16; do
        run $ranks unchecked $what
        [ $found -eq 1 ] || fail "$what on $ranks ranks: exit code $found"
        grep -Eq '(sent [0-9]* bytes, but this rank expects [0-9]*: counts or datatypes|makes another collective call).*the other side .*mismatches.c' "$work/output" ||
            fail "$what on $ranks ranks: no line with both sides"
    done
done
# A function that makes collectives inside has no root of its own.
for ranks in 2 3 8; do
    run $ranks unchecked inside
    grep -Eq "MPI_Bcast with root $((ranks - 1)) [^,]*, rank $((ranks - 1)) calls MPI_Comm_split \(in main.*: the functions differ" "$work/output" ||
        fail "inside on $ranks ranks: no line with both calls"
done
for what in root count gathered everywhere function; do for ranks in 2 3 8; do run $ranks unchecked $what; done; done
# Clang's debug information has no table of units by addresses.
if command -v clang >/dev/null; then
    SARTOR_CC=clang "$sartor" cc -g -O0 --checked -o "$work/checked" "$program" || exit 1
    expect root 'calls MPI_Bcast with root 1$' 'this rank calls MPI_Bcast with root 0: all ranks must name the same root .*MPI_ERR_ROOT'
fi
[ $failures -eq 0 ]
