#!/bin/sh
# What is built and installed in the layout of a Linux distribution works there, and uninstalling leaves what others
# have put beside it.
# Usage: distribution.sh WORK_FOLDER CMAKE
set -eu

work=$1 cmake=$2
here=$(cd "$(dirname "$0")" && pwd)

fail() {
    echo "FAILED: $*"
    exit 1
}

# Files of the installation, without folders.
files_in() { (cd "$1" && find . ! -type d | sort); }

# expect REGEX COMMAND...
expect() {
    pattern=$1
    shift
    "$@" >"$work/output" 2>&1 </dev/null || { cat "$work/output"; fail "$*"; }
    grep -Eq -e "$pattern" "$work/output" || { cat "$work/output"; fail "$*: nothing matches $pattern"; }
}

rm -rf "$work"
mkdir -p "$work"
work=$(cd "$work" && pwd)
export SARTOR_CACHE="$work/cache"

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
