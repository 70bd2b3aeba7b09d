#!/bin/sh
# The sartor command by its exit codes and messages: wrong usage, bad input, the wrappers' ways.
# Usage: commands.sh SARTOR WORK_FOLDER
set -u

sartor=$1 work=$2
cc=${PLAIN_CC:-cc}
failures=0

# expect CODE REGEX COMMAND...: the exit code, and a line of the output that matches.
expect() {
    code=$1 pattern=$2
    shift 2
    timeout 60 "$@" >"$work/output" 2>&1 </dev/null
    found=$?
    [ $found -eq "$code" ] || { echo "FAILED: $*: exit code $found, expected $code"; failures=$((failures + 1)); cat "$work/output"; }
    [ -z "$pattern" ] || grep -Eq -e "$pattern" "$work/output" || { echo "FAILED: $*: nothing matches $pattern"; failures=$((failures + 1)); cat "$work/output"; }
}

# expect_not REGEX COMMAND...: it succeeds, and no line of the output matches.
expect_not() {
    unwanted=$1
    shift
    expect 0 '' "$@"
    if grep -Eq -e "$unwanted" "$work/output"; then
        echo "FAILED: $*: something matches $unwanted"
        failures=$((failures + 1))
        cat "$work/output"
    fi
}

rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
bin=$(dirname "$sartor")

cat >program.c <<'END'
#include <mpi.h>
#include <stdio.h>
static int rank;
int helper(void);
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("rank %d of %s: %d\n", rank, argc > 1 ? argv[1] : "nothing", helper());
    return MPI_Finalize();
}
END
cat >helper.c <<'END'
#include <stdio.h>
static _Thread_local int calls;
int helper(void) { fflush(stdout); return ++calls; }
END
printf 'int nowhere(void); int helper(void) { return nowhere(); }\n' >undefined.c

# The wrappers.
expect 0 '' "$sartor" cc -O2 -Wall -o program program.c helper.c
expect 0 '^rank 2 of -n: 1$' "$sartor" run -n 3 program -n 7
expect 0 'worker 0 on processor [0-9]+ .core [0-9]+.*NUMA node 0.: ranks? 0' \
    "$sartor" run -n 3 --show-placement program
expect 0 '3 ranks on .*not bound' "$sartor" run -n 3 --bind none --show-placement program
expect 0 '3 ranks on .*scatter' "$sartor" run -n 3 --bind spread --map scatter --show-placement program
expect 0 '^rank 2 of x: 1$' "$bin/sartor-mpiexec" -np 3 ./program x
for name in mpicc mpic++ mpirun; do ln -s "$bin/sartor-$name" $name; done
expect 0 '' ./mpicc -o linked program.c helper.c
printf 'class One { int one; };\n' >one.cpp
expect 0 '' ./mpic++ -c one.cpp
expect 0 '^rank 2 of x: 1$' ./mpirun -np 3 ./linked x
expect 0 '^rank 0 of nothing: 1$' ./program
expect 0 'launcher started this 3 times.* sartor run -n 3' env PMI_RANK=0 PMI_SIZE=3 ./program
expect 0 '^rank 0 of nothing: 1$' env PMI_RANK=1 PMI_SIZE=3 ./program
expect 0 '^rank 1 of nothing: 1$' env PMI_RANK=0 PMI_SIZE=3 "$sartor" run -n 2 ./program
printf '#!/bin/sh\necho "from a script"\nexec ./program "$@"\n' >script
expect 1 'cannot start|denied' "$sartor" run -n 3 ./script
chmod +x script
expect 0 '^rank 2 of x: 1$' "$sartor" run -n 3 ./script x
expect 0 '^from a script$' "$sartor" run -n 3 ./script x
expect 2 '^sartor: --topology: ./script is a script' "$sartor" run -n 3 --topology bcast=linear ./script
expect 2 '^sartor: --smem: ./script is a script' "$sartor" run -n 3 --smem 2M ./script
expect 0 '' "$bin/sartor-mpicc" -c program.c helper.c
expect 0 'features|calls .*MPI_Comm_rank' "$sartor" scan program.o
expect 0 '"functions"' "$sartor" scan --json program.o
expect 0 '^-I.* -fPIC' "$bin/sartor-mpicc" -showme:compile
expect 0 '^-B.*plugin' "$bin/sartor-mpicxx" -showme:link
expect 0 '^-I.* -fPIC' "$bin/sartor-mpicc" --showme:compile
expect 0 '^/.*include' "$bin/sartor-mpicc" -showme:incdirs
expect 0 '^sartor_mpi$' "$bin/sartor-mpicc" --showme:libs
expect 0 '^[^ ]*(g|clang)[+][+][^ ]*$' "$bin/sartor-mpicxx" -showme:command
expect 0 '^sartor [0-9.]+$' "$bin/sartor-mpicc" -showme:version
expect 0 ' -B' "$bin/sartor-mpicc" -link_info
expect 0 '-I' "$bin/sartor-mpicc" -compile_info
expect 2 'unknown option; expected one of .*-showme:link' "$bin/sartor-mpicc" -showme:everything
expect 0 'MPI_Init' "$sartor" cc -E program.c
ar rc libhelper.a helper.o
expect 0 '' "$sartor" cc -o with_archive program.o -L. -lhelper
expect 0 '' "$sartor" cc -s -o stripped program.o helper.o
expect 0 'all MPI layers +[1-9]' "$sartor" explain stripped
expect 0 '^why: the program needs ' "$sartor" explain program
expect 0 '^size: [0-9.]+ KiB of MPI, ' "$sartor" explain program
expect 0 '"graph"' "$sartor" explain --json program
expect 0 '' $cc -o plain program.c helper.c $("$bin/sartor-mpicc" -showme:compile) $("$bin/sartor-mpicc" -showme:link)
expect 0 '^rank 1 of' "$sartor" run -n 2 plain

