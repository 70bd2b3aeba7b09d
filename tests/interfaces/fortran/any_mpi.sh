#!/bin/sh
# libmpifort_abi as a package: what is installed alone builds programs in the three forms without any MPI, by pkg-config and
# by CMake; the same binaries run over each MPI that has libmpi_abi.so.1.
# Usage: any_mpi.sh BUILD_FOLDER CMAKE FORTRAN_COMPILER WORK_FOLDER FOLDER_OF_LIBMPI_ABI LAUNCHER [FOLDER LAUNCHER]...
set -u

build=$1 cmake=$2 compiler=$3 work=$4
shift 4
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../end_to_end/failures.sh"
rm -rf "$work"
mkdir -p "$work" && cd "$work" || exit 1
"$cmake" --install "$build" --component mpifort_abi --prefix "$work/prefix" >log 2>&1 || { cat log; exit 1; }
[ -z "$(find prefix -name 'libsartor*')" ] || fail "it has more than its own libraries"

library=$(dirname "$(find "$work/prefix" -name 'libmpifort_abi.so.1')")
export PKG_CONFIG_PATH="$library/pkgconfig"
cat >fc <<END
#!/bin/sh
exec $compiler \$(pkg-config --cflags mpifort_abi) "\$@" \$(pkg-config --libs mpifort_abi)
END
chmod +x fc

conformance=$here/../../conformance/fortran
# Both are built before an MPI is known: the checks of a build that has one run it at once.
built() { # FOLDER LAUNCHER
    sh "$conformance/check.sh" ./../fc "$2" "$work/$1" || fail "conformance/fortran with $2"
}
"$cmake" -S "$here/any_mpi" -B by_cmake -DCMAKE_Fortran_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$work/prefix" >log 2>&1 &&
    "$cmake" --build by_cmake >>log 2>&1 || { cat log; fail "find_package(mpifort_abi)"; }

# Without an MPI, and with the library that is only to link with.
LD_LIBRARY_PATH=$library by_cmake/ring >out 2>&1 && fail "a program runs without MPI"
grep -q 'libmpi_abi.so.1: cannot open shared object file' out || fail "without MPI: $(cat out)"
LD_LIBRARY_PATH=$library:$library/mpifort_abi by_cmake/ring >out 2>&1 && fail "a program runs with the library to link with"
grep -q '^P*MPI_[A-Za-z_]*: this libmpi_abi.so is only to link with' out || fail "with the library to link with: $(cat out)"

count=0
while [ $# -ge 2 ]; do
    count=$((count + 1))
    export LD_LIBRARY_PATH="$library:$1"
    for ranks in 1 2 5; do
        timeout 60 $2 -n $ranks by_cmake/ring >out 2>&1 || fail "ring with $2: exit code $?: $(cat out)"
        grep -q "^ *the sum is *$((ranks * (ranks - 1) / 2))\$" out || fail "ring of $ranks ranks with $2: $(cat out)"
    done
    if [ $count -eq 1 ]; then
        built program "$2"
    else # the same binary
        for ranks in 1 2 5; do
            timeout 100 $2 -n $ranks program/program >out 2>&1 && grep -q '^ok: ' out || fail "the program of $ranks ranks with $2: $(cat out)"
        done
    fi
    shift 2
done
[ $failures -eq 0 ] && echo "passed: $count MPI"
exit $failures
