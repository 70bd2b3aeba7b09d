#!/bin/sh
# Ranks of several processes that go on when others fail: one after the other in their processes, and a process as a whole,
# killed from outside. Usage: survived_processes.sh SARTOR WORK_FOLDER
set -u

sartor=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
. "$here/failures.sh"
. "$here/expect_run.sh"

"$sartor" cc -g -O1 -Wall -Wextra -Werror -c -o killed.o "$here/survived_processes/killed.c" || fail "killed.c can't be compiled"
# Windows, shared file pointers (which need them), further ranks and what ends the run are for one process.
programs=$(cd "$here/survived" && grep -L 'MPI_Win_\|MPI_Comm_spawn\|MPI_File_' ./*.c | sed 's/^..//' | grep -Ev '^(fatal|never|ways|many|aborts)\.c$')
for one in $programs; do
    "$sartor" cc -g -O1 -c -o "$one.o" "$here/survived/$one" || fail "$one can't be compiled"
done
objects=$work/killed.o$(for one in $programs; do printf ',%s' "$work/$one.o"; done)
for one in killed $programs; do
    SARTOR_COVER=$objects "$sartor" cc --machine fabric -o "$one.all" "$one.o" || fail "$one can't be linked"
done

# is_right OPTION... PROGRAM
is_right() {
    timeout 60 "$sartor" run "$@" >output 2>&1 </dev/null
    found=$?
    [ $found -eq 0 ] || fail "$*: exit code $found"
    grep -Evq '^sartor: rank [0-9]+ failed: |^sartor:   ' output && fail "$*: unexpected output"
}
for one in $programs; do
    is_right -n 8 --processes 2 "./$one.all"
    is_right -n 5 --processes 5 "./$one.all"
done

# Processes of this run, in the order of their ranks, but the first of which is the command.
processes_of() { pgrep -P "$1" | sort -n; }

# kill_one RANKS PROCESSES WHICH ARGUMENT...: kills a process once the program is ready.
kill_one() {
    ranks=$1 count=$2 which=$3
    shift 3
    rm -f output # of the run before, which was ready, too
    "$sartor" run -n "$ranks" --processes "$count" --timeout 60 ./killed.all "$@" >output 2>&1 </dev/null &
    command=$!
    turns=0
    until grep -q ready output || [ $turns -gt 600 ]; do sleep 0.05; turns=$((turns + 1)); done
    kill -KILL "$(processes_of $command | sed -n "$((which + 1))p")"
    wait $command
    found=$?
    [ $found -eq 0 ] || fail "process $which of $count killed: exit code $found"
    grep -Eq "process $which \(ranks? .*\) was ended by signal 9 \(Killed\): its ranks? ha(s|ve) failed, the others go on" output ||
        fail "process $which of $count: its end is not told"
    grep -q "$((ranks - ranks / count)) of $ranks ranks are left" output || fail "process $which of $count: not all others finish"
}
for which in 0 1 3; do
    kill_one 64 4 $which
    kill_one 16 4 $which long
done
kill_one 8 8 5 long

# Where it can't be: the command says so before.
expect 2 'needs memory that all processes of the run share' -n 4 --processes 2 --provider tcp ./killed.all
"$sartor" cc -o windows "$here/survived/windows.c" || fail "windows.c can't be linked"
expect 2 'with windows that is possible in one process alone' -n 4 --processes 2 ./windows

[ $failures -eq 0 ] && echo passed
[ $failures -eq 0 ]
