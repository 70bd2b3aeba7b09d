#!/bin/sh
# A signal to a command that compiles an MPI ends it at once: no second compilation, and the program is not run.
# Usage: interrupted_cut.sh SARTOR WORK_FOLDER
set -u

sartor=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
. "$here/failures.sh"
. "$here/expect_run.sh"

"$sartor" cc -o program "$here/process_names/number.c" || fail "the program is not built"
export SARTOR_CACHE="$work/cache" TMPDIR="$work"
"$sartor" run -n 2 --reproducible ./program >output 2>&1 </dev/null &
run=$!
while ! ls sartor.*/cut.cpp >/dev/null 2>&1; do
    kill -0 $run 2>/dev/null || break
    sleep 0.05
done
kill -TERM $run
wait $run
found=$?
[ $found -eq 143 ] || fail "exit code $found"
grep -q 'sartor: ended by SIGTERM' output || fail "no word of the signal"
! grep -q 'a number' output || fail "the program has run"
! ls -d sartor.* >/dev/null 2>&1 || fail "temporary files are left"

[ $failures -eq 0 ]
