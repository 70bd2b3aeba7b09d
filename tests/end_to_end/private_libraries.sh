#!/bin/sh
# Shared libraries with variables: each rank has its own, on this computer and on an emulated one, and they are
# bound to each other, to the rank's program and back as one process's would be.
# Usage: private_libraries.sh SARTOR WORK_FOLDER
sartor=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
sources=$here/libraries
. "$here/failures.sh"
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

build() { run_to_end "$sartor" "$@" && [ "$found" = 0 ] || fail "$* does not build"; }

# The program runs with 1, 2 and 16 ranks here, and with 16 on a chip. For each rank of so many the function
# LINES prints what its output must be.
everywhere() { # LINES PROGRAM
    for count in 1 2 16 chip; do
        [ "$count" != chip ] || machine="--machine mppa256-nanvix --no-summary"
        [ "$count" != chip ] || count=16
        run_to_end "$sartor" run -n "$count" $machine "./$2"
        [ "$found" = 0 ] || fail "$2, $count ranks $machine: exit code $found"
        for rank in $(seq 0 $((count - 1))); do "$1" "$rank" "$count"; done | sort >expected
        sort output | cmp -s - expected || fail "$2, $count ranks $machine"
        machine=
    done
}

# Two libraries in C, one of which needs the other; the program uses a variable, too.
build cc -shared -fPIC "$sources/counting.c" -o libcounting.so
build cc -shared -fPIC "$sources/above.c" -o libabove.so -L. -lcounting -Wl,-rpath,'$ORIGIN'
build cc "$sources/states.c" -L. -labove -lcounting -Wl,-rpath,"$work" -o states
! grep -q 'share' output || fail "states: a word about shared variables"
states() { echo "rank $1: $(((100 + 3 * $1) * 1000 + 3 * $1 + 1)), $((3 * $1 + 1))"; }
everywhere states states
# Only another library needs it.
build cc -shared -fPIC "$sources/between.c" -DTWICE -o libbetween.so -L. -labove -Wl,-rpath,'$ORIGIN'
build cc -DLIBRARY_FUNCTION=sum_and_own "$sources/program.c" -L. -lbetween -Wl,-rpath,"$work" -o indirect
indirect() { echo 102002; }
everywhere indirect indirect
# The rpath may name the program's folder, wherever it is rebuilt; and libraries may have versions.
echo 'SOME_1 { global: calls_so_far; count_call; local: *; };' >versions
build cc -shared -fPIC "$sources/counting.c" -o libcounting.so.1 -Wl,-soname,libcounting.so.1,--version-script=versions
ln -sf libcounting.so.1 libcounting.so
build cc -shared -fPIC "$sources/above.c" -o libabove.so -L. -lcounting -Wl,-rpath,'$ORIGIN'
build cc "$sources/states.c" -L. -labove -lcounting -Wl,-rpath,'$ORIGIN' -o versioned
everywhere states versioned

# What it does at its end, it does at the end of each rank.
build cc -shared -fPIC "$sources/ending.c" -o libending.so
build cc -DLIBRARY_FUNCTION=count_ending "$sources/program.c" -L. -lending -Wl,-rpath,"$work" -o ending
ending() { printf '2\nthe library: 2\n'; }
everywhere ending ending

# Calls into the program by name, and MPI. Made by another compiler, which lets programs replace any function.
cc -shared -fPIC -I"$("$sartor" cc -showme:incdirs)" "$sources/asking.c" -o libasking.so || fail "cc: libasking.so"
build cc "$sources/asked.c" -L. -lasking -Wl,-rpath,"$work" -o asked
asked() { echo "rank $1: $((1000 + $1 * 10 + 7)), after $((($1 + $2 - 1) % $2))"; }
everywhere asked asked

# C++: the library and the program define the same inline and template variables, and mean one of each.
# Symbols that are unique in a process are GCC's.
echo >empty.cpp
uniqueness=-std=c++17
"$sartor" c++ -fgnu-unique -c empty.cpp -o empty.o 2>/dev/null && uniqueness='-fno-gnu-unique -fgnu-unique'
for unique in $uniqueness; do
    build c++ -std=c++17 $unique -shared -fPIC "$sources/registry.cpp" -o libregistry.so
    build c++ -std=c++17 "$sources/registered.cpp" -L. -lregistry -Wl,-rpath,"$work" -o registered
    registered() {
        echo "rank $1: $((200000 + 11 + 6 * $1 + 3)) $((11 + 6 * $1 + 6)), a library of rank $1, refused $1, 4 corners, thread 7"
        echo "a library of rank $1 ends"
    }
    everywhere registered registered
done

# On a chip they take the cluster's memory: 300,000 bytes for each of its ranks.
build cc -shared -fPIC -DSIZE=75000 "$sources/large.c" -o liblarge.so
build cc -DLIBRARY_FUNCTION=count_call "$sources/program.c" -L. -llarge -Wl,-rpath,"$work" -o large
run_to_end "$sartor" run -n 2 --machine mppa256-nanvix ./large
[ "$found" = 0 ] && grep -Eq 'globals 30[0-9]{4}|globals 60[0-9]{4}' output || fail "large variables on a chip"
run_to_end "$sartor" run -n 12 --per-cluster 12 --machine mppa256-nanvix ./large
[ "$found" = 1 ] && grep -q 'does not fit' output || fail "larger variables than the clusters: exit code $found"

