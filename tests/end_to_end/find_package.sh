#!/bin/sh
# Builds projects and runs their tests in the ways that are documented: find_package(MPI) by the compiler wrappers, by
# PATH and by MPI_HOME; find_package(Sartor); pkg-config; a makefile. Where another MPI is installed, too.
# Usage: find_package.sh SARTOR WORK_FOLDER CMAKE
set -eu

bin=$(cd "$(dirname "$1")" && pwd) cmake=$3
mkdir -p "$2"
work=$(cd "$2" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
home=$(find "$(dirname "$bin")/lib/" -path '*/sartor/mpi')
ctest=$(dirname "$(command -v "$cmake")")/ctest

wrong() {
    cat "$work/log"
    echo "FAILED: $*"
    exit 1
}

# Configures project $1 into folder $2 with the further arguments (NAME=VALUE before "--": environment), builds it,
# runs its tests.
build() {
    project=$1 folder=$work/$2
    shift 2
    rm -rf "$folder"
    environment=
    while [ "${1:-}" != -- ]; do environment="$environment $1"; shift; done
    shift
    env $environment "$cmake" -S "$project" -B "$folder" "$@" >"$work/log" 2>&1 || wrong "$project: $environment $*"
    "$cmake" --build "$folder" >>"$work/log" 2>&1 || wrong "$project: $environment $*"
    "$ctest" --test-dir "$folder" --no-tests=error >>"$work/log" 2>&1 || wrong "$project: $environment $*"
    if grep -q '^MPIEXEC_EXECUTABLE' "$folder/CMakeCache.txt"; then
        grep -q "^MPIEXEC_EXECUTABLE:.*=$bin/\|^MPIEXEC_EXECUTABLE:.*=$home/" "$folder/CMakeCache.txt" ||
            wrong "another MPI's launcher: $environment $*"
    fi
}

build "$here/project" as_compiler -- -DCMAKE_C_COMPILER="$bin/sartor-mpicc" -DCMAKE_CXX_COMPILER="$bin/sartor-mpicxx" \
    -DMPIEXEC_EXECUTABLE="$bin/sartor-mpiexec"
build "$here/project" as_mpi -- -DMPI_C_COMPILER="$bin/sartor-mpicc" -DMPI_CXX_COMPILER="$bin/sartor-mpicxx" \
    -DMPIEXEC_EXECUTABLE="$bin/sartor-mpiexec"
build "$here/project" by_path "PATH=$home/bin:$PATH" --
build "$here/project" by_path_as_compiler "PATH=$home/bin:$PATH" CC=mpicc CXX=mpicxx --
build "$here/project" by_home "MPI_HOME=$home" --
build "$here/project" by_variable -- -DMPI_HOME="$home"
build "$here/../../apps" applications "PATH=$home/bin:$PATH" --
build "$here/sartor_project" sartor_by_path "PATH=$bin:$PATH" --
build "$here/sartor_project" sartor_by_prefix -- -DCMAKE_PREFIX_PATH="$(dirname "$bin")"

# Runs program $1 with 9 ranks.
expect_sum() {
    "$home/bin/mpirun" -np 9 "$work/$1" >"$work/log" 2>&1 && grep -q '^ok: 9 ranks counted 36$' "$work/log" || wrong "$1"
}

# A makefile that knows mpicc and mpicxx.
cat >"$work/Makefile" <<END
VPATH = $here/project
program: counting.o program.o ; mpicxx -o \$@ \$^
%.o: %.c ; mpicc -O1 -c -o \$@ \$<
%.o: %.cpp ; mpic++ -O1 -c -o \$@ \$<
END
rm -f "$work"/*.o "$work/program"
PATH=$home/bin:$PATH make -C "$work" program >"$work/log" 2>&1 || wrong "make"
expect_sum program

# pkg-config, with the plain compilers.
PKG_CONFIG_PATH=$(dirname "$(find "$(dirname "$bin")/lib/" -name sartor.pc)")
export PKG_CONFIG_PATH
for package in sartor mpi-cxx; do
    c++ $(pkg-config --cflags $package) -o "$work/by_$package" "$here/project/program.cpp" -x c++ \
        "$here/project/counting.c" $(pkg-config --libs $package) >"$work/log" 2>&1 || wrong "pkg-config $package"
    expect_sum by_$package
done
echo passed
