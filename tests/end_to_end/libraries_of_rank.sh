#!/bin/sh
# A library of the program's is the rank's also where it calls functions that mean a process, and so is a plug-in.
# Usage: libraries_of_rank.sh SARTOR WORK_FOLDER
sartor=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
sources=$here/libraries_of_rank
. "$here/failures.sh"
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

# LIBRARY PROGRAM
build() {
    cc -shared -fPIC "$sources/$1.c" -o "lib$1.so" || fail "cc: lib$1.so"
    run_to_end "$sartor" cc "$sources/$2.c" -L. "-l$1" -Wl,-rpath,"$work" -o "$2"
    [ "$found" = 0 ] || fail "$2 does not build"
}
# PROGRAM
runs() {
    for count in 1 2 5; do
        rm -rf locked folder_*
        run_to_end "$sartor" run -n $count --cores 0 "./$1"
        [ "$found" = 0 ] && [ "$(grep -c '^ok' output)" = 1 ] || fail "$1, $count ranks: exit code $found"
    done
}

build state states
! grep -q 'ranks are' output || fail "states: $(cat output)"
runs states
build folder folders
grep -q 'ranks are OS threads: libfolder.so calls chdir' output || fail "folders: no word about OS threads"
runs folders
build waiting waits
grep -q 'ranks are OS threads: libwaiting.so calls sem_wait' output || fail "waits: no word about OS threads"
runs waits

build mapping maps # libraries map memory for themselves
! grep -q 'ranks are' output || fail "maps: $(cat output)"
runs maps
for form in -O0 -O2 -static-libstdc++; do
    run_to_end "$sartor" c++ $form "$sources/derived_streams.cpp" -o derived
    [ "$found" = 0 ] || fail "derived_streams.cpp $form does not build"
    runs derived
done

cc -shared -fPIC "$sources/plugin.c" -o libplugin.so || fail "cc: libplugin.so"
run_to_end "$sartor" cc "$sources/plugins.c" -o plugins -ldl
[ "$found" = 0 ] || fail "plugins does not build"
runs plugins
cc -shared -fPIC "$sources/calling.c" -o libcalling.so || fail "cc: libcalling.so"
run_to_end "$sartor" cc -rdynamic "$sources/called.c" -o called -ldl
[ "$found" = 0 ] || fail "called does not build"
runs called

[ $failures -eq 0 ]
