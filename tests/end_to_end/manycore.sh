#!/bin/sh
# Programs on emulated manycores: results, messages, virtual times that are the same for every compiler.
# Usage: manycore.sh SARTOR WORK_FOLDER all|some: of the machines
. "$(dirname "$0")/manycore/common.sh"

build pingpong "$apps/pingpong.c" --machine mppa256-andey
build a2a "$apps/a2a.c"
build computing "$here/manycore/computing.c" --machine mppa256-bostan
build limits "$here/manycore/limits.c" --machine mppa256-andey
build meters "$here/manycore/meters.c" --machine mppa256-bostan
build waiting "$here/manycore/waiting.c" --machine mppa256-andey
build memory "$here/manycore/memory.c" --machine mppa256-andey
build probes "$here/../conformance/point_to_point/probes.c" -I"$here/../conformance/common"
build cancel_sends "$here/../conformance/point_to_point/cancel_sends.c" -I"$here/../conformance/common"
build random_cancels "$here/../conformance/random_cancels.c" -I"$here/../conformance/common"
build ports "$here/manycore/ports.c" --machine mppa256-nanvix
build many "$here/manycore/many.c" --machine torus80x80
build mapped "$here/manycore/mapped.c" --machine mppa256-andey
build threads "$here/manycore/threads.c" -pthread
# Chips run threads of GCC's OpenMP, whichever compiler Sartor was built with.
SARTOR_CC=gcc build openmp "$here/manycore/openmp.c" -fopenmp --machine mppa256-andey
SARTOR_CC=gcc build wrong_threads "$here/manycore/wrong_threads.c" -fopenmp --machine mppa256-andey
[ $failures -eq 0 ] || exit 1

# Results, on each machine that comes with sartor, with and without the shortcut.
expect 0 '^ +524288 ' -n 16 "$work/pingpong"
expect 0 'mppa256-andey: [0-9]+ cycles, .* 16 ranks' -n 16 "$work/pingpong" -s 64:64
expect 0 'eager: 102 messages' -n 16 "$work/pingpong" -s 64:64
expect 0 'rendezvous by DMA: 102 messages' -n 2 "$work/pingpong" -i -s 1024:1024
expect 0 'lazy: 102 messages' -n 2 --lazy-limit 1K "$work/pingpong" -s 1024:1024
expect 0 'eager split: 102 messages' -n 2 --eager-limit 1K "$work/pingpong" -s 1024:1024
case $3 in
    all) machines="mppa256-andey mppa256-bostan mppa256-nanvix ring8 mesh8x8 hypercube16 torus32x32 torus80x80" ;;
    *) machines="mppa256-andey mppa256-nanvix torus80x80" ;;
esac
for machine in $machines; do
    expect 0 '^a2a: superstep 2, 512 bytes: [0-9.]+ ms' -n 16 --machine $machine --map scatter --no-shortcut "$work/a2a" 3
done
expect 0 'computing: correct' -n 5 "$work/computing"
expect 0 'computing: correct' -n 16 --machine mppa256-nanvix "$work/computing"
expect 0 'limits: correct, [0-9]+ bytes eager, [0-9]+ lazy' -n 2 "$work/limits"
expect 0 'limits: correct, 32 bytes eager, 1024 lazy' -n 3 --eager-limit 32 --lazy-limit 1K "$work/limits"
expect 2 'rank 0: sartor_set_limit\(1, -5\): expected SARTOR_EAGER_LIMIT, ' -n 2 "$work/limits" negative
expect 0 'meters: correct, [0-9.e-]+ J' -n 2 --map scatter "$work/meters"

for machine in $(echo $machines | tr ' ' '\n' | grep mppa256); do
    expect 0 '^ok: ' -n 5 --machine $machine "$work/probes"
    for options in "" "--no-shortcut" "--map scatter --lazy-limit 2K"; do
        expect 0 '^ok: ' -n 5 --machine $machine --smem unlimited $options "$work/cancel_sends"
        expect 0 '^ok: ' -n 5 --machine $machine --smem unlimited $options "$work/random_cancels" 1 20
    done
done

