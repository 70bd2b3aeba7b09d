#!/bin/sh
# What is installed needs nothing of the build and can be moved: programs are made for the host and for an emulated
# machine, build systems find it. distribution.sh has what is installed as distributions do it.
# Usage: installed.sh BUILD_FOLDER WORK_FOLDER CMAKE
set -eu

build=$1 work=$2 cmake=$3
here=$(cd "$(dirname "$0")" && pwd)
apps=$here/../../apps

fail() {
    echo "FAILED: $*"
    exit 1
}

rm -rf "$work"
mkdir -p "$work"
work=$(cd "$work" && pwd)
"$cmake" --install "$build" --prefix "$work/first" >"$work/log" 2>&1 || { cat "$work/log"; fail "installation"; }
cp -a "$work/first" "$work/moved"
mv "$work/first" "$work/hidden"
sartor=$work/moved/bin/sartor

# expect REGEX COMMAND...
expect() {
    pattern=$1
    shift
    "$@" >"$work/output" 2>&1 </dev/null || { cat "$work/output"; fail "$*"; }
    grep -Eq -e "$pattern" "$work/output" || { cat "$work/output"; fail "$*: nothing matches $pattern"; }
}

export SARTOR_CACHE="$work/cache"
"$sartor" cc -O2 -o "$work/pingpong" "$apps/pingpong.c"
expect '64 ' "$sartor" run -n 2 "$work/pingpong" -s 64:64
"$sartor" cc -O2 -o "$work/channels" "$apps/channels.c" --machine mppa256-nanvix
expect 'mppa256-nanvix: [0-9]+ cycles' "$sartor" run -n 4 "$work/channels"
"$sartor" cc -O2 -g --checked -o "$work/checked" "$apps/pingpong.c"
expect '64 ' "$sartor" run -n 2 --report "$work/checked" -s 64:64
for archive in "$build"/lib/sartor/*.a; do
    [ -n "$(find "$work/moved/lib" -name "$(basename "$archive")")" ] || fail "$archive is not installed"
done
for file in share/man/man1/sartor-run.1 share/doc/sartor/LICENSE share/doc/sartor/docs/programs.md; do
    [ -f "$work/moved/$file" ] || fail "$file is not installed"
done
for file in bin/mpicc include/mpi.h lib/libmpi.a; do # what --with-mpi-dir of PETSc looks for
    [ -n "$(find -L "$work/moved" -path "*/sartor/mpi/$file")" ] || fail "sartor/mpi/$file is not installed"
done
grep -rlI "$work/first\|$build" "$work/moved" >"$work/found" && { cat "$work/found"; fail "these name a folder"; }
sh "$here/find_package.sh" "$sartor" "$work/find_package" "$cmake"
echo passed
