#!/bin/sh
# Where ranks are is reported when a signal asks for it, and the run goes on; signals that end a run and --timeout
# report it, too.
# Usage: standing.sh SARTOR WORK_FOLDER
set -eu

sartor=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$work"
mkdir -p "$work"

fail() {
    echo "FAILED: $*"
    cat "$work/out" "$work/err"
    exit 1
}

# wait_for FILE REGEX: waits until the file has such a line.
wait_for() {
    for _ in $(seq 600); do
        grep -Eq -e "$2" "$1" 2>/dev/null && return
        sleep 0.05
    done
    fail "no line like $2"
}

# ask_until REGEX: asks where the ranks are until they are there.
ask_until() {
    for _ in $(seq 100); do
        kill -USR1 "$run"
        sleep 0.1
        grep -Eq -e "$1" "$work/err" && return
    done
    fail "no line like $1"
}

# start OPTIONS... PROGRAM ARGUMENT: runs the program in the background until it stands. The shell ignores SIGINT for
# such a process, so env makes it the default again.
start() {
    rm -f "$work/go" "$work/out" "$work/err"
    # shellcheck disable=SC2068
    env --default-signal=INT "$sartor" run $@ "$work/go" >"$work/out" 2>"$work/err" &
    run=$!
    wait_for "$work/out" standing
}

# finish EXIT_CODE
finish() {
    code=0
    wait "$run" || code=$?
    [ "$code" = "$1" ] || fail "exit code $code, expected $1"
}

for machine in host split mppa256-andey; do
    "$sartor" cc -g -O1 --machine $machine -o "$work/$machine" "$here/standing/standing.c"
done

for options in "-n 5 $work/host poll" "-n 5 --cores 0 $work/host poll" "-n 5 $work/split poll" \
    "-n 5 $work/host compute" "-n 5 --cores 0 $work/host compute" "-n 5 --no-summary $work/mppa256-andey compute"; do
    # shellcheck disable=SC2086
    start $options
    kill -USR1 "$run"
    wait_for "$work/err" 'sartor: SIGUSR1 after [0-9.]+ s.*: 5 ranks'
    wait_for "$work/err" 'rank 0 runs; last MPI call: MPI_(Test|Irecv).*called in stand.*standing.c:'
    kill -USR1 "$run"
    touch "$work/go"
    finish 0
    grep -q passed "$work/out" || fail "$options: the run did not go on"
done
# Where all other ranks have come to their waits.
start -n 5 "$work/host" poll
ask_until 'rank 1 waits in MPI_Recv for a message from rank 0.*called in main.*standing.c:'
ask_until 'ranks 2-4 wait in MPI_Barrier.*called in main.*standing.c:'
kill -TERM "$run"
finish 143
wait_for "$work/err" 'sartor: ended by SIGTERM after'

start -n 5 --cores 0 "$work/host" compute
kill -INT "$run"
finish 130
wait_for "$work/err" 'sartor: ended by SIGINT after'
wait_for "$work/err" 'rank 0 runs; last MPI call: MPI_Irecv'

# One request that comes twice: timeout(1) signals its command and its group.
for options in "-n 5" "-n 5 --cores 0" "-n 4 --processes 2"; do
    # shellcheck disable=SC2086
    start $options "$work/host" compute
    kill -TERM "$run"
    kill -TERM "$run" 2>/dev/null || true # it may have ended
    [ "$options" = "-n 4 --processes 2" ] && pkill -TERM -P "$run" 2>/dev/null || true # likewise
    finish 143
    wait_for "$work/err" 'sartor: ended by SIGTERM after'
done

start -n 5 --timeout 4 "$work/host" compute
finish 124
wait_for "$work/err" 'sartor: ended by --timeout after [0-9.]+ s.*: 5 ranks'
wait_for "$work/err" 'rank 0 runs'

# A program's own handler is left alone, and what its children get is theirs.
cat >"$work/own.c" <<'END'
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile sig_atomic_t caught;
static void handle(int signal) { caught = signal; }
int main(int argc, char** argv) {
    int status = 0;
    MPI_Init(&argc, &argv);
    const pid_t child = fork();
    if (child == 0) {
        raise(SIGUSR1);
        _exit(0);
    }
    waitpid(child, &status, 0);
    signal(SIGUSR1, handle);
    raise(SIGUSR1);
    printf("caught: %d; child: %d\n", caught == SIGUSR1, WIFSIGNALED(status) && WTERMSIG(status) == SIGUSR1);
    return MPI_Finalize();
}
END
"$sartor" cc -o "$work/own" "$work/own.c"
"$sartor" run -n 1 "$work/own" >"$work/out" 2>"$work/err" || fail "own handlers"
grep -q 'caught: 1; child: 1' "$work/out" || fail "own handlers"

# A static constructor that waits for ranks of its process, which are loaded after it.
cat >"$work/early.c" <<END
#include <mpi.h>
__attribute__((constructor)) static void meet_early(void) {
    MPI_Init(0, 0);
    MPI_Barrier(MPI_COMM_WORLD);
}
int main(void) { return MPI_Finalize(); }
END
"$sartor" cc -o "$work/early" "$work/early.c"
code=0
MPIEXEC_TIMEOUT=2 "$sartor" run -n 2 "$work/early" >"$work/out" 2>"$work/err" || code=$?
[ "$code" = 124 ] || fail "exit code $code of early, expected 124"
grep -q 'the call is made by a static constructor: .*--processes N' "$work/err" || fail "no word of the constructor"
timeout 60 "$sartor" run -n 2 --processes 2 "$work/early" >"$work/out" 2>"$work/err" || fail "early in two processes"
echo passed
