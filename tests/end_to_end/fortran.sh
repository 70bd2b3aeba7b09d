#!/bin/sh
# Fortran programs: variables and the runtime library's state belong to each rank; reports name lines of Fortran;
# tools see procedures under their names; what the text names decides the library; default types of other sizes; CMake
# finds all forms.
# Usage: fortran.sh SARTOR WORK_FOLDER CMAKE [FLANG]
# FLANG: a compiler of that family, in place of the one that Sartor was configured with.
set -u

sartor=$1 work=$2 cmake=$3 flang=${4:-}
. "$(dirname "$0")/failures.sh"
here=$(cd "$(dirname "$0")/fortran" && pwd)
bin=$(cd "$(dirname "$sartor")" && pwd)
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1

[ -z "$flang" ] || export SARTOR_FC="$flang"
tool=$here/tool.c stop='^STOP 3$' # gfortran compiles C, too
case $("$bin/sartor-mpifort" --version) in
*flang*)
    "$sartor" cc -g -c -o tool.o "$here/tool.c" || fail "tool.c is not compiled"
    tool=tool.o stop='Fortran STOP: code 3'
    ;;
esac
"$bin/sartor-mpifort" -g -o ring "$here/ring.f90" "$tool" || fail "ring is not built"

# Runs it with 16 ranks and argument $2; expects exit code $1 and a line that matches $3.
expect() {
    echo "input" | timeout 60 "$sartor" run -n 16 ./ring $2 >out 2>&1
    code=$?
    [ $code -eq $1 ] || fail "ring $2: exit code $code, expected $1"
    grep -Eq "$3" out || fail "ring $2: no line matches $3"
}
expect 0 '' '^token 121 from 15$'
[ "$(grep -c '^half a line$' out)" -eq 16 ] || fail "lines of ranks are not whole"
expect 3 stop "$stop"
expect 3 deadlock 'rank 3 waits in MPI_Recv .*called in .*\(ring\.f90:40\)'
expect 1 rank 'MPI_Send: dest = 23'
grep -q 'called in .*(ring\.f90:41)' out || fail "an error does not name the line of Fortran"

# Of the fixed form's source: one wildcard and one datatype.
"$bin/sartor-mpif77" -c "$here/fixed.f" || fail "fixed.f is not compiled"
"$sartor" scan fixed.o >scanned
grep -q 'constants *MPI_ANY_SOURCE MPI_COMM_WORLD MPI_INTEGER MPI_STATUS_SIZE$\|constants *MPI_ANY_SOURCE MPI_COMM_WORLD MPI_INTEGER$' scanned ||
    fail "constants of fixed.f: $(cat scanned)"
grep -q 'MPI_Send' scanned && fail "fixed.f calls no MPI_Send"

# Default types of other sizes than MPI's: what would be wrong is refused, what is declared by its kind works.
"$bin/sartor-mpifort" -fdefault-integer-8 -fdefault-real-8 -o kinds "$here/kinds.F90" || fail "kinds.F90 is not built"
"$sartor" run -n 2 ./kinds | grep -q '^kinds: 3 3.0$' || fail "kinds.F90 does not run"
# $1: options, $2: what is said.
refused() {
    "$bin/sartor-mpifort" $1 -c -o refused.o "$here/kinds.F90" 2>err && fail "kinds.F90 is compiled with $1"
    grep -q "$2" err || fail "kinds.F90 with $1: $(cat err)"
}
refused '-fdefault-real-8 -DNAME_REAL' 'changes the size of REAL, so MPI_REAL does not fit: use MPI_REAL8 or MPI_REAL4 instead$'
refused '-fdefault-real-8 -DNAME_DOUBLE' 'changes the size of DOUBLE PRECISION, so MPI_DOUBLE_PRECISION does not fit: '
refused '-fdefault-integer-8 -DNAME_INTEGER' 'changes the size of INTEGER, so MPI_INTEGER does not fit: '
refused '-fdefault-integer-8 -DDEFAULT_RANK' '^sartor: .*must be declared as integer(MPI_INTEGER_KIND)'
# mpif.h has no interfaces by which a compiler could see it.
"$bin/sartor-mpifort" -fdefault-integer-8 -DWITH_MPIF -o warned "$here/kinds.F90" 2>err || fail "with mpif.h: $(cat err)"
grep -q 'warning: with -fdefault-integer-8 INTEGER and LOGICAL arguments of the program have 8 bytes' err || fail "with mpif.h: $(cat err)"
"$sartor" run -n 2 ./warned || fail "kinds.F90 with mpif.h does not run"

# Blanks around what MPI_Comm_spawn starts; with a compiler for which the MPI of such runs is made.
if [ -n "${WITH_PROCESSES:-}" ]; then
    "$bin/sartor-mpifort" -o spawned "$here/spawned.f90" || fail "spawned.f90 is not built"
    timeout 200 "$sartor" run -n 1 ./spawned >out 2>&1 && grep -q 'both came' out || fail "spawned.f90: $(cat out)"
fi

"$cmake" -S "$here" -B built -DCMAKE_Fortran_COMPILER="$("$bin/sartor-mpifort" -showme:command)" -DMPI_Fortran_COMPILER="$bin/sartor-mpifort" >log 2>&1 && "$cmake" --build built >>log 2>&1 ||
    fail "CMake: $(tail -20 log)"
echo input | "$sartor" run -n 2 built/ring | grep -q '^token 2 from 1$' || fail "CMake's program does not run"
[ $failures -eq 0 ] && echo passed
exit $failures
