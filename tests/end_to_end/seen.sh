#!/bin/sh
# What is to be seen of a run on an emulated manycore: traces, pictures.
# Usage: seen.sh SARTOR WORK_FOLDER CHECK_TRACE CHECK_SVG
check_trace=$3 check_svg=$4
. "$(dirname "$0")/manycore/common.sh"

# run CODE OPTION... PROGRAM ARGUMENT...
run() {
    code=$1
    shift
    timeout 60 "$sartor" run --no-summary "$@" >"$work/output" 2>&1 </dev/null
    found=$?
    [ $found -eq "$code" ] || { fail "$*: exit code $found, expected $code"; head -5 "$work/output"; }
}

says() { # REGEX
    grep -Eq -e "$1" "$work/output" || { fail "nothing matches $1"; head -5 "$work/output"; }
}

# trace FILE LINE...: is well formed and has these lines
trace() {
    file=$1
    shift
    "$check_trace" "$file" >"$work/found" || { fail "$file"; head -6 "$work/found"; }
    for line in "$@"; do
        grep -qx "$line" "$work/found" || { fail "$file: no line $line"; cat "$work/found"; }
    done
}

build a2a "$apps/a2a.c" --machine mppa256-nanvix
build pingpong "$apps/pingpong.c" --machine mppa256-andey
build one_send "$here/manycore/one_send.c" --machine mppa256-nanvix
build waiting "$here/manycore/waiting.c" --machine mppa256-andey
[ $failures -eq 0 ] || exit 1

# ---- traces

# LWMPI, section 5.7.3: five messages for a send to another cluster; section 5.7.4: one inside a cluster.
run 0 -n 2 --place 0,1 --trace "$work/remote.json" "$work/one_send"
trace "$work/remote.json" 'message request: 1' 'message confirmation: 1' 'message permission: 1' 'message data: 1' \
    'message acknowledgement: 1' 'slice MPI_Send: 1' 'slice MPI_Recv: 1' 'slice MPI_Init: 2' 'complete: true'
[ "$(grep -c '^message' "$work/found")" -eq 5 ] || fail "other messages than the five: $(grep '^message' "$work/found")"
run 0 -n 2 --place 0,0 --trace "$work/local.json" "$work/one_send"
trace "$work/local.json" 'message local: 1' 'complete: true'
[ "$(grep -c '^message' "$work/found")" -eq 1 ] || fail "other messages than the local one: $(grep '^message' "$work/found")"

# A barrier is a word to its root from each other rank, and one back, whatever way words go.
cat >"$work/wordless.json" <<'END'
{"name": "wordless", "about": "words go by the server", "extends": "mppa256-nanvix", "constants": {
  "word_mailboxes": {"value": 0, "unit": "mailboxes", "kind": "assumed", "source": "a test"}}}
END
for options in '--place 0,1' '--place 0,0' "--place 0,1 --machine $work/wordless.json"; do
    # shellcheck disable=SC2086
    run 0 -n 2 $options --trace "$work/words.json" "$work/a2a" 1
    trace "$work/words.json" 'message word: 2' 'complete: true'
done

run 0 -n 24 --trace "$work/a2a.json" "$work/a2a" 6
trace "$work/a2a.json" 'slice MPI_Barrier: 144' 'complete: true'
for counter in power SMEM link interface,; do
    grep -q "^counter $counter: [1-9]" "$work/found" || fail "a2a: no counter $counter"
done
for options in '--eager-limit 1K' '--lazy-limit 1K' '--dma-limit 0' '--place 0,io0'; do
    # shellcheck disable=SC2086
    run 0 -n 2 $options --trace "$work/pingpong.json" "$work/pingpong" -i -s 1:2048
    trace "$work/pingpong.json" 'complete: true'
done

# A run that ends early leaves a whole file, too; so does one that reaches the limit.
run 3 -n 2 --trace "$work/waiting.json" "$work/waiting"
trace "$work/waiting.json" 'complete: true'
run 0 -n 24 --trace "$work/limited.json" --trace-limit 64K "$work/a2a" 6
says 'trace .*limited.json: the file has reached 65536 bytes: later events are not in it'
trace "$work/limited.json" 'complete: false'
[ "$(wc -c <"$work/limited.json")" -lt 100000 ] || fail "limited.json has $(wc -c <"$work/limited.json") bytes"

