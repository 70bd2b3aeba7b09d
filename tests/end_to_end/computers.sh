# Three computers: network namespaces that a virtual bridge joins, $one, $other, and $third with the addresses 10.77.0.1 to
# 10.77.0.3. To be sourced in $work; ends the script with exit code 77 where the system does not allow namespaces, or Open
# MPI's mpirun is missing.
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
