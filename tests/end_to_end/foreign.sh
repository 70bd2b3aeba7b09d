#!/bin/sh
# Programs that sartor did not make: linked by the plain compiler with libmpi_abi.so, one rank in each process.
# Usage: foreign.sh SARTOR WORK_FOLDER PREFIX, that of an installation or of a build tree
set -u

sartor=$1 work=$2 prefix=$3
here=$(cd "$(dirname "$0")" && pwd)
. "$here/failures.sh"
. "$here/expect_run.sh"
cc=${REFERENCE_CC:-cc}
library="-I$prefix/include -L$prefix/lib -lmpi_abi"
if command -v pkg-config >/dev/null; then
    library=$(PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config --cflags --libs mpi_abi) || fail "no mpi_abi.pc"
fi

$cc -g -O1 -Wall -Wextra -Werror -o modes "$here/processes/modes.c" $library || fail "modes can't be built"
$cc -g -O1 -Wall -Wextra -Werror -o plain "$here/foreign/plain.c" $library -ldl -pthread || fail "plain can't be built"
$cc -shared -fPIC -DPLUGIN -o plugin.so "$here/foreign/plain.c" $library || fail "the plug-in can't be built"

# The file says that it needs the library: -n is enough. What only starts such a program needs --processes.
expect 0 '^rank 2 of 3: ok$' -n 3 ./modes
expect 0 '^\[1\] rank 1 of 2: ok$' --processes 2 -l ./plain
expect 0 '^rank 1 of 2: ok$' --processes 2 sh -c 'exec ./plain'
printf '#!/bin/sh\nexec ./plain\n' >script && chmod +x script
expect 0 '^rank 1 of 2: ok$' --processes 2 ./script
LD_LIBRARY_PATH=$prefix/lib ./plain | grep -q '^rank 0 of 1: ok$' || fail "alone"

# How runs end.
expect 4 '^rank 1 of 2: ok$' -n 2 ./plain code
expect 5 'rank 1: MPI_Abort with code 5' -n 2 ./modes abort
expect 139 'process 1 \(rank 1\) was ended by signal 11' -n 2 ./modes crash
expect 1 'rank . ended with exit code 0 without MPI_Finalize' -n 2 ./plain open
expect 1 'a child of fork\(\) calls MPI: it is not a rank' -n 2 ./plain child
expect 3 'rank 0 waits in MPI_Recv for a message from rank . with tag 7(, up to [0-9]+ bytes?)?; called in .*modes\.c:[0-9]+' -n 2 ./modes wait
expect 0 '^no call$' -n 2 ./plain nothing

# Sanitizers: the report of a fault names its rank, and there is none without one.
for sanitizer in address thread; do
    "$sartor" cc -fsanitize=$sanitizer -g -o "$sanitizer" "$here/foreign/bug.c" -pthread || fail "-fsanitize=$sanitizer"
    expect 0 '^rank 1: sum 1$' -n 2 "./$sanitizer"
    count 'Sanitizer|Suppressions' 0
done
expect 1 '^\[1\] .*AddressSanitizer: heap-buffer-overflow' -n 2 ./address heap
also 'process 1 \(rank 1\) ended with exit code 1'
also '^\[1\] .*in main .*bug\.c:[0-9]+'
expect 1 '^\[1\] .*LeakSanitizer: detected memory leaks' --processes 2 ./address leak
also '^\[1\] .*: 10 byte\(s\) leaked in 1 allocation'
expect 66 '^\[1\] .*ThreadSanitizer: data race .*in count$' -n 2 ./thread race
"$sartor" cc -fsanitize=address --checked -o none "$here/foreign/bug.c" 2>output && fail "--checked with a sanitizer"
also '^sartor: --checked: not possible with a sanitizer'
"$sartor" cc -pg -o profiled "$here/foreign/bug.c" -pthread || fail "-pg"
rm -f gmon.out
expect 0 '^rank 1: sum 1$' -n 2 ./profiled
[ -s gmon.out ] || fail "-pg: no counts"

# Wrong options, and another MPI's program.
expect 2 'it has one rank in each process' --processes 2 -n 4 ./plain
expect 2 '4 ranks in 2 processes.*one rank in each process' --processes 2 -n 4 ./script
expect 2 '--trace: for programs made by sartor' --trace t.json -n 2 ./plain
if command -v mpicc.openmpi >/dev/null && mpicc.openmpi -o other "$here/processes/modes.c" 2>/dev/null; then
    expect 2 'needs libmpi.so.*another MPI' --processes 2 ./other
fi

for program in conformance/collectives/immediate conformance/one_sided/windows conformance/files/views \
    programs/callbacks/operations_with_state programs/callbacks/error_handlers_with_state \
    programs/callbacks/keys_with_state programs/point_to_point/request_is_complete; do
    ABI_PREFIX=$prefix MOST_RANKS=3 sh "$here/check.sh" "$sartor" "$work/$program" \
        "$here/../$program.c" >output 2>&1 || fail "$program"
    grep -q '^passed' output || { cat output; fail "$program"; }
done
[ $failures -eq 0 ] && echo passed
