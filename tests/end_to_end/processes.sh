#!/bin/sh
# Ranks in several processes: sartor run --processes, and launchers that speak PMIx.
# Usage: processes.sh SARTOR WORK_FOLDER
set -u

sartor=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
. "$here/failures.sh"
. "$here/expect_run.sh"

"$sartor" cc -g -O1 -Wall -Wextra -Werror -o modes "$here/processes/modes.c" || fail "modes can't be built"

expect 0 '^rank 4 of 5: ok$' --processes 2 -n 5 ./modes
count '^rank . of 5: ok$' 5
expect 0 '^\[3\] rank 3 of 4: ok$' --processes 4 -n 4 -l ./modes
expect 0 '^rank 2 of 3: ok$' --processes 1 -n 3 ./modes
expect 0 '^rank 3 of 4: ok$' --processes 2 -n 2 ./modes : -n 2 ./modes ring
expect 0 '^rank 1 of 2: ok$' -n 2 --machine fabric ./modes # in one process

# What starts a program runs in each process; a program that was made for one is rebuilt there.
"$sartor" cc -O1 --machine fabric -o joining "$here/processes/modes.c" || fail "joining can't be built"
for program in modes joining; do printf '#!/bin/sh\nexec ./%s\n' $program >"start_$program"; done
chmod +x start_modes start_joining
expect 0 '^rank 4 of 5: ok$' --processes 2 -n 5 ./start_joining
count '^rank . of 5: ok$' 5
expect 0 '^rank 2 of 3: ok$' --processes 2 -n 3 sh -c 'exec ./joining'
expect 0 '^rank 4 of 5: ok$' --processes 2 -n 5 ./start_modes
count '^rank . of 5: ok$' 5

# OpenMP's threads: by default no more than processors in all, and more of them don't poll for each other.
"$sartor" cc -O1 -fopenmp --machine fabric -o regions "$here/processes/regions.c" || fail "regions can't be built"
expect 0 "^$(nproc) threads$" --processes "$(nproc)" -n "$(nproc)" ./regions
count 'quick$' "$(nproc)"

# A rank that polls goes on where nobody else can send it anything, and leaves a core that it shares with other
# processes of the run; beside a process that is always busy.
"$sartor" cc -O1 -Wall -Wextra -Werror --machine fabric --cover all -o polling "$here/processes/polling.c" || fail "polling can't be built"
core=$(taskset -cp $$ | sed 's/.*: //; s/[,-].*//')
timeout 60 taskset -c "$core" sh -c 'while :; do :; done' &
busy=$!
expect 0 '^slept seldom$' --cores "$core" --processes 1 -n 1 ./polling
expect 0 '^slept often$' --cores "$core" --processes 2 -n 2 ./polling
kill $busy

# Of scan there is one algorithm: the quickest to tune.
"$sartor" tune --processes 2 -n 2,4 --rounds 1 --only scan -o between.tuning >output 2>&1 || fail "tune: exit code $?"
also 'scan with 4 ranks; tried chain'
grep -q '^machine fabric$' between.tuning || fail "between.tuning is not for the machine fabric"
"$sartor" cc -O1 --machine fabric --tuning between.tuning -o tuned "$here/processes/modes.c" || fail "tuned can't be built"
expect 0 '^rank 3 of 4: ok$' --processes 2 -n 4 ./tuned

# How runs end.
expect 13 '^rank 3 returns 13$' --processes 2 -n 4 ./modes code
expect 5 'rank 3: MPI_Abort with code 5' --processes 2 -n 4 ./modes abort
expect 139 'rank 3 crashed: segmentation fault' --processes 2 -n 4 ./modes crash
expect 137 'process 1 \(ranks 2 to 3\) was ended by signal 9 \(Killed\)' --processes 2 -n 4 ./modes kill
also '^sartor:   rank 1 waits in MPI_Recv for a message from rank 2 with tag 7'
count 'waits in' 1
expect 1 'process 2 \(rank 2\) ended with exit code 0 before its ranks had' --processes 3 -n 3 ./modes leave
expect 3 'deadlock: 3 of 3 ranks are blocked' --processes 2 -n 3 ./modes wait
also 'rank 2 waits in MPI_Recv for a message from rank 0 with tag 7'
also '3 of 3 wait in a cycle: 0 -> 1 -> 2 -> 0'
expect 3 'deadlock: 24 of 24 ranks are blocked' --processes 12 -n 24 ./modes wait # a tree of four levels
also 'rank 23 waits in MPI_Recv for a message from rank 0 with tag 7'
also '24 of 24 wait in a cycle: 0 -> 1 -> 2'
expect 0 '^rank 23 of 24: ok$' --processes 12 -n 24 ./modes
expect 3 'deadlock: 2 of 2 ranks are blocked' --processes 1 -n 2 ./modes wait
# Rank 2 holds the lock of memory of rank 1, for which rank 0 waits: no two of them are in one process.
"$sartor" cc -g -O1 --machine fabric --cover all -o window_lock "$here/../conformance/deadlock/window_lock.c" || fail "window_lock can't be built"
expect 3 'rank 0 waits in MPI_Win_lock until rank 2 releases the lock' --processes 3 -n 3 ./window_lock
also '2 of 3 wait in a cycle: 0 -> 2 -> 0'
# Memory that another version of sartor has laid out.
SARTOR_PROCESS=0:3:3:3:4:3:3 ./window_lock 3</dev/null 4<window_lock >output 2>&1
[ $? = 2 ] || fail "memory of another size: exit code"
also 'linked by another version of sartor than the version that runs it: link it again'
expect 124 'ended by --timeout' --processes 2 -n 2 --timeout 1 ./modes flood

