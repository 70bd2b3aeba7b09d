#!/bin/sh
# Ranks on two and three computers: network namespaces that a virtual bridge joins, Open MPI's mpirun between them, TCP by
# IPv4 and IPv6. Results, ends of runs, and delays of the network.
# Usage: two_nodes.sh SARTOR WORK_FOLDER; exit code 77 where the system does not allow namespaces.
set -u

sartor=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
conformance=$here/../conformance
. "$here/failures.sh"
. "$here/expect_run.sh"
command -v ip >/dev/null && command -v mpirun.openmpi >/dev/null || exit 77

one=sartor1-$$ other=sartor2-$$ third=sartor3-$$ bridge=sartor4-$$
remove() {
    for space in $one $other $third $bridge; do ip netns del $space 2>/dev/null; done
}
trap remove EXIT
trap 'exit 1' INT TERM
for space in $one $other $third $bridge; do
    ip netns add $space 2>/dev/null && ip -n $space link set lo up || exit 77
done
ip -n $bridge link add br0 type bridge && ip -n $bridge link set br0 up || exit 77
join() { # SPACE NUMBER
    ip link add v$2 netns $1 type veth peer name v$2 netns $bridge || exit 77
    ip -n $bridge link set v$2 master br0 up
    ip -n $1 addr add 10.77.0.$2/24 dev v$2
    ip -n $1 link set v$2 up
}
join $one 1
join $other 2
join $third 3

# What mpirun calls instead of ssh: HOST COMMAND... Each host has a folder for temporary files of its own: daemons that make
# the same one at the same time fail.
cat >agent <<END
#!/bin/sh
host=\$1
shift
export TMPDIR=$work/tmp.\$host
mkdir -p "\$TMPDIR"
case \$host in
    10.77.0.1) exec ip netns exec $one sh -c "\$*" ;;
    10.77.0.2) exec ip netns exec $other sh -c "\$*" ;;
    10.77.0.3) exec ip netns exec $third sh -c "\$*" ;;
esac
echo "agent: no host \$host" >&2
exit 1
END
chmod +x agent
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_plm_rsh_agent="$work/agent"

# expect CODE REGEX OPTION... PROGRAM ARGUMENT...
expect() {
    code=$1 pattern=$2
    shift 2
    timeout 100 ip netns exec $one "$sartor" run "$@" >output 2>&1 </dev/null
    found=$?
    [ $found -eq "$code" ] || { fail "$*: exit code $found, expected $code"; head -8 output; }
    grep -Eq -e "$pattern" output || { fail "$*: nothing matches $pattern"; head -8 output; }
}

build() { # NAME SOURCE
    "$sartor" cc -w -O1 -g -o "$1" "$2" -lm || fail "$1 can't be built"
}
build ring "$here/../../apps/ring/ring.c"
build modes "$here/processes/modes.c"
expect 0 'sum 63 after 3 rounds over 6 ranks: correct' --hosts 10.77.0.1:4,10.77.0.2:2 ./ring
grep -q '6 ranks on 2 hosts, 2 in a process, started by' output || fail "the launcher is not named"
printf '# both\n10.77.0.1 slots=64\n10.77.0.2:64\n' >hosts
expect 0 'over 128 ranks: correct' --hostfile hosts ./ring
expect 0 'over 5 ranks: correct' -n 5 --hosts 10.77.0.1,10.77.0.2 ./ring
expect 2 '-n: 2 more ranks than the hosts may have' -n 5 --hosts 10.77.0.1:2,10.77.0.2:1 ./ring
expect 0 'profile of 3 ranks' --profile --trace t.json --hosts 10.77.0.1:2,10.77.0.2:1 ./ring
grep -q '"complete":true' t.json || fail "the trace of two nodes"
expect 2 '--schedule: for runs on this computer' --schedule random:1 --hosts 10.77.0.1:2,10.77.0.2:1 ./ring

# How runs end.
expect 3 'deadlock: 4 of 4 ranks are blocked' --hosts 10.77.0.1:2,10.77.0.2:2 ./modes wait
expect 5 'rank 3: MPI_Abort with code 5' --hosts 10.77.0.1:2,10.77.0.2:2 ./modes abort

