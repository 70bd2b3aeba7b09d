# What tests of the plugin share: sourced with $environment. They go on in the folder $work, with a copy of tests/.
here=$(cd "$(dirname "$0")" && pwd)
python=$environment/bin/python
[ -x "$environment/bin/sartor" ] || { echo "skipped: no environment"; exit 77; }
"$python" -c 'import pytest' 2>/dev/null || { echo "skipped: no pytest"; exit 77; }
. "$here/../../end_to_end/failures.sh"
rm -rf "$work"
cp -r "$here/tests" "$work"
cp "$here/mpi.py" "$work"
cd "$work" || exit 1

# expect CODE ARGUMENTS...: of pytest, whose output is in the file output.
expect() {
    code=$1
    shift
    timeout 120 "$python" -m pytest "$@" >output 2>&1 </dev/null
    found=$?
    [ $found -eq "$code" ] || fail "$*: exit code $found, expected $code"
}
also() { grep -Eq -e "$1" output || fail "nothing matches $1"; }
never() { ! grep -Eq -e "$1" output || fail "something matches $1"; }
