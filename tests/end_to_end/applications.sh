#!/bin/sh
# Builds the example applications with Sartor, runs them, and hands them bad input.
# Usage: applications.sh SARTOR WORK_FOLDER
set -u

sartor=$1 work=$2
apps=$(cd "$(dirname "$0")/../../apps" && pwd)
. "$(dirname "$0")/failures.sh"

build() { # PROGRAM [FOLDER]
    "$sartor" cc -O2 -Wall -Wextra -Werror -o "$work/$1" "$apps/${2:-$1}/$1.c" -lpng -lm || fail "$1 can't be built"
}

# Runs: expect CODE REGEX RANKS PROGRAM ARGUMENT...
expect() {
    code=$1 pattern=$2 ranks=$3 program=$4
    shift 4
    timeout 120 "$sartor" run -n "$ranks" "$work/$program" "$@" >"$work/output" 2>&1
    found=$?
    [ $found -eq "$code" ] || fail "$program on $ranks ranks: exit code $found, expected $code"
    grep -Eq -e "$pattern" "$work/output" || { fail "$program on $ranks ranks: nothing matches $pattern"; cat "$work/output"; }
}

same_picture() {
    cmp "$work/1.png" "$work/$1.png" || fail "the picture of $1 ranks is another than that of 1"
}

filter_on() {
    expect 0 '^check: all 307200 pixels' "$1" gaussian_filter --check -o "$work/$1.png" "$apps/gaussian_filter/photograph.png"
}

mkdir -p "$work"
build ring
build pi
build gaussian_filter
build kmeans cap_bench
build friendly_numbers cap_bench
[ $failures -eq 0 ] || exit 1

for ranks in 1 2 3 192; do expect 0 '^ring: sum .*correct$' $ranks ring; done
for ranks in 1 5 16; do expect 0 '^pi: 3\.1415926536,' $ranks pi; done
expect 2 '^pi: 0: expected a number of intervals' 3 pi 0

for ranks in 1 5 16; do
    expect 0 '^check: the same by one rank$' $ranks kmeans 3000 64 --check
    expect 0 '^check: the same by one rank$' $ranks friendly_numbers 1 5000 --check
    grep -q '^friendly_numbers: 92 pairs' "$work/output" || fail "friendly_numbers on $ranks ranks: another number of pairs"
done
timeout 120 "$sartor" run -n 40 --machine mppa256-nanvix --no-summary "$work/kmeans" 3000 64 --check >"$work/output" 2>&1
grep -q '^check: the same by one rank$' "$work/output" || fail "kmeans in four clusters of a chip: another result"
timeout 120 "$sartor" run -n 40 --machine mppa256-nanvix --no-summary "$work/friendly_numbers" 1 5000 --check >"$work/output" 2>&1
grep -q '^friendly_numbers: 92 pairs' "$work/output" || fail "friendly_numbers in four clusters of a chip: another result"

filter_on 1
for ranks in 2 7 16 192 500; do
    filter_on $ranks
    same_picture $ranks
done
expect 0 'sigma 0.5 on 4 ranks' 4 gaussian_filter -s 0.5 -o "$work/weak.png" "$apps/gaussian_filter/photograph.png"
cmp -s "$work/1.png" "$work/weak.png" && fail "sigma changes nothing"
expect 0 '^check: all' 3 gaussian_filter --check -o "$work/twice.png" "$work/weak.png"

printf 'not a picture' >"$work/text.png"
head -c 20000 "$apps/gaussian_filter/photograph.png" >"$work/half.png"
expect 1 'no_such\.png: .*' 4 gaussian_filter "$work/no_such.png"
expect 1 'text\.png: .*PNG' 4 gaussian_filter "$work/text.png"
expect 1 'half\.png: .+' 4 gaussian_filter -o "$work/never.png" "$work/half.png"
expect 1 'no_folder/out\.png: .*' 4 gaussian_filter -o "$work/no_folder/out.png" "$apps/gaussian_filter/photograph.png"
expect 2 'sigma = x: expected a number' 3 gaussian_filter -s x "$work/1.png"
expect 2 'invalid option' 3 gaussian_filter -q "$work/1.png"
expect 2 '^Usage: ' 2 gaussian_filter
expect 0 '^Usage: ' 2 gaussian_filter -h
[ $failures -eq 0 ]
