#!/bin/sh
# What is installed needs nothing of the build and can be moved: programs are made for the host and for an emulated
# machine, build systems find it. Then it is uninstalled.
# Usage: installed.sh BUILD_FOLDER WORK_FOLDER CMAKE
set -eu

build=$1 work=$2 cmake=$3
here=$(cd "$(dirname "$0")" && pwd)
apps=$here/../../apps

fail() {
    echo "FAILED: $*"
    exit 1
}

# Files of the installation, without folders.
files_in() { (cd "$1" && find . ! -type d | sort); }

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
expect 'mppa256-nanvix: [0-9]+ cycles' "$sartor" run -n 2 --machine mppa256-nanvix "$work/pingpong" -s 64:64
"$sartor" cc -O2 -o "$work/channels" "$apps/channels.c" --machine mppa256-nanvix
expect 'mppa256-nanvix: [0-9]+ cycles' "$sartor" run -n 4 "$work/channels"
for file in share/man/man1/sartor-run.1 share/doc/sartor/LICENSE share/doc/sartor/docs/programs.md; do
    [ -f "$work/moved/$file" ] || fail "$file is not installed"
done
grep -rlI "$work/first\|$build" "$work/moved" >"$work/found" && { cat "$work/found"; fail "these name a folder"; }
sh "$here/find_package.sh" "$sartor" "$work/find_package" "$cmake"

# A distribution's layout.
layout=lib/$(uname -m)-linux-gnu
"$cmake" -S "$here/../.." -B "$work/build" -G Ninja -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_INSTALL_LIBDIR=$layout \
    -DCMAKE_INSTALL_INCLUDEDIR=$layout/sartor/include -DSARTOR_TESTS=OFF -DSARTOR_BENCHMARKS=OFF >"$work/log" 2>&1 || fail "$(cat "$work/log")"
"$cmake" --build "$work/build" --target sartor_tools >"$work/log" 2>&1 || fail "$(cat "$work/log")"
DESTDIR=$work/root "$cmake" --install "$work/build" >"$work/log" 2>&1 || fail "$(cat "$work/log")"
[ -f "$work/root/usr/$layout/sartor/exports.txt" ] || fail "not in $layout"
[ ! -e "$work/root/usr/include" ] && [ ! -e "$work/root/usr/lib/sartor" ] || fail "something lies outside of $layout"
sartor=$work/root/usr/bin/sartor
"$cmake" -S "$here/sartor_project" -B "$work/project" -DCMAKE_PREFIX_PATH="$work/root/usr" >"$work/log" 2>&1 &&
    "$cmake" --build "$work/project" >>"$work/log" 2>&1 || fail "$(cat "$work/log")"
expect 'ok: 9 ranks counted 36' "$sartor" run -n 9 "$work/project/program_counting"
expect 'ok: 9 ranks counted 36' "$work/root/usr/$layout/sartor/mpi/bin/mpiexec" -n 9 "$work/project/program_counting_shared"

# Uninstalling leaves what others have put there.
touch "$work/root/usr/bin/other"
DESTDIR=$work/root "$cmake" --build "$work/build" --target uninstall >"$work/log" 2>&1 || fail "$(cat "$work/log")"
[ "$(files_in "$work/root")" = ./usr/bin/other ] || fail "left: $(files_in "$work/root")"
[ ! -e "$work/root/usr/$layout/sartor" ] || fail "the folder is left"
echo passed
