#!/bin/sh
# survived/at_random.c with one seed after the other: 2 to 64 ranks, as fibers of one worker and of several, as OS threads
# and in two processes. Prints how many ranks have failed in how many runs.
# Usage: survived_at_random.sh SARTOR WORK_FOLDER [SECONDS [SEED]]   for so long each way (default: 60), from this seed on
set -u

sartor=$1 work=$2 seconds=${3:-60} seed=${4:-$(($(date +%s) % 1000000))}
here=$(cd "$(dirname "$0")" && pwd)
. "$here/failures.sh"
. "$here/expect_run.sh"

"$sartor" cc -O1 -o at_random "$here/survived/at_random.c" || fail "at_random.c can't be compiled"

# during SECONDS RANKS OPTION...
during() {
    end=$(($(date +%s) + $1)) ranks=$2 runs=0 failed=0
    shift 2
    while [ "$(date +%s)" -lt "$end" ] && [ $failures -lt 5 ]; do
        timeout 120 "$sartor" run -n "$ranks" "$@" ./at_random "$seed" >output 2>&1 </dev/null
        found=$?
        [ $found -eq 0 ] || fail "-n $ranks $* at_random $seed: exit code $found"
        failed=$((failed + $(grep -c '^sartor: rank [0-9]* failed' output))) runs=$((runs + 1)) seed=$((seed + 1))
    done
    echo "-n $ranks $*: $failed ranks failed in $runs runs"
}

for ranks in 64 16 5 2; do during "$seconds" $ranks; done
during "$seconds" 16 --cores 0
during "$seconds" 8 --ranks threads
if "$sartor" run --help | grep -q -e --processes; then during "$seconds" 16 --processes 2; fi

[ $failures -eq 0 ] && echo passed
[ $failures -eq 0 ]
