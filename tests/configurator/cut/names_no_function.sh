#!/bin/sh
# What is particular to a function of MPI stands in its row of the table: nothing that applies the table's rules names
# a function, or how functions begin. Usage: names_no_function.sh PROJECT_FOLDER
cd "$1" || exit 1
sources=$(find configurator/cut configurator/rules mpi_api/table/emit -name '*.cpp')
[ "$(echo "$sources" | wc -l)" -gt 10 ] || { echo "FAILED: the sources are not found"; exit 1; }
# shellcheck disable=SC2086
if grep -nE '"P?MPI_[A-Z][a-z0-9]' $sources; then
    echo "FAILED: a function by name; words of rows say what it is (mpi_api/table/README.md)"
    exit 1
fi
echo passed
