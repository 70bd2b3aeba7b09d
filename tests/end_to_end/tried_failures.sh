#!/bin/sh
# sartor run --faults: a failure of each rank at each of its calls; what does not survive is shown and repeated.
# Usage: tried_failures.sh SARTOR WORK_FOLDER
set -u

sartor=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
. "$here/failures.sh"
. "$here/expect_run.sh"

"$sartor" cc -g -o sums "$here/tried_failures/sums.c" || fail "sums can't be built"
"$sartor" cc -g -DFORGETS -o forgets "$here/tried_failures/sums.c" || fail "forgets can't be built"
echo 'int main(void) { return 0; }' >none.c
"$sartor" cc -o none none.c

# The examples survive every failure, with the same output.
for one in conjugate_gradient bag_of_tasks respawn; do
    "$sartor" cc -O1 -g -Wall -Wextra -Werror -o $one "$here/../../apps/failures/$one.c" -lm || fail "$one can't be built"
    for n in 2 4; do
        expect 0 'right$' -n $n ./$one
        expect 0 '^failures at [0-9]+ of [0-9]+ calls .*: [0-9]+ survived$' -n $n --faults explore ./$one
    done
done

for n in 2 3 5; do
    expect 0 '^failures at [0-9]+ of [0-9]+ calls .*: [0-9]+ survived$' -n $n --faults explore ./sums
    also '^  MPI_Allreduce in main\+0x[0-9a-f]+ \(sums.c:[0-9]+\)(, inlined)?: [0-9]+ survived$'
    also '^  MPI_Finalize in main'
done

# A second failure follows; ranks that have been started fail, too.
expect 0 '^second failures at [0-9]+ of [0-9]+ calls .*: [0-9]+ survived$' -n 3 --faults explore:2 ./sums
also '^failures at [0-9]+ of [0-9]+ calls .*: [0-9]+ survived$'
expect 0 '^second failures at [0-9]+ of [0-9]+ calls .*: [0-9]+ survived$' -n 3 --faults explore:2 ./respawn 4
expect 0 'rank 1 failed: by --faults' -n 4 --faults kill:2@5,1@6 ./sums
also 'rank 2 failed: by --faults'

# A planted mistake; the table has a command that repeats it.
expect 1 '^failures at .* [0-9]+ error$' -n 4 --report=found.json,found.sarif --faults explore ./forgets
grep -q '"kind": "failure-not-survived"' found.json || fail 'found.json: no failure-not-survived'
grep -q 'sums.c' found.sarif || fail 'found.sarif: no place'
expect 1 '^failures at .* [0-9]+ error$' -n 4 --faults explore ./forgets
again=$(sed -n 's/^ *sartor run -n 4 --faults \(kill:[0-9@]*\) .*/\1/p' output | tail -1)
[ -n "$again" ] || fail 'no command repeats it'
expect 1 'ended without MPI_Finalize' -n 4 --faults "$again" ./forgets

expect 0 'rank 2 failed: by --faults, when it called MPI; its last MPI call is MPI_Allreduce' -n 3 --faults kill:2@5 ./sums
also '^right$'
for seed in 1 2 3; do
    expect 0 '^right$' -n 4 --faults random:$seed ./sums
    also "^sartor: --faults kill:[0-3]@[0-9]+: rank [0-3] fails in MPI"
done

expect 0 'the rank has made [0-9]+ calls of MPI, and has not failed' -n 2 --faults kill:1@9999 ./sums
expect 2 'there is no rank 2 among 2' -n 2 --faults kill:2@1 ./sums
expect 2 'expected kill:RANK@CALL' -n 2 --faults kill:1 ./sums
expect 2 'expected kill:RANK@CALL' -n 2 --faults explore:0 ./sums
expect 2 'not together with --schedule' -n 2 --faults explore --schedule explore ./sums
expect 1 'names no function by which ranks survive failures' -n 2 --faults explore ./none

[ $failures -eq 0 ] && echo passed
[ $failures -eq 0 ]
