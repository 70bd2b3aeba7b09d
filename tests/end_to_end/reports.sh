#!/bin/sh
# What a run reports, as files for code hosts: every end of a run leaves them complete, each kind of mistake is a
# result with its line, and standard error is as without them.
# Usage: reports.sh SARTOR WORK_FOLDER CHECK_REPORT
set -eu

sartor=$1 check_report=$3
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$2"
mkdir -p "$2/sub folder"
work=$(cd "$2" && pwd)

fail() {
    echo "FAILED: $*"
    cat "$work/err" "$work/seen"
    exit 1
}

# The line of mistakes.c with this comment.
line() {
    sed -n "\\|// $1\$|=" "$here/reports/mistakes.c"
}

# look: checks the files.
look() {
    "$check_report" "$work/r.sarif" "$work/r.json" >"$work/seen" || fail "the files"
    tail -n 1 "$work/r.html" | grep -q '</html>' || fail "the page is incomplete"
}

# run EXIT_CODE ARGUMENTS...: in the folder of the source.
run() {
    expected=$1
    shift
    code=0
    (cd "$work/sub folder" && "$sartor" run "--report=$work/r.sarif,$work/r.json,$work/r.html" "$@") \
        >"$work/out" 2>"$work/err" || code=$?
    [ "$code" = "$expected" ] || fail "exit code $code of $*"
    look
}

# expect REGEX...: what was seen last has such lines.
expect() {
    for regex in "$@"; do
        grep -Eq -e "$regex" "$work/seen" || fail "no line like $regex"
    done
}

: >"$work/seen"
: >"$work/err"
cp "$here/reports/mistakes.c" "$work/sub folder/mistakes.c"
cd "$work/sub folder"
# Not optimized: Clang makes one call without a line of two that differ in an argument.
"$sartor" cc -g -O0 -o "$work/mistakes" mistakes.c
"$sartor" cc -g -O0 --checked -o "$work/checked" mistakes.c
mistakes=$work/mistakes

# Nothing to report.
run 0 -n 2 "$mistakes" none
expect '^exit code 0$' '^results: 0$'
grep -q 'Nothing was reported' "$work/r.html" || fail "a page that is not empty"

run 1 -n 2 "$mistakes" argument
expect '^exit code 1$' '^results: 1$' \
    "^MPI_ERR_RANK error ranks 0 at mistakes.c:$(line argument) in argument: rank 0: MPI_Send: dest = 2: "
# On standard error it is the same.
"$sartor" run -n 2 --report "$mistakes" argument 2>"$work/plain" && fail "no exit code"
cmp -s "$work/plain" "$work/err" || fail "standard error is another"

run 3 -n 2 "$mistakes" deadlock
expect '^exit code 3$' '^results: 1$' "^deadlock error ranks 0, 1 at mistakes.c:$(line 'first waits') in deadlock: deadlock" \
    "^related mistakes.c:$(line 'first waits') in deadlock: rank 0 waits in MPI_Recv for a message from rank 1" \
    "^related mistakes.c:$(line 'second waits') in deadlock: rank 1 waits in MPI_Recv for a message from rank 0"
grep -q "mistakes.c:$(line 'first waits')" "$work/r.html" || fail "a page without the line"

run 0 -n 4 "$mistakes" leak
expect '^results: 1$' \
    "^not-freed warning ranks 0-3 at mistakes.c:$(line leak) in leak: ranks 0-3: a communicator was not freed"
# With --checked what is left is a failure, reported or not.
run 4 -n 4 "$work/checked" leak
expect '^exit code 4$' '^results: 1$' "^not-freed warning ranks 0-3 at mistakes.c:$(line leak) in leak: "
code=0
"$sartor" run -n 2 "$work/checked" leak 2>"$work/err" || code=$?
[ $code = 4 ] || fail "exit code $code without a report"

run 0 -n 2 "$mistakes" unreceived
expect '^results: 1$' '^never-received warning ranks 1 at nowhere: rank 1: a message of 4 bytes from rank 0 .* tag 7 '

run 1 -n 2 "$work/checked" conflict
expect "^MPI_ERR_RMA_CONFLICT error ranks [01](, [01])? at mistakes.c:($(line put)|$(line fence)) in conflict: " \
    "^related mistakes.c:$(line put) in conflict: .* a put of "

run 3 -n 2 "$mistakes" mismatch
expect '^collective-mismatch error ranks ' '^results: 1$' \
    "^related mistakes.c:$(line 'first differs') in mismatch: collective calls do not match: rank [01] calls " \
    "^related mistakes.c:$(line 'second differs') in mismatch: collective calls do not match: rank [01] calls "

