#!/bin/sh
# Cuts begin with precompiled headers: those beside Sartor's own for its compiler, for others those that the fifth
# cut leaves in the cache. Headers that the compiler refuses do no harm.
# Usage: precompiled.sh SARTOR WORK_FOLDER COMPILER...
set -eu

sartor=$1 work=$2
shift 2

fail() {
    echo "FAILED: $*"
    exit 1
}

rm -rf "$work"
mkdir -p "$work"
export SARTOR_CACHE="$work/cache"

# Cuts differ by the datatypes that the program names.
cat >"$work/program.c" <<'EOF'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
    int rank = 0, sum = 0, valid = TYPE != MPI_DATATYPE_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) printf("%d %d\n", sum, valid);
    return MPI_Finalize();
}
EOF
cut_with() {
    "$sartor" cc -O2 -DTYPE="$1" -o "$work/program" "$work/program.c"
    [ "$("$sartor" run -n 4 "$work/program")" = "6 1" ] || fail "a cut for $1"
}

# Beside Sartor's headers, whichever compiler made them.
installed=$(cd "$(dirname "$sartor")/../lib" && find . -name 'headers-*.gch' 2>/dev/null | wc -l)
[ "$installed" -le 1 ] || fail "$installed installed precompiled headers: expected one"
unset SARTOR_CXX
cut_with MPI_CHAR
missed=$(find "$SARTOR_CACHE" -name 'missed-*' | wc -l)
[ "$((installed + missed))" = 1 ] || fail "$installed are installed, $missed were missed"

# precompiled: how many there are in the cache.
precompiled() { find "$SARTOR_CACHE" -name 'headers-*' | wc -l; }

for compiler in "$@"; do
    rm -rf "$SARTOR_CACHE"
    # A compiler of another name, so that none are installed for it.
    mkdir -p "$work/bin"
    name=$work/bin/$(basename "$compiler")
    rm -f "$name"
    printf '#!/bin/sh\nprintf "%%s\\n" "$*" >>"%s"\nexec "%s" "$@"\n' "$work/said" "$compiler" >"$name"
    chmod +x "$name"
    export SARTOR_CXX="$name"
    for type in MPI_CHAR MPI_SHORT MPI_LONG MPI_FLOAT; do cut_with $type; done
    [ "$(precompiled)" = 0 ] || fail "$compiler: precompiled before the fifth cut"
    cut_with MPI_DOUBLE
    [ "$(precompiled)" = 1 ] || fail "$compiler: not precompiled for the fifth cut"
    rm "$work/said"
    cut_with MPI_UNSIGNED
    grep -q 'cut.o -include' "$work/said" || { cat "$work/said"; fail "$compiler: precompiled headers are not used"; }
    [ "$(grep -c 'cut.o' "$work/said")" = 1 ] || { cat "$work/said"; fail "$compiler: they are refused"; }
    for headers in "$SARTOR_CACHE"/headers-*; do
        chmod +w "$headers"
        echo broken >"$headers"
    done
    cut_with MPI_UNSIGNED_LONG
    # Without a cache there is nothing to count in.
    SARTOR_CACHE=/dev/null/none cut_with MPI_BYTE 2>"$work/errors"
    [ "$(wc -l <"$work/errors")" -le 2 ] || fail "$compiler: $(cat "$work/errors")"
done
echo passed
