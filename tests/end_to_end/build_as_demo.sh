#!/bin/sh
# Builds in a folder of its own what tools/demo builds, with which a program runs; then all that is installed, which
# readers of the documents have.
# Usage: build_as_demo.sh BUILD_FOLDER CMAKE OPTIONS...
set -eu

build=$1 cmake=$2
shift 2
root=$(cd "$(dirname "$0")/../.." && pwd)
targets=$(sed -n 's|^tools/build release ||p' "$root/tools/demo")
[ -n "$targets" ] || { echo "FAILED: tools/demo names no targets"; exit 1; }
"$cmake" -S "$root" -B "$build" "$@"
"$cmake" --build "$build" --target $targets
"$build/bin/sartor" cc -O2 -o "$build/ring" "$root/apps/ring/ring.c"
"$build/bin/sartor" run -n 5 "$build/ring"
if "$build/bin/sartor" run -n 2 --processes 2 "$build/ring" 2>"$build/missing"; then
    [ -e "$build/lib/sartor/libsartor_fabric.a" ] || { echo "FAILED: --processes without its library"; exit 1; }
fi
"$cmake" --build "$build" --target sartor_tools
echo passed
