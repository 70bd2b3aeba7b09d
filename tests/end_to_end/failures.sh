# What scripts that go on after a failure share. To be sourced; they end with [ $failures -eq 0 ].
failures=0

# Shows what the last command has printed.
fail() {
    echo "FAILED: $*"
    [ ! -s "$work/output" ] || cat "$work/output"
    failures=$((failures + 1))
}

# Runs a command that may go wrong, but not hang or crash. Its output is in $work/output, its exit code $found.
run_to_end() {
    timeout 60 "$@" >"$work/output" 2>&1
    found=$?
    if [ $found -eq 124 ]; then fail "$*: hangs"; fi
    if [ $found -ne 124 ] && [ $found -ge 128 ]; then fail "$*: exit code $found"; fi
    if grep -Eq 'signal|SIG' "$work/output"; then fail "$*: crashes"; fi
}
