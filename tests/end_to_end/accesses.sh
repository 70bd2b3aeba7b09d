#!/bin/sh
# Loads and stores of memory that an operation has, with --checked: each is named with its place and the operation's; right
# programs print nothing, and --checked=calls sees none.
# Usage: accesses.sh SARTOR WORK_FOLDER
set -u

sartor=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
. "$here/failures.sh"
. "$here/expect_run.sh"

build() { # NAME SOURCE OPTION...
    name=$1 source=$2
    shift 2
    "$sartor" cc -g -Wall -Wextra -Werror -o "$name" "$here/accesses/$source.c" "$@" || fail "$name can't be built"
}
line_of() { grep -n -F "$2" "$here/accesses/$1.c" | head -1 | cut -d: -f1; }
# finds CASE ACCESS OPERATION: of the source that was built last
finds() {
    line=$(line_of "$source" "is(\"$1\")")
    expect 1 "^sartor: rank [0-9]+: a $2 in [a-z_]+.*\($source.c:$line\)(, inlined)? $3" -n 3 ./checked "$1"
}
# finds_both CASE ACCESS OPERATION RANK OTHER: an access by OTHER and an operation of RANK, whichever comes first
finds_both() {
    line=$(line_of "$source" "is(\"$1\")")
    expect 1 "$source.c:$line\)(, inlined)? and a $3 of rank $4|a $3 of this rank and a $2 of rank $5 in .*$source.c:$line\)" \
        -n 3 ./checked "$1"
}

for level in -O0 -O2; do
    build checked buffers $level --checked
    for n in 1 2 5 8; do
        expect 0 '^end$' -n $n ./checked right
        count . 1
    done
    finds load_received load 'from the buffer of MPI_Irecv, called in'
    finds store_received store 'to the buffer of MPI_Irecv, called in'
    expect 1 'a load in first_of' -n 3 ./checked load_in_call
    also '^sartor:   from [a-z_]*(\+0x[0-9a-f]*)? \(buffers\.c:'"$(line_of buffers 'is("load_in_call")')"'\)'
    also '^sartor:   MPI_Wait, or a test that succeeds, before it would order them$'
    finds store_sent store 'to the buffer of MPI_Isend, called in'
    finds poll_received load 'from the buffer of MPI_Irecv, called in'
    finds copy_received load 'from the buffer of MPI_Irecv, called in'
    finds fill_received store 'to the buffer of MPI_Irecv, called in'
    finds load_element load 'from the buffer of MPI_Irecv, called in'
    finds load_reduced load 'from the buffer of MPI_Iallreduce, called in'
    finds store_started store 'to the buffer of MPI_Start(all)?, called in'

    build checked windows $level --checked
    for n in 1 2 5; do
        expect 0 '^end$' -n $n ./checked right
        count . 1
    done
    finds store_origin store 'to the buffer of MPI_Put, called in'
    finds store_column store 'to the buffer of MPI_Put, called in'
    finds load_column load 'from the buffer of MPI_Get, called in'
    finds load_result load 'from the buffer of MPI_Get, called in'
    finds store_rput store 'to the buffer of MPI_Rput, called in'
    finds load_rget load 'from the buffer of MPI_Rget, called in'
    finds load_swapped load 'from the buffer of MPI_Compare_and_swap, called in'
    finds store_compared store 'to the buffer of MPI_Compare_and_swap, called in'
    for case in 'load_put load put' 'store_put store put' 'store_got store get' 'unordered store put'; do
        finds_both $case 0 2
    done
done

# Memory that all ranks load and store, or that is attached to a window; functions of the C library; threads.
build checked shared -O1 --checked
for n in 1 2 5; do expect 0 '^end$' -n $n ./checked right; done
for case in 'load_stored' 'store_stored' 'stored_late'; do
    line=$(line_of shared "is(\"$case\")")
    expect 1 "^sartor: rank [0-9]: a (load|store) in main.*shared.c:[0-9]+\)(, inlined)? and a (load|store) of rank [0-9] in main.*shared.c:" -n 3 ./checked $case
