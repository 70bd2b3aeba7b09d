#!/bin/sh
# A program on an I/O subsystem beside the others: MPI_COMM_LOCAL, its memory off the chip, start-up.
# Usage: manycore_io.sh SARTOR WORK_FOLDER CHECK_TRACE
check_trace=$3
. "$(dirname "$0")/manycore/common.sh"

build io_server "$apps/io_rank/io_server.c"
build compute "$apps/io_rank/compute.c" --machine mppa256-andey
build local "$here/manycore/local.c"
build words "$here/manycore/computing.c"
"$sartor" c++ -O2 -Wall -Wextra -o "$work/greetings" "$here/manycore/greetings.cpp" || fail "greetings can't be built"
[ $failures -eq 0 ] || exit 1
cp "$work/local" "$work/io_local"

# The example, at several numbers of ranks: it is right, it begins first, and it is the same again.
for ranks in 1 2 5 16; do
    expect 0 "^io_server: 1024 rows for $ranks ranks, sum 22: correct" -n $ranks --io "$work/io_server" "$work/compute"
done
expect 0 'cycles, .* 16 ranks and an I/O rank' -n 16 --machine mppa256-andey --io "$work/io_server" "$work/compute"
expect 0 '^compute: 1024 rows on 8 ranks' -n 8 --machine mppa256-bostan --io "$work/io_server" "$work/compute"
for file in 1 2; do
    "$sartor" run -n 16 --json "$work/$file.json" --no-summary --io "$work/io_server" "$work/compute" >/dev/null
done
same "$work/1.json" "$work/2.json" "a second run"

# Its matrix lies in the DDR, where it fits, and not in a cluster's memory.
grep -Eq '"io": 0, "peak": 4[34][0-9]{5}, .*"heap": 4194[0-9]{3}' "$work/1.json" || fail "the matrix is not in the DDR"
expect 1 '^io_server: no memory' -n 2 --no-summary --machine mppa256-andey "$work/io_server"

# Starting up: one process for each cluster that has ranks.
grep -Eq '"start_up": \{"cycles": [1-9][0-9]{6}, "processes": 16, "bytes": [1-9]' "$work/1.json" || fail "start-up"

# MPI_COMM_LOCAL in both programs, whatever the ranks are; and in one alone, where it is the world.
for ranks in 1 2 3 5 8 16; do
    expect 0 "^local: $ranks ranks of .* correct" -n $ranks --machine mppa256-andey --io "$work/io_local" "$work/local"
done
head -1 "$work/output" | grep -q 'I/O program begins' || fail "the I/O program does not begin first"
for machine in mppa256-nanvix mixed; do
    expect 0 '^local: 30 ranks of .* correct' -n 30 --map scatter --machine $machine --io "$work/io_local" "$work/local"
    grep -Eq 'start-up, before the ranks. programs: [0-9]+ cycles, .* 16 processes' "$work/output" || fail "start-up of $machine"
done
expect 0 '^local: 3 ranks of .* correct' -n 3 --machine mppa256-andey --place io0,15,io1 --io "$work/io_local" "$work/local"
expect 0 '^local: .* correct' -n 5 "$work/local"

# Programs that know nothing of each other, in different languages.
expect 0 '^computing: correct' -n 5 --machine mppa256-andey --io "$work/greetings" "$work/words"
expect 0 '^\[5\] greetings from rank 0 of 1, greetings, 2 arguments' -n 5 --tag-output --machine mppa256-andey \
    --io "$work/greetings" "$work/words" argument

# What goes wrong.
wrong() { expect "$2" "$3" -n 2 --no-summary --machine mppa256-andey --io "$work/io_local" "$work/local" "$1"; }
wrong free 1 "rank 2: MPI_Comm_free: .*can't be freed"
wrong rank 1 'rank 2: MPI_Send: dest = 99: expected a rank of the communicator, 0 to 2'
wrong world 1 'rank 2: MPI_Send: dest = 1: expected a rank of the communicator, 0 to 0'
wrong exit 7 '.'
wrong crash 139 'rank 2 crashed: segmentation fault'
wrong memory 9 'rank 2: I/O subsystem 0 has no room for 5368709120 bytes more: malloc returns NULL'
wrong waiting 3 'deadlock .* 3 of 3 ranks are blocked'
expect 1 '^compute: there is no I/O rank' -n 2 --machine mppa256-andey "$work/compute"
expect 2 'io: for emulated machines only' -n 2 --io "$work/io_local" "$work/local"
expect 2 'io_local: ring8 has no I/O subsystem for it' -n 2 --machine ring8 --io "$work/io_local" "$work/local"
expect 2 'output: not a program made by sartor' -n 2 --machine mppa256-andey --io "$work/output" "$work/local"
expect 2 '"nowhere": there is no such program' -n 2 --machine mppa256-andey --io nowhere "$work/local"
expect 2 '17 ranks are too many for mppa256-andey' -n 17 --machine mppa256-andey --io "$work/io_local" "$work/local"

# To be seen in a trace: the I/O subsystem's track and its memory.
"$sartor" run -n 2 --no-summary --trace "$work/trace.json" --io "$work/io_server" "$work/compute" >/dev/null || fail "trace"
"$check_trace" "$work/trace.json" >"$work/found" || { fail "trace.json"; head -5 "$work/found"; }
grep -q '^counter DDR: [1-9]' "$work/found" || fail "no counter DDR in the trace"
[ $failures -eq 0 ] && echo "passed"
