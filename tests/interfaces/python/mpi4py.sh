#!/bin/sh
# With an mpi4py that was built for the MPI ABI: MPI4PY_FOR_ABI is the folder that holds the package.
# Usage: mpi4py.sh ENVIRONMENT
set -u
environment=$1 work=$1/mpi4py
[ -d "${MPI4PY_FOR_ABI:-}/mpi4py" ] || { echo "skipped: MPI4PY_FOR_ABI names no mpi4py"; exit 77; }
. "$(dirname "$0")/expect_pytest.sh"
export PYTHONPATH="$MPI4PY_FOR_ABI"

cat >sum.py <<'END'
from mpi4py import MPI
comm = MPI.COMM_WORLD
print("rank", comm.rank, "of", comm.size, comm.allreduce(comm.rank))
END
"$environment/bin/mpiexec" -n 4 "$python" sum.py >output 2>&1 || fail "sum.py"
also '^rank 3 of 4 6$'

cat >test_mpi4py.py <<'END'
import pytest
from mpi4py import MPI
comm = MPI.COMM_WORLD
@pytest.mark.ranks(4)
def test_sum():
    assert comm.allreduce(comm.rank) == 6
@pytest.mark.ranks(2)
def test_deadlock():
    comm.recv(source=1 - comm.rank)
END
expect 1 -q test_mpi4py.py
also '^1 failed, 1 passed in '
also 'rank 1 waits in MPI_Mprobe for a message from rank 0 with any tag; called in test_deadlock \(test_mpi4py\.py:9\)'
[ $failures -eq 0 ] && echo passed
