#!/bin/sh
# Ranks that others start in runs on several computers: network namespaces, Open MPI's mpirun between them.
# Usage: spawned_nodes.sh SARTOR WORK_FOLDER; exit code 77 where the system does not allow namespaces.
set -u

sartor=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
. "$here/failures.sh"
. "$here/computers.sh"
PATH=$(dirname "$sartor"):$PATH

# expect CODE REGEX OPTION... PROGRAM ARGUMENT...
expect() {
    code=$1 pattern=$2
    shift 2
    timeout 100 ip netns exec $one "$sartor" run "$@" >output 2>&1 </dev/null
    found=$?
    [ $found -eq "$code" ] || { fail "$*: exit code $found, expected $code"; head -8 output; }
    also "$pattern"
}
also() {
    grep -Eq -e "$1" output || { fail "nothing matches $1"; head -8 output; }
}

for name in spawn ports; do
    "$sartor" cc -w -O1 -g --machine fabric -o $name "$here/../conformance/processes/$name.c" || fail "$name can't be built"
done
"$sartor" cc -w -O1 -g --machine fabric -o ends "$here/spawned/ends.c" || fail "ends can't be built"

for hosts in 10.77.0.1:1,10.77.0.2:1 10.77.0.1:2,10.77.0.2:2 10.77.0.1:1,10.77.0.2:2,10.77.0.3:2; do
    expect 0 '^ok' --hosts $hosts ./spawn
    expect 0 '^ok' --hosts $hosts ./ports
done

# How such runs end.
both="--hosts 10.77.0.1:1,10.77.0.2:2"
expect 0 '^started: rank 1 has 3$' $both ./ends well
expect 7 '^started: rank 0 has 3$' $both ./ends code
expect 5 'rank 4: MPI_Abort with code 5' $both ./ends abort
expect 139 'rank 4 crashed: segmentation fault' $both ./ends crash
expect 137 'process 3 \(ranks 3 to 4\) was ended by signal 9 \(Killed\)' $both ./ends kill
expect 3 'deadlock: 5 of 5 ranks are blocked' $both ./ends wait
also 'rank 4 waits in MPI_Recv for a message from rank 0 with tag 7'
also 'rank 2 waits in MPI_Recv for a message from rank 4 with tag 7'

! pgrep -x -f "sartor-starter .* $PWD/(spawn|ends)" || fail "a sartor-starter is left"
[ $failures -eq 0 ] && echo passed
exit $((failures > 0))
