#!/bin/sh
# Every procedure and variable that the modules and mpif.h promise is in the layer, as MPI_ and as PMPI_.
# Usage: names.sh GENERATED_FOLDER LAYER
set -u

modules=$1 layer=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# In interfaces: of procedures with BIND(C) the given name, of others their own in small letters.
{
    sed -n 's/.*NAME="\([a-z0-9_]*\)".*/\1/p' "$modules/mpi.f90" "$modules/mpi_f08.f90"
    for module in mpi mpi_f08; do
        awk '/^ *ABSTRACT INTERFACE/ { abstract = 1 }
             /^ *END INTERFACE/ { abstract = 0 }
             abstract { next }
             { line = continued $0; continued = "" }
             line ~ /& *$/ { sub(/& *$/, "", line); continued = line; next }
             line ~ /^ *(SUBROUTINE|FUNCTION) / && line !~ /BIND\(C/ {
                 sub(/^ *(SUBROUTINE|FUNCTION) /, "", line); sub(/\(.*/, "", line); print tolower(line) "_" }
             line ~ /^ *PROCEDURE\(.*\) :: MPI_/ || line ~ /^ *EXTERNAL :: MPI_/ {
                 sub(/.*:: /, "", line); print tolower(line) "_" }' "$modules/$module.f90"
    done
    sed -n 's|.*COMMON /\([A-Z_]*\)/.*|\1_|p; s|^ *EXTERNAL \([A-Z_0-9]*\)$|\1_|p' "$modules/mpif.h" |
        tr '[:upper:]' '[:lower:]'
} | sort -u >"$work/promised"
nm --defined-only "$layer" 2>/dev/null | sed -n 's/^[0-9a-f]* [A-Za-z] //p' | sort -u >"$work/there"

missing=$(comm -23 "$work/promised" "$work/there")
count=$(wc -l <"$work/promised")
[ "$count" -gt 2000 ] || { echo "FAILED: only $count names found in the modules"; exit 1; }
[ -z "$missing" ] || { echo "FAILED: not in the layer: $missing"; exit 1; }
echo "passed: $count names"
