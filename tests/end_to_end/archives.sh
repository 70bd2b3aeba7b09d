#!/bin/sh
# Traces as OTF2 archives, read back by OTF2's own tool: the events that the program makes, in the order of time, calls
# that begin and end, messages inside of them; of runs that are stopped, and of those that are longer than memory.
# Usage: archives.sh SARTOR WORK_FOLDER OTF2_PRINT HAS_PROCESSES (1: sartor run --processes works)
set -eu

sartor=$1 work=$2 print=$3 has_processes=$4
. "$(dirname "$0")/observed/common.sh"

# look NAME: its events, one a line, are well formed: on each location they are in the order of time, calls have an end
# and none inside, and what sends and receives is in a call.
look() {
    "$print" "$work/$1.otf2/traces.otf2" >"$work/seen" || fail "otf2-print of $1"
    "$print" -G "$work/$1.otf2/traces.otf2" >"$work/definitions" || fail "otf2-print -G of $1"
    awk '
        $1 !~ /^(ENTER|LEAVE|MPI_SEND|MPI_RECV)$/ { next }
        $3 < time[$2] { print "time goes back: " $0; wrong = 1 }
        { time[$2] = $3 }
        $1 == "ENTER" { if (function_of[$2] != "") { print "inside of a call: " $0; wrong = 1 }; function_of[$2] = $5 }
        $1 == "LEAVE" { if (function_of[$2] != $5) { print "not its call: " $0; wrong = 1 }; function_of[$2] = "" }
        $1 ~ /^MPI_/ && function_of[$2] == "" { print "outside of a call: " $0; wrong = 1 }
        END {
            for (location in function_of) if (function_of[location] != "") { print "no end"; wrong = 1 }
            exit wrong
        }' "$work/seen" >"$work/wrong" || fail "$1: $(head -n 3 "$work/wrong")"
}

# expect COUNT REGEX: so many events are like that.
expect() {
    found=$(grep -Ec -e "$2" "$work/seen") || true # no match: the count is 0, which is compared
    [ "$found" = "$1" ] || fail "$found events like $2, not $1"
}

"$sartor" cc -g -O1 -o "$work/program" "$here/observed/program.c"

set -- "--machine host" "--machine split"
[ "$has_processes" = 0 ] || set -- "$@" "--processes 2" "--processes 3"
for where in "$@"; do
    # shellcheck disable=SC2086
    run 0 -n 4 $where --trace "$work/counted.otf2" "$work/program" counted
    look counted
    # Each rank: 4 calls before and after, 30 in the ring, 14 with persistent requests, 3 collectives. Two of one message.
    expect 206 '^ENTER '
    expect 206 '^LEAVE '
    expect 40 '^ENTER .*Region: "MPI_Isend"'
    expect 4 '^ENTER .*Region: "MPI_Bcast"'
    expect 61 '^MPI_SEND '
    expect 61 '^MPI_RECV '
    for rank in 0 1 2 3; do
        next=$(((rank + 1) % 4))
        expect 10 "^MPI_SEND +$rank .*Receiver: $next .*\"MPI_COMM_WORLD\".*Tag: 1, Length: 1000$"
        expect 10 "^MPI_RECV +$next .*Sender: $rank .*\"MPI_COMM_WORLD\".*Tag: 1, Length: 1000$"
        expect 5 "^MPI_SEND +$rank .*Receiver: $next .*Tag: 2, Length: 40$"
        expect 5 "^MPI_RECV +$next .*Sender: $rank .*Tag: 2, Length: 40$"
    done
    expect 1 '^MPI_SEND +0 .*Receiver: 1 .*Tag: 3, Length: 100000$'
    expect 1 '^MPI_RECV +1 .*Sender: 0 .*Tag: 3, Length: 100000$'
    grep -Eq '^LOCATION +3 .*"rank 3".*Events: [0-9]' "$work/definitions" || fail "no location of rank 3"
    grep -q 'Name: "MPI_Bcast".*Role: COLL_ONE2ALL' "$work/definitions" || fail "no role of MPI_Bcast"
