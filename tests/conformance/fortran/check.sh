#!/bin/sh
# Builds the program out of its parts and runs it with 1, 2 and 5 ranks.
# Usage: check.sh "FORTRAN COMPILER" "LAUNCHER" WORK_FOLDER [FORM...]
# Forms: 77, 90, 2008 (default: all in one program). With another MPI, one after the other:
#   for form in 77 90 2008; do
#     tests/conformance/fortran/check.sh "mpifort.mpich -DORACLE" mpirun.mpich /tmp/oracle $form
#   done
set -u

here=$(cd "$(dirname "$0")" && pwd)
fc=$1 launcher=$2
mkdir -p "$3" && cd "$3" || exit 1
shift 3
[ $# -gt 0 ] || set -- 77 90 2008

rm -f ./*.o program

# $1: a source without its suffix, its object and further options.
compile() {
    $fc -w -g ${OPTIMIZE:--O1} -I"$here" "$@" || { echo "FAILED: $*"; exit 1; }
}

compile -c "$here/checks.f90" "$here/add_numbers.f90"
with=
for form in "$@"; do
    with="$with -DWITH_$form"
    for part in messages objects windows; do
        compile -DFORM=$form -DSUB=${part}_$form -c -o ${part}_$form.o "$here/$part.F90"
    done
    [ $form -ne 2008 ] || compile -c "$here/sections.F90"
    [ $form -ne 90 ] || case "$fc" in *ORACLE*) ;; *) compile -c "$here/attributes.F90" ;; esac
done
compile $with -c "$here/main.F90"
compile -o program ./*.o 2>link.stderr
grep -v 'executable stack' link.stderr
for ranks in 1 2 5; do
    timeout 60 $launcher -n $ranks ./program >$ranks.out 2>&1 </dev/null
    code=$?
    [ $code -eq 0 ] && grep -q '^ok: ' $ranks.out && echo "$ranks ranks: $(grep '^ok: ' $ranks.out)" && continue
    cat $ranks.out
    echo "FAILED: $ranks ranks, exit code $code"
    exit 1
done
echo passed
