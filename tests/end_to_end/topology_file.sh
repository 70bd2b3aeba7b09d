#!/bin/sh
# A network of a user's own from a file, without the source tree: the one that CONTRIBUTING.md shows.
# Usage: topology_file.sh SARTOR WORK_FOLDER
set -u

sartor=$1 work=$2
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$(dirname "$0")/failures.sh"
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
work=$PWD

# expect CODE REGEX COMMAND...
expect() {
    code=$1 pattern=$2
    shift 2
    run_to_end "$@"
    [ $found -eq "$code" ] || fail "$*: exit code $found, expected $code"
    [ -z "$pattern" ] || grep -Eq -e "$pattern" output || fail "$*: nothing matches $pattern"
}

sed -n '/^```cpp$/,/^```$/p' "$root/CONTRIBUTING.md" | sed '/^```/d' >star.hpp
all=bcast=./star.hpp
for family in gather scatter barrier allgather alltoall reduce allreduce; do all=$all,$family=./star.hpp; done
"$sartor" cc -O1 -o plain "$root/tests/end_to_end/algorithms/collectives.c" || fail "the program can't be built"
for ranks in 1 2 3 5 8 16 33; do expect 0 '^ok: ' "$sartor" run -n $ranks --topology $all plain; done
expect 0 '^ok: ' "$sartor" run -n 16 --machine mppa256-andey --topology $all plain

# In the executable, which has the text with it.
expect 0 '' "$sartor" cc -O1 --topology $all -o own "$root/tests/end_to_end/algorithms/collectives.c"
for family in bcast reduce allreduce barrier; do expect 0 "collective $family: star\$" "$sartor" explain own; done
for family in gather gatherv alltoall; do
    expect 0 "collective $family: farthest first .default of star.\$" "$sartor" explain own
done
mv star.hpp away.hpp
expect 0 '^ok: ' "$sartor" run -n 8 own
expect 0 '^ok: ' "$sartor" run -n 8 --machine ring8 own
mv away.hpp star.hpp

# Another text is another cut.
sed 's/name = "star"/name = "sun"/' star.hpp >sun.text
mv sun.text star.hpp
expect 0 '' "$sartor" cc -O1 --topology bcast=star.hpp -o own "$root/tests/end_to_end/algorithms/collectives.c"
expect 0 'collective bcast: sun$' "$sartor" explain own

# Without an order of its own.
sed '/constexpr auto tree(/,/^    }/d' star.hpp >sun.text
mv sun.text star.hpp
expect 0 '' "$sartor" cc -O1 --topology bcast=star.hpp -o own "$root/tests/end_to_end/algorithms/collectives.c"
expect 0 'collective bcast: binomial tree .default of sun.$' "$sartor" explain own

# What is wrong with a file is told under its name.
refused() {
    code=$1 pattern=$2
    shift 2
    expect "$code" "$pattern" "$sartor" run -n 2 --topology "$@" plain
}
line=$(grep -n 'from == to) return 0' star.hpp | cut -d: -f1)
sed "${line}s/return 0/return nothing/" star.hpp >broken.text
mkdir -p broken && mv broken.text broken/star.hpp
refused 1 "^broken/star.hpp:$line:.*error: .nothing. was not declared" bcast=broken/star.hpp
grep -q 'topology bcast=broken/star.hpp: the file does not compile' output || fail "it is not told which file"
grep -v 'int next(' star.hpp | grep -v static_assert >broken/star.hpp
refused 1 'broken/star.hpp: Star is not a network' bcast=broken/star.hpp
cp star.hpp my_ring.hpp
refused 2 'topology my_ring.hpp: the file must define the class MyRing' bcast=my_ring.hpp
refused 2 'topology ./nowhere.hpp: there is no such file' bcast=./nowhere.hpp
refused 2 'scan uses no topology' scan=./star.hpp
refused 2 'topology reduce=./star.hpp with --reproducible' reduce=./star.hpp --reproducible
[ $failures -eq 0 ] && echo passed
