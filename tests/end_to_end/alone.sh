#!/bin/sh
# Programs that make communicators and name no collective: each function that takes part in making one is cut
# alone, for this machine and an emulated one.
# Usage: alone.sh SARTOR WORK_FOLDER some|all
set -u

sartor=$1 work=$2 extent=$3
program=$(cd "$(dirname "$0")" && pwd)/alone.c
. "$(dirname "$0")/failures.sh"
mkdir -p "$work"

# alone NAME MACHINE OPTION...: right at all rank counts.
alone() {
    name=$1 machine=$2
    shift 2
    "$sartor" cc -O1 --machine $machine -DMAKER=$name "$@" -o "$work/alone" "$program" >"$work/output" 2>&1 ||
        { fail "$name alone is not cut for $machine"; return; }
    [ ! -s "$work/output" ] || fail "$name: the cut is not silent"
    quiet=
    [ $machine = host ] || quiet=--no-summary
    for ranks in 1 2 3 5 8 16; do
        run_to_end "$sartor" run $quiet -n $ranks "$work/alone"
        [ $found -eq 0 ] && [ ! -s "$work/output" ] || fail "$name on $ranks ranks of $machine: exit code $found"
    done
}

if [ "$extent" = some ]; then
    for name in Cart_sub Comm_create_from_group Comm_idup Intercomm_merge; do alone MPI_$name host; done
    alone MPI_Comm_split mppa256-nanvix -DSPLIT
    [ $failures -eq 0 ]
    exit
fi
for name in Cart_create Cart_sub Comm_create Comm_create_from_group Comm_create_group Comm_dup \
    Comm_dup_with_info Comm_idup Comm_split_type Dist_graph_create Graph_create Intercomm_create \
    Intercomm_create_from_groups Intercomm_merge; do
    alone MPI_$name host
done
for machine in host mppa256-nanvix; do
    alone MPI_Comm_split $machine -DSPLIT
    alone MPI_Dist_graph_create_adjacent $machine -DGRAPH
done
[ $failures -eq 0 ]