done
finds_both load_put load put 0 '[0-9]'
finds_both load_put_in_fence load put 2 0
if command -v clang >/dev/null; then # its atomic accesses are seen, too
    SARTOR_CC=clang build checked shared -O1 --checked
    expect 0 '^end$' -n 3 ./checked right
    expect 1 'a load in main.* and a store of rank 0 in' -n 3 ./checked stored_late
fi
build checked dynamic -O2 --checked
for n in 1 2 5; do expect 0 '^end$' -n $n ./checked right; done
for case in 'load_put load put' 'store_got store get'; do finds_both $case 0 2; done
expect 1 'access the same memory' -n 3 ./checked unordered
functions='strlen strcmp strncmp strcasecmp strchr strstr memchr strcat strdup printf snprintf sprintf fputs fwrite write read atoi
strtol qsort'
for level in -O0 -O2; do
    build checked texts $level --checked
    expect 0 'end$' -n 3 ./checked right $functions
    count sartor: 0
    for function in $functions; do
        expect 1 "a (load|store) in (use|atoi).* (from|to) the buffer of MPI_Irecv" -n 2 ./checked $function
    done
done
build checked other_buffers -O1 --checked
for n in 1 2 3; do
    expect 0 '^end$' -n $n ./checked right
    count sartor: 0
done
finds store_written store 'to the buffer of MPI_File_iwrite_at'
finds load_read load 'from the buffer of MPI_File_iread_at'
finds load_split load 'from the buffer of MPI_File_read_at_all_begin'
finds load_gathered load 'from the buffer of MPI_Ineighbor_allgatherv'
finds store_to_neighbours store 'to the buffer of MPI_Ineighbor_allgatherv'
finds store_ready store 'to the buffer of MPI_Pready'
finds load_partition load 'from the buffer of MPI_'
finds store_freed store 'to the buffer of MPI_Isend'
finds load_attached load 'from the buffer of MPI_Buffer_attach.* before the buffer is detached$'
finds load_requested load 'from the buffer of MPI_Rget'
build checked freed -O1 --checked
for n in 1 3; do expect 0 '^end$' -n $n ./checked right; done
expect 1 'a free in main.* of the buffer of MPI_Irecv' -n 2 ./checked received
expect 1 'a free in main.* of the buffer of MPI_Isend' -n 2 ./checked sent
build checked threads -O1 -pthread --checked
for n in 1 2 3; do expect 0 '^end$' -n $n ./checked right; done
for case in 'load_received load in touch' 'store_sent store in change' 'load_result load in touch'; do
    set -- $case
    expect 1 "a $2 in $4.*the buffer of MPI_(Irecv|Isend|Get)" -n 2 ./checked "$1"
done
for case in load_put unordered; do expect 1 'access the same memory' -n 2 ./checked $case; done

build checked buffers -O1 --checked=calls
expect 0 '^end$' -n 3 ./checked load_received
expect 1 'the buffer of MPI_Isend, .* has changed' -n 3 ./checked store_sent
count ': a store' 0
"$sartor" cc --checked=all -o none "$here/accesses/buffers.c" 2>output && fail "--checked=all"
also '^sartor: --checked=all: expected --checked or --checked=calls$'

# What is linked without --checked, or compiled for a shared library, is as it was.
"$sartor" cc -g -c --checked -o seen.o "$here/accesses/buffers.c" && "$sartor" cc -o unchecked seen.o || fail "without --checked at the link"
expect 0 '^end$' -n 2 ./unchecked store_received
build checked buffers -fPIC --checked
expect 0 '^end$' -n 3 ./checked load_received

# The library of a program without sends may have those of another one.
printf '#include <mpi.h>\nint main(void) { MPI_Init(0, 0); return MPI_Finalize(); }\n' >silent.c
"$sartor" cc -O1 --checked -c -o other.o "$here/accesses/buffers.c" &&
    "$sartor" cc -O1 --checked --cover other.o -o silent silent.c || fail "a cover with sends"
timeout 60 "$sartor" run -n 2 ./silent || fail "a program with a cover"

# As files of findings.
build checked buffers -O1 --checked
expect 1 'a store in' -n 3 --report=findings.json,findings.sarif ./checked store_received
grep -q '"kind": "early-access"' findings.json || fail "findings.json: no early-access"
grep -q '"early-access"' findings.sarif || fail "findings.sarif: no early-access"

[ $failures -eq 0 ]
