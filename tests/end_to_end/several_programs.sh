#!/bin/sh
# Several programs in one MPI_COMM_WORLD: mpiexec -n 2 a : -n 3 b. Also what scripts ask of a launcher for output and
# hosts, and programs that are started without a launcher.
# Usage: several_programs.sh SARTOR WORK_FOLDER
set -u

sartor=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
. "$here/failures.sh"
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
work=$PWD

# expect CODE REGEX ARGUMENTS...: of sartor run.
expect() {
    code=$1 pattern=$2
    shift 2
    run_to_end "$sartor" run "$@"
    [ $found -eq "$code" ] || fail "$*: exit code $found, expected $code"
    grep -Eq -e "$pattern" output || fail "$*: nothing matches $pattern"
}
also() { grep -Eq -e "$1" output || fail "nothing matches $1"; }

"$sartor" cc -O1 -Wall -Wextra -Werror -o first "$here/several_programs/first.c" || fail "first can't be built"
"$sartor" c++ -O1 -Wall -Wextra -Werror -o second "$here/several_programs/second.cpp" || fail "second can't be built"

expect 0 '^ok: the sum is 500' -n 2 ./first a : -n 3 ./second 'b c' d
for rank in 0 1; do also "^first: rank $rank of 5, application 0, 1 arguments, the last a\$"; done
for rank in 2 3 4; do also "^second: rank $rank, application 1, ./second, arguments <b c> <d>\$"; done
expect 0 '^ok: the sum is 500' -n 2 ./first a : -n 3 ./second 'b c' d # as it was kept
expect 0 '^ok: the sum is 1600' -n 1 ./first : -np 14 ./second : ./first last
also '^first: rank 15 of 16, application 2, 1 arguments, the last last$'
expect 0 '^first: rank 1 of 2, application 1, 1 arguments, the last b$' -n 1 ./first a : -n 1 ./first b
expect 0 '^first: rank 1 of 2, application 0, 3 arguments, the last :$' -n 2 -- ./first x y :
expect 0 '^ok: the sum is 40000' --map scatter -n 200 ./first : -n 200 ./second
expect 0 '^ok: the sum is 400' --topology allreduce=ring -n 2 ./first : -n 2 ./second
expect 5 '^ok:' -n 2 ./first exit 4 : -n 2 ./second exit 5
expect 3 'deadlock: 2 of 2 ranks are blocked' -n 1 ./second : -n 1 ./second
expect 2 '"nowhere": there is no such program' -n 2 ./first : nowhere
expect 2 'no program after a colon' -n 2 ./first :
expect 2 'several programs, only the first takes options' -n 2 ./first : --map scatter ./second
expect 2 'machine ring8: several programs in one run are possible on this computer only' --machine ring8 -n 2 ./first : ./second
expect 2 '-n 0: each program has at least one rank' -n 2 ./first : -n 0 ./second
"$sartor" cc --machine ring8 -o on_ring8 "$here/several_programs/first.c" || fail "on_ring8 can't be built"
expect 2 'on_ring8: made for ring8' -n 2 ./first : ./on_ring8

# Output by ranks.
expect 0 '^\[2\] second: rank 2, ' -l -n 2 ./first : -n 1 ./second
expect 0 '^ok: ' --output-filename out/put -n 11 ./first
[ "$(cat out/put/1/rank.03/stdout)" = 'first: rank 3 of 11, application 0, 0 arguments, the last none' ] || fail "stdout"
[ -f out/put/1/rank.10/stderr ] && [ ! -s out/put/1/rank.10/stderr ] || fail "stderr"
expect 0 '^ok: ' --output-filename out/put -n 11 ./first
[ "$(wc -l <out/put/1/rank.00/stdout)" -eq 2 ] || fail "files of an earlier run are not replaced"
run_to_end "$sartor" run --output-filename only:nocopy -n 2 ./first
[ ! -s output ] && grep -q '^ok: ' only/1/rank.0/stdout || fail ":nocopy"
expect 2 "output-filename output: can't write .*rank.0" --output-filename output -n 2 ./first
# Output that nobody can write is not lost in silence.
if "$sartor" run -n 2 ./first >/dev/full 2>full; then fail "a full disk is no error"; fi
grep -q "standard output can't be written (No space left on device)" full || fail "the message about a full disk"
cat >by_write.c <<'END'
#include <mpi.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    char line[64];
    memset(line, 'x', sizeof line);
    line[63] = '\n';
    int failed = 0;
    for (int count = 0; count < 2000 && !failed; ++count)
        for (ssize_t left = sizeof line, done = 0; left > 0 && !failed; left -= done) {
            done = write(1, line + sizeof line - left, left);
            failed = done < 0;
        }
    MPI_Finalize();
    return failed ? 7 : 0;
}
END
"$sartor" cc -o by_write by_write.c || fail "by_write can't be built"
expect_full=0
"$sartor" run -n 2 ./by_write >/dev/full 2>full || expect_full=$?
[ $expect_full -eq 7 ] || fail "write(2) to a full disk: exit code $expect_full"
"$sartor" run -n 2 ./first >&- || fail "a run without standard output"

# Hosts.
expect 0 '^ok: ' -host localhost:2 -n 2 ./first : -H localhost ./second
printf 'localhost slots=2\n' >hosts
expect 0 '^ok: ' -hostfile hosts -n 2 ./first
expect 2 '-f nowhere: there is no such file' -f nowhere -n 2 ./first
expect 2 'node2: several programs in one run are possible on this computer only' -n 2 ./first : -H node2 ./second
expect 2 '--hosts: several programs in one run are possible on this computer only' -host node1,node2 -n 2 ./first : ./second
run_to_end env PATH=/nowhere "$sartor" run --host node1:2,node2:2 ./first
[ $found -eq 2 ] && also 'no launcher that speaks PMIx .*openmpi-bin' || fail "no launcher"

# Wrong options in plain words.
expect 2 '^sartor: --np takes a number, got x ' -n x ./first
expect 2 '^sartor: --map takes compact or scatter, got x ' --map x ./first
expect 2 '^sartor: --np: its value is missing ' -n
expect 2 '^sartor: --bogus: unknown option' --bogus ./first

# Without a launcher.
run_to_end env SARTOR_RANKS=4 ./first x
also '^first: rank 3 of 4, application 0, 1 arguments, the last x$'
run_to_end env SARTOR_RANKS=x ./first
[ $found -eq 2 ] || fail "SARTOR_RANKS=x"
also 'SARTOR_RANKS=x: expected a positive number'
[ $failures -eq 0 ] && echo passed