# Two builds of one new configuration at once.
SARTOR_CACHE=$work/shared_cache
export SARTOR_CACHE
"$sartor" cc -o first program.o helper.o & "$sartor" cc -o second program.o helper.o
wait $! || { echo "FAILED: two builds at once"; failures=$((failures + 1)); }
expect 0 '^rank 1' "$sartor" run -n 2 first
expect 0 '^rank 1' "$sartor" run -n 2 second
expect 0 'cache folder /dev/null/cache cannot be used' env SARTOR_CACHE=/dev/null/cache "$sartor" cc -o uncached program.o helper.o

# Bad input to the linker.
: >empty.o
head -c 700 helper.o >truncated.o
head -c "$(($(wc -c <libhelper.a) - 300))" libhelper.a >truncated.a
cp helper.o other.o
printf '\267\000' | dd of=other.o bs=1 seek=18 conv=notrunc 2>/dev/null
$cc -fPIE -c -o tied.o helper.c
expect 1 'empty.o: the file is empty' "$sartor" cc -o bad program.o empty.o
expect 1 'truncated.o: .*(truncated|outside)' "$sartor" cc -o bad program.o truncated.o
expect 1 'truncated.a.*truncated' "$sartor" cc -o bad program.o truncated.a
expect 1 'other.o: header: made for AArch64' "$sartor" cc -o bad program.o other.o
expect 1 'tied.o: R_X86_64_TPOFF32 against calls at .text' "$sartor" cc -o bad program.o tied.o
ar rc libtied.a tied.o
expect 1 'libtied.a\(tied.o\): R_X86_64_TPOFF32' "$sartor" cc -o bad program.o libtied.a

# A cut that takes long is told, in a log, too; how long it took at a terminal only; nothing with SARTOR_VERBOSE=0.
printf '#!/bin/sh\ncase "$*" in *cut.cpp*) sleep 1.5 ;; esac\nexec c++ "$@"\n' >slow_compiler
chmod +x slow_compiler
link="$sartor cc -O1 -o told program.c helper.c"
expect 0 'compiling an MPI library with the parts of MPI that told uses; this happens once' env SARTOR_CXX="$PWD/slow_compiler" SARTOR_CACHE="$PWD/slow" \
    script -qec "$link" /dev/null
