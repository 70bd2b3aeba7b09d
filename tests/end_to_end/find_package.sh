#!/bin/sh
# Builds a project that knows only find_package(MPI), with a static library inside, by Sartor's compiler
# wrappers: as the compilers, and as MPI_C_COMPILER and MPI_CXX_COMPILER.
# Usage: find_package.sh SARTOR WORK_FOLDER CMAKE
set -eu

bin=$(cd "$(dirname "$1")" && pwd) work=$2 cmake=$3
here=$(cd "$(dirname "$0")" && pwd)

# Configures project $1 into folder $2 with the further arguments, builds it.
build() {
    project=$1 folder=$work/$2
    shift 2
    rm -rf "$folder"
    "$cmake" -S "$project" -B "$folder" "$@" >"$work/log" 2>&1 && "$cmake" --build "$folder" >>"$work/log" 2>&1 || {
        cat "$work/log"
        echo "FAILED: $project with $*"
        exit 1
    }
}

# Runs program $1 with 9 ranks: a line must match $2.
expect() {
    "$bin/sartor-mpiexec" -n 9 "$work/$1" >"$work/output" 2>&1 || { cat "$work/output"; echo "FAILED: $1"; exit 1; }
    grep -Eq "$2" "$work/output" || { cat "$work/output"; echo "FAILED: $1: no line matches $2"; exit 1; }
}

mkdir -p "$work"
build "$here/project" as_compiler -DCMAKE_C_COMPILER="$bin/sartor-mpicc" -DCMAKE_CXX_COMPILER="$bin/sartor-mpicxx"
expect as_compiler/program '^ok: 9 ranks counted 36$'
build "$here/project" as_mpi -DMPI_C_COMPILER="$bin/sartor-mpicc" -DMPI_CXX_COMPILER="$bin/sartor-mpicxx"
expect as_mpi/program '^ok: 9 ranks counted 36$'
build "$here/../../apps" applications -DCMAKE_C_COMPILER="$bin/sartor-mpicc"
expect applications/ring '^ring: sum 135 after 3 rounds over 9 ranks: correct$'
