#!/bin/sh
# The conformance programs of windows on emulated chips, ranks in one cluster and scattered over all; what operations
# take there.
# Usage: manycore_windows.sh SARTOR WORK_FOLDER all|some: of the conformance programs
. "$(dirname "$0")/manycore/common.sh"

conformance=$here/../conformance
case $3 in
    all) sources=$(ls "$conformance"/one_sided/*.c "$conformance/errors/one_sided.c") chips="mppa256-bostan mppa256-andey mppa256-nanvix mixed" ;;
    *) sources=$(ls "$conformance"/one_sided/*epochs.c) chips="mppa256-bostan mixed" ;;
esac
for source in $sources; do
    name=$(basename "$source" .c)
    [ "$source" != "$conformance/errors/one_sided.c" ] || name=errors
    build "$name" "$source" --machine mppa256-bostan
    [ $failures -eq 0 ] || exit 1
    for machine in $chips; do
        expect 0 '^ok: ' -n 5 --map scatter --machine $machine --no-summary "$work/$name"
    done
    [ "$name" != random_epochs ] || continue
    expect 0 '^ok: ' -n 16 --map scatter --no-summary "$work/$name"
    expect 0 '^ok: ' -n 16 --map compact --smem unlimited --no-summary "$work/$name"
done
# Operations take what the one-sided layer of the machine takes.
build window_costs "$here/manycore/window_costs.c" --machine mppa256-bostan -lm
expect 0 '^as published$' -n 2 --map scatter --no-summary "$work/window_costs"
cp "$work/output" "$work/first"
expect 0 '^as published$' -n 2 --map scatter --no-summary "$work/window_costs"
same "$work/first" "$work/output" "again"
# Who floods a cluster waits for it.
build window_flood "$here/manycore/window_flood.c" --machine mppa256-bostan
expect 0 '^all served in turn$' -n 16 --per-cluster 1 --no-summary "$work/window_flood"
expect 0 '^all served in turn$' -n 64 --per-cluster 4 --no-summary "$work/window_flood"
# What they take of a cluster's memory counts.
build window_memory "$here/manycore/window_memory.c" --machine mppa256-bostan
expect 0 '^counted$' -n 2 --per-cluster 1 --no-summary "$work/window_memory"

[ $failures -eq 0 ] && echo "passed"
