#!/bin/sh
# @pytest.mark.ranks: what passes, and failures, which are those of their tests.
# Usage: ranks.sh ENVIRONMENT
set -u
environment=$1 work=$1/ranks
. "$(dirname "$0")/expect_pytest.sh"

JOBS=$work/jobs expect 0 -v test_pass.py
also '^=+ 7 passed, 1 skipped, 1 xfailed in '
[ -s jobs ] || fail "no job"

expect 1 -v -rA test_fail.py
also '^=+ 9 failed, 1 passed, 1 error in '
also '^- - .* rank 2 of 3 - '
also '^E +AssertionError: at two'
also '^-+ Captured stdout call of rank 1 -+'
also '^printed by 1'
also '^FAILED test_fail\.py::test_at_one - rank 2: AssertionError: at two'
also '^- - .* ranks 0-1 of 2 - '
also '^FAILED .*::test_others_wait - rank 1: AssertionError: one fails'
also '^deadlock; rank 1 had ended the test'
also 'rank 0 waits in MPI_Recv for a message from rank 1 with tag 5, up to 4 bytes; called in receive \(mpi\.py:'
also '^FAILED .*::test_deadlock - deadlock'
also '^  File ".*test_fail\.py", line [0-9]+ in test_crash'
never '^  File ".*(_pytest|pluggy)/'
also '^the run ended with exit code 139'
also '^sartor: rank 1: MPI_Abort with code 7'
also '^FAILED .*::test_exit - the run ended with exit code 9'
also '^rank 1 has not received a message of rank 0 with tag 3'
also '^time limit: rank 1 did not end'
also '^  File ".*test_fail\.py", line [0-9]+ in test_late'
also '^ERROR test_fail\.py::test_fixture - rank 1: AssertionError: the fixture breaks'
also '^PASSED test_fail\.py::test_passes_after_all'
[ $failures -eq 0 ] && echo passed