# Another MPI.
cc -shared -fPIC "$sources/another_mpi.c" -o libanother.so || fail "cc: libanother.so"
run_to_end "$sartor" cc -DLIBRARY_FUNCTION=count_call "$sources/program.c" -L. -lanother -o another
[ "$found" = 1 ] && grep -q 'libanother.so is another MPI' output || fail "another MPI: exit code $found"
cc -shared -fPIC "$sources/above.c" -o libforeign.so -Wl,--no-as-needed -L. -lanother -Wl,-rpath,"$work" ||
    fail "cc: libforeign.so"
run_to_end "$sartor" cc -DLIBRARY_FUNCTION=count_twice "$sources/program.c" -L. -lforeign -o another
[ "$found" = 1 ] && grep -q 'libforeign.so is linked with another MPI, .*libanother.so' output ||
    fail "made for another MPI: exit code $found"

# Symbols that nobody has.
build cc -shared -fPIC "$sources/above.c" -o liblone.so
run_to_end "$sartor" cc -DLIBRARY_FUNCTION=count_twice "$sources/program.c" -L. -llone -o lone
[ "$found" = 1 ] && grep -q 'liblone.so has undefined symbols' output && grep -q 'count_call' output ||
    fail "symbols that nobody has: exit code $found"

# One that is the heap of all ranks.
build cc -shared -fPIC "$sources/heap.c" -o libheap.so
build cc -DLIBRARY_FUNCTION=count_call "$sources/program.c" -L. -lheap -Wl,-rpath,"$work" -o heap
grep -q 'libheap.so: all ranks share this library and its variables, since it replaces malloc: .*taken' output ||
    fail "no word about a library that replaces malloc"
[ "$(ldd ./heap | grep -c libheap)" = 1 ] && [ "$(ldd ./large | grep -c liblarge)" = 0 ] || fail "ldd"

# What is told: copied libraries by name; libraries that are gone, broken, or need static TLS, of which there is little.
run_to_end "$sartor" scan registered
grep -q 'own libraries  *libregistry.so' output || fail "scan: no word about the library"
run_to_end "$sartor" explain registered
grep -q 'each rank has copies of libregistry.so' output || fail "explain: no word about the library"
mv libcounting.so.1 elsewhere
run_to_end "$sartor" run -n 4 ./states
[ "$found" = 2 ] && grep -q 'libcounting.so.*no such' output || fail "a library that is gone: exit code $found"
[ "$(wc -l <output)" = 1 ] || fail "a library that is gone: more than a line"
echo nothing >libcounting.so.1
run_to_end "$sartor" run -n 4 ./versioned
[ "$found" = 2 ] && grep -q 'libcounting.so.1' output || fail "a library that is none: exit code $found"
head -c 3000 elsewhere >libcounting.so.1
run_to_end "$sartor" run -n 4 ./versioned
[ "$found" = 2 ] && grep -q 'libcounting.so.1.*truncated' output || fail "half a library: exit code $found"
mkdir -p folder && mv elsewhere folder/libcounting.so.1 && rm libcounting.so.1
LD_LIBRARY_PATH=folder run_to_end "$sartor" run -n 4 ./versioned
[ "$found" = 0 ] || fail "LD_LIBRARY_PATH: exit code $found"
build cc -shared -fPIC "$sources/initial.c" -o libinitial.so
build cc -DLIBRARY_FUNCTION=count_call "$sources/program.c" -L. -linitial -Wl,-rpath,"$work" -o initial
run_to_end "$sartor" run -n 4 ./initial
[ "$found" = 0 ] || fail "initial-exec variables: exit code $found"
run_to_end "$sartor" run -n 1000 ./initial
[ "$found" = 1 ] && grep -q 'libinitial.so.*static TLS' output && grep -q 'initial-exec' output ||
    fail "too many initial-exec variables: exit code $found"

# Interpreters: each rank is a process, since the system's modules find the copy of the process only. Other modules find
# that of their rank.
build cc -shared -fPIC "$sources/interpreter.c" -o libpythonlike.so
cc -shared -fPIC "$sources/module.c" -o libmodule.so || fail "cc: libmodule.so"
build cc "$sources/interpreted.c" -L. -lpythonlike -Wl,-rpath,"$work" -o interpreted
grep -q 'ranks are processes: libpythonlike.so calls dlopen' output || fail "no word about the interpreter"
for ranks in 1 3 '3 --processes 3' '2 --ranks=fibers'; do
    run_to_end "$sartor" run -n $ranks ./interpreted
    [ "$found" = 0 ] && grep -qx "rank $((${ranks%% *} - 1)): $((10 * ${ranks%% *}))" output &&
        [ "$(grep -cx 'written by the interpreter' output)" = "${ranks%% *}" ] || fail "interpreted, $ranks: exit code $found"
done

# A debugger's files.
mkdir -p copies
LD_LIBRARY_PATH=folder run_to_end "$sartor" run -n 2 --debug-images copies ./versioned
[ -s copies/rank-1-libcounting.so.1 ] && [ "$found" = 0 ] || fail "--debug-images: exit code $found"

[ $failures -eq 0 ]
