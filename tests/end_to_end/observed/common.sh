# What the tests of observed runs share. To be sourced with `sartor` and `work` set.
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$work"
mkdir -p "$work"
: >"$work/err"
: >"$work/seen"

fail() {
    echo "FAILED: $*"
    cat "$work/err"
    head -n 100 "$work/seen"
    exit 1
}

# run EXIT_CODE ARGUMENTS...
run() {
    expected=$1
    shift
    code=0
    "$sartor" run "$@" >"$work/out" 2>"$work/err" || code=$?
    [ "$code" = "$expected" ] || fail "exit code $code of $*"
}
