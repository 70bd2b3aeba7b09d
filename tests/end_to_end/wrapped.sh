#!/bin/sh
# Headers that wrap MPI's functions in macros of their own compile with --checked as they do without it: no compiler says
# that they redefine what mpi.h defines then. What is wrong with the program is said still.
# Usage: wrapped.sh SARTOR WORK_FOLDER
set -u

sartor=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
. "$here/failures.sh"
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
work=$PWD

# check COMPILER WORD...: compiled with these words, without a message; it runs.
check() {
    compiler=$1
    shift
    rm -f program
    SARTOR_CC=$compiler SARTOR_CXX=$cxx "$sartor" "$@" -o program >output 2>&1 || fail "$compiler: $*: can't be built"
    [ ! -s output ] || fail "$compiler: $*: says something"
    for ranks in 1 3; do
        run_to_end "$sartor" run -n $ranks ./program
        grep -qx "sum $((ranks * (ranks - 1) / 2)), sent $((ranks > 1 ? 2 : 1)), received 1, reduced 1" output ||
            fail "$compiler: $*: $ranks ranks: other lines"
    done
}

program=$here/wrapped/wrapped.c
compilers=0
for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    cxx=g++
    [ $compiler = gcc ] || cxx=clang++
    compilers=$((compilers + 1))
    check $compiler cc --checked -Wall -Werror "$program"
    check $compiler cc --checked -Wall "$program"
    ! command -v $cxx >/dev/null || check $compiler c++ --checked -Wall -x c++ "$program" -x none
    LC_ALL=C SARTOR_CC=$compiler "$sartor" cc --checked -Wall -DWITH_UNUSED -c -o program.o "$program" >output 2>&1
    grep -q "unused variable 'unused'" output || fail "$compiler: other warnings are not shown"
    grep -q redefined output && fail "$compiler: redefined macros are shown beside other warnings"
done
[ $compilers -gt 0 ] || fail "there is no compiler"
[ $failures -eq 0 ] && echo passed
