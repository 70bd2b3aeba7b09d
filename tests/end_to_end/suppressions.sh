#!/bin/sh
# sartor run --suppressions, and comments that suppress: neither reported nor in the exit code, but counted; only what is
# named. Usage: suppressions.sh SARTOR WORK_FOLDER
set -u

sartor=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
. "$here/failures.sh"
. "$here/expect_run.sh"

"$sartor" cc -g -O1 --checked -Wall -Wextra -Werror -o checked "$here/suppressed.c" || fail "suppressed.c can't be built"
expect 1 'a load in load_early' -n 2 ./checked load
count suppressed$ 0
expect 0 '^sartor: 1 finding suppressed$' -n 2 ./checked known
count sartor: 1
expect 1 'MPI_ERR_RMA_CONFLICT' -n 2 ./checked put
expect 4 'not freed' -n 2 ./checked leave

# suppresses CASE LINE: of a file of suppressions
suppresses() {
    printf '# known\n%s\n' "$2" >known
    expect 0 '^sartor: [0-9]+ findings? suppressed$' -n 2 --suppressions=known ./checked "$1"
    count sartor: 1
}
# leaves CODE CASE LINE
leaves() {
    printf '%s\n' "$3" >known
    expect "$1" 'sartor: ' -n 2 --suppressions=known ./checked "$2"
    count suppressed$ 0
}
suppresses load 'early-access load_early'
suppresses load 'early-access suppressed.c'
suppresses load '* */end_to_end/*'
suppresses put 'MPI_ERR_RMA_CONFLICT put_*'
suppresses leave 'not-freed leave_type'
leaves 1 load 'not-freed load_early'
leaves 1 load 'early-access other.c'
leaves 4 leave 'early-access leave_type'
cd / && cd "$work" && printf 'early-access\n' >known
"$sartor" run -n 2 --suppressions=known ./checked load 2>output && fail "a kind without a pattern"
also '^sartor: known:1: expected a kind and a pattern'
"$sartor" run -n 2 --suppressions=missing ./checked load 2>output && fail "a file that is not there"
also '^sartor: --suppressions=missing: No such file'
"$sartor" cc -o plain "$here/suppressed.c" || fail "without --checked"
"$sartor" run -n 2 --suppressions=known ./plain leave 2>output && fail "a program without --checked"
also 'was not built with --checked'
grep -aq 'findings\{0,1\}%s suppressed\|finding%s suppressed' plain && fail "a program without --checked has the code"

[ $failures -eq 0 ]
