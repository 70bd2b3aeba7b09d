#!/bin/sh
# Traces and profiles of runs in several processes: one of each for all ranks, with the numbers of the same run in one
# process; the reasons for which ranks wait for ranks of other processes; runs that end early; nothing is left behind.
# Usage: observed_processes.sh SARTOR WORK_FOLDER CHECK_TRACE CHECK_PROFILE
set -eu

sartor=$1 work=$2 check_trace=$3 check_profile=$4
. "$(dirname "$0")/observed/common.sh"
. "$here/observed/looking.sh"

"$sartor" cc -g -O1 -o "$work/program" "$here/observed/program.c"
"$sartor" cc -g -O1 -o "$work/modes" "$here/processes/modes.c"

# numbers NAME: what does not depend on time. Which call of a rank has received a message does: its sum does not.
numbers() {
    look "$1"
    sed -nE 's/(.*) rank ([0-9]+): .* ([0-9]+) received.*/\2 \3/p' "$work/seen" |
        awk '{ received[$1] += $2 } END { for (rank in received) print "rank", rank, "received", received[rank] }'
    grep -Ev '^(slice (late|wait|early)|slice waits|counter|complete)' "$work/seen" | sed 's/, [0-9]* received.*//'
}
run 0 -n 6 --trace "$work/one.json" --profile="$work/one.profile.json" "$work/program" counted
numbers one | sort >"$work/one"
for processes in 1 2 3 6; do
    run 0 --processes $processes -n 6 --trace "$work/counted.json" \
        --profile="$work/counted.profile.json,$work/counted.html" "$work/program" counted
    numbers counted | sort >"$work/counted"
    diff "$work/one" "$work/counted" || fail "other numbers in $processes processes"
    expect '^slice MPI_Isend: 60$'
    expect '^message message: 91$'
    expect '^complete: true$'
    expect '^from 5 to 0: 15 messages, 10200 bytes$'
    grep -q '"kind":"matrix"' "$work/counted.html" || fail "no matrix of messages"
    [ "$(grep -c 'profile of 6 ranks' "$work/err")" = 1 ] || fail "not one table"
    [ "$(grep -c '^sartor: .* MPI_Isend in ' "$work/err")" = 1 ] || fail "not one line of a call site"
done

# Ranks of two processes wait for each other.
for processes in 2 4; do
    run 0 --processes $processes -n 4 --trace "$work/late.json" --profile="$work/late.profile.json" "$work/program" late
    look late
    at_least 80 '^MPI_Recv .*program.c:56\).* rank 1: .*late sender'
    waits_in_collectives
    expect '^slice late sender: [1-9]'
done
at_least 80 '^MPI_Send .*program.c:59\).* rank 2: .*late receiver'

# Runs that end early leave what was recorded until then.
ends() { # EXIT_CODE RANKS MODE PROCESSES
    rm -f "$work"/early.*json
    run "$1" --processes "$4" -n "$2" --trace "$work/early.json" --profile="$work/early.profile.json" "$work/modes" "$3"
    look early
    expect '^complete: true$'
    [ "$(grep -c "profile of $2 ranks" "$work/err")" = 1 ] || fail "not one table of $3"
}
for processes in 2 3; do
    ends 3 6 wait $processes
    expect '^slice MPI_Recv: 6$'
    ends 5 6 abort $processes
    expect '^slice MPI_Recv: 5$'
    expect '^slice MPI_Abort: 1$'
    ends 139 6 crash $processes
    expect '^slice MPI_Recv: 5$'
    # Nothing is known of what a process has recorded that was killed.
    ends 137 6 kill $processes
    expect "^slice MPI_Recv: $((6 - 6 / processes))\$"
    grep -q "the records of $((6 / processes)) of 6 ranks are not in" "$work/err" || fail "no word of what is missing"
done

# Stopped by a signal, or since a process is killed: what is known of messages between the others and those of
# which nothing is known is well formed.
stop() { # EXIT_CODE SIGNAL, of the command, or of its newest process
    rm -f "$work"/endless.*json "$work/out"
    env --default-signal=INT "$sartor" run --processes 2 -n 4 --trace "$work/endless.json" \
        --profile="$work/endless.profile.json" "$work/program" endless >"$work/out" 2>"$work/err" &
    stopped=$!
    for _ in $(seq 600); do
        ! grep -q going "$work/out" 2>/dev/null || break
        sleep 0.05
    done
    case $2 in INT) kill -INT $stopped ;; KILL) pkill -KILL -P $stopped -n ;; esac
    code=0
    wait $stopped || code=$?
    [ "$code" = "$1" ] || fail "exit code $code after SIG$2"
    look endless
    expect '^complete: true$'
}
stop 130 INT
expect '^MPI_Send .* rank 3: '
expect '^MPI_Recv .* rank 0: '
stop 137 KILL
expect '^MPI_Recv .* rank 0: '
grep -q 'the records of 2 of 4 ranks are not in' "$work/err" || fail "no word of what is missing"

# The limit holds for all processes together; what is wrong is said once.
run 0 --processes 2 -n 4 --trace "$work/limited.json" --trace-limit 8K "$work/program" counted
"$check_trace" "$work/limited.json" >"$work/seen" || fail "the limited trace"
expect '^complete: false$'
grep -Eq '[0-9]+ more events would exceed 8192 bytes' "$work/err" || fail "no report of the limit"
run 2 --processes 2 -n 2 --trace "$work/no/such/folder/t.json" "$work/program" counted
[ "$(wc -l <"$work/err")" = 1 ] || fail "not one line about the folder of a trace"
run 2 --processes 2 -n 2 --profile="$work/no/such/folder/p.json" "$work/program" counted
[ "$(wc -l <"$work/err")" = 1 ] || fail "not one line about the folder of a profile"

# Two programs.
run 0 --processes 2 --profile="$work/two.profile.json" --trace "$work/two.json" -n 2 "$work/program" idle : -n 2 "$work/modes" idle
look two
expect '^MPI_Init .*program.c:101\) rank 1: 1 calls'
expect '^MPI_Init .*modes.c:64\) rank 3: 1 calls'

[ -z "$(find "$work" -name '*part*')" ] || fail "a file of parts is left"
echo "traces and profiles of several processes: as expected"
