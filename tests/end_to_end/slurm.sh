#!/bin/sh
# Ranks on two nodes of Slurm, which are both this computer: srun starts the processes, and PMIx tells them of each other.
# Usage: slurm.sh SARTOR WORK_FOLDER; exit code 77 without Slurm and its plug-in for PMIx, and without privileges.
set -u

sartor=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
conformance=$here/../conformance
. "$here/failures.sh"
. "$here/expect_run.sh"
PATH=$PATH:/usr/sbin
for program in munged slurmctld slurmd srun unshare; do command -v $program >/dev/null || exit 77; done
[ "$(id -u)" -eq 0 ] && unshare -m true 2>/dev/null || exit 77

# Each daemon of a node sees a folder of its own under the same name; their sockets would be the same otherwise.
host=$(hostname -s) port=$((20000 + $$ % 20000))
mkdir state spool spool.left spool.right
cat >slurm.conf <<END
ClusterName=pair
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
CredType=cred/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/controller.pid
SlurmdPidFile=$work/%n.pid
SlurmctldPort=$port
SlurmctldLogFile=$work/controller.log
SlurmdLogFile=$work/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
NodeName=left NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=16
NodeName=right NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=16
PartitionName=all Nodes=left,right Default=YES
END
echo "PMIxCliTmpDirBase=$work/spool" >mpi.conf
export SLURM_CONF=$work/slurm.conf
stop() {
    for daemon in left right controller munge; do
        [ ! -s $daemon.pid ] || kill "$(cat $daemon.pid)" 2>/dev/null
    done
}
trap stop EXIT
trap 'exit 1' INT TERM
(umask 077 && head -c 1024 /dev/urandom >key)
munged --force --socket="$work/munge.socket" --key-file="$work/key" --log-file="$work/munge.log" \
    --pid-file="$work/munge.pid" --seed-file="$work/seed" >munge.output 2>&1
slurmctld -c -f slurm.conf
for node in left right; do
    unshare -m sh -c "mount --bind '$work/spool.$node' '$work/spool' && exec slurmd -N $node -f '$SLURM_CONF'"
done
for turn in $(seq 50); do
    [ "$(sinfo -h -t idle -o %D 2>/dev/null)" = 2 ] && break
    sleep 0.2
done
srun --mpi=list 2>&1 | grep -q pmix && timeout 60 srun -N2 -n2 true || { cat ./*.log; exit 77; }

# expect CODE REGEX OPTION... PROGRAM ARGUMENT... of srun on both nodes.
expect() {
    code=$1 pattern=$2
    shift 2
    timeout 100 srun --mpi=pmix -N 2 "$@" >output 2>&1 </dev/null
    found=$?
    [ $found -eq "$code" ] || fail "$*: exit code $found, expected $code"
    also "$pattern"
}
build() { # NAME SOURCE
    "$sartor" cc -w -O1 -g --machine fabric -o "$1" "$2" -lm || fail "$1 can't be built"
}
build ring "$here/../../apps/ring/ring.c"
build modes "$here/processes/modes.c"
expect 0 'over 2 ranks: correct' -n 2 ./ring
expect 0 'over 5 ranks: correct' -n 5 ./ring
expect 0 '^rank 3 of 4: ok$' -n 4 ./modes
SARTOR_RANKS_PER_PROCESS=8 expect 0 'over 48 ranks: correct' -n 6 ./ring

# How runs end.
expect 3 'deadlock: 4 of 4 ranks are blocked' -n 4 ./modes wait
expect 5 'rank 3: MPI_Abort with code 5' -n 4 ./modes abort
expect 139 'rank 3 crashed: segmentation fault' -n 4 ./modes crash
expect 13 'Exited with exit code 13' -n 4 ./modes code
# Slurm says nothing to the others. The last process is alone on its node, or shares memory with the one that waits for it.
expect 1 'process 2 \(rank 2\) has ended before its rank had' -n 3 ./modes kill
count 'has ended before' 1
expect 1 'process 3 \(rank 3\) has ended before its rank had' -n 4 ./modes kill
also 'rank 2 waits in MPI_Recv for a message from rank 3'
count 'has ended before' 1

# Ranks that others start: where all processes are on one node.
build spawn "$conformance/processes/spawn.c"
build ends "$here/spawned/ends.c"
PATH=$(dirname "$sartor"):$PATH
expect 0 '^ok' -N 1 -n 2 ./spawn
expect 7 '^started: rank 1 has 3$' -N 1 -n 2 ./ends code
expect 3 'deadlock: 4 of 4 ranks are blocked' -N 1 -n 2 ./ends wait
expect 137 'process 2 \(ranks 2 to 3\) was ended by signal 9' -N 1 -n 2 ./ends kill
expect 0 '^ok' -N 2 -n 4 ./spawn
expect 7 '^started: rank 1 has 3$' -N 2 -n 3 ./ends code
expect 3 'deadlock: 5 of 5 ranks are blocked' -N 2 -n 3 ./ends wait
expect 137 'process 3 \(ranks 3 to 4\) was ended by signal 9' -N 2 -n 3 ./ends kill

# Inside of a job sartor run finds srun.
in_job() { # CODE REGEX OPTION... PROGRAM ARGUMENT... of sartor run
    code=$1 pattern=$2
    shift 2
    timeout 100 salloc -Q -N 2 -n 16 "$sartor" run "$@" >output 2>&1
    found=$?
    [ $found -eq "$code" ] || fail "$*: exit code $found, expected $code"
    also "$pattern"
}
in_job 0 'over 12 ranks: correct' --hosts left:4,right:8 ./ring </dev/null
also '12 ranks on 2 hosts, 4 in a process, started by .*srun'
in_job 3 'deadlock: 4 of 4 ranks are blocked' --hosts left:2,right:2 ./modes wait </dev/null
printf 'one\ntwo\n' >lines
in_job 0 '^rank 0 read two$' --hosts left:1,right:1 ./modes lines <lines
count '^rank 0 read (one|two)$' 2
count 'rank 1 read' 0

for program in point_to_point/modes random_messages random_collectives one_sided/random_epochs; do
    build program "$conformance/$program.c"
    SARTOR_RANKS_PER_PROCESS=2 expect 0 '^ok' -n 4 ./program
done
[ $failures -eq 0 ] && echo passed
exit $((failures > 0))
