#!/bin/sh
# Collective calls that do not match, in a default cut: both sides are reported with their call sites, nothing hangs
# or crashes, and the exit code tells; calls that match stay silent, whatever they may differ in.
# Usage: disagreements.sh SARTOR WORK_FOLDER MACHINE RANKS...
set -u

sartor=$1 work=$2 machine=$3
shift 3
rank_counts=$*
program=$(cd "$(dirname "$0")" && pwd)/algorithms/disagreements.c
. "$(dirname "$0")/failures.sh"
mkdir -p "$work"

run() {
    run_to_end "$sartor" run -n "$ranks" "$work/$@"
}

# A line has both sides with their call sites and says $1, what differs; or it is told at the end of the run.
reported() {
    difference=$1
    shift
    run "$@"
    [ $found -eq 3 ] || fail "$* on $ranks ranks: exit code $found"
    grep -E 'collective calls do not match: rank .*disagreements.c:.* rank .*disagreements.c:' "$work/output" |
        grep -Eq "the ($difference) differ|which rank [0-9]+ never called; its last" || fail "$* on $ranks ranks: no line with both sides"
}

"$sartor" cc -g -O0 --machine "$machine" -o "$work/lean" "$program" || exit 1
"$sartor" cc -g -O0 --machine "$machine" -DIMMEDIATE -o "$work/full" "$program" || exit 1

for ranks in 1 $rank_counts; do
    for form in 'lean right b w' 'full right b w' 'full right b s' 'full right i w' 'full right p s' 'full right i m'; do
        run $form
        [ $found -eq 0 ] && [ "$(cat "$work/output")" = 'ok: right' ] || fail "$form on $ranks ranks: is not silent"
    done
done

check_all() {
    for what in function barrier; do reported functions "$1" $what "$2" "$3" "$4"; done
    for what in root long_root gather_root scatter_root reduce_root; do
        reported 'roots|roots, operations or datatypes' "$1" $what "$2" "$3" "$4"
    done
    for what in operation long_operation reduce_operation scan_operation; do
        reported 'operations|roots, operations or datatypes' "$1" $what "$2" "$3" "$4"
    done
    for what in type long_type; do
        reported 'datatypes|roots, operations or datatypes' "$1" $what "$2" "$3" "$4"
    done
    for what in count long_count; do
        run "$1" $what "$2" "$3" "$4"
        [ $found -eq 1 ] || [ $found -eq 3 ] || fail "$* on $ranks ranks: exit code $found"
        grep -Eq 'counts or datatypes' "$work/output" || fail "$1 $what $2 $3 $4 on $ranks ranks: is not told"
    done
}

for ranks in $rank_counts; do
    check_all lean b w 1
    check_all lean b m 0
    check_all full b s $((ranks - 1))
    check_all full i w $((ranks - 1))
    check_all full p s 0
    check_all full i m 1
    reported 'kinds.*' full kind b w $((ranks - 1))
    reported 'kinds.*' full again b w $((ranks - 1))
done
[ $failures -eq 0 ]
