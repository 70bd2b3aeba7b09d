#!/bin/sh
# Names that a program makes from the number of its process: the link warns, a process for each rank has its own.
# Usage: process_names.sh SARTOR WORK_FOLDER
set -u

sartor=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
. "$here/failures.sh"
. "$here/expect_run.sh"

"$sartor" cc -o shared "$here/process_names/shared.c" 2>warning || fail "shared.c is not built"
grep -q 'shared: warning: the program calls getpid and shm_open. .*--processes N' warning || fail "no warning: $(cat warning)"
"$sartor" cc -o number "$here/process_names/number.c" 2>warning || fail "number.c is not built"
[ ! -s warning ] || fail "a warning without names: $(cat warning)"

"$sartor" run -n 3 ./shared >output 2>&1 || fail "exit code $?: $(cat output)"
grep -qx 'names: 1' output || fail "one process: $(cat output)"
"$sartor" run -n 3 --processes 3 ./shared >output 2>&1 || fail "--processes 3: exit code $?: $(cat output)"
grep -qx 'names: 3' output || fail "three processes: $(cat output)"

[ $failures -eq 0 ]
