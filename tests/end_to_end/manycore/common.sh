# What the tests of programs on emulated manycores share. To be sourced with the arguments SARTOR WORK_FOLDER.
set -u

sartor=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
apps=$here/../../apps
programs=$here/../programs
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

build() { # NAME SOURCE OPTION...
    name=$1 source=$2
    shift 2
    "$sartor" cc -O2 -Wall -Wextra -I"$programs/common" -o "$work/$name" "$source" "$@" || fail "$name can't be built"
}

# expect CODE REGEX OPTION... PROGRAM ARGUMENT...: the output goes to $work/output
expect() {
    code=$1 pattern=$2
    shift 2
    timeout 150 "$sartor" run "$@" >"$work/output" 2>&1 </dev/null # the first of a machine compiles its library
    found=$?
    [ $found -eq "$code" ] || { fail "$*: exit code $found, expected $code"; head -5 "$work/output"; }
    grep -Eq -e "$pattern" "$work/output" || { fail "$*: nothing matches $pattern"; head -5 "$work/output"; }
}

same() { # FILE FILE WHAT
    cmp -s "$1" "$2" || { fail "$3: other virtual times"; diff "$1" "$2" | head -5; }
}

mkdir -p "$work"
