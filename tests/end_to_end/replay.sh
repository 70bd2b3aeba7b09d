#!/bin/sh
# sartor replay: a small trace on the Wormhole's networks, the files that it writes, and what is wrong with others.
# Usage: replay.sh SARTOR WORK_FOLDER
set -u

sartor=$1 work=$2
. "$(dirname "$0")/failures.sh"
mkdir -p "$work"
cd "$work" || exit 1

event() { # TIME MEMBERS
    printf '{"proc": "NCRISC", "sx": 1, "sy": 1, "timestamp": %s, %s}' "$1" "$2"
}
barrier() { event "$1" '"noc": "NOC_0", "type": "READ_BARRIER_'"$2"'"'; }
read_event=$(event 5100 '"noc": "NOC_0", "dx": 2, "dy": 3, "num_bytes": 2048, "type": "READ"')
printf '[%s,\n%s,\n%s,\n%s]\n' "$(event 5000 '"zone": "NCRISC-KERNEL", "zone_phase": "begin"')" "$read_event" \
    "$(barrier 5200 START)" "$(barrier 5800 END)" >good.json

# Both rings of the torus, 22 hops of 9 cycles; four times 5 cycles at interfaces; 65 flits; and constants.
constant() { "$sartor" machines wormhole-n150 | awk -v name="$1" '$1 == name { print $2 }'; }
wait=$(($(constant issue_cycles) + 22 * 9 + 4 * 5 + $(constant core_latency) + 64 + $(constant complete_cycles) - 100))
"$sartor" replay good.json --machine wormhole-n150 --csv t.csv --json t.json --html t.html >table 2>errors ||
    fail "exit code $?: $(cat errors)"
grep -Eq "^good +800 +$((200 + wait)) " table || fail "not 800 recorded and $((200 + wait)) predicted: $(cat table)"
grep -q '^whole runs: error median .* of 1 traces$' table || fail "no line for whole runs"
[ "$(sed -n 2p t.csv | cut -d, -f1-4,6)" = "good,4,800,$((200 + wait)),1" ] || fail "another line in the CSV file: $(cat t.csv)"
grep -q '"recorded": 600' t.json || fail "the JSON file has no wait of 600 cycles"
grep -q '"kind":"timeline"' t.html || fail "the page has no timeline"
grep -q '"legend":\[\["the program","idle"\]' t.html || fail "the timeline has no legend"
grep -q '(1,1) NCRISC, recorded' t.html || fail "the page has no recorded timeline of NCRISC"
"$sartor" replay good.json --machine wormhole-n150 --set core_latency=$(($(constant core_latency) + 50)) >table ||
    fail "--set: exit code $?"
grep -Eq "^good +800 +$((250 + wait)) " table || fail "50 cycles of latency are not 50 cycles more: $(cat table)"

# Several are read and played at once; lines stand in the order of the files, and the first wrong one is named.
traces=
for number in 1 2 3 4 5 6 7; do
    sed "s/\"num_bytes\": 2048/\"num_bytes\": $((2048 * number))/" good.json >"trace$number.json"
    traces="$traces trace$number.json"
done
"$sartor" replay $traces --machine wormhole-n150 --speed >table || fail "seven traces: exit code $?"
[ "$(grep -o '^trace[1-7]' table | tr -d '\n')" = trace1trace2trace3trace4trace5trace6trace7 ] || fail "another order of traces"
grep -Eq "^trace4 +800 +$((200 + wait + 3 * 64)) " table || fail "another time of four times the data"
grep -Eq '^[0-9.]+ s to read and play, [0-9]+ at once: [0-9]+ events a second' table || fail "no speed"
for number in 3 6; do echo "[$read_event, $number]" >"trace$number.json"; done

expect_error() { # EXIT_CODE TEXT ARGUMENT...
    code=$1 text=$2
    shift 2
    "$sartor" replay "$@" >table 2>errors
    [ $? -eq "$code" ] || fail "replay $*: exit code other than $code"
    grep -q "$text" errors || fail "replay $*: no \"$text\" but $(cat errors)"
}
echo "[$read_event, 7]" >bad.json
expect_error 1 'bad.json: event 1: expected an object' bad.json --machine wormhole-n150
expect_error 1 'trace3.json: event 1: expected an object' $traces --machine wormhole-n150
expect_error 2 'family noc' good.json --machine ring8
expect_error 2 'unknown machine' good.json --machine none
expect_error 2 'has no such constant' good.json --machine wormhole-n150 --set speed=1
printf 'int main(void) { return 0; }\n' >empty.c
networks=$(dirname "$0")/../../emulation/machines/wormhole-n150.json
sed '/"pes":/,/"source"/d' "$networks" >networks.json
"$sartor" cc --machine ./networks.json empty.c 2>errors && fail "a program for a machine of networks only"
grep -q 'sartor replay' errors || fail "nothing says what the machine is for: $(cat errors)"
[ $failures -eq 0 ]
