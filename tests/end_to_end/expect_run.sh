# What scripts that run programs with sartor run share: sourced behind failures.sh. They go on in the folder $work, which
# is empty.
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
work=$PWD

# expect CODE REGEX ARGUMENTS...: of sartor run, whose output is in the file output. Runs may end by a signal.
expect() {
    code=$1 pattern=$2
    shift 2
    timeout 60 "$sartor" run "$@" >output 2>&1 </dev/null
    found=$?
    [ $found -eq "$code" ] || fail "$*: exit code $found, expected $code"
    grep -Eq -e "$pattern" output || fail "$*: nothing matches $pattern"
}
also() { grep -Eq -e "$1" output || fail "nothing matches $1"; }
count() { [ "$(grep -Ec -e "$1" output)" -eq "$2" ] || fail "not $2 times: $1"; }
