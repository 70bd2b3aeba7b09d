#!/bin/sh
# Clusters that differ in byte order: what lies in the network, the same results as on the host, what it costs,
# and that nobody else pays for it.
# Usage: mixed.sh SARTOR WORK_FOLDER
. "$(dirname "$0")/manycore/common.sh"
conformance=$here/../conformance

run() { timeout 60 "$sartor" run "$@" </dev/null 2>&1; }
run_emulated() { run --no-summary "$@"; }

build wire "$here/manycore/wire.c" --machine mixed

# The bytes between two clusters, in short messages, long ones, buffered ones.
for ranks in 1 2 3 5 8 16; do
    for how in "" "--eager-limit 200 --lazy-limit 5000" "--no-shortcut"; do
        found=$(run_emulated -n $ranks --map scatter --smem unlimited $how "$work/wire" big)
        [ "$found" = "wire: correct" ] || fail "$ranks ranks of mixed $how: $(echo "$found" | head -3)"
        case $ranks in 1 | 3 | 8) break ;; esac
    done
done
found=$(run_emulated -n 3 --map compact --smem unlimited "$work/wire" big)
[ "$found" = "wire: correct" ] || fail "one cluster of mixed: $(echo "$found" | head -3)"
found=$(run_emulated -n 3 --machine ring8 --map scatter --smem unlimited "$work/wire" little)
[ "$found" = "wire: correct" ] || fail "ring8: $(echo "$found" | head -3)"

# The same as on the host.
compare() { # MOST_RANKS NAME ARGUMENT...
    most=$1 name=$2
    shift 2
    for ranks in 1 2 3 5 8 16; do
        [ $ranks -le "$most" ] || break
        run_emulated -n $ranks --map scatter --smem unlimited "$work/$name" "$@" | sort >"$work/there"
        run -n $ranks --machine host "$work/$name" "$@" | sort >"$work/here"
        cmp -s "$work/here" "$work/there" && [ -s "$work/here" ] && continue
        fail "$name, $ranks ranks: other lines than on the host"
        diff "$work/here" "$work/there" | head -3
    done
}
for source in random_messages random_collectives datatypes/packing; do
    name=$(basename $source)
    build "$name" "$conformance/$source.c" --machine mixed -I"$conformance/common"
done
compare 16 random_messages 7 20
compare 8 random_collectives 7 12
compare 16 packing

# Sending costs the cluster that turns numbers round more than one that does not, and bytes cost neither.
"$sartor" explain "$work/wire" | grep -q 'typed: numbers are sent in network order' || fail "explain says nothing of the typed envelope"
for machine in host mppa256-bostan mixed; do
    build "cost_$machine" "$here/manycore/cost.c" --machine $machine
done
times=$(run_emulated -n 2 --place 0,2 "$work/cost_mixed" && run_emulated -n 2 --place 1,3 "$work/cost_mixed")
# 30000 doubles at 8/3 bytes a cycle are 90000 cycles at each end; servers that were waited for are free by then.
echo "$times" | awk '{ doubles[NR] = $2; bytes[NR] = $4 }
    END { exit !(NR == 2 && bytes[1] == bytes[2] && doubles[2] == bytes[2] && doubles[1] - bytes[1] > 179500 && doubles[1] - bytes[1] <= 180000) }' ||
    fail "unexpected costs: $times"

# Nothing of it where all clusters are alike.
for machine in host mppa256-bostan mixed; do
    nm -C "$work/cost_$machine" >"$work/names"
    expected=0
    [ $machine = mixed ] && expected=1
    found=$(grep -c -m1 'network_order\|machine::manycore::conversion' "$work/names")
    [ "$found" = $expected ] || fail "$machine: $(grep 'network_order\|manycore::conversion' "$work/names" | head -3)"
done
[ $failures -eq 0 ] && echo "passed"
