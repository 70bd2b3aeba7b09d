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
build=$(cd "$build" && pwd)
"$build/bin/sartor" cc -O2 -o "$build/ring" "$root/apps/ring/ring.c"
"$build/bin/sartor" run -n 5 "$build/ring"

# Without the libraries that tools/demo does not build, for several processes and for chips: in a tree that is certain not
# to have them. Its files are links, except the command and the linkers that lead to it: the command finds the other files beside itself.
bare=$build/bare
rm -rf "$bare"
mkdir -p "$bare/bin" "$bare/lib/sartor"
ln -s "$build/include" "$bare/include"
for file in "$build"/lib/sartor/*; do
    case ${file##*/} in libsartor_fabric.a | libsartor_manycore.a | ld) ;; *) ln -s "$file" "$bare/lib/sartor/" ;; esac
done
cp "$build/bin/sartor" "$bare/bin/"
cp -PR "$build/lib/sartor/ld" "$bare/lib/sartor/"
"$bare/bin/sartor" run -n 5 "$build/ring"
refused() { # REGEX COMMAND...
    said=$1
    shift
    if "$@" 2>"$bare/said"; then
        echo "FAILED: $*: not refused"
        exit 1
    fi
    grep -q "$said" "$bare/said" || { cat "$bare/said"; echo "FAILED: $*: it is not said what to build"; exit 1; }
}
refused "^sartor: libsartor_manycore.a was not built: .*cmake --build --preset release.*tools/demo" \
    "$bare/bin/sartor" cc -O2 --machine ring8 -o "$build/ring_on_chip" "$root/apps/ring/ring.c"
refused "^sartor: --processes 2: .*libfabric-dev.* tools/demo leaves this out: .*cmake --build --preset release" \
    "$bare/bin/sartor" run -n 2 --processes 2 "$build/ring"
refused "libsartor_fabric.a was not built: .*cmake --build --preset release" \
    "$bare/bin/sartor" cc --machine fabric -o "$bare/ring" "$root/apps/ring/ring.c"

"$cmake" --build "$build" --target sartor_tools
echo passed
