#!/bin/sh
# Debugs a program with gdb as docs/programs.md says: symbols, lines and globals of each rank, and a crash.
# Usage: debugger.sh SARTOR WORK_FOLDER. Exit code 77: skipped, because gdb is missing or may not trace here.
set -u

sartor=$1 work=$2 ranks=4
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
    timeout 120 gdb -nx -batch "$@" </dev/null 2>&1
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

# debug_ranks FOLDER COMMANDS [ARGUMENT...]: the program in gdb by `sartor run`, its images in FOLDER.
debug_ranks() {
    folder=$1 commands=$2
    shift 2
    debug -x "$commands" --args "$sartor" run -n $ranks --debug-images "$folder" "$work/program" "$@"
}

expect() {
    grep -Eq -e "$1" "$output" || { fail "nothing matches: $1"; cat "$output"; }
}

# Every rank stops at the line, by its file and number, and has its own global variable.
check_breakpoint() {
    output=$work/breakpoint.log line=$(line_of 'the debugger stops here')
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
    debug_ranks "$work/images" "$work/breakpoint.gdb" >"$output"
    rank=0
    while [ $rank -lt $ranks ]; do
        expect "^stopped: rank $rank, doubled $((2 * rank))\$"
        expect "^#0  visit \(rank=$rank\) at .*debugger\.c:$line\$"
        [ -e "$work/images/rank-$rank.so" ] || fail "rank-$rank.so was not kept"
        rank=$((rank + 1))
    done
    expect "^#1  .* in main \(argc=1, argv=.*\) at .*debugger\.c:$(line_of 'visit(rank);')\$"
    expect 'exited normally'
}

# gdb stops in the line of the crash, with its arguments.
check_crash() {
    output=$work/crash.log
    printf 'run\nbt\nprint doubled\n' >"$work/crash.gdb"
    debug_ranks "$work/crash_images" "$work/crash.gdb" crash >"$output"
    expect 'received signal SIGSEGV'
    expect "^#0  .*crash \(place=0x0\) at .*debugger\.c:$(line_of '// the crash')\$"
    expect "= $((2 * (ranks - 1)))\$"
}

rm -rf "$work"
mkdir -p "$work"
check_tracing
"$sartor" cc -g -O0 -o "$work/program" "$source" || { echo "FAILED: can't be built"; exit 1; }
check_breakpoint
check_crash
[ $failures -eq 0 ] && echo "passed: gdb sees symbols, lines and globals of $ranks ranks"
