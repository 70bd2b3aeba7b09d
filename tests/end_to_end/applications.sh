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

# Runs: expect CODE REGEX RANKS PROGRAM ARGUMENT..., with $options of sartor run.
options=
expect() {
    code=$1 pattern=$2 ranks=$3 program=$4
    shift 4
    # shellcheck disable=SC2086
    timeout 120 "$sartor" run -n "$ranks" $options "$work/$program" "$@" >"$work/output" 2>&1
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
for program in kmeans friendly_numbers filter_images; do build $program cap_bench; done
for program in heat conjugate_gradient integer_sort task_farm lu; do build $program .; done
[ $failures -eq 0 ] || exit 1

for ranks in 1 2 3 192; do expect 0 '^ring: sum .*correct$' $ranks ring; done
for ranks in 1 5 16; do expect 0 '^pi: 3\.1415926536,' $ranks pi; done
expect 2 '^pi: 0: expected a number of intervals' 3 pi 0

# On one cluster (this computer) and on a chip's four; each program checks itself. `result` is what all print.
verify() { # REGEX PROGRAM ARGUMENT...
    result=$1
    shift
    for ranks in 1 5 16; do
        expect 0 "$result" $ranks "$@"
        grep -q 'another result' "$work/output" && fail "$* on $ranks ranks: another result by one rank"
    done
    options="--machine mppa256-nanvix --no-summary"
    expect 0 "$result" 40 "$@"
    options=
    grep -q 'another result' "$work/output" && fail "$* in four clusters: another result by one rank"
}
verify '^kmeans: 3000 points, 64 centroids, 9 steps, result 94f007097a0cb81c$' kmeans 3000 64 9 --check
verify '^friendly_numbers: 92 pairs of friends among 5000 numbers' friendly_numbers 1 5000 --check
verify '^filter_images: 8 images, result 89c913af00cbc7e0$' filter_images 8 --check
verify '^heat: 50 x 50 points, 30 steps, result c2f251c19fac7274$' heat 50 30 --check
verify '^conjugate_gradient: 64 x 64 points, error below 1e-9$' conjugate_gradient
verify '^integer_sort: 65536 keys, result 192d92a2c87721d6, sorted$' integer_sort
verify '^task_farm: 200 of 200 tasks done, result 387434472$' task_farm --check
verify '^lu: 100 equations, blocks of 7, result a0de75b815b9dbac, passed$' lu 100 7
expect 1 'usage: kmeans' 3 kmeans 10 20

# The same over the raw channels, in two clusters and by one rank.
options="--machine mppa256-nanvix --no-summary"
for program in kmeans friendly_numbers filter_images; do build ${program}_ipc cap_bench; done
for ranks in 1 24; do
    expect 0 'result 94f007097a0cb81c$' $ranks kmeans_ipc 3000 64 9
    expect 0 '92 pairs of friends' $ranks friendly_numbers_ipc 1 5000
    expect 0 'result 89c913af00cbc7e0$' $ranks filter_images_ipc 8
done
options=

# Virtual time counts operations: it is the same while the computer is busy with other things.
cycles_of() { # PROGRAM ARGUMENT...
    timeout 120 "$sartor" run -n 24 --machine mppa256-nanvix --json "$work/run.json" "$work/$1" $2 $3 $4 >"$work/output" 2>&1 ||
        fail "$1 on 24 ranks"
    sed -n 's/^ *"cycles": \([0-9]*\),$/\1/p' "$work/run.json"
}
quiet=$(cycles_of kmeans 3000 64 9)
busy=
for one in 1 2 3 4; do
    (while :; do :; done) &
    busy="$busy $!"
done
loaded=$(cycles_of kmeans 3000 64 9)
kill $busy
[ -n "$quiet" ] && [ "$quiet" = "$loaded" ] || fail "kmeans takes $quiet cycles, and $loaded on a busy computer"

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