done

# Another run replaces the archive.
run 0 -n 2 --trace "$work/counted.otf2" "$work/program" nothing
look counted
expect 8 '^ENTER '
[ ! -e "$work/counted.otf2/traces/3.evt" ] || fail "a location of the run before"

# More than is sorted in memory at once.
run 0 -n 2 --trace "$work/many.otf2" --trace-limit 1G "$work/program" many
look many
expect 300000 '^MPI_SEND .*Length: 4$'
expect 300000 '^MPI_RECV .*Length: 4$'
expect 600008 '^ENTER '
expect 600008 '^LEAVE '
[ ! -s "$work/err" ] || fail "a report"

# What does not fit is counted.
run 0 -n 2 --trace "$work/limited.otf2" --trace-limit 100K "$work/program" many
look limited
[ "$(cat "$work"/limited.otf2/traces/*.evt | wc -c)" -le 102400 ] || fail "larger than the limit"
grep -Eq '[0-9]+ more events would exceed 102400 bytes' "$work/err" || fail "no report of the limit"

# Threads that call at the same time have locations of their own; messages have their communicators.
"$sartor" cc -O1 -o "$work/threads" "$here/observed/at_the_same_time.c" -pthread
run 0 -n 2 --trace "$work/threads.otf2" "$work/threads"
look threads
expect 2 '^MPI_(SEND|RECV) .*Communicator: "communicator [0-9]+".*Tag: 5, Length: 4$'
expect 2 '^MPI_(SEND|RECV) .*Communicator: "MPI_COMM_WORLD".*Tag: 6, Length: 8$'
grep -q 'LOCATION .*"rank 0, calls at the same time".*Group: "rank 0"' "$work/definitions" || fail "no second location"

# What several processes have recorded does not fit either.
if [ "$has_processes" != 0 ]; then
    run 0 --processes 2 -n 2 --trace "$work/limited.otf2" --trace-limit 100K "$work/program" many
    look limited
    [ "$(cat "$work"/limited.otf2/traces/*.evt | wc -c)" -le 102400 ] || fail "larger than the limit"
    grep -Eq '[0-9]+ more events would exceed 102400 bytes' "$work/err" || fail "no report of the limit"
fi

# Stopped by a signal.
env --default-signal=INT "$sartor" run -n 4 --trace "$work/endless.otf2" "$work/program" endless >"$work/out" 2>"$work/err" &
stopped=$!
for _ in $(seq 600); do
    ! grep -q going "$work/out" || break
    sleep 0.05
done
kill -INT $stopped
code=0
wait $stopped || code=$?
[ "$code" = 130 ] || fail "exit code $code after SIGINT"
look endless
grep -q '^MPI_SEND ' "$work/seen" || fail "no messages"

# What is not an archive is left alone.
mkdir "$work/full.otf2"
: >"$work/full.otf2/file"
run 2 -n 2 --trace "$work/full.otf2" "$work/program" counted
run 2 -n 2 --trace "$work/no/such/folder/t.otf2" "$work/program" counted
: >"$work/file.otf2"
run 2 -n 2 --trace "$work/file.otf2" "$work/program" counted
run 2 -n 2 --machine mppa256-andey --trace "$work/chip.otf2" "$work/program" counted
grep -q 'for this computer only' "$work/err" || fail "no reason"

# Sartor without OTF2.
mkdir -p "$work/prefix/bin"
ln -s "$(cd "$(dirname "$sartor")/.." && pwd)/lib" "$work/prefix/lib"
cp "$sartor" "$work/prefix/bin/sartor"
code=0
"$work/prefix/bin/sartor" run -n 2 --trace "$work/t.otf2" "$work/program" 2>"$work/err" || code=$?
[ $code = 2 ] || fail "exit code $code without OTF2"
grep -q 'libopen-trace-format2-dev' "$work/err" || fail "the package is not named"

echo "OTF2 archives: as expected"
