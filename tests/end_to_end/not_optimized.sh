#!/bin/sh
# Programs that are not optimized get the MPI that is installed with Sartor; from -O1 on, and by --cover, another.
# Usage: not_optimized.sh SARTOR WORK_FOLDER
set -eu

sartor=$1 work=$2
here=$(cd "$(dirname "$0")/../.." && pwd)
rm -rf "$work"
mkdir -p "$work"
cd "$work"
export SARTOR_CACHE="$work/cache"
unset SARTOR_COVER

fail() { echo "FAILED: $1"; exit 1; }
program=$here/apps/ring/ring.c

# covers ALL|NOTHING NAME OPTIONS...: what the program made with these options has, and that it runs.
covers() {
    wanted=$1 name=$2
    shift 2
    "$sartor" cc -o "$name" "$@" || fail "$name does not build: $*"
    "$sartor" run -n 3 "./$name" >output || fail "$name does not run: $*"
    "$sartor" explain "$name" | head -n 1 >first
    case $wanted in
        all) grep -q 'covers every function; the program uses [1-9]' first ;;
        *) grep -q 'an MPI cut for machine' first ;;
    esac || fail "$name ($*): $(cat first)"
}

covers all plain "$program"
[ -z "$(ls cache | grep '^cut-')" ] || fail "an MPI was compiled for a program that is not optimized"
covers all debugged -g -Og "$program"
covers all last -O2 -O0 "$program"
"$sartor" explain plain | grep -q '^why: the program is compiled without optimization; with -O1' || fail "no reason"
covers nothing optimized -O1 "$program"
covers nothing told --cover none "$program"
SARTOR_COVER=none covers nothing told_by_environment "$program"
covers all covered -O2 --cover all "$program"
"$sartor" explain covered | grep -q '^why: --cover$' || fail "no option as the reason"

# The level is that of the compilation, not that of the link.
"$sartor" cc -O2 -c -o optimized.o "$program"
covers nothing linked_later optimized.o
printf 'int of_other_unit(void) { return 1; }\n' >unit.c
"$sartor" cc -c -o unit.o unit.c
covers nothing mixed optimized.o unit.o
gcc -c -o foreign.o unit.c
"$sartor" cc -c -o plain.o "$program"
covers nothing of_unknown plain.o foreign.o

# Times of an emulated machine do not depend on it.
covers nothing emulated --machine ring8 "$program"
echo passed