# Many ranks: stacks without a mapping each, tables only of those whom a rank talks to.
expect 0 '16384 ranks' -n 16384 --machine torus32x32 "$work/many"
expect 0 '^many: 40000 ranks: correct' -n 40000 --no-summary --machine torus80x80 "$work/many"
expect 2 'ranks are too many for torus80x80' -n 102401 --machine torus80x80 "$work/many"

# The same cycles again, whoever compiled the cut, and from one with all checks on.
measure() { "$sartor" run -n 24 --machine mppa256-nanvix --json "$2" "$1" 3 >"$2.out" 2>"$2.err" || fail "a2a on nanvix"; }
measure "$work/a2a" "$work/1.json"
measure "$work/a2a" "$work/2.json"
same "$work/1.json" "$work/2.json" "a second run"
if command -v clang++ >/dev/null; then
    SARTOR_CXX=clang++ measure "$work/a2a" "$work/3.json"
    for cut in 1 3; do sed -E 's/"(peak|mpi)": [0-9]+, //g' "$work/$cut.json" >"$work/$cut.times"; done # code has other sizes
    same "$work/1.times" "$work/3.times" "cut by clang++"
fi
# Of GCC and Clang, debug and release: changes with the machine's constants and with what a2a does.
grep -q '"cycles": 54901541,' "$work/1.json" || fail "$(grep cycles "$work/1.json" | head -1): expected 54901541"

# Memory that counts: 2 MiB less the system's 128 KiB, text, MPI, globals and a stack of 16 KiB are at most 476 blocks of
# 4096 bytes.
expect 0 '^rank 1: 4[67][0-9] blocks' -n 2 "$work/memory"
expect 0 'rank 0: cluster 0 has no room for 4096 bytes more: malloc returns NULL' -n 2 "$work/memory"
expect 0 'SMEM: at most 209[0-9]{4} of 2097152 bytes, in cluster [01]: os 131072, text [0-9]+, mpi [0-9]+, .*heap 19[0-9]{5}' -n 2 "$work/memory"
expect 0 '^rank 1: 1000 blocks' -n 2 --smem unlimited "$work/memory"
expect 1 'rank 0 does not fit cluster 0 of mppa256-andey: [0-9]+ bytes are needed' -n 2 --smem 10K "$work/memory"

# The same by other ways: stacks as deep as they were, mappings.
stacks() { sed -n 's/.*SMEM:.* stacks \([0-9]*\),.*/\1/p' "$work/output"; }
expect 0 '^memory: correct' -n 2 "$work/mapped"
[ "$(stacks)" = 16384 ] || fail "a shallow stack takes $(stacks) bytes"
expect 0 '^memory: correct' -n 2 "$work/mapped" 1000
[ "$(stacks)" -gt 1000000 ] && [ "$(stacks)" -lt 1200000 ] || fail "1000 frames of 1 KiB take $(stacks) bytes"
expect 1 'rank 0: its stack has grown to 4[0-9]{6} bytes, but cluster 0 has no room' -n 2 "$work/mapped" 4000
expect 0 '^memory: correct' -n 2 --smem unlimited "$work/mapped" 4000
expect 0 '^mapped: 300 pages' -n 2 "$work/mapped" 0 300
expect 0 '^no room for 500 pages' -n 2 "$work/mapped" 0 500
expect 0 'rank 0: cluster 0 has no room for 2048000 bytes more: mmap returns MAP_FAILED' -n 2 "$work/mapped" 0 500

