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

# Files in /dev/shm that came since this script began and that no process has: other tests may have some meanwhile.
shared_files_before=$(ls /dev/shm)
left_in_shared_memory() {
    for file in $(ls /dev/shm); do
        echo "$shared_files_before" | grep -Fqx "$file" && continue
        cat /proc/[0-9]*/maps 2>/dev/null | grep -Fq "/dev/shm/$file" || echo "$file"
    done
}
none_left_in_shared_memory() {
    left=$(left_in_shared_memory)
    if [ -n "$left" ]; then sleep 1 && left=$(left_in_shared_memory); fi # one may have been about to be opened or removed
    [ -z "$left" ] || fail "files left in /dev/shm: $left"
}
