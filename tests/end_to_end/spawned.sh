#!/bin/sh
# Ranks that others start under a launcher that is not sartor run: mpirun of Open MPI.
# Usage: spawned.sh SARTOR WORK_FOLDER PREFIX, that of an installation or of a build tree; exit code 77 without Open MPI.
set -u

sartor=$1 work=$2 prefix=$3
here=$(cd "$(dirname "$0")" && pwd)
. "$here/failures.sh"
. "$here/expect_run.sh"
command -v mpirun.openmpi >/dev/null || exit 77
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
PATH=$(dirname "$sartor"):$PATH

# expect CODE REGEX OPTION... PROGRAM ARGUMENT...
expect() {
    code=$1 pattern=$2
    shift 2
    timeout 200 mpirun.openmpi --oversubscribe --bind-to none "$@" >output 2>&1 </dev/null
    found=$?
    [ $found -eq "$code" ] || fail "$*: exit code $found, expected $code"
    also "$pattern"
}

"$sartor" cc -w -O1 -g --machine fabric -o spawn "$here/../conformance/processes/spawn.c" || fail "spawn can't be built"
"$sartor" cc -w -O1 -g --machine fabric -o ends "$here/spawned/ends.c" || fail "ends can't be built"

for ranks in 1 2 3; do expect 0 '^ok' -n $ranks ./spawn; done
expect 0 '^ok' -n 2 -x SARTOR_RANKS_PER_PROCESS=2 ./spawn

# How such runs end.
expect 0 '^started: rank 1 has 3$' -n 2 ./ends well
count '^started' 2
expect 7 '^started: rank 0 has 3$' -n 2 ./ends code
expect 5 'rank 3: MPI_Abort with code 5' -n 2 ./ends abort
expect 139 'rank 3 crashed: segmentation fault' -n 2 ./ends crash
expect 137 'process 2 \(ranks 2 to 3\) was ended by signal 9 \(Killed\)' -n 2 ./ends kill
also 'rank 0 waits in MPI_Barrier'
expect 3 'deadlock: 4 of 4 ranks are blocked' -n 2 ./ends wait
also 'rank 3 waits in MPI_Recv for a message from rank 0 with tag 7'
also 'rank 1 waits in MPI_Recv for a message from rank 3 with tag 7'

# Ranks of a program that libmpi_abi.so serves.
cc -w -O1 -I"$prefix/include" -o foreign "$here/spawned/ends.c" -L"$prefix/lib" -lmpi_abi || fail "foreign can't be built"
LD_LIBRARY_PATH=$prefix/lib
export LD_LIBRARY_PATH
expect 0 '^started: rank 1 has 3$' -n 2 ./foreign well
expect 7 '^started: rank 0 has 3$' -n 2 ./foreign code
expect 5 'rank 3: MPI_Abort with code 5' -n 2 ./foreign abort
expect 3 'deadlock: 4 of 4 ranks are blocked' -n 2 ./foreign wait

# A launcher that is killed: nothing is left.
: >output # what the last one has started is in it
mpirun.openmpi --oversubscribe -n 2 ./ends sleep >output 2>&1 </dev/null &
launcher=$!
until grep -q '^started: rank 1' output; do sleep 0.1; done
kill -KILL $launcher
sleep 3
! pgrep -x -f '\./ends sleep' || fail "ranks are left"

# Where none can be started.
LC_ALL=C sed 's/"library_version":"..../"library_version":"none/' ends >other && chmod +x other
expect 1 'other was linked by another version of sartor than the sartor-starter in PATH: link the program again' -n 2 ./other well
expect 1 "can't start further programs.*with sartor-starter in PATH" -n 2 -x SARTOR_SHARED_MEMORY=0 ./ends well
PATH=/usr/bin:/bin
expect 1 "can't start further programs.*with sartor-starter in PATH" -n 2 ./ends well

! pgrep -x -f "sartor-starter .* $PWD/(spawn|ends)" || fail "a sartor-starter is left"
[ $failures -eq 0 ] && echo passed
exit $((failures > 0))
