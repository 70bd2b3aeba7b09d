#!/bin/sh
# Options of pytest that select tests and end sessions, and what is told before ranks start.
# Usage: selection.sh ENVIRONMENT
set -u
environment=$1 work=$1/selection
. "$(dirname "$0")/expect_pytest.sh"
cat >pytest.ini <<'END'
[pytest]
ranks_timeout = 5
END

expect 1 -q -x test_fail.py
also '^1 failed in '
expect 0 -q -k 'after_all or value' test_fail.py test_pass.py
also '^3 passed, .* deselected in '
expect 1 -q test_fail.py -k 'at_all or after_all'
expect 1 -q --lf test_fail.py -k 'at_all or after_all'
also '^1 failed, .* deselected in '
expect 0 -q -s -k test_sum test_pass.py

cat >test_loop.py <<'END'
import pytest
@pytest.mark.ranks(2)
def test_loop():
    while True: pass
END
expect 1 -q test_loop.py
also '^time limit: ranks 0-1 did not end'

# Nothing is left of a session that is interrupted or killed.
for signal in INT TERM; do
    echo "import pytest, mpi, os
@pytest.mark.ranks(2, timeout=60)
def test_hangs():
    open('rank$signal%d' % mpi.rank(), 'w').write(str(os.getpid()))
    while True: pass" >test_hangs.py
    TMPDIR=$work env --default-signal=INT "$python" -m pytest -q test_hangs.py >output 2>&1 &
    session=$!
    for _ in $(seq 300); do [ -s "rank${signal}0" ] && [ -s "rank${signal}1" ] && break || sleep 0.1; done
    kill -s $signal $session
    wait $session
    for rank in 0 1; do
        left=$(cat "rank$signal$rank")
        for _ in $(seq 300); do kill -0 "$left" 2>/dev/null || break; sleep 0.1; done
        ! kill -0 "$left" 2>/dev/null || fail "$signal: rank $rank is left"
    done
done
rm test_hangs.py

cat >test_mark.py <<'END'
import pytest
@pytest.mark.ranks("two")
def test_mark(): pass
END
expect 4 -q test_mark.py
also 'test_mark.py::test_mark: ranks takes one number, and timeout=SECONDS'

echo 'from mpi4py_is_not_here import mpi4py' >test_missing.py
mkdir mpi4py && echo 'raise ModuleNotFoundError("No module named '"'mpi4py'"'")' >mpi4py/__init__.py
echo 'import mpi4py' >test_missing.py
expect 2 -q test_missing.py
also '^sartor: mpi4py is missing; build it for the MPI ABI'
rm -rf mpi4py test_missing.py

"$environment/bin/mpiexec" -n 2 "$python" -m pytest -q test_pass.py >output 2>&1 && fail "pytest in ranks"
also 'start pytest without mpiexec'

if "$python" -c 'import xdist' 2>/dev/null; then
    expect 0 -q -n 2 -k 'after_all or value' test_fail.py test_pass.py
    also '^3 passed in '
fi
[ $failures -eq 0 ] && echo passed
