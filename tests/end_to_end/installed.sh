#!/bin/sh
# What is installed needs nothing of the build: a cut for the host and one for an emulated machine.
# Usage: installed.sh BUILD_FOLDER WORK_FOLDER CMAKE
set -eu

build=$1 work=$2 cmake=$3
apps=$(cd "$(dirname "$0")/../../apps" && pwd)

rm -rf "$work"
mkdir -p "$work"
"$cmake" --install "$build" --prefix "$work/prefix" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
sartor=$work/prefix/bin/sartor

# expect REGEX COMMAND...
expect() {
    pattern=$1
    shift
    "$@" >"$work/output" 2>&1 </dev/null || { cat "$work/output"; echo "FAILED: $*"; exit 1; }
    grep -Eq -e "$pattern" "$work/output" || { cat "$work/output"; echo "FAILED: $*: nothing matches $pattern"; exit 1; }
}

export SARTOR_CACHE="$work/cache"
"$sartor" cc -O2 -o "$work/pingpong" "$apps/pingpong.c"
expect '64 ' "$sartor" run -n 2 "$work/pingpong" -s 64:64
expect 'mppa256-nanvix: [0-9]+ cycles' "$sartor" run -n 2 --machine mppa256-nanvix "$work/pingpong" -s 64:64
"$sartor" cc -O2 -o "$work/channels" "$apps/channels.c" --machine mppa256-nanvix
expect 'mppa256-nanvix: [0-9]+ cycles' "$sartor" run -n 4 "$work/channels"
[ -f "$work/prefix/share/man/man1/sartor-run.1" ] || { echo "FAILED: no man page is installed"; exit 1; }
echo passed
