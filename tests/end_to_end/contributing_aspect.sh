#!/bin/sh
# Follows CONTRIBUTING.md: writes the aspect of calls that it shows and lists it as it says, in a copy of the installation.
# Usage: contributing_aspect.sh SARTOR WORK_FOLDER
set -eu

sartor=$1 work=$2
root=$(cd "$(dirname "$0")/../.." && pwd)
prefix=$work/prefix
. "$(dirname "$0")/support/copied_installation.sh"
copy_installation "$sartor" "$prefix" aspects selection

failed() {
    echo "FAILED: $1"
    exit 1
}
# The block of the text that is marked with language $1.
block() {
    sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$root/CONTRIBUTING.md" | sed '/^```/d'
}

source=$prefix/lib/sartor/source
block c++ >"$work/announced.hpp"
file=$(sed -n '1s|^// \([a-z_/]*[.]hpp\):.*|\1|p' "$work/announced.hpp")
[ "$file" = aspects/call/announced.hpp ] || failed "CONTRIBUTING.md shows no aspect of calls"
cp "$work/announced.hpp" "$source/$file"
block list >"$work/listed"
calls=$source/selection/calls.hpp
sed -i -e "/^using call_aspects/r $work/listed" -e "s|^#include \"aspects/call/confined.hpp\"|#include \"$file\"\n&|" "$calls"
grep -q Announced "$calls" || failed "selection/calls.hpp has no list of the aspects of calls"

cat >"$work/program.c" <<'END'
#include <mpi.h>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
END
"$prefix/bin/sartor" cc -O1 -o "$work/program" "$work/program.c"
"$prefix/bin/sartor" explain "$work/program" | grep -q 'aspect over a call: announced' ||
    failed "sartor explain does not show the aspect"
"$prefix/bin/sartor" run -n 3 "$work/program" 2>"$work/errors"
for rank in 0 1 2; do
    for function in MPI_Init MPI_Barrier MPI_Finalize; do
        grep -qx "rank $rank calls $function" "$work/errors" || failed "rank $rank does not announce $function"
    done
done
