#!/bin/sh
# Builds in a folder of its own what tools/demo builds, and nothing else: what readers of the documents have.
# Usage: build_as_demo.sh BUILD_FOLDER CMAKE OPTIONS...
set -eu

build=$1 cmake=$2
shift 2
root=$(cd "$(dirname "$0")/../.." && pwd)
targets=$(sed -n 's/^cmake --build .* --target //p' "$root/tools/demo")
[ -n "$targets" ] || { echo "FAILED: tools/demo names no targets"; exit 1; }
"$cmake" -S "$root" -B "$build" "$@"
"$cmake" --build "$build" --target $targets
echo passed