# Threads that call MPI at once, through rings and a provider of libfabric.
"$sartor" cc -g -O1 -pthread -Wall -Wextra -Werror --machine fabric --cover all -o threads "$here/processes/threads.c" ||
    fail "threads can't be built"
for provider in '' '--provider tcp'; do
    expect 3 'deadlock: 4 of 4 ranks are blocked' $provider --processes 2 -n 4 ./threads wait
    count 'a thread waits in MPI_Recv for a message from rank' 12
    also 'rank 3: a thread waits in MPI_Recv for a message from rank 0 with tag 2.*threads.c'
    expect 0 '^rank 3 of 4: ok$' $provider --processes 2 -n 4 ./threads late
    expect 0 '^rank 3 of 4: ok$' $provider --processes 2 -n 4 ./threads ring 0
done
for seed in 1 2 3 4 5; do expect 0 '^rank 2 of 3: ok$' --processes 3 -n 3 ./threads ring $seed; done

peer_of_output() { # the number of the process that the run names, once it does
    for turn in $(seq 100); do
        named=$(sed -n 's/^process //p' output)
        [ -z "$named" ] || break
        sleep 0.3
    done
    echo "$named"
}

# A peer that does not read for some time, and then one that is killed.
"$sartor" run --processes 2 -n 2 ./modes flood >output 2>&1 &
run=$!
peer=$(peer_of_output)
sleep 2 && kill -CONT "$peer" || fail "no process of rank 1"
wait $run || fail "flood: exit code $?"
also '^50000 in order$'
"$sartor" run --processes 2 -n 2 ./modes flood >output 2>&1 &
run=$!
peer=$(peer_of_output)
kill -KILL "$peer" || fail "no process of rank 1"
wait $run
[ $? -eq 137 ] || fail "a killed process"
also 'process 1 \(rank 1\) was ended by signal 9'

# Standard input is rank 0's.
printf 'one\ntwo\n' | "$sartor" run --processes 2 -n 2 ./modes lines >output 2>&1 || fail "lines"
count '^rank 0 read (one|two)$' 2
count 'rank 1 read' 0

# Wrong options.
expect 2 'more than the 2 ranks of the run' --processes 3 -n 2 ./modes
expect 2 '--processes 2: for the machine fabric only, but this run is on split' --processes 2 -n 2 --machine split ./modes
expect 2 '--schedule: for runs in one process' --processes 2 -n 2 --schedule random:1 ./modes
expect 1 'no provider nothing with reliable datagrams' --processes 1 --provider nothing ./modes
export SARTOR_PROVIDER=nothing
expect 1 'no provider nothing with reliable datagrams' --processes 2 -n 2 ./modes
unset SARTOR_PROVIDER

# A launcher that speaks PMIx, whose processes share memory or have connections.
if command -v mpirun.openmpi >/dev/null; then
    "$sartor" cc -O1 --machine fabric -o fabric "$here/processes/modes.c" || fail "fabric can't be built"
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    SARTOR_RANKS_PER_PROCESS=2 timeout 60 mpirun.openmpi --oversubscribe -n 2 ./fabric >output 2>&1 || fail "mpirun"
    also '^rank 3 of 4: ok$'
    for shares in 1 0; do
        export SARTOR_SHARED_MEMORY=$shares
        timeout 60 mpirun.openmpi --oversubscribe -n 2 ./fabric wait >output 2>&1
        [ $? -eq 3 ] || fail "mpirun: no exit code 3"
        also 'deadlock: 2 of 2 ranks are blocked'
        # Processes connect when they first talk: a ring and a tree of several; one that is not there any more.
        SARTOR_RANKS_PER_PROCESS=2 timeout 60 mpirun.openmpi --oversubscribe -n 6 ./fabric >output 2>&1 || fail "mpirun -n 6"
        also '^rank 11 of 12: ok$'
        SARTOR_RANKS_PER_PROCESS=2 timeout 60 mpirun.openmpi --oversubscribe -n 6 ./fabric wait >output 2>&1
        [ $? -eq 3 ] || fail "mpirun -n 6: no exit code 3"
        also 'deadlock: 12 of 12 ranks are blocked'
        timeout 60 mpirun.openmpi --oversubscribe -n 5 ./fabric kill >output 2>&1
        [ $? -eq 137 ] || fail "mpirun: a killed process"
        also 'process rank 4 with PID .* exited on signal 9'
    done
    unset SARTOR_SHARED_MEMORY
    # One process refuses: all take connections.
    timeout 60 mpirun.openmpi --oversubscribe -n 1 ./fabric : -n 1 -x SARTOR_SHARED_MEMORY=0 ./fabric >output 2>&1 ||
        fail "mpirun, one without shared memory"
    also '^rank 1 of 2: ok$'
    SARTOR_RANKS_PER_PROCESS=2 timeout 60 mpirun.openmpi --oversubscribe -n 2 ./threads wait >output 2>&1
    [ $? -eq 3 ] || fail "mpirun: no exit code 3 with threads"
    count 'a thread waits in MPI_Recv' 12
    for mode in late 'ring 6'; do
        SARTOR_RANKS_PER_PROCESS=2 timeout 60 mpirun.openmpi --oversubscribe -n 2 ./threads $mode >output 2>&1 ||
            fail "mpirun: threads $mode"
        also '^rank 3 of 4: ok$'
    done
fi

# Nothing is left behind.
none_left_in_shared_memory
! pgrep -f "$work/modes" >/dev/null || fail "processes are left"
[ $failures -eq 0 ] && echo passed
