#!/bin/sh
# Runs by schedules: at random, one after the other, and again from a file.
# Usage: schedules.sh SARTOR WORK_FOLDER
set -eu

sartor=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$work"
mkdir -p "$work"
cd "$work"

fail() {
    echo "FAILED: $*"
    cat out err
    exit 1
}

# run EXIT_CODE OPTION... PROGRAM ARGUMENT: standard output and standard error go to the files out and err.
run() {
    expected=$1
    shift
    code=0
    "$sartor" run "$@" >out 2>err </dev/null || code=$?
    [ "$code" = "$expected" ] || fail "exit code $code, expected $expected: $*"
}

# says REGEX: a line of standard error.
says() {
    grep -Eq -e "$1" err || fail "no line like $1"
}

for program in matchings completions windows; do
    "$sartor" cc -g -O1 -Wall -Wextra -Werror -o $program "$here/schedules/$program.c"
done

# A failure in one of three first matchings: an ordinary run does not meet it, an exploration does. The second and
# third receives have 2 matchings and 1, so there are 3 x 2 x 1 schedules.
run 0 -n 4 ./matchings race
run 5 -n 4 --schedule explore:200 ./matchings race
says 'explore: 6 runs, all schedules; 2 failed'
says 'race at rank 0: MPI_Recv in .*: message of rank 1 \(MPI_Send in .*\) or message of rank 2 \(MPI_Send in '
case $("$sartor" cc --version) in
*GCC* | *gcc*) says 'race at rank 0: MPI_Recv in .*matchings.c:[0-9]+\).*: message of rank 1 .*matchings.c:[0-9]+' ;;
esac
[ -s matchings.schedule ] || fail "no schedule was written"

# The same run again, each time; not with other ranks, another choice or another program.
mv matchings.schedule race.schedule
for time in 1 2; do
    run 5 -n 4 --schedule replay:race.schedule ./matchings race
    cat out err >again.$time
    grep -q '^message 1 is from rank 3$' out || fail "another order of messages"
done
cmp again.1 again.2 || fail "a replay differs from another"
run 2 -n 3 --schedule replay:race.schedule ./matchings race
says 'a schedule of 4 ranks, but this run has 3'
run 2 -n 4 --schedule replay:race.schedule ./matchings late
says 'is of another run: its choice 1 is "match 0 3 of 1 2 3'
run 2 -n 4 --schedule replay:race.schedule ./completions waitany
says 'a schedule of matchings, but this program is completions'

# At most so many runs; those that differ from the first by one choice come first.
run 5 -n 4 --schedule explore:3 ./matchings race
says 'explore: 3 runs, at least [0-9]+ more schedules are left; 1 failed'

# What does not depend on each other is not tried in every order: 2 x 2 x 2 schedules of 3 receivers.
run 0 -n 5 --schedule explore ./matchings independent
says 'explore: 8 runs, all schedules; none failed'

# What leaves no choice has one schedule.
for program in depend ring; do
    run 0 -n 4 --schedule explore ./matchings $program
    says 'explore: 1 run, all schedules; none failed'
    [ "$(wc -l <err)" = 1 ] || fail "$program: races without a choice"
done

# A message that comes after another choice, and a deadlock.
run 0 -n 4 ./matchings late
run 3 -n 4 --schedule explore ./matchings late
says 'explore: 2 runs, all schedules; 1 failed'
says 'message of rank 1 .* or, later, message of rank 2 '
run 3 -n 4 --schedule replay:matchings.schedule ./matchings late
says 'rank 0 waits in MPI_Recv for a message from rank 2'

# A message that comes only after another choice than the first: the first schedule that waits for it waits in vain.
run 0 -n 5 ./matchings perhaps
run 5 -n 5 --schedule explore ./matchings perhaps
says 'explore: 3 runs, all schedules \(1 more that can.t happen\); 1 failed'
run 5 -n 5 --schedule replay:matchings.schedule ./matchings perhaps

