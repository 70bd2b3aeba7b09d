#!/bin/sh
# Mailbox or portal by size, as sartor tune measured it: the limit, results with it, and what is refused.
# Usage: manycore_messages.sh SARTOR WORK_FOLDER
. "$(dirname "$0")/manycore/common.sh"

build a2a "$apps/a2a.c" --machine mppa256-nanvix
[ $failures -eq 0 ] || exit 1

# tune NAME OPTION...: to $work/NAME.tuning
tune() {
    name=$1
    shift
    timeout 120 "$sartor" tune "$@" --only message -o "$work/$name.tuning" >"$work/$name.report" 2>&1 ||
        { fail "tune $*"; cat "$work/$name.report"; }
}

# In virtual time: the same everywhere. Changes with the machine's constants.
tune nanvix -n 2,16 --machine mppa256-nanvix
mv "$work/nanvix.report" "$work/first.report"
tune nanvix -n 2,16 --machine mppa256-nanvix
same "$work/first.report" "$work/nanvix.report" "tuned again"
grep -q '^by mailbox up to 928 bytes, by portal beyond$' "$work/nanvix.report" || { fail "the limit"; cat "$work/nanvix.report"; }
nanvix="--machine mppa256-nanvix --tuning $work/nanvix.tuning"

# Short messages go by mailbox, and gain by it; long ones go as ever.
milliseconds() { # SUPERSTEP OPTION...
    step=$1
    shift
    "$sartor" run -n 12 --map scatter --no-summary "$@" "$work/a2a" | sed -n "s/.*superstep $step, .*: \([0-9]*\)[.].*/\1/p"
}
expect 0 'eager: 132 messages' -n 12 --map scatter $nanvix "$work/a2a" 4
expect 0 'eager split: 264 messages' -n 12 --map scatter $nanvix "$work/a2a" 4
expect 0 'rendezvous by DMA: 132 messages' -n 12 --map scatter $nanvix "$work/a2a" 4
expect 0 'rendezvous by DMA: 528 messages' -n 12 --map scatter $nanvix --eager-limit 0 "$work/a2a" 4
[ "$(milliseconds 0 $nanvix)" -lt "$(milliseconds 0 --machine mppa256-nanvix)" ] || fail "128 bytes: nothing gained"
[ "$(milliseconds 8 $nanvix)" -eq "$(milliseconds 8 --machine mppa256-nanvix)" ] || fail "32768 bytes: another time"

# Both ways at once: messages don't overtake each other.
build both_ways "$here/manycore/both_ways.c" $nanvix
for map in compact scatter; do
    for ranks in 1 2 3 5 8 16; do
        expect 0 'correct' -n $ranks --map $map --no-summary --smem unlimited "$work/both_ways"
    done
done

# Built with it; rebuilt for another machine, which it says nothing about.
build tuned "$apps/a2a.c" $nanvix
"$sartor" explain "$work/tuned" | grep -q 'by mailbox up to 928 bytes, then by portal, as tuned' || fail "explain does not tell the limit"
expect 0 'eager split: 264 messages' -n 12 --map scatter "$work/tuned" 4
expect 0 'eager: 132 messages' -n 12 --map scatter --machine mppa256-bostan "$work/tuned" 4

# Collectives are measured with it, and without what needs shared memory.
expect_tuned() { # CODE REGEX OPTION...
    code=$1 pattern=$2
    shift 2
    timeout 120 "$sartor" tune "$@" -o "$work/other.tuning" >"$work/output" 2>&1
    found=$?
    [ $found -eq "$code" ] || fail "tune $*: exit code $found, expected $code"
    grep -Eq -e "$pattern" "$work/output" || { fail "tune $*: nothing matches $pattern"; cat "$work/output"; }
}
expect_tuned 0 'scan with 3 ranks; tried chain' -n 3 --machine ring8 --only scan
expect_tuned 1 'nothing was measured within 0.0001 minutes' -n 3 --machine ring8 --only scan --minutes 0.0001
expect_tuned 2 'between two ranks or more' -n 1 --machine ring8 --only message
expect_tuned 2 'or with --machine message' -n 4 --only message
expect_tuned 2 'machine toaster: unknown machine' -n 4 --machine toaster
expect_tuned 1 'fails with 193 ranks' -n 193 --machine mppa256-nanvix --only message
expect 2 'nanvix.tuning:2: measured on mppa256-nanvix, but the program is for ring8' -n 2 --machine ring8 --tuning "$work/nanvix.tuning" "$work/a2a"
expect 2 'nanvix.tuning:2: measured on mppa256-nanvix, but the program is for host' -n 2 --machine host --tuning "$work/nanvix.tuning" "$work/a2a"

# Equal bits without shared memory, and nothing of the host that reads it.
build bits "$here/algorithms/reproducible.c" --reproducible --machine mppa256-nanvix
for ranks in 2 3 8 16; do expect 0 '^ok: ' -n $ranks --no-summary --smem unlimited "$work/bits"; done
build shared "$apps/pi/pi.c" --reproducible --topology bcast=shared -lm
expect 0 'bcast=shared: .* the default algorithm serves bcast' -n 5 --machine mppa256-nanvix "$work/shared"
expect 2 'topology bcast=shared: this algorithm reads' -n 5 --machine mppa256-nanvix --topology bcast=shared "$work/a2a"

[ $failures -eq 0 ] && echo "passed"
