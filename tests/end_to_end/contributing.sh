#!/bin/sh
# Follows CONTRIBUTING.md: writes the topology that it shows, adds the row that it shows, and runs all collectives
# on it. Everything happens in a copy of the installation.
# Usage: contributing.sh SARTOR WORK_FOLDER
set -eu

sartor=$1 work=$2
root=$(cd "$(dirname "$0")/../.." && pwd)
installed=$(cd "$(dirname "$sartor")/.." && pwd)
prefix=$work/prefix

# The first block of the text that is marked with language $1.
block() {
    sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$root/CONTRIBUTING.md" | sed '/^```/d'
}

rm -rf "$prefix"
mkdir -p "$prefix/bin" "$prefix/lib/sartor/ld" "$prefix/lib/sartor/source/"
cp "$sartor" "$prefix/bin/sartor"
ln -s "$installed/include" "$prefix/include"
for part in "$installed"/lib/sartor/*; do
    case $part in */source | */ld) ;; *) ln -s "$part" "$prefix/lib/sartor/" ;; esac
done
for name in "$installed"/lib/sartor/ld/*; do ln -s ../../../bin/sartor "$prefix/lib/sartor/ld/$(basename "$name")"; done
for folder in framework configuration aspects mpi_api; do ln -s "$installed/lib/sartor/source/$folder" "$prefix/lib/sartor/source/"; done
for folder in components topologies; do cp -r "$installed/lib/sartor/source/$folder" "$prefix/lib/sartor/source/"; done

source=$prefix/lib/sartor/source
block cpp >"$work/star.hpp"
file=$(sed -n '1s|^// \([a-z_/]*[.]hpp\):.*|\1|p' "$work/star.hpp")
[ "$file" = topologies/networks/star.hpp ] || { echo "FAILED: CONTRIBUTING.md shows no topology"; exit 1; }
cp "$work/star.hpp" "$source/$file"
block table >>"$source/components/collective/algorithms.table"

star="$prefix/bin/sartor"
program=$root/tests/end_to_end/algorithms/collectives.c
all=bcast=star,gather=star,scatter=star,barrier=star,allgather=star,alltoall=star,reduce=star,allreduce=star
"$star" cc -O1 --topology $all -o "$work/program" "$program"
"$star" explain "$work/program" | grep -q 'collective bcast: star$' || { echo "FAILED: bcast is not the star's"; exit 1; }
for ranks in 1 2 3 5 8 16 33; do
    "$star" run -n $ranks "$work/program" >"$work/output" 2>&1 && grep -q '^ok: ' "$work/output" || {
        cat "$work/output"
        echo "FAILED: collectives on the star with $ranks ranks"
        exit 1
    }
done
