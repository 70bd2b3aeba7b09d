#!/bin/sh
# Several processes on each of several computers: nodes of Open MPI's that are all this computer. Processes of a node share
# memory, and have connections with those of others.
# Usage: nodes.sh SARTOR WORK_FOLDER; exit code 77 without Open MPI.
set -u

sartor=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
. "$here/failures.sh"
. "$here/expect_run.sh"
. "$here/one_as_several.sh"

# expect CODE REGEX OPTION... PROGRAM ARGUMENT... on two nodes for two processes each.
expect() {
    code=$1 pattern=$2
    shift 2
    timeout 100 mpirun.openmpi --host "$(hostname):2,other:2" --bind-to none "$@" >output 2>&1 </dev/null
    found=$?
    [ $found -eq "$code" ] || fail "$*: exit code $found, expected $code"
    also "$pattern"
}
build() { # NAME SOURCE
    "$sartor" cc -w -O1 -g --machine fabric --cover all -o "$1" "$2" -lm || fail "$1 can't be built"
}
build modes "$here/processes/modes.c"
build late "$here/nodes/late.c"

# Who shares memory: neighbouring processes of a node, if all of them can.
expect 0 '^rank 0 of 4: shares memory$' --map-by slot -n 4 ./late
count 'shares memory$' 4
expect 0 '^rank 2 of 3: alone$' --map-by slot -n 3 ./late
count 'shares memory$' 2
expect 0 '^rank 3 of 4: shares memory$' --map-by slot -n 1 -x SARTOR_SHARED_MEMORY=0 ./late : -n 3 ./late
count 'alone$' 2
expect 0 '^rank 0 of 4: alone$' --map-by node -n 4 ./late
count 'alone$' 4

# Messages of all lengths, and how runs end.
export SARTOR_RANKS_PER_PROCESS=2
expect 0 '^rank 7 of 8: ok$' --map-by slot -x SARTOR_RANKS_PER_PROCESS -n 4 ./modes
expect 0 '^rank 7 of 8: shares memory$' --map-by slot -x SARTOR_RANKS_PER_PROCESS -n 4 ./late
expect 3 'deadlock: 8 of 8 ranks are blocked' --map-by slot -x SARTOR_RANKS_PER_PROCESS -n 4 ./modes wait
expect 5 'rank 7: MPI_Abort with code 5' --map-by slot -x SARTOR_RANKS_PER_PROCESS -n 4 ./modes abort
unset SARTOR_RANKS_PER_PROCESS
expect 137 'exited on signal 9' --map-by slot -n 4 ./modes kill
for program in point_to_point/modes random_messages random_collectives one_sided/random_epochs; do
    name=$(basename $program)
    build "of_$name" "$here/../conformance/$program.c"
    expect 0 '^ok' --map-by slot -x SARTOR_RANKS_PER_PROCESS=2 -n 4 "./of_$name"
done
for ranks in 3 4; do expect 0 '^ok' --map-by slot -n $ranks ./of_random_collectives; done # by computer
[ $failures -eq 0 ] && echo passed
exit $((failures > 0))
