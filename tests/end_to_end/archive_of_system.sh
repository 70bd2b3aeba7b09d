#!/bin/sh
# A static library below /usr/lib, as packages install them, whose code refers to stderr directly: it is linked as one
# elsewhere is. The library is there for this test alone, in a mount namespace of its own.
# Usage: archive_of_system.sh SARTOR WORK_FOLDER; exit code 77 where there are no such namespaces.
# The plain compiler is ${REFERENCE_CC:-cc}.
set -u

sartor=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
. "$here/failures.sh"
rm -rf "$work"
mkdir -p "$work/packaged"
cd "$work" || exit 1
work=$PWD

# One that neither compilers nor linkers look into.
packaged=
for folder in tmpfiles.d sysusers.d environment.d modules-load.d pkgconfig init; do
    [ -z "$packaged" ] && [ -d /usr/lib/$folder ] && packaged=/usr/lib/$folder
done
in_namespace() { unshare -rm sh -c 'mount --bind "$0" "$1" && shift && exec "$@"' "$work/packaged" "$packaged" "$@"; }
[ -n "$packaged" ] && in_namespace true 2>/dev/null || exit 77

${REFERENCE_CC:-cc} -O2 -fPIE -c -o plain.o "$here/plain_archive/plain.c" && ar rcs packaged/libplain.a plain.o ||
    fail "the archive can't be built"
"$sartor" cc -O2 -c -o program.o "$here/plain_archive/program.c" || fail "the program can't be built"
in_namespace "$sartor" cc -o program program.o -L"$packaged" -lplain >output 2>&1 || fail "is not linked"
[ ! -s output ] || fail "says something"
echo 42 | "$sartor" run -n 3 ./program >output 2>&1 || fail "exit code $?"
[ "$(grep -c '^ok: ' output)" -eq 3 ] || fail "not all ranks are right"
[ "$(grep -c 'standard error$' output)" -eq 3 ] || fail "standard error"

# What can't be linked is named, too.
${REFERENCE_CC:-cc} -O2 -fPIE -DTIED_TO_NAME -c -o tied.o "$here/plain_archive/plain.c" && ar rcs packaged/libtied.a tied.o
in_namespace "$sartor" cc -o tied program.o -L"$packaged" -ltied >output 2>&1 && fail "code that is tied to program_invocation_name is linked"
grep -q "$packaged/libtied.a(tied.o): R_X86_64_PC32 against program_invocation_name" output || fail "it is not told what ties it"
[ $failures -eq 0 ] && echo passed
