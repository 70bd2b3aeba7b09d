#!/bin/sh
# Programs whose ranks go on when others fail (survived/): each prints nothing and ends with 0 if all is right, at the rank
# counts of its first line or the usual ones.
# Usage: survived.sh SARTOR WORK_FOLDER
set -u

sartor=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
. "$here/failures.sh"
. "$here/expect_run.sh"

programs=$(cd "$here/survived" && ls ./*.c ./*.cpp ./*.f ./*.f90 | sed 's/^..//')
command_of() { case $1 in *.c) echo cc ;; *.cpp) echo c++ ;; *) echo fc ;; esac; }
for one in $programs; do
    warnings='-Wall -Wextra -Werror'
    case $one in *.f | *.f90) warnings= ;; esac
    # shellcheck disable=SC2086
    "$sartor" "$(command_of "$one")" -g -O1 $warnings -c -o "$one.o" "$here/survived/$one" || fail "$one can't be compiled"
done
# The library of all in C for each of these; others, and two of them once more, have libraries of their own.
objects=$(for one in $programs; do case $one in *.c) printf '%s,' "$work/$one.o" ;; esac; done)
for one in $programs; do
    case $one in *.c) cover=$objects ;; *) cover=none ;; esac
    SARTOR_COVER=$cover "$sartor" "$(command_of "$one")" -o "$one.all" "$one.o" || fail "$one can't be linked"
done
"$sartor" cc -o sent_before.c.own sent_before.c.o
"$sartor" cc -o shrink_to_one.c.own shrink_to_one.c.o
"$sartor" cc -o ports.c.own ports.c.o
"$sartor" cc -o revoked_messages.c.own revoked_messages.c.o

# is_right RANKS PROGRAM ARGUMENT...: a rank that fails says so, and none that should not crashes.
is_right() {
    timeout 60 "$sartor" run -n "$@" >output 2>&1 </dev/null
    found=$?
    [ $found -eq 0 ] || fail "-n $*: exit code $found"
    grep -Evq '^sartor: rank [0-9]+ failed: |^sartor: rank [0-9]+: MPI_Abort with |^sartor:   ' output && fail "-n $*: unexpected output"
    ! grep -q crashed output || fail "-n $*: crashes"
}

for one in $programs; do
    case $one in fatal.c | never.c | ways.c | many.c | at_random.c) continue ;; esac
    ranks=$(sed -n '1s/.*ranks: \([0-9 ]*\).*/\1/p' "$here/survived/$one")
    for n in ${ranks:-2 3 5 8 16}; do is_right "$n" "./$one.all"; done
done
for n in 2 5 16; do
    is_right $n ./sent_before.c.own
    is_right $n ./shrink_to_one.c.own
done
for n in 3 8; do is_right $n ./ports.c.own; done
for first in 2 5 8 11 14 16; do
    is_right 8 ./collectives_waiting.c.all $first 5
    is_right 8 ./collectives_waiting.c.all $first 20000
done
# Under a schedule, where receives and probes are matched elsewhere.
is_right 3 --schedule random:5 ./revoked_messages.c.own
seed=$(($(date +%s) % 10000)) # in what a failure prints
for n in 64 16 8; do is_right $n ./many.c.all "$seed"; done
is_right 8 ./between.c.all "$seed"
for n in 64 8 5; do is_right $n ./at_random.c.all "$seed"; done

# Crashes and their kin, which are wanted here.
for way in 0 1 2 3 4 5 6; do expect 0 'rank 1 failed' -n 4 ./ways.c.all $way; done
expect 1 'MPI_ERR_PROC_FAILED' -n 3 ./fatal.c.all

# A deadlock says who did not learn of the failure.
expect 3 'ranks 0, 1 did not learn of a failure, the last one that of rank 3' -n 4 ./never.c.all
also 'rank 2 knew of it; MPIX_Comm_revoke there would have ended these waits'
also 'an agreement .* lacks ranks 0, 1'

# Where failures are not survived the link says so.
if "$sartor" cc --machine split -o none agree.c.o >output 2>&1; then fail 'linked for the machine split'; fi
also 'failures of ranks are survived on this computer, in one process or in several, not on split'

[ $failures -eq 0 ] && echo passed
[ $failures -eq 0 ]
