#!/bin/sh
# Collectives on emulated manycores: results, and nested topologies against flat ones.
# Usage: manycore_collectives.sh SARTOR WORK_FOLDER
. "$(dirname "$0")/manycore/common.sh"

build words "$here/manycore/words.c" --machine mppa256-nanvix
build times "$here/../../bench/collectives-chip.d/times.c" --machine mppa256-nanvix
build exchanges "$here/../conformance/collectives/exchanges.c" --machine mppa256-nanvix -I"$here/../conformance/common"
build immediate "$here/../conformance/collectives/immediate.c" --machine ring8 -I"$here/../conformance/common"
build other_words "$here/manycore/other_words.c" --machine ring8
build lost_word "$here/manycore/lost_word.c" --machine ring8 -g
[ $failures -eq 0 ] || exit 1

# Hundreds of collectives under way, more than credits and receive tags.
for ranks in 2 5 16; do
    expect 0 '^ok: ' -n $ranks --map scatter "$work/immediate"
done

# Collectives: words, nested topologies, ranks in compact, scattered and uneven clusters, few mailboxes.
for how in "mppa256-nanvix --map scatter" "mppa256-bostan --per-cluster 3" "mppa256-nanvix --no-shortcut" "mppa256-nanvix --place 3,3,3,0,7,7,1,3"; do
    for ranks in 1 2 5 16; do
        case $how in *place*) ranks=8 ;; esac
        expect 0 '^words: correct' -n $ranks --no-summary --machine $how "$work/words"
        case $ranks$how in 16* | *bostan*) ;; *) expect 0 '^ok: ' -n $ranks --no-summary --machine $how "$work/exchanges" ;; esac
        case $how in *place*) break ;; esac
    done
done
cat >"$work/no_words.json" <<END
{"name": "no_words", "about": "one mailbox for words", "extends": "mppa256-bostan", "constants": {
  "word_mailboxes": {"value": 1, "unit": "mailboxes", "kind": "assumed", "source": "a test"}}}
END
expect 0 '^words: correct' -n 16 --no-summary --machine "$work/no_words.json" --map scatter "$work/words"
expect 1 'rank 1: MPI_Bcast: rank 0 sent 8 bytes, but this rank expects 4' -n 2 --machine ring8 --map scatter --no-summary "$work/other_words"
for how in "--map scatter" ""; do
    expect 3 'rank 2 calls MPI_Bcast with root 0 .*lost_word.c.*, which rank 3 never called' -n 4 --machine ring8 $how --no-summary "$work/lost_word"
done

cycles() { # NAME OPTION...: of one line of times
    wanted=$1
    shift
    timeout 60 "$sartor" run --no-summary "$@" 2>&1 | awk -v name="$wanted" '$1 == name { printf "%.0f", $3 * 5e8 }'
}
quicker() { # NAME TIMES BYTES OPTION...: nested against flat
    name=$1 times=$2 bytes=$3
    shift 3
    nested=$(cycles "$name" "$@" "$work/times" "$bytes" "$name")
    flat=$(cycles "$name" "$@" --topology barrier=tree,bcast=tree,reduce=tree,alltoall=circle "$work/times" "$bytes" "$name")
    [ "$((times * ${nested:-1000000000}))" -lt "${flat:-0}" ] || fail "$name of $bytes bytes, $*: $nested cycles nested, $flat flat"
}
quicker barrier 10 8 -n 192 --machine mppa256-nanvix
quicker bcast 10 8 -n 192 --machine mppa256-nanvix
quicker bcast 1 16384 -n 192 --machine mppa256-nanvix
quicker allreduce 2 8 -n 192 --machine mppa256-nanvix --map scatter
quicker alltoall 5 8 -n 48 --machine mppa256-nanvix
quicker barrier 2 8 -n 1024 --machine torus32x32 --map scatter

if command -v clang++ >/dev/null; then
    by_gcc=$(cycles alltoall -n 48 --machine mppa256-nanvix "$work/times" 16 alltoall)
    by_clang=$(SARTOR_CXX=clang++ cycles alltoall -n 48 --machine mppa256-nanvix "$work/times" 16 alltoall)
    [ "${by_gcc:-0}" -gt 0 ] && [ "$by_gcc" = "$by_clang" ] ||
        fail "alltoall: $by_gcc cycles cut by g++, $by_clang by clang++"
fi

[ $failures -eq 0 ] && echo "passed"
