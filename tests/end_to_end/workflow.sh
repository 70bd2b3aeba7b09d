#!/bin/sh
# Follows docs/examples/ci.yml in a project of our own, from the installed Sartor on.
# Usage: workflow.sh BUILD_FOLDER WORK_FOLDER CMAKE
set -eu

build=$1 work=$2 cmake=$3
root=$(cd "$(dirname "$0")/../.." && pwd)
workflow=$root/docs/examples/ci.yml

rm -rf "$work"
mkdir -p "$work"
cp -r "$root/apps" "$work/project"
HOME=$(cd "$work" && pwd)
export HOME
unset XDG_CACHE_HOME SARTOR_CACHE
"$cmake" --install "$build" --prefix "$HOME/sartor" >"$work/log"

# The commands of the step called $1.
step() {
    sed -n "/^      - name: $1\$/,/^\$/s/^ *run: *//p" "$workflow" | grep .
}

# What the step that makes Sartor asks for is there.
for word in tools/dependencies sartor_tools SARTOR_TESTS SARTOR_BENCHMARKS; do
    grep -q "$word" "$workflow" && grep -rq "$(basename $word)" "$root/CMakeLists.txt" "$root/tools" ||
        { echo "FAILED: $word"; exit 1; }
done

cd "$work/project"
for name in Configure Build Test; do
    commands=$(step $name) || { echo "FAILED: no step $name"; exit 1; }
    sh -ec "$commands" >"$work/log" 2>&1 || { cat "$work/log"; echo "FAILED: $commands"; exit 1; }
done
grep -q '^100% tests passed, 0 tests failed out of [1-9]' "$work/log" || { cat "$work/log"; echo "FAILED: ctest"; exit 1; }
# A report of each test, for the last step.
[ "$(ls "$work/project/reports" | grep -c 'sarif$')" = "$(sed -n 's/^100% .* out of //p' "$work/log")" ] ||
    { ls "$work/project/reports"; echo "FAILED: reports"; exit 1; }
echo passed
