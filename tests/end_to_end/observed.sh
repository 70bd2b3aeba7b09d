#!/bin/sh
# Traces and profiles of runs on this computer: they are well formed, count what the program does, and name why ranks
# wait; a run that is stopped leaves them complete.
# Usage: observed.sh SARTOR WORK_FOLDER CHECK_TRACE CHECK_PROFILE
set -eu

sartor=$1 work=$2 check_trace=$3 check_profile=$4
. "$(dirname "$0")/observed/common.sh"
. "$here/observed/looking.sh"

"$sartor" cc -g -O1 -o "$work/program" "$here/observed/program.c"

for machine in host split; do
    run 0 -n 4 --machine $machine --trace "$work/counted.json" \
        --profile="$work/counted.profile.json,$work/counted.html" "$work/program" counted
    look counted
    # Calls, as slices and as counts.
    expect '^slice MPI_Isend: 40$'
    expect '^slice MPI_Waitall: 60$'
    expect '^slice MPI_Send: 1$'
    expect '^slice MPI_Bcast: 4$'
    expect '^message message: 61$'
    expect '^complete: true$'
    expect '^MPI_Isend .*program.c:17\).* rank 2: 10 calls, 10000 sent, 0 received'
    expect '^MPI_Send .*program.c:39\).* rank 0: 1 calls, 100000 sent, 0 received'
    expect '^MPI_Recv .*program.c:40\).* rank 1: 1 calls, 0 sent, 100000 received'
    expect '^MPI_Startall .* rank 3: 5 calls, 200 sent'
    expect '^MPI_Allreduce .* rank 1: 1 calls, 32 sent, 0 received'
    expect '^MPI_Bcast .* rank 0: 1 calls, 64 sent, 0 received'
    expect '^MPI_Bcast .* rank 2: 1 calls, 0 sent, 64 received'
    expect '^MPI_Alltoall .* rank 2: 1 calls, 32 sent, 0 received'
    # Messages of collectives are not among those of the program.
    expect '^from 0 to 1: 16 messages, 110200 bytes$'
    expect '^from 3 to 0: 15 messages, 10200 bytes$'
    [ "$(grep -c '^from ' "$work/seen")" = 4 ] || fail "messages between other ranks"
    grep -q '"kind":"matrix"' "$work/counted.html" || fail "no matrix of messages"
    tail -n 1 "$work/counted.html" | grep -q '</html>' || fail "the page is incomplete"
    grep -q 'profile of 4 ranks' "$work/err" || fail "no table"
done

for machine in host split; do
    run 0 -n 4 --machine $machine --trace "$work/late.json" --profile="$work/late.profile.json" "$work/program" late
    look late
    at_least 80 '^MPI_Recv .*program.c:56\).* rank 1: .*late sender'
    at_least 80 '^MPI_Send .*program.c:59\).* rank 2: .*late receiver'
    waits_in_collectives
    # Those who are late wait for nobody.
    ! grep -Eq '^MPI_Barrier .*program.c:63.* rank 1: .*wait at barrier [0-9]*[4-9][0-9] ms' "$work/seen" ||
        fail "late rank waits"
    expect '^slice late sender: [1-9]'
done

# What does not fit is counted, and the file says so.
run 0 -n 4 --trace "$work/limited.json" --trace-limit 8K "$work/program" counted
"$check_trace" "$work/limited.json" >"$work/seen" || fail "the limited trace"
expect '^complete: false$'
grep -Eq '[0-9]+ more events would exceed 8192 bytes' "$work/err" || fail "no report of the limit"

# The same events, whether they stay in memory or are written to a file meanwhile, or the one and then the other: of
# 200,000 calls in parts of 256 KiB.
"$sartor" cc -g -O1 -o "$work/many" "$here/observed/many.c"
for bytes in 0 1000000 33554432; do
    SARTOR_TRACE_MEMORY=$bytes
    export SARTOR_TRACE_MEMORY
    run 0 -n 2 --trace "$work/many.json" "$work/many"
    [ "$(grep -c '"name":"MPI_Send".*"bytes":8,' "$work/many.json")" = 100000 ] || fail "MPI_Send, $bytes bytes in memory"
    [ "$(grep -c '"name":"MPI_Recv".*"bytes":8,' "$work/many.json")" = 100000 ] || fail "MPI_Recv, $bytes bytes in memory"
    grep -q '"complete":true' "$work/many.json" || fail "not complete with $bytes bytes in memory"
done
unset SARTOR_TRACE_MEMORY

# The trace is read twice: what was kept of later calls of a site must not become that of the first one.
"$sartor" cc -g -O1 -o "$work/growing" "$here/observed/growing.c"
run 0 -n 2 --trace "$work/growing.json" "$work/growing"
[ "$(grep -c '"name":"MPI_Send".*"bytes":0,' "$work/growing.json")" = 1 ] || fail "MPI_Send of 0 bytes"
[ "$(grep -c '"name":"MPI_Send".*"bytes":8,' "$work/growing.json")" = 2 ] || fail "MPI_Send of 8 bytes"

# Stopped, on several cores and on one, by a signal, and by the run itself.
for options in "" "--cores 0"; do
    rm -f "$work"/endless.*json "$work/out"
    # shellcheck disable=SC2086
    env --default-signal=INT "$sartor" run -n 4 $options --trace "$work/endless.json" \
        --profile="$work/endless.profile.json" "$work/program" endless >"$work/out" 2>"$work/err" &
    stopped=$!
    for _ in $(seq 600); do
        ! grep -q going "$work/out" 2>/dev/null || break
        sleep 0.05
    done
    kill -INT $stopped
    code=0
    wait $stopped || code=$?
    [ "$code" = 130 ] || fail "exit code $code after SIGINT"
    look endless
    expect '^complete: true$'
    expect '^MPI_Send .* rank 0: '
    grep -q 'ended by SIGINT' "$work/err" || fail "no report of where ranks are"
    grep -q 'profile of 4 ranks' "$work/err" || fail "no table"
done

run 2 -n 2 --trace "$work/no/such/folder/t.json" "$work/program" counted
run 2 -n 2 --profile="$work/no/such/folder/p.json" "$work/program" counted
run 2 -n 2 --profile="$work/profile.txt" "$work/program" counted
run 2 -n 2 --machine mppa256-andey --profile "$work/program" counted

# A program that is not looked at has no code for it.
! nm -C "$work/program" | grep -q 'observation::' || fail "code of what is not looked at"
echo "traces and profiles: as expected"
