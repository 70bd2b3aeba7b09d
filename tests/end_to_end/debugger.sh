#!/bin/sh
# Debugs a program with gdb as docs/bugs.md says: symbols, lines and globals of each rank, a crash, ranks that
# wait, and a run that goes on already.
# Usage: debugger.sh SARTOR WORK_FOLDER. Exit code 77: skipped, because gdb is missing or may not trace here.
set -u

sartor=$1 work=$2 ranks=4
script=$(cd "$(dirname "$0")/../../tools" && pwd)/sartor-gdb.py
source=$(cd "$(dirname "$0")" && pwd)/debugger.c
. "$(dirname "$0")/failures.sh"

skip() {
    echo "skipped: $*"
    exit 77
}

# The number of the source line that contains $1.
line_of() {
    grep -n -F "$1" "$source" | cut -d : -f 1
}

debug() {
    timeout -s KILL 120 gdb -nx -batch "$@" </dev/null 2>&1
}

# Whether gdb can stop a plain program here at all.
check_tracing() {
    command -v gdb >/dev/null || skip "gdb is not installed"
    printf 'int main(void) { return 0; }\n' >"$work/plain.c"
    "${REFERENCE_CC:-cc}" -g -o "$work/plain" "$work/plain.c" || skip "the plain compiler is missing"
    debug -ex 'break main' -ex run "$work/plain" >"$work/plain.log"
    grep -q '^Breakpoint 1, main' "$work/plain.log" ||
        { tail -n 3 "$work/plain.log"; skip "gdb can't stop a plain program here (above: what it says)"; }
}

expect() {
    grep -Eq -e "$1" "$output" || { fail "nothing matches: $1"; cat "$output"; }
}

# Every rank stops at the line, by its file and number, and has its own global variable.
# check_breakpoint NAME [OPTION...]: with options of sartor run
check_breakpoint() {
    output=$work/$1.log line=$(line_of 'the debugger stops here')
    shift
    cat >"$work/breakpoint.gdb" <<COMMANDS
set breakpoint pending on
break debugger.c:$line
commands
printf "stopped: rank %d, doubled %d\n", rank, doubled
bt
continue
end
run
COMMANDS
    debug -x "$work/breakpoint.gdb" --args "$sartor" run -n $ranks "$@" "$work/program" >"$output"
    rank=0
    while [ $rank -lt $ranks ]; do
        expect "^stopped: rank $rank, doubled $((2 * rank))\$"
        expect "^#0  visit \(rank=$rank\) at .*debugger\.c:$line\$"
        rank=$((rank + 1))
    done
    expect "^#1  .* in main \(argc=1, argv=.*\) at .*debugger\.c:$(line_of 'visit(rank);')\$"
    expect 'exited normally'
}

check_images() {
    rank=0
    while [ $rank -lt $ranks ]; do
        [ -e "$work/images/rank-$rank.so" ] || fail "rank-$rank.so was not kept"
        rank=$((rank + 1))
    done
}

# gdb stops in the line of the crash, with its arguments.
check_crash() {
    output=$work/$1.log
    shift
    printf 'run\nbt\nprint doubled\n' >"$work/crash.gdb"
    debug -x "$work/crash.gdb" --args "$sartor" run -n $ranks "$@" "$work/program" crash >"$output"
    expect 'received signal SIGSEGV'
    expect "^#0  .*crash \(index=0x0\) at .*debugger\.c:$(line_of '// the crash')\$"
    expect "= $((2 * (ranks - 1)))\$"
}

# Ranks that wait while one worker runs another: who they are, their calls and their variables.
check_ranks() {
    output=$work/ranks.log here=$(line_of 'the others wait here')
    core=$(sed -n 's/^Cpus_allowed_list:[^0-9]*\([0-9]*\).*/\1/p' /proc/self/status)
    cat >"$work/ranks.gdb" <<COMMANDS
set breakpoint pending on
break debugger.c:$(line_of 'who looks on stops here')
run
info ranks
rank 2 bt
rank 3
print doubled
rank 0 print doubled
rank 0 bt
rank 4
COMMANDS
    debug -x "$script" -x "$work/ranks.gdb" \
        --args "$sartor" run -n $ranks --cores "$core" "$work/program" wait >"$output"
    expect '^\* 0  .* MPI_Recv at .*debugger\.c:'
    expect "^  3  .* waits; MPI call: MPI_Recv at .*debugger\.c:$here\$"
    expect "^#.* in wait_for_first \(rank=2\) at .*debugger\.c:$here\$"
    expect "^#.* in main \(argc=2, argv=.*\) at .*debugger\.c:$(line_of 'wait_for_first(rank);')\$"
    expect "^#.* in wait_for_first \(rank=3\) at .*debugger\.c:$here\$"
    expect '^\$1 = 6$'
    expect '^\$2 = 0$'
    expect "^#0  look \(size=$ranks\) at "
    expect 'there is no rank 4, only 0 to 3'
}

# A run that no debugger has started: its ranks share one file's text then.
check_attaching() {
    output=$work/attach.log
    "$sartor" run -n $ranks "$work/program" spin >"$work/output" 2>&1 &
    process=$!
    while ! grep -q spins "$work/output" && kill -0 $process; do sleep 0.1; done
    cat >"$work/attach.gdb" <<COMMANDS
rank 0 bt
rank 0 set variable goes_on = 0
rank 1 print doubled
detach
COMMANDS
    debug -p $process -x "$script" -x "$work/attach.gdb" >"$output"
    wait $process || fail "exit code $? after gdb has gone"
    expect '^#0  .*spin \(\) at .*debugger\.c:'
    expect '^\$1 = 2$'
}

rm -rf "$work"
mkdir -p "$work"
check_tracing
"$sartor" cc -g -O0 -o "$work/program" "$source" || { echo "FAILED: can't be built"; exit 1; }
check_breakpoint breakpoint
check_breakpoint breakpoint_in_folder --debug-images "$work/images"
check_images
check_crash crash
check_crash crash_in_folder --debug-images "$work/crash_images"
check_ranks
check_attaching
[ $failures -eq 0 ] && echo "passed: gdb sees symbols, lines and globals of $ranks ranks"
