#!/bin/sh
# Buffers of operations under way, with --checked: wrong uses are named with both calls, right ones pass; without it nothing
# is looked at.
# Usage: buffers.sh SARTOR WORK_FOLDER
. "$(dirname "$0")/manycore/common.sh"

program=$here/buffers/buffers.c
build unchecked "$program" -g
for machine in host split mppa256-andey; do
    build "$machine" "$program" -g --checked --machine "$machine"
done
[ $failures -eq 0 ] || exit 1
place="called in [^(]*\(.*buffers.c:[0-9]+\)(, inlined)?"
for case in changed changed_again buffering buffering_immediate; do
    expect 0 '^done$' -n 2 "$work/unchecked" $case
done

for machine in host split mppa256-andey; do
    checked=$work/$machine
    for n in 2 5; do
        expect 0 '^done$' -n $n "$checked" harmless
        expect 1 "rank 0: MPI_Wait: the buffer of MPI_Isend, $place has changed before the operation was complete" \
            -n $n "$checked" changed
        expect 1 "rank 0: MPI_Waitall: the buffer of MPI_Start, $place has changed before the operation was complete" \
            -n $n "$checked" changed_again
        # On a chip data may still be on their way when a later message has come.
        [ $machine = mppa256-andey ] && written=written_before || written='written_before written_after'
        for case in $written; do
            expect 1 "rank 0: MPI_Wait: the buffer of MPI_Irecv, $place has changed before the operation was complete" \
                -n $n "$checked" $case
        done
        common="the buffer overlaps the buffer that"
        expect 1 "rank 0: MPI_Irecv: $common MPI_Irecv, $place receives into" -n $n "$checked" receives
        expect 1 "rank 0: MPI_Irecv: $common MPI_Isend, $place sends" -n $n "$checked" sends
        expect 1 "rank 0: MPI_Recv: $common MPI_Irecv, $place receives into" -n $n "$checked" blocking
        expect 1 "rank 0: MPI_Bcast: $common MPI_Irecv, $place receives into" -n $n "$checked" beside_collective
        expect 1 "rank 0: MPI_Irecv: $common MPI_Iallreduce, $place sends" -n $n "$checked" in_collective
        for case in bcast reduce gather scatter scatterv allgather alltoall alltoallv scan persistent; do
            expect 1 "rank 0: MPI_Wait: the buffer of MPI_[A-Z][a-z_]*, $place has changed before the operation was complete" \
                -n $n "$checked" changed_$case
        done
        expect 1 "rank 0: MPI_Bsend: the attached buffer of .* has no room" -n $n "$checked" attached
        expect 1 "rank 0: MPI_Recv: parts of the datatype overlap: a byte would be written twice.*MPI_ERR_TYPE" -n $n "$checked" twice
    done
    expect 3 "rank 0 waits in MPI_Send for rank 1 to receive its message .*\(with --checked no send relies on buffering\)" \
        -n 2 "$checked" buffering
    expect 3 "rank 0 waits in MPI_Wait for rank 1 to receive its message .*\(with --checked no send relies on buffering\)" \
        -n 2 "$checked" buffering_immediate
done

# Of many operations the first are watched and a part of what follows; all of them where that is wanted.
changed="the buffer of MPI_Isend, $place has changed before the operation was complete"
expect 1 "$changed" -n 2 "$work/host" late 16384 16384
expect 0 '^done$' -n 2 "$work/host" late 16385 16385
expect 1 "$changed" -n 2 "$work/host" late 16385 25000
waits="rank 0 waits in MPI_Wait for rank 1 to receive its message .*\(with --checked no send relies on buffering\)"
expect 3 "$waits" -n 2 "$work/host" buffering_late 8000
expect 0 '^done$' -n 2 "$work/host" buffering_late 8200
for all in --watch-all --deterministic '--schedule random:1'; do
    cd "$work" # where --schedule writes what it found
    expect 1 "$changed" -n 2 $all "$work/host" late 16385 16385
    expect 3 "$waits" -n 2 $all "$work/host" buffering_late 8200
    cd - > /dev/null
done
expect 2 "^sartor: --watch-all: .*/unchecked was not built with --checked" -n 2 --watch-all "$work/unchecked" harmless

# The call site of a function whose communicator is not that of the last call.
build communicators "$here/buffers/communicators.c" -g --checked
expect 1 "the buffer of MPI_Isend, called in main[^(]*\(.*communicators.c:$(grep -n changes "$here/buffers/communicators.c" | cut -d: -f1)\) has changed" \
    -n 1 "$work/communicators"

# Operations that the library performs by collectives of its own.
for machine in host split; do
    build "parts_$machine" "$here/buffers/parts.c" -g --checked --machine "$machine"
    for n in 2 5; do expect 0 '^done$' -n $n "$work/parts_$machine" "$work/parts.data"; done
done

# Buffers that are too small, as far as their sizes can be known: by the compiler at the call, by malloc, by symbols.
for level in 0 2; do build "sizes_$level" "$here/buffers/sizes.c" -g -O$level --checked; done
build sizes_split "$here/buffers/sizes.c" -g --checked --machine split
build sizes_unchecked "$here/buffers/sizes.c" -g
build commas "$here/buffers/commas.cpp" -g -Wall -Werror --checked
[ $failures -eq 0 ] || exit 1
expect 0 '^done$' -n 2 "$work/commas"
expect 0 '^done$' -n 2 "$work/sizes_unchecked" global
for program in sizes_0 sizes_2 sizes_split; do
    for n in 1 2 3; do
        expect 0 '^done$' -n $n "$work/$program" right
        while read -r case elements bytes memory; do
            expect 1 "MPI_Bcast: buffer: $elements elements are $bytes bytes, and .*($memory).* from there on .*MPI_ERR_BUFFER" \
                -n $n "$work/$program" "$case"
        done <<EOF
array 6 24 object that the call names has 20 bytes|variable array has 20 bytes
variable 2 8 object that the call names has 4 bytes
behind 4 16 object that the call names has 12 bytes
heap 7 56 block of malloc's has 48 bytes|object that the call names has 48 bytes
grown 21 168 block of malloc's has 160 bytes|object that the call names has 160 bytes
shrunk 6 48 block of malloc's has 24 bytes|object that the call names has 24 bytes
global 11 88 variable global has 80 bytes|object that the call names has 80 bytes
EOF
        expect 1 "MPI_Bcast: buffer: 10 elements are 80 bytes, and the variable global has $((80 - 8 * n)) bytes" \
            -n $n "$work/$program" middle
        expect 1 "rank 0: MPI_Gather: recvbuf: .* elements are .* bytes, and the object that the call names has 20 bytes" \
            -n $n "$work/$program" gathered
    done
done
[ $failures -eq 0 ] && echo "passed"
