#!/bin/sh
# Traces and profiles of runs that a launcher with PMIx has started: on this computer, and on two nodes that are both this
# computer, where the system allows it with clocks that are hours apart.
# Usage: observed_nodes.sh SARTOR WORK_FOLDER CHECK_TRACE CHECK_PROFILE; exit code 77 without Open MPI.
set -eu

sartor=$1 work=$2 check_trace=$3 check_profile=$4
. "$(dirname "$0")/observed/common.sh"
. "$here/observed/looking.sh"
command -v mpirun.openmpi >/dev/null || exit 77
cd "$work"

# What mpirun calls instead of ssh: HOST COMMAND...
other_clock="unshare -T --monotonic 5000 --fork"
$other_clock true 2>/dev/null || other_clock=
printf '#!/bin/sh\nshift\nexec %s sh -c "$*"\n' "$other_clock" >agent
chmod +x agent
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_plm_rsh_agent="$PWD/agent"

for program in observed/program.c processes/modes.c; do
    "$sartor" cc -g -O1 --machine fabric --observed -o "$(basename $program .c)" "$here/$program"
done

# launch EXIT_CODE OPTION... PROGRAM ARGUMENT...: leaves t.json and t.profile.json, and nothing else.
launch() {
    expected=$1
    shift
    rm -f t.json t.profile.json
    code=0
    timeout 100 mpirun.openmpi --bind-to none -x SARTOR_RANKS_PER_PROCESS=2 -x SARTOR_TRACE=t.json \
        -x SARTOR_PROFILE=t.profile.json "$@" >out 2>err </dev/null || code=$?
    [ "$code" = "$expected" ] || fail "exit code $code of $*"
    look t
    expect '^complete: true$'
    [ -z "$(find . -name '*.parts')" ] || fail "a file of parts is left by $*"
}

for nodes in "--oversubscribe -n 3" "--host $(hostname):2,other:2 --map-by slot -n 4" \
    "--host $(hostname):1,other:1 --map-by node -n 2"; do
    # shellcheck disable=SC2086
    launch 0 $nodes ./program counted
    expect '^MPI_Isend .*rank 3: 10 calls, 10000 sent'
    expect '^MPI_Allreduce .* rank 1: 1 calls, 32 sent, 0 received'
    expect '^from 0 to 1: 16 messages, 110200 bytes$'
    expect '^from 1 to 2: 15 messages, 10200 bytes$'
    # shellcheck disable=SC2086
    launch 0 $nodes ./program late
    at_least 80 '^MPI_Recv .* rank 1: .*late sender'
    at_least 80 '^MPI_Send .* rank 2: .*late receiver'
    # "638 ms" or "3.2 s"
    seconds=$(sed -nE 's/.*profile of [0-9]+ ranks, [0-9.]+ [mun]s:.*/0/p; s/.*profile of [0-9]+ ranks, ([0-9]+)(\.[0-9]+)? s:.*/\1/p' err)
    [ "${seconds:-1000}" -lt 60 ] || fail "clocks are apart: a run of $seconds s"
done

# Ranks of two processes wait for each other in collectives.
launch 0 --oversubscribe -n 2 ./program late
at_least 80 '^MPI_Reduce .* rank 0: .*early reduce'
at_least 80 '^MPI_Bcast .* rank 3: .*late broadcast'

# Runs that end early.
for mode in "3 wait" "5 abort" "139 crash" "137 kill"; do
    # shellcheck disable=SC2086
    launch ${mode% *} --oversubscribe -n 3 ./modes ${mode#* }
    [ "${mode#* }" = wait ] || continue
    expect '^slice MPI_Recv: 6$'
done

# One process, and one that is not asked to record anything.
launch 0 --oversubscribe -n 1 ./program counted
expect '^MPI_Isend .*rank 1: 10 calls, 10000 sent'
timeout 100 mpirun.openmpi --oversubscribe -n 2 ./program counted >out 2>err </dev/null || fail "a run without files"
[ ! -s err ] || fail "a run that is not asked for anything reports"
echo "traces and profiles under other launchers: as expected"
