#!/bin/sh
# Programs on cores that read each other's memory: results on 1 to 64 ranks, what reports say, what is refused.
# Usage: tiles.sh SARTOR WORK_FOLDER CHECK_TRACE CHECK_SVG
check_trace=$3 check_svg=$4
. "$(dirname "$0")/manycore/common.sh"
machine="--machine wormhole-n150"

for program in heat conjugate_gradient integer_sort lu a2a; do build $program "$apps/$program.c" $machine -lm; done
build kmeans "$apps/cap_bench/kmeans.c" $machine -lm
build kmeans_ipc "$apps/cap_bench/kmeans_ipc.c" $machine -lm
build friendly_numbers "$apps/cap_bench/friendly_numbers.c" $machine
build gaussian_filter "$apps/gaussian_filter/gaussian_filter.c" $machine -lpng -lm
build halo2d "$apps/one_sided/halo2d.c" $machine -lm
build memory "$here/manycore/memory.c" $machine
[ $failures -eq 0 ] || exit 1

for ranks in 1 2 3 5 8 16 64; do
    on="-n $ranks --no-summary"
    expect 0 '^check: the same by one rank$' $on "$work/heat" 50 30 --check
    expect 0 'result c2f251c19fac7274$' $on "$work/heat" 50 30
    expect 0 'error below 1e-9$' $on "$work/conjugate_gradient"
    expect 0 'result 192d92a2c87721d6, sorted$' $on "$work/integer_sort"
    expect 0 'result a0de75b815b9dbac, passed$' $on "$work/lu" 100 7
    expect 0 'result 94f007097a0cb81c$' $on "$work/kmeans" 3000 64 9 --check
    expect 0 '92 pairs of friends' $on "$work/friendly_numbers" 1 5000 --check
    expect 0 'superstep 4, 2048 bytes' $on "$work/a2a" 5
    expect 0 'as sequentially$' $on "$work/halo2d"
done
# By mailboxes, of which one takes a message of each core.
expect 0 'result 94f007097a0cb81c$' -n 64 --no-summary "$work/kmeans_ipc" 3000 64 9 --check
# Its photograph is longer than a core's memory.
for ranks in 2 5 16; do
    expect 0 '^check: all 307200 pixels' -n $ranks --no-summary --smem unlimited "$work/gaussian_filter" --check \
        -o "$work/filtered.png" "$apps/gaussian_filter/photograph.png"
done
expect 1 'cluster 0 has no room for [0-9]* bytes more' -n 5 "$work/gaussian_filter" --check -o "$work/filtered.png" \
    "$apps/gaussian_filter/photograph.png"

# One rank for each core of those that programs get.
expect 0 'correct|heat:' -n 72 --no-summary "$work/heat" 50 5
expect 2 '73 ranks are too many for wormhole-n150: it has 72 clusters of 1 ranks' -n 73 "$work/heat"
expect 2 'a cluster of wormhole-n150 takes at most 1' -n 4 --per-cluster 2 "$work/heat"

# The same again, to the cycle.
expect 0 'wormhole-n150: [0-9]* cycles' -n 16 --json "$work/first.json" --trace "$work/t.json" --chip "$work/c.svg" "$work/a2a" 6
grep -q 'rendezvous by DMA: [0-9]* messages' "$work/output" || fail "no data were read"
grep -q 'SMEM: at most [0-9]* of 1499136 bytes' "$work/output" || fail "another memory of a core"
grep -Eq 'hottest link: network [01], (from|into|out of) .*\([0-9]*,[0-9]*\)' "$work/output" || fail "no hottest link"
grep -q 'energy' "$work/output" && fail "energy is told without a public number of it"
cycles() { sed -n 's/^ *"cycles": \([0-9]*\),$/\1/p' "$1"; }
expect 0 'wormhole-n150: [0-9]* cycles' -n 16 --json "$work/second.json" "$work/a2a" 6
[ "$(cycles "$work/first.json")" = "$(cycles "$work/second.json")" ] || fail "another time when traced"
"$check_trace" "$work/t.json" >"$work/checked" || { fail "the trace"; head -3 "$work/checked"; }
"$check_svg" "$work/c.svg" >"$work/checked" || { fail "the picture of the chip"; head -3 "$work/checked"; }

# Built for this computer, rebuilt for the chip. A data message waits in no core's memory: all of it is read.
"$sartor" cc -O2 -o "$work/here" "$apps/a2a.c" || fail "a2a for this computer"
expect 0 'wormhole-n150: [0-9]* cycles' -n 8 $machine "$work/here" 3

# A machine that extends this one: fewer rows for programs.
cat >"$work/small.json" <<'END'
{"name": "small", "about": "two rows of it", "extends": "wormhole-n150", "program_rows": [1, 2]}
END
expect 2 '17 ranks are too many for small: it has 16 clusters' -n 17 --machine "$work/small.json" "$work/heat"
sed 's/"program_rows": .1, 2./"dimensions": [2, 8]/' "$work/small.json" >"$work/wrong.json"
expect 1 'wrong.json:1: dimensions: there is no such field' -n 2 --machine "$work/wrong.json" "$work/heat"
sed 's/"program_rows": .1, 2./"program_rows": [6]/' "$work/small.json" >"$work/wrong.json"
expect 1 'wrong.json:1: program_rows: 6 is not among core_rows' -n 2 --machine "$work/wrong.json" "$work/heat"
sed 's/"program_rows": .1, 2./"constants": {"clusters": {"value": 4, "unit": "clusters", "kind": "given", "source": "x"}}/' \
    "$work/small.json" >"$work/wrong.json"
expect 1 'wrong.json:1: constants.clusters: there is no such constant' -n 2 --machine "$work/wrong.json" "$work/heat"

# Several chips, another grid. 64 ranks on the first of two chips take the time of 64 on a chip alone.
for on in "-n 128 --machine wormhole-n300" "-n 512 --machine wormhole-t3000" "-n 140 --machine blackhole-p150" \
    "-n 120 --machine blackhole-p100" "-n 9 --machine wormhole-n150-rows"; do
    expect 0 'result c2f251c19fac7274$' $on --no-summary "$work/heat" 50 30
done
for program in "kmeans 3000 64 9 --check:result 94f007097a0cb81c$" "integer_sort:result 192d92a2c87721d6, sorted$" \
    "conjugate_gradient 128:error below 1e-9$" "halo2d:as sequentially$" "lu 100 7:result a0de75b815b9dbac, passed$"; do
    expect 0 "${program#*:}" -n 128 --machine wormhole-n300 --no-summary "$work"/${program%%:*}
done
expect 0 'wormhole-n300: [0-9]* cycles' -n 64 --machine wormhole-n300 --json "$work/first.json" "$work/a2a" 3
expect 0 'wormhole-n150: [0-9]* cycles' -n 64 $machine --json "$work/second.json" "$work/a2a" 3
[ "$(cycles "$work/first.json")" = "$(cycles "$work/second.json")" ] || fail "another time on one of two chips"
expect 0 'hottest link: between chips, from \(1,[06]\) of chip [01] to' -n 128 --machine wormhole-n300 \
    --json "$work/second.json" "$work/a2a" 3
expect 0 'wormhole-n300: [0-9]* cycles' -n 128 --machine wormhole-n300 --json "$work/first.json" "$work/a2a" 3
[ "$(cycles "$work/first.json")" = "$(cycles "$work/second.json")" ] || fail "another time on two chips in a second run"
[ $failures -eq 0 ]
