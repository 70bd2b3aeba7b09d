# What tests of traces and profiles look at. To be sourced after common.sh, with `check_trace` and `check_profile` set.

# look NAME: checks a trace and a profile.
look() {
    "$check_trace" "$work/$1.json" >"$work/seen" || fail "the trace of $1"
    "$check_profile" "$work/$1.profile.json" >>"$work/seen" || fail "the profile of $1"
}
# expect REGEX: what was printed last has such a line.
expect() {
    grep -Eq -e "$1" "$work/seen" || fail "no line like $1"
}
# at_least MILLISECONDS REGEX: such a line ends with a number of milliseconds that is at least that.
at_least() {
    found=$(sed -nE "s/.*$2 ([0-9]+) ms.*/\1/p" "$work/seen")
    [ "${found:-0}" -ge "$1" ] || fail "less than $1 ms of $2"
}
# What ranks of observed/program.c, mode late, have waited for in collectives.
waits_in_collectives() {
    for rank in 0 2 3; do
        at_least 80 "^MPI_Barrier .*program.c:63\\).* rank $rank: .*wait at barrier"
    done
    for rank in 0 1 3; do
        at_least 80 "^MPI_Allreduce .* rank $rank: .*wait at NxN"
    done
    at_least 80 '^MPI_Reduce .* rank 0: .*early reduce'
    for rank in 1 2 3; do
        at_least 80 "^MPI_Bcast .* rank $rank: .*late broadcast"
    done
}
