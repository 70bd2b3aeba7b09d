#!/bin/sh
# Functions that no path from main reaches are left out of the image and ask for nothing, with every linker.
# Usage: unreached.sh SARTOR WORK_FOLDER
set -u

sartor=$1 work=$2
. "$(dirname "$0")/failures.sh"

rm -rf "$work"
mkdir -p "$work"

cat >"$work/main.c" <<'END'
#include <mpi.h>
int used(void);
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = used();
    MPI_Finalize();
    return argc + rank < 0;
}
END
cat >"$work/utilities.c" <<'END'
#include <mpi.h>
int counters[1000];
int used(void) {
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}
int counted(MPI_Comm comm) {
    MPI_Barrier(comm);
    return counters[0]++;
}
int start(const char* program) {
    MPI_Comm children;
    return MPI_Comm_spawn(program, MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &children, MPI_ERRCODES_IGNORE);
}
END

check_program() {
    "$sartor" run -n 3 "$work/program" || fail "$1: does not run"
    "$sartor" explain "$work/program" >"$work/explained"
    if grep -E 'MPI_Barrier|MPI_Comm_spawn|counters' "$work/explained"; then fail "$1: asks for what nobody reaches"; fi
}

for linker in bfd gold lld mold; do
    if ! command -v "ld.$linker" >/dev/null && ! command -v "$linker" >/dev/null; then
        echo "$linker is not installed"
        continue
    fi
    "$sartor" cc "-fuse-ld=$linker" -o "$work/program" "$work/main.c" "$work/utilities.c" ||
        fail "$linker: does not link"
    check_program "$linker"
done

"$sartor" cc -c -o "$work/main.o" "$work/main.c"
"$sartor" cc -c -o "$work/utilities.o" "$work/utilities.c"
"$sartor" cc -o "$work/program" "$work/main.o" "$work/utilities.o" || fail "in steps: does not link"
check_program "in steps"

# What the program's own flags say goes before.
"$sartor" cc -Wl,--no-gc-sections -o "$work/program" "$work/main.c" "$work/utilities.c" ||
    fail "--no-gc-sections: does not link"
"$sartor" explain "$work/program" | grep -q MPI_Barrier || fail "--no-gc-sections: asks for less than is linked"

[ $failures -eq 0 ]
