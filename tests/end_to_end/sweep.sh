#!/bin/sh
# sartor sweep: a program on variations of a chip, what does not fit among them, and the files that it writes; a program
# with several algorithms, a topology in a file among them.
# Usage: sweep.sh SARTOR WORK_FOLDER
set -u

sartor=$1 work=$2
apps=$(cd "$(dirname "$0")/../../apps" && pwd)
. "$(dirname "$0")/failures.sh"
mkdir -p "$work"
cd "$work" || exit 1
root=$(cd "$apps/.." && pwd)

"$sartor" cc -O2 -o kmeans "$apps/cap_bench/kmeans.c" || exit 1
"$sartor" sweep --machine mppa256-nanvix --vary smem=160K,2MB --vary clusters=2..4 --csv t.csv --json t.json --html t.html \
    kmeans 3000 64 >table 2>errors || fail "exit code $?: $(cat errors)"
grep -Eq '^ *163840 +2 +0 +no such machine: .*stack' table || fail "no line says that the stacks do not fit"
grep -Eq '^ *2097152 +2 +24 +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+$' table || fail "no line with two clusters"
grep -Eq '^ *2097152 +4 +48 +[0-9.]+ ' table || fail "no line with four clusters"
[ "$(wc -l <t.csv)" -eq 5 ] || fail "the CSV file has another number of lines than 5"
grep -q '"clusters": "4"' t.json || fail "the JSON file has no number of clusters"
grep -o '"kind":"plot"' t.html | wc -l | grep -qx 3 || fail "the page has no three plots"
"$sartor" sweep --machine host --vary smem=1 ./kmeans 2>errors && fail "a sweep of this computer"
grep -q 'emulated machines' errors || fail "nothing says that machines must be emulated: $(cat errors)"

# Algorithms: by name and by file, in virtual time and by the clock.
sed -n '/^```cpp$/,/^```$/p' "$root/CONTRIBUTING.md" | sed '/^```/d' >star.hpp
"$sartor" cc -O1 -o bcast "$root/tests/end_to_end/algorithms/one_bcast.c" || exit 1
"$sartor" sweep --machine mppa256-andey --vary bcast=linear,tree,./star.hpp -n 8,16 --csv a.csv --html a.html bcast >table \
    2>errors || fail "algorithms on a chip: exit code $?: $(cat errors)"
seconds() { sed -n "s|^$1,$2,\([0-9.e-]*\),.*,\$|\1|p" a.csv; }
[ "$(head -1 a.csv)" = ranks,bcast,seconds,joules,watts,memory_bytes,failure ] || fail "other columns: $(head -1 a.csv)"
[ "$(wc -l <a.csv)" -eq 7 ] || fail "$(wc -l <a.csv) lines for two numbers of ranks and three algorithms"
[ "$(seconds 16 ./star.hpp)" = "$(seconds 16 linear)" ] || fail "the star is not the linear order from rank 0"
[ "$(seconds 16 tree)" != "$(seconds 16 linear)" ] || fail "the tree is as quick as the linear order"
grep -q 'bcast = ./star.hpp' a.html || fail "the page has no curve of the file"
"$sartor" sweep --machine ring8 --vary bcast=tree,chain --vary link_cycles=1,2 -n 8 bcast >table 2>errors ||
    fail "algorithms and constants: exit code $?: $(cat errors)"
grep -Eq '^ *1 +tree +8 +[0-9.]+ ' table || fail "no line with link_cycles=1 and the tree"
"$sartor" sweep --vary bcast=tree,./star.hpp --runs 2 -n 4 --json a.json --html a.html bcast >table 2>errors ||
    fail "algorithms on this computer: exit code $?: $(cat errors)"
grep -Eq '^ +4 +./star.hpp +[0-9.]+ +[0-9.]+ +[0-9.]+$' table || fail "no line of the file"
grep -q 'Times of this computer vary: the median of 2 runs' table || fail "it is not said that times vary"
grep -q '"runs": 2' a.json || fail "the JSON file does not say how many runs"
"$sartor" sweep --vary scan=chain -n 2 --runs 1 bcast >table 2>errors || fail "a collective that is not called: exit code $?"
grep -qx 'sartor: --vary scan: bcast calls no MPI_Scan or MPI_Exscan, so the option changes nothing' errors ||
    fail "nothing says that the program calls no MPI_Scan: $(cat errors)"
"$sartor" sweep --vary bcast=bush bcast 2>errors && fail "an algorithm that there is not"
grep -q -- '--vary bcast=bush: .*bcast has no algorithm bush' errors || fail "the name is not refused: $(cat errors)"
sed 's/return 0;/return nothing;/' star.hpp >broken.hpp && sed -i 's/Star\b/Broken/g' broken.hpp
"$sartor" sweep --vary bcast=tree,./broken.hpp -n 2 --runs 1 bcast >table 2>errors || fail "a broken file: exit code $?"
grep -q 'broken.hpp .*the file does not compile' table || fail "the table does not say that the file is broken"
[ $failures -eq 0 ] || cat table
[ $failures -eq 0 ]
