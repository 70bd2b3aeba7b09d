#!/bin/sh
# Programs that name one function of MPI besides MPI_Init and MPI_Finalize: each is cut, and runs.
# Usage: each_function.sh SARTOR WORK_FOLDER OPTION PATTERN: of the functions that match, with this option of sartor cc.
set -u

sartor=$1 work=$2 option=$3 pattern=$4
. "$(dirname "$0")/failures.sh"
mkdir -p "$work"
cd "$work" || exit 1

header=$("$sartor" cc -showme:incdirs | cut -d' ' -f1)/mpi.h
names=$(sed -nE 's/^[A-Za-z_]+ (MPI_[A-Za-z0-9_]+)\(.*\);$/\1/p' "$header" | grep -E "$pattern")
[ -n "$names" ] || fail "no function matches $pattern"

for name in $names; do
    printf '#include <mpi.h>\nvoid (*volatile named)(void);\nint main(int argc, char** argv) {
    MPI_Init(&argc, &argv);\n    named = (void (*)(void))%s;\n    MPI_Finalize();\n}\n' "$name" >one.c
    "$sartor" cc -w "$option" -o one one.c >output 2>&1 || { fail "$name alone is not cut"; continue; }
    run_to_end "$sartor" run -n 2 ./one
    [ $found -eq 0 ] && [ ! -s output ] || fail "$name: exit code $found"
done
[ $failures -eq 0 ] && echo "$(echo "$names" | wc -l) functions"