# Ranks that others start, on the first node.
PATH=$(dirname "$sartor"):$PATH
build spawn "$conformance/processes/spawn.c"
build ends "$here/spawned/ends.c"
expect 0 '^ok' --hosts 10.77.0.1:2,10.77.0.2:2 ./spawn
expect 0 '^ok' --hosts 10.77.0.1:1,10.77.0.2:2,10.77.0.3:2 ./spawn
expect 3 'deadlock: 5 of 5 ranks are blocked' --hosts 10.77.0.1:1,10.77.0.2:2 ./ends wait
expect 137 'rank 0 waits in MPI_Barrier' --hosts 10.77.0.1:1,10.77.0.2:2 ./ends kill

# Three nodes with several processes each.
expect 0 'over 18 ranks: correct' --hosts 10.77.0.1:8,10.77.0.2:4,10.77.0.3:6 ./ring
three="--hosts 10.77.0.1:4,10.77.0.2:4,10.77.0.3:4"
expect 0 '^rank 11 of 12: ok$' $three ./modes
expect 3 'deadlock: 12 of 12 ranks are blocked' $three ./modes wait
expect 5 'rank 11: MPI_Abort with code 5' $three ./modes abort

# Two and three processes on two nodes: those of a node share memory.
build late "$here/nodes/late.c"
several="--hosts 10.77.0.1:4,10.77.0.2:6"
bytes_inside() { ip netns exec $one cat /sys/class/net/lo/statistics/tx_bytes; }
expect 0 '^rank 9 of 10: shares memory$' $several ./late
[ "$(grep -c 'shares memory$' output)" -eq 10 ] || fail "not all share memory"
before=$(bytes_inside)
expect 0 '^rank 9 of 10: ok$' $several ./modes
[ $(($(bytes_inside) - before)) -lt 1000000 ] || fail "messages inside of a node went by TCP"
expect 3 'deadlock: 10 of 10 ranks are blocked' $several ./modes wait
expect 5 'rank 9: MPI_Abort with code 5' $several ./modes abort
expect 137 'exited on signal 9' $several ./modes kill

# By an interface that has addresses of IPv6 alone.
if ip link add six netns $one type veth peer name six netns $other 2>/dev/null &&
    ip -n $one addr add fd77::1/64 dev six nodad && ip -n $other addr add fd77::2/64 dev six nodad; then
    for space in $one $other; do ip -n $space link set six up; done
    export SARTOR_INTERFACE=six
    expect 0 '^rank 3 of 4: ok$' --hosts 10.77.0.1:2,10.77.0.2:2 ./modes
    bytes=$(ip netns exec $one cat /sys/class/net/six/statistics/tx_bytes)
    [ "$bytes" -gt 1000000 ] || fail "messages did not go by IPv6: $bytes bytes"
    unset SARTOR_INTERFACE
fi

# Programs of the standard's chapters, then some of them with a slow network.
both="--hosts 10.77.0.1:2,10.77.0.2:2"
for program in random_messages random_collectives collectives/data_movement collectives/immediate \
    collectives/reductions communicators/constructors datatypes/random_types one_sided/operations \
    one_sided/random_epochs point_to_point/modes topologies/neighbourhoods; do
    [ -f "$conformance/$program.c" ] || { fail "$program is gone"; continue; }
    name=of_$(basename $program)
    build "$name" "$conformance/$program.c"
    expect 0 '^ok' $both "./$name"
done
for name in random_messages random_collectives operations random_epochs modes; do # for at most 8 ranks
    expect 0 '^ok' --hosts 10.77.0.1:3,10.77.0.2:5 "./of_$name"
done
if command -v tc >/dev/null && ip netns exec $one tc qdisc add dev v1 root netem delay 3ms 2ms 2>/dev/null; then
    for name in random_messages operations; do expect 0 '^ok' $both "./of_$name"; done
    expect 0 '^ok' --hosts 10.77.0.1:3,10.77.0.2:5 ./of_random_messages
    expect 3 'deadlock: 4 of 4 ranks are blocked' $both ./modes wait
fi
[ $failures -eq 0 ] && echo passed
exit $((failures > 0))
