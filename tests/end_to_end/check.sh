#!/bin/sh
# Builds one test program with Sartor, runs it at its rank counts and checks what it says and returns.
# Usage: check.sh SARTOR WORK_FOLDER PROGRAM_SOURCE
# The reference of a program is compiled with ${REFERENCE_CC:-cc}. MACHINE: what to cut for, if not the host.
# COVER: what the MPI library has besides what the program needs, as of sartor cc --cover.
# PROCESSES: in which to run, on the machine fabric. ABI_PREFIX: of an installation or build tree; then the program is
# built by the plain compiler and linked with libmpi_abi.so of that prefix. MOST_RANKS: runs with more are left out.
# RUN_SECONDS: that a run may take, 60 by default.
set -u

sartor=$1 work=$2 source=$3
machine=${MACHINE:+--machine $MACHINE} cover=${COVER:+--cover $COVER}
cc="$sartor cc $machine $cover" cxx="$sartor c++ -std=gnu++17 $machine $cover" warnings="-Wall -Wextra -Werror"
if [ -n "${ABI_PREFIX:-}" ]; then
    library="-I$ABI_PREFIX/include -L$ABI_PREFIX/lib -Wl,--no-as-needed -lmpi_abi"
    cc="${REFERENCE_CC:-cc} $library" cxx="${REFERENCE_CXX:-c++} -std=gnu++17 $library"
fi
failures=0
. "$(dirname "$0")/programs.sh"

check_failing_build() {
    if build_program "$work" 2>"$work/build.stderr"; then
        fail "was built, but should not be"
    fi
    N=0
    check_lines stderr "$work/build.stderr"
}

# No more processes than ranks.
in_processes() {
    [ -z "${PROCESSES:-}" ] || echo "--processes $((N < PROCESSES ? N : PROCESSES))"
}

# Runs with N ranks; the standard output goes to file $1.
run_program() {
    printf "$(directive input)" >"$work/input"
    timeout "${RUN_SECONDS:-60}" "$sartor" run -n "$N" $(in_processes) $(directive options) "$work/program" $(directive arguments) \
        >"$1" 2>"$1.stderr" <"$work/input"
    code=$?
    [ $code -ne 124 ] || fail "$N ranks: still running after ${RUN_SECONDS:-60} s"
}

check_stderr() {
    if [ -n "$(directive stderr)" ]; then
        check_lines stderr "$1"
    elif [ -s "$1" ]; then
        fail "$N ranks: unexpected lines on standard error"
    fi
}

check_same_lines() {
    sort "$1" >"$1.sorted"
    sort "$2" >"$2.sorted"
    diff "$1.sorted" "$2.sorted" >"$1.diff" && return
    fail "$N ranks: other lines than $3 (< ranks, > $3)"
    head -10 "$1.diff"
}

check_reference() {
    [ "$(directive reference)" = yes ] || return 0
    "$work/reference" "$N" >"$1.reference" 2>&1
    check_same_lines "$1" "$1.reference" "the reference"
}

check_repeatable() {
    [ "$(directive repeatable)" = yes ] || return 0
    run_program "$1.again"
    check_same_lines "$1" "$1.again" "another run"
}

check_run() {
    out=$work/$N.stdout
    before=$failures
    run_program "$out"
    check_exit "$code"
    check_verdict "$out"
    check_lines stdout "$out"
    check_counts "$out"
    check_stderr "$out.stderr"
    check_reference "$out"
    check_repeatable "$out"
    [ $failures -eq $before ] || { head -20 "$out"; head -20 "$out.stderr"; }
}

build_reference() {
    [ "$(directive reference)" = yes ] || return 0
    ${REFERENCE_CC:-cc} -DREFERENCE -O1 -o "$work/reference" "$source" $archived
}

# What only one compiler's programs show is not asked of others.
wanted_compiler=$(directive compiler)
if [ -n "$wanted_compiler" ] && ! "$sartor" cc --version | head -1 | grep -qi "$wanted_compiler"; then
    echo "not for this compiler: $source"
    exit 0
fi

wanted_machine=$(directive machine)
if [ -n "$wanted_machine" ] && [ "$wanted_machine" != "${MACHINE:-host}" ]; then
    echo "not for this machine: $source"
    exit 0
fi

mkdir -p "$work"
if [ "$(directive build)" = fails ]; then
    check_failing_build
elif build_program "$work" && build_reference; then
    ranks=$(directive ranks)
    for N in ${ranks:-1 2 3 5 8 16}; do [ "$N" -gt "${MOST_RANKS:-$N}" ] || check_run; done
else
    fail "can't be built"
fi
[ $failures -eq 0 ] && echo "passed: $source"
