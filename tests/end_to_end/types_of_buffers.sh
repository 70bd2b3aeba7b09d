#!/bin/sh
# With --checked a buffer of another C type than its datatype is a warning of the compilation, where Clang is in PATH.
# Usage: types_of_buffers.sh SARTOR WORK_FOLDER
. "$(dirname "$0")/manycore/common.sh"

command -v clang >/dev/null || exit 77
program=$here/buffers/types.c
grep -n '// wrong$' "$program" | cut -d: -f1 >"$work/expected"
for language in "cc" "c++ -x c++"; do
    "$sartor" $language --checked -c -o "$work/types.o" "$program" 2>"$work/warnings" || fail "$language: can't be compiled"
    sed -n 's/^.*types\.c:\([0-9]*\):[0-9]*: warning: the buffer is .*, its datatype requires .*/\1/p' "$work/warnings" |
        cmp -s - "$work/expected" || { fail "$language: other warnings"; cat "$work/warnings"; }
done
"$sartor" cc -Werror -c -o "$work/types.o" "$program" 2>"$work/warnings" || fail "without --checked: can't be compiled"
[ -s "$work/warnings" ] && fail "without --checked: warnings"
[ $failures -eq 0 ] && echo "passed"
