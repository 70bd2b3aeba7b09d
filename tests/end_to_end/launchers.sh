#!/bin/sh
# What scripts write that were made for other launchers: options, what stands before the program, variables of the rank.
# Usage: launchers.sh SARTOR WORK_FOLDER
set -u

sartor=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
. "$here/failures.sh"
. "$here/expect_run.sh"
"$sartor" cc -g -O1 -Wall -Wextra -Werror -o place "$here/launchers/place.c" || fail "place can't be built"

# Options: taken, mapped, or named.
for ranks in '-n 3' '--n 3' '-c 3' '-N 3' '-ppn 3' '-npernode 3' '-perhost 3' '--map-by ppr:3:node:PE=1'; do
    expect 0 '^rank 2 of 3: as launched, extra none, a$' $ranks ./place a
done
expect 0 '^rank 0 of 1: as launched' -pernode ./place
expect 0 '^rank 1 of 2: as launched, extra 5$' -genv EXTRA=5 -n 2 ./place
expect 0 '^rank 1 of 2: as launched, extra 5 6$' -genv EXTRA '5 6' -genvall -n 2 ./place
for how in core socket numa l3cache hwthread none core:overload-allowed; do
    expect 0 '^rank 1 of 2: as launched' --bind-to $how --map-by $how -n 2 ./place
done
expect 0 '^sartor: without effect here: -q, --rank-by core, --mca btl self,vader$' --mca btl self,vader -q --rank-by core -n 2 ./place
also '^rank 1 of 2: as launched, extra none$'
# How Open MPI and MPICH are told that ranks may fail.
expect 0 '^sartor: without effect here: --with-ft ulfm$' --with-ft ulfm -n 2 ./place
expect 0 '^sartor: without effect here: --disable-auto-cleanup$' -disable-auto-cleanup -n 2 ./place
expect 0 'worker 0 on processor' --report-bindings -n 2 ./place
expect 0 '^rank 1 of 2: as launched' -wdir / -n 2 "$work/place"
expect 2 '^sartor: --wdir /no/folder: No such file' -wdir /no/folder -n 2 ./place
expect 2 '^sartor: --map-by ppr:1:core: give the number of ranks' --map-by ppr:1:core ./place
expect 2 '^sartor: --stdin 3: rank 0 has standard input' --stdin 3 ./place
expect 2 '^sartor: --not-known: unknown option' --not-known ./place
printf -- '# two programs\n-n 1 ./place a # one\n\n-n 2 ./place "b c"\n' >lines
expect 0 '^\[2\] rank 2 of 3: as launched, extra none, b c$' -l -configfile lines
expect 2 '^sartor: --configfile none: No such file' -configfile none

# Once: the program that it starts is all ranks.
printf '#!/bin/sh\necho started\nexec ./place "$@"\n' >script && chmod +x script
for before in './script' 'sh script' 'env EXTRA=none ./script' 'nice ./script' "sh -c ./script"; do
    expect 0 '^rank 2 of 3: as launched, extra none' -n 3 $before
    count '^started$' 1
done
expect 0 '^rank 1 of 2: as launched, extra 1' -n 2 env EXTRA=1 ./place
expect 0 '^rank 1 of 2: as launched, extra none, x$' -n 2 sh -c './place x'

# For each rank: what reads the rank's number.
printf '#!/bin/sh\nEXTRA=$OMPI_COMM_WORLD_RANK ./place "$@"\n' >numbered && chmod +x numbered
for before in ./numbered 'sh numbered' 'nice ./numbered'; do
    expect 0 '^rank 2 of 3: as launched, extra 2, x$' -n 3 $before x
    also '^rank 0 of 3: as launched, extra 0, x$'
done
expect 0 '^rank 1 of 2: as launched, extra 1$' -n 2 sh -c 'EXTRA=$PMI_RANK exec ./place'
expect 0 '^rank 3 of 4: as launched, extra none$' -n 4 --processes 2 ./place
"$sartor" cc --machine mppa256-nanvix -o emulated "$here/launchers/place.c" || fail "emulated can't be built"
expect 2 'emulated: made for mppa256-nanvix.*read MPI_Comm_rank' -n 2 sh -c ': $PMI_RANK; exec ./emulated'

# What calls no MPI runs for each rank; what might call another one is refused.
expect 0 '^x$' -n 3 echo x
count '^x$' 3
expect 2 'not a program made by sartor.*--processes' -n 2 "$(command -v perl)"

# The environment of a rank's children is the rank's; alone there is no launcher.
./place | grep -q '^rank 0 of 1: NOT as launched' || fail "alone"

# Compilers as other wrappers take them.
wrapper=$(dirname "$sartor")/sartor-mpicc
for name in OMPI_CC MPICH_CC; do
    [ "$(env -u SARTOR_CC $name=cc "$wrapper" -showme:command)" = cc ] || fail "$name"
done
[ "$("$wrapper" -cc=cc -showme:command)" = cc ] || fail "-cc="

[ $failures -eq 0 ]