# explores RUNS WAYS PROGRAM: so many runs, and so many different outputs.
explores() {
    run 0 -n 3 --schedule explore ./completions "$3"
    says "explore: $1 runs, all schedules"
    says "standard output differs between runs: $2 different outputs"
}
# Two complete requests: either first. Waitsome: both at once as well.
explores 2 2 waitany
explores 3 3 waitsome
# A test of a complete request succeeds at once or the next time. Twice for the first call of Testsome, then all at
# once, or either of two first and again two ways for the other: 2 x (1 + 2 x 2).
explores 2 2 test
explores 10 3 testsome
# A probe that does not wait finds either message or none; one that waits, either.
explores 6 6 probe

# Locks of a window: 3 ranks in every order, and of updates with results. Where the order makes no difference, one.
run 5 -n 4 --schedule explore ./windows locks
says 'explore: 6 runs, all schedules; 2 failed'
says 'standard output differs between runs: 6 different outputs'
says 'race at rank 0: lock of its memory in a window: asked for by rank [123] \(MPI_Win_lock in .*\) or rank [123] '
run 5 -n 4 --schedule replay:windows.schedule ./windows locks
cp out first
run 5 -n 4 --schedule replay:windows.schedule ./windows locks
cmp first out || fail "a replay with windows differs from another"
run 0 -n 4 --schedule explore ./windows counter
says 'explore: 6 runs, all schedules; none failed'
says 'standard output differs between runs: 6 different outputs'
says 'race at rank 0: update of its memory in a window: asked for by rank [123] \(MPI_Fetch_and_op in '
run 0 -n 4 --schedule explore ./windows apart
says 'explore: 1 run, all schedules; none failed'
# Ranks that poll let the others go on, and each other.
for program in polls exposure; do
    run 0 -n 4 --schedule explore ./windows $program
    says 'explore: 2 runs, all schedules; none failed'
done
run 0 -n 3 --schedule explore:20 ./windows spins
says 'explore: 20 runs, at least [0-9]+ more schedules are left; none failed'
# By a seed: the same run again, every order at some time, and again from its file.
for seed in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
    "$sartor" run -n 4 --schedule random:$seed ./windows locks 2>err </dev/null || [ $? = 5 ] || fail "seed $seed"
done >orders
[ "$(sort -u orders | wc -l)" = 6 ] || fail "30 seeds and not every order of locks"
head -n 3 orders >out
for seed in 1 2 3; do "$sartor" run -n 4 --schedule random:$seed ./windows locks 2>err </dev/null || [ $? = 5 ]; done >again
cmp out again || fail "the same seed gives another run with windows"
for program in counter spins polls exposure; do run 0 -n 4 --schedule random:5 ./windows $program; done

# A seed is a run. Different ones reach all matchings.
run 0 -n 3 --schedule random:4 ./completions waitany
cp out first
run 0 -n 3 --schedule random:4 ./completions waitany
cmp first out || fail "the same seed gives another run"
failed=0 passed=0
for seed in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    code=0
    "$sartor" run -n 3 --schedule random:$seed ./matchings race >out 2>err </dev/null || code=$?
    case $code in
    0) passed=$((passed + 1)) ;;
    5) failed=$((failed + 1)) ;;
    *) fail "exit code $code" ;;
    esac
    [ $failed -eq 0 ] || [ $passed -eq 0 ] || break
done
[ $failed -gt 0 ] || fail "20 seeds and no failure"
[ $passed -gt 0 ] || fail "20 seeds and no success"
while [ $code -eq 0 ]; do
    code=0
    seed=$((seed + 1))
    "$sartor" run -n 3 --schedule random:$seed ./matchings race >out 2>err </dev/null || code=$?
done
says "random:$seed: exit code 5"
cp out first
run 5 -n 3 --schedule replay:matchings.schedule ./matchings race
cmp first out || fail "the schedule of a seed gives another run"

# What is no schedule, and where there are none.
for wish in often explore:0 explore:x random:x replay:nowhere; do
    run 2 -n 3 --schedule $wish ./matchings race
    says "schedule $wish: expected"
done
run 2 -n 3 --schedule replay:first ./matchings race
says 'first: not a schedule'
run 2 -n 3 --machine split --schedule random ./matchings race
says 'for the machine host only'
run 2 -n 3 --machine mppa256-andey --schedule random ./matchings race
says 'virtual time decides'
echo "passed: schedules"