grep -q 'that told uses: done in [0-9.]* s' output || { echo "FAILED: nothing says how long it took"; failures=$((failures + 1)); }
expect_not 'compiling' env SARTOR_CXX="$PWD/slow_compiler" SARTOR_CACHE="$PWD/slow" script -qec "$link" /dev/null
expect 0 'compiling an MPI library' env SARTOR_CXX="$PWD/slow_compiler" SARTOR_CACHE="$PWD/slow_too" $link
expect_not 'compiling' env SARTOR_VERBOSE=0 SARTOR_CXX="$PWD/slow_compiler" SARTOR_CACHE="$PWD/slow_quiet" $link
expect 1 'undefined reference to .nowhere' "$sartor" cc -o bad program.o undefined.c
expect 1 "no function main|undefined reference to .main" "$sartor" cc -o bad helper.o
expect 2 'sartor: -static' "$sartor" cc -static -o bad program.o helper.o
[ ! -e bad ] || { echo "FAILED: a bad program was written"; failures=$((failures + 1)); }
expect 1 'scan: truncated.o: ' "$sartor" scan truncated.o helper.o
expect 1 '^helper.o: object' "$sartor" scan truncated.o helper.o
expect 1 'no_such_file: No such file' "$sartor" scan no_such_file
expect 1 'helper.o: no section' "$sartor" explain helper.o

# A profile counts what all ranks do, and its notes lie where the compiler alone puts them.
if "$cc" --version | grep -q 'Free Software Foundation'; then
    expect 0 '' "$sartor" cc --coverage program.c helper.c -o profiled
    expect 0 '' "$sartor" run -n 16 profiled
    expect 0 '' "$sartor" run -n 5 profiled
    expect 0 ' 21: .*int helper' gcov -t profiled-helper.gcda
fi

# What scripts ask of other launchers.
expect 0 '^sartor [0-9]' "$bin/sartor-mpirun" --version
expect 0 'rank 1 of nothing' "$bin/sartor-mpirun" --allow-run-as-root --oversubscribe -np 2 program
expect 0 'rank 1 of nothing' "$bin/sartor-mpirun" -bind-to core --map-by slot -genvall -np 2 program
expect 0 'rank 1 of nothing' "$bin/sartor-mpirun" --bind-to none -n 2 program
printf '#!/bin/sh\necho "first=$first second=$second third=$third"\n' >environment
chmod +x environment
expect 0 '^first=1 second=a=b third=c d$' \
    "$bin/sartor-mpirun" -x first=1 -n 1 -x second=a=b -x HOME -genv third 'c d' ./environment -x y
expect 2 '-x absent: the environment has no such variable' "$bin/sartor-mpirun" -x absent program
expect 2 "an environment variable can't have this name" "$bin/sartor-mpirun" -genv '' c program
expect 2 'contradict' "$bin/sartor-mpirun" --bind-to none --bind compact program
expect 2 'unknown option' "$bin/sartor-mpirun" -bogus 3 program

# Wrong usage.
expect 2 'no such command' "$sartor" bogus
expect 2 '' "$sartor"
expect 2 '' "$sartor" scan
expect 2 'at least one rank' "$sartor" run -n 0 program
expect 2 'sartor: ' "$sartor" run -n many program
expect 2 'unknown option' "$sartor" run --bogus -n 2 program
expect 2 'no program to run' "$sartor" run -n 2
expect 2 '"./no_such_program": there is no such program' "$sartor" run -n 2 ./no_such_program
echo 'int main(void) { return 0; }' >source.c
expect 2 'sartor cc -O2 -g -o source source.c' "$sartor" run -n 2 source.c
expect 2 'not a program made by sartor' "$sartor" run -n 2 "$(command -v perl)"
expect 2 'sartor: ' "$sartor" run --map sideways program
expect 2 '--stack' "$sartor" run --stack none program
expect 2 '--cores' "$sartor" run --cores 99999 program
expect 2 'named twice' "$sartor" run --cores 0,0 program
expect 2 'compact, spread or none, got sideways' "$sartor" run --bind sideways program
expect 2 'machine toaster' "$sartor" cc --machine toaster -c program.c
expect 0 'Examples' "$sartor" --help
expect 0 'Examples' "$sartor" run --help
expect 0 'SARTOR_CC' "$sartor" cc --help
expect 0 '^host' "$sartor" machines
expect 0 '"cores"' "$sartor" machines --json
expect 1 '' "$sartor" cc -c no_such_source.c

[ $failures -eq 0 ] && echo "passed"
