#!/bin/sh
# Long messages, puts and gets whose data providers of libfabric read out of the memory where they are, and which are sent in
# pieces without that.
# Usage: remote_reads.sh SARTOR WORK_FOLDER all|some: of libfabric's providers
set -u

sartor=$1 work=$2
case $3 in
    all) providers="tcp sockets shm" ;;
    some) providers="tcp shm" ;;
esac
here=$(cd "$(dirname "$0")" && pwd)
. "$here/failures.sh"
. "$here/expect_run.sh"

build() { # NAME SOURCE
    "$sartor" cc -w -O1 -g --machine fabric --cover all -o "$1" "$2" -lm || fail "$1 can't be built"
}
build remote_reads "$here/processes/remote_reads.c"
build remote_windows "$here/processes/remote_windows.c"
build random "$here/../conformance/random_messages.c"
build modes "$here/../conformance/point_to_point/modes.c"

for provider in $providers; do
    for seed in 1 2; do expect 0 '^rank 2 of 3: ok$' --provider $provider --processes 3 -n 3 ./remote_reads exchange $seed; done
    expect 0 '^rank 3 of 4: ok$' --provider $provider --processes 2 -n 4 ./remote_reads exchange 3
    expect 0 '^ok' --provider $provider --processes 2 -n 4 ./random
    expect 0 '^ok' --provider $provider --processes 2 -n 4 ./modes
    expect 0 '^rank 2 of 3: ok$' --provider $provider --processes 3 -n 3 ./remote_windows
    expect 0 '^rank 3 of 4: ok$' --provider $provider --processes 2 -n 4 ./remote_windows
    expect 3 'deadlock: 3 of 3 ranks are blocked' --provider $provider --processes 3 -n 3 ./remote_reads stuck 4
    expect 3 'deadlock: 3 of 3 ranks are blocked' --provider $provider --processes 3 -n 3 ./remote_windows stuck
done
expect 0 '^rank 1 of 2: ok$' --provider udp --processes 2 -n 2 ./remote_reads exchange 5

# Processes of one computer copy between their memories.
for processes in 2 3; do expect 0 '^rank 5 of 6: ok$' --processes $processes -n 6 ./remote_windows; done
expect 0 '^rank 2 of 3: ok$' --processes 3 -n 3 ./remote_windows refused
expect 3 'deadlock: 3 of 3 ranks are blocked' --processes 3 -n 3 ./remote_windows stuck

# All ranks wait for a read, for longer than it takes to find a deadlock.
expect 0 '^rank 1 of 2: ok$' --provider tcp --processes 2 -n 2 ./remote_reads long
expect 0 '^rank 1 of 2: ok$' --provider tcp --processes 2 -n 2 ./remote_windows long
for provider in tcp shm; do
    expect 137 'process 1 \(rank 1\) was ended by signal 9' --provider $provider --processes 2 -n 2 ./remote_reads killed 6
done

# In pieces, where one side or both don't read.
export SARTOR_REMOTE_READ=0
expect 0 '^rank 2 of 3: ok$' --provider tcp --processes 3 -n 3 ./remote_reads exchange 7
expect 0 '^rank 2 of 3: ok$' --provider tcp --processes 3 -n 3 ./remote_windows
unset SARTOR_REMOTE_READ
if command -v mpirun.openmpi >/dev/null; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 SARTOR_PROVIDER=tcp
    for program in "remote_reads exchange 8" remote_windows; do
        timeout 100 mpirun.openmpi --oversubscribe -n 1 -x SARTOR_REMOTE_READ=0 ./$program : -n 2 ./$program \
            >output 2>&1 </dev/null || fail "one process does not read: $program: exit code $?"
        also '^rank 2 of 3: ok$'
    done
    export SARTOR_PROVIDER=shm SARTOR_SHARED_MEMORY=0
    timeout 100 mpirun.openmpi --oversubscribe -n 3 ./remote_reads stuck 9 >output 2>&1 </dev/null
    [ $? = 3 ] || fail "a deadlock with shm under mpirun"
    unset SARTOR_PROVIDER SARTOR_SHARED_MEMORY
fi

none_left_in_shared_memory
[ $failures -eq 0 ] && echo passed
exit $((failures > 0))
