#!/bin/sh
# Compares what the passing test programs print with Sartor and with other MPIs.
# Usage: oracle.sh SARTOR WORK_FOLDER [PROGRAM_SOURCE...]
# Each of mpich and openmpi that is installed (as mpicc.NAME, Debian's names) is an oracle. ORACLE_RANKS: the rank
# counts, out of those of the program (default: 1 2 5). ORACLE_SECONDS: how long one may run (default: 120). With
# SARTOR = - the programs only run with the oracles.
set -u

sartor=$1 work=$2
shift 2
tests=$(cd "$(dirname "$0")/.." && pwd)
failures=0 compared=0
. "$(dirname "$0")/programs.sh"

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

use_implementation() {
    warnings="-Wall -Wextra -DORACLE"
    case "$1" in
    sartor) warnings="-Wall -Wextra" cc="$sartor cc" cxx="$sartor c++" launcher="$sartor run" ;;
    mpich) cc=mpicc.mpich cxx=mpicxx.mpich launcher=mpiexec.mpich ;;
    openmpi) cc=mpicc.openmpi cxx=mpicxx.openmpi launcher="mpiexec.openmpi --oversubscribe" ;;
    esac
}

# The rank counts of the program, or those that it names for MPI $1, that are among the oracle's.
oracle_ranks() {
    own=$(directive "$1-ranks")
    [ -n "$own" ] || own=$(directive ranks)
    for wanted in ${ORACLE_RANKS:-1 2 5}; do
        for count in ${own:-1 2 3 5 8 16}; do [ "$count" -eq "$wanted" ] && echo "$count"; done
    done
}

run_everywhere() {
    folder=$work/$name/$1
    mkdir -p "$folder"
    use_implementation "$1"
    build_program "$folder" 2>"$folder/build.stderr" || { fail "$1: can't be built"; cat "$folder/build.stderr"; return; }
    for N in $(oracle_ranks "$1"); do
        out=$folder/$N.stdout
        timeout "${ORACLE_SECONDS:-120}" $launcher -n "$N" "$folder/program" $(directive arguments) >"$out" 2>"$out.stderr" </dev/null
        check_exit $?
        check_verdict "$out"
        check_lines stdout "$out"
        check_counts "$out"
        sort "$out" >"$out.sorted"
    done
}

compare_with() {
    for N in $(oracle_ranks "$1"); do
        [ -e "$work/$name/sartor/$N.stdout.sorted" ] && [ -e "$work/$name/$1/$N.stdout.sorted" ] || continue
        compared=$((compared + 1))
        diff "$work/$name/sartor/$N.stdout.sorted" "$work/$name/$1/$N.stdout.sorted" >"$work/$name/$1/$N.diff" && continue
        [ "$(directive oracle)" = verdict ] && continue
        fail "$N ranks: other lines than with $1"
        head -5 "$work/$name/$1/$N.diff"
    done
}

check_program() {
    name=$(basename "$source")
    before=$failures
    [ "$sartor" = - ] || run_everywhere sartor
    for oracle in mpich openmpi; do
        command -v mpicc.$oracle >/dev/null || continue
        case "$(directive oracle)" in mpich | openmpi) [ "$(directive oracle)" = $oracle ] || continue ;; esac
        run_everywhere $oracle
        [ "$sartor" = - ] || compare_with $oracle
    done
    [ $failures -eq $before ] && echo "passed: $source"
}

[ $# -gt 0 ] || set -- "$tests"/programs/*/*.c "$tests"/programs/*/*.cpp
for source in "$@"; do
    case "$source" in */failing/*) continue ;; esac
    [ "$(directive oracle)" = no ] || check_program
done
echo "$compared runs compared, $failures failures"
[ $failures -eq 0 ]
