#!/bin/sh
# Programs with libraries of their own: what shared ones name of MPI counts, also where only another library
# needs them; main may lie in an archive.
# Usage: libraries.sh SARTOR WORK_FOLDER
sartor=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
sources=$here/libraries
. "$here/failures.sh"
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

# Each line of the last output, sorted.
prints() { # WHAT LINE...
    what=$1
    shift
    printf '%s\n' "$@" | sort >"$work/expected"
    sort "$work/output" | cmp -s - "$work/expected" || fail "$what"
}
build() { run_to_end "$sartor" cc "$@"; }

build -shared -fPIC "$sources/sum.c" -o libsum.so
build -DLIBRARY_FUNCTION=sum_of_all "$sources/program.c" -L. -lsum -Wl,-rpath,"$work" -o direct
run_to_end "$sartor" run -n 3 ./direct
prints "constants of a shared library" 6 6 6
run_to_end "$sartor" explain direct
grep -q 'MPI_ANY_SOURCE' output || fail "explain: nothing asks for MPI_ANY_SOURCE"

# Found by the linker's options, and by what the libraries say themselves.
build -shared -fPIC "$sources/between.c" -o libbetween.so -L. -lsum -Wl,-rpath,'$ORIGIN'
build -DLIBRARY_FUNCTION=sum_and_own "$sources/program.c" -L. -lbetween -Wl,-rpath,"$work" -o indirect
run_to_end "$sartor" run -n 3 ./indirect
prints "a library that only a library needs" 600 601 602
build -shared -fPIC "$sources/between.c" -o libbetween.so -L. -lsum
build -DLIBRARY_FUNCTION=sum_and_own "$sources/program.c" -L. -lbetween -Wl,-rpath-link,"$work" -o linked
LD_LIBRARY_PATH=$work run_to_end "$sartor" run -n 2 ./linked
prints "a library found by -rpath-link" 400 401

build -DLIBRARY_FUNCTION=sum_and_own "$sources/program.c" -L. -lbetween -Wl,-rpath,'$ORIGIN' -o origin
LD_LIBRARY_PATH=$work run_to_end "$sartor" run -n 2 ./origin
prints "a library found by the program's own rpath" 400 401

# Constants alone, and a library that was stripped.
build -shared -fPIC "$sources/constant.c" -o libconstant.so
build -DLIBRARY_FUNCTION=any_source "$sources/receive.c" -L. -lconstant -Wl,-rpath,"$work" -o constant
run_to_end "$sartor" run -n 2 ./constant
prints "a library that names a constant and calls nothing" 0 1
cc -c -fPIC -I"$("$sartor" cc -showme:incdirs)" "$sources/sum.c" -o sum.o || fail "cc: sum.o"
build -shared -s -fPIC sum.o "$sources/counting.c" -o libsum.so
build -DLIBRARY_FUNCTION=sum_of_all "$sources/program.c" -L. -lsum -Wl,-rpath,"$work" -o stripped
run_to_end "$sartor" run -n 3 ./stripped
prints "a stripped library" 6 6 6

# Libraries that need each other, under names that they don't have.
build -shared -fPIC "$sources/sum.c" -o libcircle.so
build -shared -fPIC "$sources/between.c" -o libbetween.so -L. -lcircle -Wl,-rpath,'$ORIGIN'
build -shared -fPIC "$sources/sum.c" -o libcircle.so -L. -Wl,--no-as-needed -lbetween -Wl,-soname,another.so \
    -Wl,-rpath,'$ORIGIN'
mkdir -p others && echo "no library" >others/libcircle.so
build -DLIBRARY_FUNCTION=sum_and_own "$sources/program.c" -L. -lbetween -Wl,-rpath-link,others -Wl,-rpath,"$work" \
    -o circle
run_to_end "$sartor" run -n 2 ./circle
prints "libraries in a circle" 400 401

# A library that sartor did not compile may name every constant.
cc -shared -fPIC -I"$("$sartor" cc -showme:incdirs)" "$sources/sum.c" -o libsum.so || fail "cc: libsum.so"
build -DLIBRARY_FUNCTION=sum_of_all "$sources/program.c" -L. -lsum -Wl,-rpath,"$work" -o plain
run_to_end "$sartor" run -n 3 ./plain
prints "a shared library of another compiler" 6 6 6

# main in an archive.
build -c "$sources/main.c" -o main.o
build -c "$sources/body.c" -o body.o
ar rcs libmain.a main.o
build body.o libmain.a -o archived
run_to_end "$sartor" run -n 2 ./archived
prints "main in an archive" "one of 2" "one of 2"

[ $failures -eq 0 ]
