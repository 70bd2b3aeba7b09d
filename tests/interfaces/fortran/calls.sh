#!/bin/sh
# Calls every function of the standard, or those beside it, from Fortran in one form, and each of its arguments: with 1, 2 and 3 ranks, since some
# functions need two, and with three the one before a rank is not the one behind it.
# Usage: calls.sh "FORTRAN COMPILER" "LAUNCHER" GENERATOR TABLE_FOLDER WORK_FOLDER 77|90|2008 standard|extensions [FUNCTION...]
# FUNCTION: one that is left out, since another MPI lacks it (NO_MPI_4_1: as many do):
#   tests/interfaces/fortran/calls.sh "mpifort.mpich -fallow-argument-mismatch -DNO_MPI_4_1" mpirun.mpich \
#     build/release/bin/fortran-calls "$PWD/mpi_api/table" /tmp/oracle 90 standard \
#     MPI_Abi_get_info...
set -u

here=$(cd "$(dirname "$0")" && pwd)
fc=$1 launcher=$2 generator=$3 table=$4 work=$5 form=$6 functions=$7
shift 7
mkdir -p "$work" && cd "$work" || exit 1
rm -f ./*.o ./*.mod program

"$generator" "$table" "$here/calls/calls.table" "$form" "$functions" "$@" >calls.F90 || exit 1
forms=$here/../../conformance/fortran
for source in "$forms/checks.f90" "$here/calls/bits.f90" "$here/calls/surroundings.F90" calls.F90 "$here/calls/main.F90"; do
    $fc -w -g -DFORM="$form" -I"$forms" -I"$here/calls" -c "$source" || { echo "FAILED: $source"; exit 1; }
done
$fc -o program ./*.o 2>link.stderr || { cat link.stderr; echo "FAILED: not linked"; exit 1; }

# $1: ranks, $2: the program's argument, $3: the exit code, $4: a line of the output.
expect() {
    timeout 200 $launcher -n "$1" ./program $2 >out 2>&1 </dev/null
    code=$?
    if [ $code -ne "$3" ] || ! grep -q "$4" out; then
        cat out
        echo "FAILED: $1 ranks, argument '$2': exit code $code, expected $3"
        exit 1
    fi
}
for ranks in 1 2 3; do
    expect $ranks '' 0 '^ok: '
    echo "$ranks ranks: $(grep '^ok: ' out)"
done
expect 1 threads 0 '^ok: '
expect 2 abort 3 ''
echo passed