run 1 -n 2 "$work/checked" roots
expect "^collective-mismatch error ranks [01](, [01])? at mistakes.c:$(line roots) in roots: rank [01]: MPI_Bcast: " \
    '^results: 1$' "^related mistakes.c:$(line roots) in roots: rank [01]: calls MPI_Bcast with root"

run 139 -n 2 "$mistakes" crash
expect '^exit code 139$' "^crash error ranks 1 at mistakes.c:$(line crash) in crash: rank 1 crashed: segmentation fault"

run 5 -n 2 "$mistakes" abort
expect '^exit code 5$' '^abort error ranks [01]'

run 124 -n 2 --timeout 1 "$mistakes" spin
expect '^exit code 124$' '^timeout error ranks 0, 1 at mistakes.c:[0-9]+ in spin: '

# Signals: of this command alone, and of all processes of the run at once. The second one ends a run that has
# reported the first, so that none may be passed on twice.
# wait_for FILE REGEX: until the file has such a line.
wait_for() {
    for _ in $(seq 400); do
        ! grep -q "$2" "$1" || return 0
        sleep 0.05
    done
    fail "no line like $2"
}
start() {
    : >"$work/out" # the line that is waited for is this run's
    setsid env --default-signal=INT "$sartor" run "--report=$work/r.sarif,$work/r.json,$work/r.html" -n 2 "$mistakes" \
        spin >"$work/out" 2>"$work/err" &
    run=$!
    wait_for "$work/out" spinning
}
finish() {
    code=0
    wait "$run" || code=$?
    [ "$code" = "$1" ] || fail "exit code $code"
    look
}
start
kill -USR1 "$run"
wait_for "$work/err" "^sartor: SIGUSR1 after "
kill -INT "$run"
finish 130
expect '^signal 2$' '^interrupted note ranks .* in spin: ended by SIGINT after .*: 2 ranks' '^results: 1$'
start
kill -s TERM -- "-$run"
finish 143
expect '^signal 15$' '^interrupted note ranks .* in spin: ended by SIGTERM after .*: 2 ranks'

# A source that is not below the current folder, another machine, several programs.
cd /
run=0
"$sartor" run -n 2 --machine split "--report=$work/r.json,$work/r.sarif,$work/r.html" "$mistakes" argument \
    2>"$work/err" || run=$?
[ "$run" = 1 ] || fail "exit code $run on split"
look
expect "^MPI_ERR_RANK error ranks 0 at $(echo "$work" | cut -c2-)/sub%20folder/mistakes.c:$(line argument) in argument"
cd "$work"
mkdir elsewhere
cd elsewhere
"$sartor" run "--report=$work/r.json,$work/r.sarif,$work/r.html" -n 1 "$mistakes" leak : -n 1 "$mistakes" \
    2>"$work/err" || fail "several programs"
look
expect "^not-freed warning ranks [01]+.* at file:///.*/sub%20folder/mistakes.c:$(line leak) in leak"

# A file for each run, in a folder that is made.
"$sartor" run "--report=$work/many/%p.sarif" -n 2 "$mistakes" & first=$!
"$sartor" run "--report=$work/many/%p.sarif" -n 2 "$mistakes" & second=$!
wait "$first" "$second"
[ -s "$work/many/$first.sarif" ] && [ -s "$work/many/$second.sarif" ] || fail "no file for each run"

# Wrong names, and files that can't be written: before the run.
for names in r.txt a.json,b.json "$work/mistakes/r.sarif" false; do
    code=0
    "$sartor" run "--report=$names" "$mistakes" 2>"$work/err" || code=$?
    [ "$code" = 2 ] || fail "exit code $code for $names"
    grep -q "^sartor: --report=" "$work/err" || fail "no message for $names"
done

# Without --report a checked run says in one line that something is left, and fails; a build system asks for checks by the
# environment. Others run as before.
cat >"$work/left.c" <<'END'
#include <mpi.h>
int main(int argc, char** argv) {
    MPI_Comm left;
    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &left);
    MPI_Finalize();
    return 0;
}
END
for checked in 0 1; do
    SARTOR_CHECKED=$checked "$sartor" cc -g -c -o "$work/left.o" "$work/left.c"
    SARTOR_CHECKED=$checked "$sartor" cc -o "$work/left" "$work/left.o"
    code=0
    "$sartor" run -n 3 "$work/left" >"$work/out" 2>"$work/err" || code=$?
    [ $code = $((4 * checked)) ] || fail "exit code $code of a run with checks: $checked"
    [ "$(wc -l <"$work/err")" = $checked ] || fail "lines of a run with checks: $checked"
done
grep -q 'left at the end: a communicator was not freed, and 2 more; sartor run --report lists all' "$work/err" ||
    fail "it is not said what is left"
echo passed
