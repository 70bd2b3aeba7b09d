#!/bin/sh
# Runs that are started apart and meet: sartor run --universe.
# Usage: universe.sh SARTOR WORK_FOLDER PREFIX, that of an installation or of a build tree
set -u

sartor=$1 work=$2 prefix=$3
here=$(cd "$(dirname "$0")" && pwd)
. "$here/failures.sh"
. "$here/expect_run.sh"
# Of all runs of this user: another one of this test may be under way.
name=universe_test.$$
meet=meet.$$

turn=0
# serve CLIENTS OPTION...: a run that others enter, in the background. Processes of the server before may not have
# ended yet: each has a number.
serve() {
    clients=$1 turn=$((turn + 1))
    shift
    timeout 200 "$sartor" run --universe "$name" "$@" ./$meet serve "$clients" $turn >served 2>&1 </dev/null &
    server=$!
    until pgrep -x -f "./$meet serve $clients $turn" >/dev/null; do sleep 0.05; done
}
# ends CODE: the run that others enter.
ends() {
    wait $server
    found=$?
    [ $found -eq "$1" ] || fail "the server: exit code $found, expected $1: $(cat served)"
}
# call CODE REGEX ARGUMENTS...: a run that enters it, with x on standard input. An empty REGEX: any output or none.
call() {
    code=$1 pattern=$2
    shift 2
    echo x | timeout 200 "$sartor" run --universe "$name" "$@" >output 2>&1
    found=$?
    [ $found -eq "$code" ] || fail "$*: exit code $found, expected $code"
    [ -z "$pattern" ] || grep -Eq -e "$pattern" output || fail "$*: nothing matches $pattern"
}
served() { grep -Eq "$1" served || fail "the server: nothing matches $1: $(cat served)"; }
# Whether so many processes of clients are left, at last.
left() {
    tries=0
    until [ "$(pgrep -c -x -f "$1")" -eq "$2" ]; do
        tries=$((tries + 1))
        [ $tries -lt 100 ] || { fail "not $2 processes: $1"; break; }
        sleep 0.1
    done
}

"$sartor" cc -g -O1 -Wall -Wextra -Werror -o "$meet" "$here/universe/meet.c" || fail "meet can't be built"
cc -O1 -I"$prefix/include" -o foreign "$here/universe/meet.c" -L"$prefix/lib" -lmpi_abi || fail "foreign can't be built"
printf 'int main(void) { return 3; }\n' >silent.c
"$sartor" cc -o silent silent.c || fail "silent can't be built"

# One after the other. Those that have ended leave while the server waits.
serve 4 -n 2
call 0 '^called: rank 0 of 3, 5 in all, input x$' -n 3 ./$meet call
count '^called' 3
call 7 '^called: rank 3 of 4, 6 in all, input -$' --processes 2 -n 4 ./$meet call code
left "./$meet call.*" 0
call 0 '^called: rank 1 of 2, 4 in all' -n 2 ./foreign call
call 3 '' -n 2 ./silent
call 0 '^called: rank 0 of 1, 3 in all' -n 1 --report ./$meet call
ends 0
[ "$(grep -c '^served' served)" -eq 4 ] || fail "not 4 times: served"

# At once. Who comes first has the name, and stays until all have ended.
(echo y | timeout 200 "$sartor" run --universe "$name" -n 1 ./$meet call >other 2>&1) || fail "the other one: $(cat other)" &
caller=$!
serve 2 --processes 2 -n 3
call 0 '^called' -n 2 ./$meet call
ends 0
wait $caller
grep -q '^called: rank 0 of 1, 4 in all, input y$' other || fail "the other one: $(cat other)"

# How such runs end.
serve 1 -n 2
call 5 'rank [0-9]: MPI_Abort with code 5' -n 2 ./$meet call abort
ends 5
serve 1 -n 2
call 139 'crashed: segmentation fault' -n 2 ./$meet call crash
ends 139
serve 1 -n 2
call 137 'was ended by signal 9 \(Killed\)' -n 2 ./$meet call kill
ends 1
served 'process [0-9] \(ranks [0-9] to [0-9]\) has ended before its ranks had: the run ends'
serve 1 -n 2
call 3 '' -n 3 ./$meet call wait
ends 3
cat output >>served # who came first says it
served 'deadlock: 5 of 5 ranks are blocked'
served 'waits in MPI_Recv for a message from rank . with tag 7'

# Commands that are killed.
serve 1 -n 2
: >output # the last one's says connected, too
timeout 200 "$sartor" run --universe "$name" -n 2 ./$meet call sleep >output 2>&1 </dev/null &
until grep -q '^connected' output; do sleep 0.1; done
pkill -KILL -x -f "$sartor run --universe $name -n 2 ./$meet call sleep"
ends 1
served 'the command that started process [0-9] \(ranks [0-9] to [0-9]\) has ended: the run ends'
left "./$meet call sleep" 0

# What does not fit.
serve 1 -n 2
call 2 'made by another version of sartor, or with other options' --reproducible -n 2 ./$meet call
call 2 '5000 more ranks are too many: this run has started 2 ranks, and may have 4098' -n 5000 ./$meet call
call 2 '^sartor: --deterministic: not for runs that connect to other runs' --deterministic -n 2 ./$meet call
call 2 '^sartor: --trace: not for runs that connect to other runs' --trace t.json -n 2 ./$meet call
call 2 'start each program with its own sartor run' -n 1 ./$meet call : -n 1 ./$meet call
expect 2 '^sartor: --universe a/b: expected a name' --universe a/b -n 2 ./$meet call
call 0 '^called: rank 0 of 1, 3 in all' -n 1 ./$meet call
ends 0

none_left_in_shared_memory
[ $failures -eq 0 ] && echo passed
exit $((failures > 0))
