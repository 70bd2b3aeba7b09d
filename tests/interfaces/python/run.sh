#!/bin/sh
# mpiexec of the environment starts Python; C is built with its library.
# Usage: run.sh ENVIRONMENT
set -u
environment=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$environment/run sartor=$environment/bin/sartor
[ -x "$sartor" ] || { echo "skipped: no environment"; exit 77; }
. "$here/../../end_to_end/failures.sh"
. "$here/../../end_to_end/expect_run.sh"
python=$environment/bin/python
cp "$here/mpi.py" "$here/ring.py" .

expect 0 '^rank 0 of 4: 6$' -n 4 "$python" ring.py
expect 0 '^rank 2 of 3: 3$' -n 3 env A=1 "$python" ring.py
expect 0 '^\[1\] rank 1 of 2: 1$' -l -np 2 "$python" ring.py
expect 5 'rank 1: MPI_Abort with code 5' -n 2 "$python" ring.py abort
expect 3 'rank 0 waits in MPI_Recv for a message from rank 1 with tag 0, up to 4 bytes; called in ' \
    -n 2 "$python" ring.py deadlock
also 'called in receive \(mpi\.py:[0-9]+\)'
{ echo "#!$python" && echo '# as with mpi4py' && cat ring.py; } >script && chmod +x script
cp mpi.py script.py
expect 0 '^rank 1 of 2: 1$' -n 2 ./script

"$environment/bin/mpirun" -n 2 "$python" ring.py | grep -q '^rank 1 of 2: 1$' || fail mpirun
(PATH=$environment/bin:$PATH && mpiexec -n 2 python ring.py) | grep -q '^rank 1 of 2: 1$' || fail "mpiexec in PATH"
"$python" -m sartor --version | grep -q '^sartor ' || fail "python -m sartor"

library="-I$environment/include -L$environment/lib -lmpi_abi"
if command -v pkg-config >/dev/null; then
    library=$(PKG_CONFIG_PATH=$environment/lib/pkgconfig pkg-config --cflags --libs mpi_abi) || fail "no mpi_abi.pc"
fi
${REFERENCE_CC:-cc} -o modes "$here/../../end_to_end/processes/modes.c" $library || fail "C is not built"
expect 0 '^rank 2 of 3: ok$' -n 3 ./modes

run_to_end "$sartor" cc ring.c
[ $found -eq 2 ] || fail "sartor cc: exit code $found"
also 'has only what runs need, as in the wheel for Python'
[ $failures -eq 0 ] && echo passed
