#!/bin/sh
# A library has of windows what its program names: nothing, no locks without locks, no accumulates without them.
# Usage: windows_by_need.sh SARTOR WORK_FOLDER
. "$(dirname "$0")/manycore/common.sh"

# The bytes of the MPI layers of a variant, to $size.
measure() { # NAME OPTION...
    name=$1
    shift
    build "$name" "$here/windows_by_need/program.c" "$@"
    expect 0 '^done$' -n 3 "$work/$name"
    "$sartor" explain --json "$work/$name" >"$work/$name.json"
    size=$(sed -n 's/^ *"mpi": *\([0-9]*\),*$/\1/p' "$work/$name.json")
    echo "$name: $size bytes"
}
has() { # NAME REGEX
    nm -C "$work/$1" | grep -Eq -e "$2"
}

measure none
none=$size
measure fences -DWINDOWS
fences=$size
measure locks -DWINDOWS -DLOCKS
locks=$size
measure accumulates -DWINDOWS -DACCUMULATES
accumulates=$size

[ "$none" -lt "$fences" ] || fail "windows cost nothing: what is compared?"
[ "$fences" -lt "$locks" ] || fail "fences alone are no smaller than with locks"
[ "$fences" -lt "$accumulates" ] || fail "puts alone are no smaller than with accumulates"
has locks "lock\(sartor::one_sided::Window" || fail "locks: no function takes one: the name below is wrong"
! has fences "lock\(sartor::one_sided::Window" || fail "fences alone carry locks"
has fences one_sided || fail "fences: nothing of windows: the name below is wrong"
! has none 'one_sided|MPI_Win|Window' || fail "a program without windows has something of them"
[ $failures -eq 0 ] && echo "passed"
