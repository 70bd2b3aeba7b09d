#!/bin/sh
# sartor sweep: a program on variations of a chip, what does not fit among them, and the files that it writes.
# Usage: sweep.sh SARTOR WORK_FOLDER
set -u

sartor=$1 work=$2
apps=$(cd "$(dirname "$0")/../../apps" && pwd)
. "$(dirname "$0")/failures.sh"
mkdir -p "$work"
cd "$work" || exit 1

"$sartor" cc -O2 -o kmeans "$apps/cap_bench/kmeans.c" || exit 1
"$sartor" sweep --machine mppa256-nanvix --vary smem=160K,2MB --vary clusters=2..4 --csv t.csv --json t.json --html t.html \
    kmeans 3000 64 >table 2>errors || fail "exit code $?: $(cat errors)"
grep -Eq '^ *163840 +2 +0 +no such machine: .*stack' table || fail "no line says that the stacks do not fit"
grep -Eq '^ *2097152 +2 +24 +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+$' table || fail "no line with two clusters"
grep -Eq '^ *2097152 +4 +48 +[0-9.]+ ' table || fail "no line with four clusters"
[ "$(wc -l <t.csv)" -eq 5 ] || fail "the CSV file has another number of lines than 5"
grep -q '"clusters": "4"' t.json || fail "the JSON file has no number of clusters"
grep -o '"kind":"plot"' t.html | wc -l | grep -qx 3 || fail "the page has no three plots"
"$sartor" sweep --machine host --vary smem=1 ./kmeans 2>errors && fail "a sweep of this computer"
grep -q 'an emulated machine' errors || fail "nothing says that machines must be emulated: $(cat errors)"
[ $failures -eq 0 ] || cat table
[ $failures -eq 0 ]
