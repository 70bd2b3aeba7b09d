#!/bin/sh
# Compares the code of the iterator version and of the bare-pointer version of some collectives, instruction for
# instruction: only addresses and the names of labels may differ.
# Usage: compare.sh REPOSITORY WORK_FOLDER COMPILER...
set -eu

root=$1 work=$2
shift 2
mkdir -p "$work"

# Mnemonics and operands of object $1. Addresses of instructions are left out; jump targets become distances
# within their function by objdump's own names, and relocations name what they point to.
disassembly() {
    objdump -d -r --no-show-raw-insn --no-addresses "$1" | sed -e '1,/^Disassembly/d' -e 's/[[:space:]]*#.*$//'
}

for compiler in "$@"; do
    name=$(basename "$compiler")
    for version in iterators pointers; do
        define=
        [ $version = iterators ] || define=-DBARE_POINTERS
        "$compiler" -std=c++20 -O2 -I"$root" $define -c "$root/tests/topologies/assembly/collectives.cpp" \
            -o "$work/$name.$version.o"
        disassembly "$work/$name.$version.o" >"$work/$name.$version"
    done
    functions=$(grep -c '>:$' "$work/$name.iterators")
    instructions=$(grep -c '^[[:space:]]' "$work/$name.iterators")
    [ "$functions" -eq 6 ] || { echo "FAILED: $name: $functions functions, expected 6"; exit 1; }
    diff "$work/$name.iterators" "$work/$name.pointers" || { echo "FAILED: $name: the code differs"; exit 1; }
    echo "$name: $functions functions, $instructions lines of assembly: equal"
done
