#!/bin/sh
# The chapters of MPI have operations only: no word of the concerns that aspects and components are for (features,
# checks, observation, schedules, threads). Conditions on the program have names in mpi_api/state/state.hpp.
# chapters.txt has the exceptions. Usage: chapters.sh PROJECT_FOLDER
cd "$1/mpi_api" || exit 1
exceptions=../tests/headers/chapters.txt
chapters=$(sed -n 's/^MPI_[^|]*|[^|]*| *\([^/ ]*\)\/.*/\1/p' table/*.table | sort -u)
failures=$(
    for chapter in $chapters; do
        grep -rnE --include='*.hpp' 'feature::|[Cc]heck(s|ed)::|[.>](checks|watch)\b|[oO]bserver|[sS]chedule|chooses|Callers' "$chapter"
    done | grep -vE '^[^:]*:[0-9]+: *//|#include' | while IFS= read -r line; do
        grep -q "^${line%%:*}:" "$exceptions" || echo "mpi_api/$line"
    done
    grep -v '^#' "$exceptions" | sed 's/:.*//' | while read -r file; do
        [ -f "$file" ] || echo "chapters.txt: there is no mpi_api/$file"
    done
)
[ -z "$failures" ] && exit 0
echo "$failures"
exit 1
