#!/bin/sh
# A header that stands directly in the folder of a chapter implements functions that the table names; what functions
# share stands in a folder below, or beside the chapters. Usage: rooms.sh PROJECT_FOLDER
cd "$1/mpi_api" || exit 1
named=$(sed -n 's/^MPI_[^|]*|[^|]*| *\([^ ]*\).*/\1/p' table/*.table | sort -u)
failures=$(
    for chapter in $(echo "$named" | sed -n 's|/.*||p' | sort -u); do
        for header in "$chapter"/*.hpp; do
            echo "$named" | grep -qx "${header%.hpp}" || echo "mpi_api/$header implements no function of the table"
        done
    done
)
[ -z "$failures" ] && exit 0
echo "$failures"
exit 1