# Bad input.
expect 2 'only emulated machines have channels' -n 2 --machine host "$work/ports"
wrong() { expect "$2" "$3" -n 2 --no-summary --machine ring8 --map scatter "$work/ports" "$1"; }
wrong rank 1 'sartor_mailbox_send: there is no rank 2, only 0 to 1'
wrong port 1 'sartor_sync_signal: ports are numbered from 0 to 2\^30'
wrong long 1 'sartor_mailbox_send: more bytes than a control message carries'
wrong short 1 'rank 0: sartor_mailbox_receive: the message is longer than the memory for it'
wrong portal 1 'rank 1: sartor_portal_write: writes up to byte 11, but rank 0 allowed 10'
wrong unasked 1 'sartor_portal_wait: that rank was not allowed to write'
wrong alone 3 'rank 0 waits in sartor_channel_read'
expect 2 '193 ranks are too many for mppa256-nanvix: it has 16 clusters of 12' -n 193 --machine mppa256-nanvix "$work/a2a" 1
expect 2 'per-cluster 13: a cluster of mppa256-nanvix takes at most 12 ranks' -n 2 --machine mppa256-nanvix --per-cluster 13 "$work/a2a" 1
expect 2 'place 0,16: expected a cluster from 0 to 15 or io0 to io3' -n 2 --place 0,16 "$work/pingpong"
expect 2 'machine toaster: unknown machine' -n 2 --machine toaster "$work/a2a"
expect 2 'no-shortcut: for emulated machines only' -n 2 --no-shortcut "$work/a2a"
expect 2 'SARTOR_COMPUTE=often: expected none, measured' -n 2 --compute often "$work/pingpong"
expect 2 'starts threads of its own: it can run on the host, not on ring8' -n 2 --machine ring8 "$work/threads"

# Threads of OpenMP on PEs of the rank's cluster; what can't run is refused.
expect 0 '^openmp: correct' -n 3 --threads 4 "$work/openmp"
for again in 1 2; do
    "$sartor" run -n 3 --threads 4 --json "$work/threads.$again" "$work/openmp" >"$work/output" 2>&1 || fail "openmp"
done
same "$work/threads.1" "$work/threads.2" "a second run with threads"
grep -q '"rank": 2, "threads": 4, "regions": ' "$work/threads.1" || fail "no threads in the JSON"
expect 0 '  threads: up to 4 for each rank, [0-9]+ parallel regions' -n 3 --threads 4 "$work/openmp"
cat >"$work/slower_fork.json" <<'END'
{"name": "slower_fork", "about": "a fork of one cycle more", "extends": "mppa256-andey", "constants": {
  "thread_fork": {"value": 4001, "unit": "cycles", "kind": "assumed", "source": "a test"}}}
END
expect 1 '^a region: 10001 cycles, expected 10000' -n 1 --threads 4 --machine "$work/slower_fork.json" "$work/openmp"
expect 1 'its cluster has no room for the stacks of 3 more threads' -n 1 --threads 4 --smem 220K "$work/openmp"
expect 2 'threads 17: cluster 0 of mppa256-andey has 16 PEs for the threads of 1 rank, at most 16 for each' -n 1 --threads 17 "$work/openmp"
expect 2 'threads 7: cluster 0 of mppa256-nanvix has 12 PEs for the threads of 2 ranks, at most 6 for each' -n 2 --threads 7 --machine mppa256-nanvix "$work/openmp"
expect 2 'threads 2: the program has no parallel region' -n 2 --threads 2 "$work/pingpong"
expect 2 'threads: for emulated machines only' -n 2 --threads 2 --machine host "$work/openmp"
wrong_threads() { expect "$2" "$3" -n 2 --threads 3 --no-summary "$work/wrong_threads" "$1"; }
wrong_threads call 1 'MPI_Comm_rank'
wrong_threads wait 3 'rank 0: a deadlock of its threads: all of them wait'
wrong_threads wait 3 'thread 1: waits at a barrier'
wrong_threads exit 5 'another thread than its main thread called exit\(5\)'
refused() { # SOURCE REGEX
    SARTOR_CC=gcc "$sartor" cc -fopenmp --machine mppa256-andey -o "$work/refused" "$here/manycore/$1" >"$work/output" 2>&1 && fail "$1 was linked"
    grep -Eq -e "$2" "$work/output" || { fail "$1: nothing matches $2"; cat "$work/output"; }
}
refused openmp_tasks.c 'functions of OpenMP that emulated machines do not have: GOMP_task, GOMP_taskwait;'
refused openmp_private.c 'thread-local variables'
expect 3 'deadlock at cycle [0-9]+ \([0-9.]+ ms\) of mppa256-andey: 2 of 2 ranks are blocked' -n 2 "$work/waiting"
expect 0 'computing was measured here: the run is not repeatable' -n 2 --compute measured:2 "$work/pingpong" -s 64:64
[ $failures -eq 0 ] && echo "passed"
