#!/bin/sh
# Ranks that others start in runs on several computers: nodes of Open MPI's that are all this computer. What is started runs
# on the node of rank 0.
# Usage: spawned_nodes.sh SARTOR WORK_FOLDER; exit code 77 without Open MPI.
set -u

sartor=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
. "$here/failures.sh"
. "$here/expect_run.sh"
. "$here/one_as_several.sh"
PATH=$(dirname "$sartor"):$PATH

# expect CODE REGEX OPTION... PROGRAM ARGUMENT... on three nodes for two processes each.
expect() {
    code=$1 pattern=$2
    shift 2
    timeout 100 mpirun.openmpi --host "$(hostname):2,other:2,third:2" --bind-to none -x PATH "$@" >output 2>&1 </dev/null
    found=$?
    [ $found -eq "$code" ] || fail "$*: exit code $found, expected $code"
    also "$pattern"
}
build() { # NAME SOURCE
    "$sartor" cc -w -O1 -g --machine fabric --cover all -o "$1" "$2" || fail "$1 can't be built"
}
build spawn "$here/../conformance/processes/spawn.c"
build ends "$here/spawned/ends.c"
build modes "$here/processes/modes.c"

# Two and two; one of each node in turn; several ranks in each; three nodes.
expect 0 '^ok' --map-by slot -n 4 ./spawn
expect 0 '^ok' --map-by node -n 3 ./spawn
expect 0 '^ok' --map-by slot -x SARTOR_RANKS_PER_PROCESS=2 -n 4 ./spawn
expect 0 '^ok' --map-by slot -n 6 ./spawn
count 'before its' 0

# How such runs end: of three processes, the last one is on another node.
expect 0 '^started: rank 1 has 3$' --map-by slot -n 3 ./ends well
count '^started' 2
expect 7 '^started: rank 0 has 3$' --map-by slot -n 3 ./ends code
expect 5 'rank 4: MPI_Abort with code 5' --map-by slot -n 3 ./ends abort
count 'before its' 0 # nobody is reported as lost
expect 139 'rank 4 crashed: segmentation fault' --map-by slot -n 3 ./ends crash
expect 137 'process 3 \(ranks 3 to 4\) was ended by signal 9 \(Killed\)' --map-by slot -n 3 ./ends kill
also 'rank 0 waits in MPI_Barrier'
expect 3 'deadlock: 5 of 5 ranks are blocked' --map-by slot -n 3 ./ends wait
also 'rank 4 waits in MPI_Recv for a message from rank 0 with tag 7'
also 'rank 2 waits in MPI_Recv for a message from rank 4 with tag 7'

# Where none can be started.
expect 2 'this program was not built to connect to them' --map-by slot -n 2 ./ends well : -n 1 ./modes
expect 1 "can't start further programs" --map-by slot -x SARTOR_SHARED_MEMORY=0 -n 3 ./ends well

! pgrep -x -f "sartor-starter .* $PWD/(spawn|ends)" || fail "a sartor-starter is left"
[ $failures -eq 0 ] && echo passed
exit $((failures > 0))
