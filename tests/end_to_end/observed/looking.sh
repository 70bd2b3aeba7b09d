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