# The same bytes from another compiler's cut, and the same run as without a trace, but for the size of the cut itself.
without_memory() { # FILE
    grep -v -e '"name":"SMEM"' -e '"peak":' "$1" >"$1.rest"
}
alike() { # FILE FILE WHAT
    without_memory "$1" && without_memory "$2" && cmp "$1.rest" "$2.rest" || fail "$3"
}
if command -v clang++ >/dev/null; then
    SARTOR_CXX=clang++ run 0 -n 24 --trace "$work/clang.json" "$work/a2a" 6
    alike "$work/a2a.json" "$work/clang.json" "another trace from a cut by clang++"
fi
run 0 -n 24 --json "$work/plain.report" "$work/a2a" 6
run 0 -n 24 --json "$work/traced.report" --trace "$work/again.json" "$work/a2a" 6
alike "$work/plain.report" "$work/traced.report" "a traced run takes another time"
cmp "$work/a2a.json" "$work/again.json" || fail "another trace of the same run"

# ---- pictures

# picture FILE LINE...: is well formed, its texts have room, and it has these lines
picture() {
    file=$1
    shift
    "$check_svg" "$file" >"$work/found" || { fail "$file"; head -6 "$work/found"; }
    for line in "$@"; do
        grep -qx "$line" "$work/found" || { fail "$file: no line $line"; cat "$work/found"; }
    done
}

# Links: 16 routers with 4 each; a hypercube's 16 with 4; a mesh's 2 * 2 * 7 * 8; 1024 with 4.
run 0 -n 192 --chip "$work/chip.svg" --matrix "$work/matrix.svg" --json "$work/report.json" "$work/a2a" 2
picture "$work/chip.svg" 'cluster: 16' 'link: 64' 'io: 2' 'numbers: some'
run 0 -n 2 --chip "$work/few.svg" "$work/a2a" 1
picture "$work/few.svg" 'cluster: 16' 'link: 64' 'numbers: some'
grep -q 'no ranks<' "$work/few.svg" || fail "clusters without ranks are not told"
total=$(sed -n '/"ways"/,/"messages": {"local"/p' "$work/report.json" | grep -o '"bytes": [0-9]*' |
    awk '{sum += $2} END {print sum}')
picture "$work/matrix.svg" 'matrix: 1' "total: $total" 'side: 192'
run 0 -n 16 --machine hypercube16 --chip "$work/cube.svg" "$work/a2a" 2
picture "$work/cube.svg" 'cluster: 16' 'link: 64'
run 0 -n 16 --machine mesh8x8 --map scatter --chip "$work/mesh.svg" "$work/a2a" 2
picture "$work/mesh.svg" 'cluster: 64' 'link: 224'
run 0 -n 300 --machine torus32x32 --map scatter --chip "$work/large.svg" --matrix "$work/large_matrix.svg" "$work/a2a" 1
picture "$work/large.svg" 'cluster: 1024' 'link: 4096'
picture "$work/large_matrix.svg" 'side: 256'
run 3 -n 2 --chip "$work/waiting.svg" "$work/waiting"
picture "$work/waiting.svg" 'cluster: 16'
run 2 -n 2 --chip "$work/no/such/folder/c.svg" "$work/one_send"
says 'chip .*/c.svg: No such file or directory'

"$sartor" explain --svg "$work/graph.svg" "$work/a2a" || fail "explain --svg"
picture "$work/graph.svg" "node: $("$sartor" explain --json "$work/a2a" | grep -c '"depth"')"
mkdir -p "$work/without"
PATH=$work/without "$sartor" explain --svg "$work/none.svg" "$work/a2a" 2>"$work/output" && fail "explain --svg without dot"
says 'the program dot is not in PATH; install the package graphviz'

# ---- nothing where nothing is asked for

# Cuts that are not looked at have no code for it; the one made for --trace has.
nm -C "$work/a2a" >"$work/symbols"
grep -q 'manycore::schedule' "$work/symbols" || fail "a2a: no symbols to look at"
grep -E 'manycore::(trace|chart|observed)' "$work/symbols" && fail "a2a: code for traces where none is asked for"
for program in "$SARTOR_CACHE"/program-*; do nm -C "$program"; done | grep -q 'manycore::trace::begin_call' ||
    fail "no program in the cache has code for traces: this test looks in the wrong place"

# Bad input.
run 2 -n 2 --trace "$work/no/such/folder/t.json" "$work/one_send"
says 'trace .*/t.json: No such file or directory'
run 2 -n 2 --trace "$work/t.json" --trace-limit little "$work/one_send"
says 'trace-limit little: expected a number of bytes'
run 2 -n 2 --machine host --chip "$work/t.svg" "$work/one_send"
[ $failures -eq 0 ] && echo "passed"
