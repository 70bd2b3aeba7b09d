#!/bin/sh
# Follows CONTRIBUTING.md: writes the topology that it shows, adds the row that it shows, runs all collectives on it,
# and compares its order with others in virtual time. Everything happens in a copy of the installation.
# Usage: contributing.sh SARTOR WORK_FOLDER
set -eu

sartor=$1 work=$2
root=$(cd "$(dirname "$0")/../.." && pwd)
prefix=$work/prefix

# The first block of the text that is marked with language $1.
block() {
    sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$root/CONTRIBUTING.md" | sed '/^```/d'
}

. "$(dirname "$0")/support/copied_installation.sh"
copy_installation "$sartor" "$prefix" components topologies

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
explained() {
    "$star" explain "$work/program" | grep -q "collective $1\$" || { echo "FAILED: sartor explain does not say $1"; exit 1; }
}
explained 'bcast: star'
explained 'reduce: star'
explained 'gather: farthest first (default of star)'
for ranks in 1 2 3 5 8 16 33; do
    "$star" run -n $ranks "$work/program" >"$work/output" 2>&1 && grep -q '^ok: ' "$work/output" || {
        cat "$work/output"
        echo "FAILED: collectives on the star with $ranks ranks"
        exit 1
    }
done

# From rank 0 the star's messages are those of the linear order, so they take as many cycles; a binomial tree takes
# fewer. From another root rank 0 serves all.
cycles() {
    "$star" run -n 16 --machine mppa256-andey --no-summary --json "$work/summary" --topology bcast="$1" "$work/one_bcast" \
        "$2" >/dev/null
    sed -n 's/.*"cycles": \([0-9]*\).*/\1/p' "$work/summary" | head -1
}
"$star" cc -O1 -o "$work/one_bcast" "$root/tests/end_to_end/algorithms/one_bcast.c"
from_0=$(cycles star 0) linear=$(cycles linear 0) tree=$(cycles tree 0)
[ "$from_0" -eq "$linear" ] && [ "$from_0" -gt "$tree" ] || {
    echo "FAILED: from rank 0 the star takes $from_0 cycles, the linear order $linear, the binomial tree $tree"
    exit 1
}
from_5=$(cycles star 5) linear=$(cycles linear 5) tree=$(cycles tree 5)
[ "$from_5" -ne "$linear" ] && [ "$from_5" -gt "$tree" ] || {
    echo "FAILED: from rank 5 the star takes $from_5 cycles, the linear order $linear, the binomial tree $tree"
    exit 1
}
