#!/bin/sh
# CC=gcc MPICC=mpicc: static libraries of a plain compiler, whose code was made for executables and refers to stdout
# directly, with each linker that there is; and what such code must not do, and what then helps.
# Usage: plain_archive.sh SARTOR WORK_FOLDER
# The plain compiler is ${REFERENCE_CC:-cc}.
set -u

sartor=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
sources=$here/plain_archive
. "$here/failures.sh"
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
work=$PWD
plain="${REFERENCE_CC:-cc} -O2 -fPIE"

$plain -c -o plain.o "$sources/plain.c" && ar rcs libplain.a plain.o || fail "the archive can't be built"
"$sartor" cc -O2 -c -o program.o "$sources/program.c" || fail "the program can't be built"
echo 42 >input

linkers=0
for linker in bfd gold lld mold; do
    command -v ld.$linker >/dev/null || continue
    linkers=$((linkers + 1))
    rm -f program
    "$sartor" cc -fuse-ld=$linker -o program program.o libplain.a >output 2>&1 || fail "$linker: is not linked"
    [ ! -s output ] || fail "$linker: says something"
    for ranks in 1 2 5; do
        "$sartor" run -n $ranks --tag-output ./program <input >output 2>errors || fail "$linker, $ranks ranks"
        [ "$(grep -c ' ok: ' output)" -eq $ranks ] || fail "$linker, $ranks ranks: not all are right"
        rank=$((ranks - 1))
        printf "[$rank] library: rank $rank, call 1\n[$rank] program: rank $rank\n[$rank] library: rank $rank, call 2\n[$rank] ok: rank $rank of $ranks\n" >expected
        grep -F "[$rank]" output | diff - expected || fail "$linker, $ranks ranks: lines are not in order"
        [ "$(grep -c 'standard error$' errors)" -eq $ranks ] || fail "$linker, $ranks ranks: standard error"
    done
done
[ $linkers -gt 0 ] || fail "there is no linker"

# What is added counts for nothing: neither as variables of the program's nor as a unit that names all constants.
"$sartor" scan program >output 2>&1 || fail "scan"
grep -Eq 'stdout|on_demand|streams' output && fail "the image's own streams are seen"

# An object of the program's own, and one in C++, too.
$plain -c $("$sartor" cc -showme:compile 2>/dev/null | tr ' ' '\n' | grep '^-I') -o plain_program.o "$sources/program.c"
"$sartor" cc -o program plain_program.o plain.o >output 2>&1 || fail "plain objects are not linked"
"$sartor" run -n 3 ./program <input >output 2>&1 || fail "plain objects"
[ "$(grep -c '^ok: ' output)" -eq 3 ] || fail "plain objects: not all are right"

# Beside C++ streams, which are made of the same ones.
cat >cplusplus.cpp <<'END'
#include <iostream>
#include <mpi.h>
extern "C" void say(int rank);
struct Early { Early() { std::cout << "early" << std::endl; } } early;
int main(int argc, char** argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    say(rank);
    std::cout << "ok: " << rank << std::endl;
    MPI_Finalize();
}
END
"$sartor" c++ -o cplusplus cplusplus.cpp libplain.a >output 2>&1 || fail "with C++ it is not linked"
"$sartor" run -n 3 ./cplusplus >output 2>&1 || fail "C++"
printf 'early\nlibrary: rank 2, call 1\nok: 2\n' >expected
"$sartor" run -n 3 --tag-output ./cplusplus 2>&1 | sed -n 's/^\[2\] //p' | diff - expected || fail "C++: other lines"

# The environment is the rank's, also for such code.
cat >environment.c <<'END'
extern char** environ;
char** variables(void) { return environ; }
END
$plain -c -o environment.o environment.c
cat >variables.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
char** variables(void);
int main(int argc, char** argv) {
    int rank, found = 0;
    char own[40];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    sprintf(own, "%d", rank);
    setenv("NUMBER_OF_RANK", own, 1);
    MPI_Barrier(MPI_COMM_WORLD);
    sprintf(own, "NUMBER_OF_RANK=%d", rank);
    for (char** entry = variables(); *entry != NULL; ++entry) found += strcmp(*entry, own) == 0;
    if (found == 1) printf("ok: %d\n", rank);
    return MPI_Finalize();
}
END
"$sartor" cc -o variables variables.c environment.o >output 2>&1 || fail "code that is tied to environ is not linked"
"$sartor" run -n 3 ./variables >output 2>&1 || fail "environ: $(cat output)"
[ "$(grep -c '^ok: ' output)" -eq 3 ] || fail "environ: not all have their own: $(cat output)"

# The name of the process has one owner: a copy would not follow it.
$plain -DTIED_TO_NAME -c -o tied.o "$sources/plain.c"
"$sartor" cc -o tied program.o tied.o >output 2>&1 && fail "code that is tied to program_invocation_name is linked"
grep -q 'tied.o: R_X86_64_PC32 against program_invocation_name' output || fail "it is not told what ties it"
grep -q 'compile with sartor cc or with -fPIC' output || fail "it is not told what to do"

# Rust's objects: what ties them to executables is thread_local!, and other advice helps.
cat >thread_local.c <<'END'
static _Thread_local int calls __attribute__((tls_model("local-exec")));
int next_call(void) { return ++calls; }
END
${REFERENCE_CC:-cc} -O2 -fPIC -c -o main.1a2b-cgu.0.rcgu.o thread_local.c
"$sartor" cc -O2 -c -o library.o "$sources/plain.c"
tied() { # OBJECT...
    "$sartor" cc -Wl,-u,next_call,-u,another_call -o tied program.o "$@" >output 2>&1 && fail "$*: tied code is linked"
}
tied library.o main.1a2b-cgu.0.rcgu.o
grep -q "thread_local! of a program's own crate .*library crate.* -Z tls-model=global-dynamic" output || fail "no advice for Rust"
grep -q 'rcgu.o: R_X86_64_TPOFF32 against .* at .text' output || fail "it is not told what ties Rust's code"
${REFERENCE_CC:-cc} -O2 -fPIC -Dnext_call=another_call -c -o thread_local.o thread_local.c
for objects in thread_local.o "thread_local.o main.1a2b-cgu.0.rcgu.o"; do
    tied library.o $objects
    grep -q 'thread_local!' output && fail "$objects: advice for Rust"
    grep -q 'compile with sartor cc or with -fPIC' output || fail "$objects: no advice"
done

# What Rust's compiler makes of it: in the program's crate, and in a library's.
if rustc --version >/dev/null 2>&1; then
    printf '#!/bin/sh\nexec "%s" cc "$@"\n' "$sartor" >linker && chmod +x linker
    rustc --crate-type rlib --crate-name counter -o libcounter.rlib "$sources/counter.rs" || fail "rustc: the library"
    rustc -C linker=./linker --cfg own --extern counter=libcounter.rlib -o rust "$sources/main.rs" >output 2>&1 &&
        fail "rustc makes position-independent thread-locals: the advice is not needed"
    grep -q "thread_local! of a program's own crate" output || fail "rustc: no advice"
    rustc -C linker=./linker --extern counter=libcounter.rlib -o rust "$sources/main.rs" >output 2>&1 || fail "rustc: not linked"
    run_to_end "$sartor" run -n 3 ./rust
    [ "$(grep -c '^ok: call 1$' output)" -eq 3 ] || fail "rustc: other lines"
fi
[ $failures -eq 0 ] && echo passed
