#!/bin/sh
# sartor experiment: one of the papers' with its files, what is not repeated, a machine with which it is too far off,
# and a description of the user's own.
# Usage: experiments.sh SARTOR WORK_FOLDER
set -u

sartor=$1 work=$2
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$(dirname "$0")/failures.sh"
rm -rf "$work"
mkdir -p "$work/own"
cd "$work" || exit 1

"$sartor" experiment list | grep -q '^mppa-mpi-figure-6 *MPPA-MPI' || fail "the list does not name an experiment"

"$sartor" experiment run mppa-mpi-figure-6 -o results >output 2>&1 || fail "exit code $?"
grep -Eq '^eager, 64 B.* 3800 +[0-9]+ +[0-9.-]+% +calibrated$' output || fail "no line compares eager sends"
grep -Eq 'DMA is the quickest .* yes$' output || fail "no line says what holds"
grep -q '^mppa-mpi-figure-6,.*,mppa256-andey,,no,,.*,3800,.*,calibrated,within$' results/mppa-mpi-figure-6.csv ||
    fail "the CSV file has no such row"
grep -q '"kind": "sartor-experiment"' results/mppa-mpi-figure-6.json || fail "the JSON file names no kind"

# An equal command makes no run; one whose record is gone makes that one.
touch -d '1 hour ago' results/runs/*.json
lost=$(ls results/runs/*.json | head -1)
rm "$lost"
"$sartor" experiment run mppa-mpi-figure-6 -o results >again 2>&1 || fail "exit code $? when repeated"
cmp -s output again || fail "another output when repeated"
[ "$(find results/runs -newermt '-30 minutes' -name '*.json')" = "$lost" ] || fail "other runs were repeated than the lost one"

"$sartor" experiment run mppa-mpi-figure-6 -o varied --set control_send=9000 >output 2>&1 && fail "exit code 0 when too far off"
grep -q 'TOO FAR$' output || fail "no line is too far off"
grep -q '^too far off: .*eager' output || fail "nothing lists what is too far off"

sed 's|apps/pingpong.c|../own/mine.c|; s|"key": "bytes"|"key": "size"|' "$root/emulation/experiments/mppa-mpi-figure-6.json" >own/mine.json
"$sartor" experiment run own/mine.json >output 2>&1 && fail "a wrong description is taken"
grep -Eq 'own/mine.json:[0-9]+: runs.0.output.key: size is none of the columns' output || fail "no line names file, line and member"
"$sartor" experiment run nonsense >output 2>&1
[ $? -eq 2 ] || fail "another exit code than 2 for an unknown name"

# A page of the results and of a run's trace: pages.sh has browsers draw such.
"$sartor" cc -O2 -o pingpong "$root/apps/pingpong.c" || fail "pingpong does not build"
"$sartor" run -n 2 --machine mppa256-andey --no-summary --trace trace.json --json run.json pingpong -s 64:64 >output 2>&1 || fail "no trace"
"$sartor" report results/mppa-mpi-figure-6.json trace.json run.json pingpong --machine mppa256-andey -o page.html >output 2>&1 || fail "no report: $(cat output)"
for part in '"kind":"plot"' '"eager, 64 B: 3800' '"kind":"timeline"' 'Load of links' 'Call sites' '"title":"Energy"' 'The chip over time' \
    'Components of pingpong' '"name":"mppa256-andey"'; do
    grep -qF "$part" page.html || fail "the page has no $part"
done
"$sartor" report results -o folder.html >output 2>&1 || fail "no report of a folder: $(cat output)"
grep -q "^folder.html: $(ls results/*.json | wc -l) file" output || fail "the report is not of all results: $(cat output)"
mkdir -p nothing
"$sartor" report nothing >output 2>&1 && fail "a report of an empty folder"
grep -q 'nothing: a folder without results' output || fail "an empty folder: $(cat output)"
"$sartor" report own/mine.json >output 2>&1 && fail "a report of what is no result"

# One constant from a wrong beginning: 64 bytes of an eager send are a call of 100 cycles and a control message.
cat >one.csv <<END
what,value,measured,use
eager send of 64 B,400 * eager.send[64],3800,fit
eager send of 256 B,400 * eager.send[256],11400,held-out
END
"$sartor" calibrate one.csv --runs mppa-mpi-figure-6 --fit control_send=2000..3700 -o results --machine-file fitted.json >output 2>&1 ||
    fail "no calibration: $(cat output)"
grep -Eq '^control_send +3720 +36[0-9][0-9] ' output || fail "another constant than about 3600"
grep -Eq '^eager send of 256 B .*held out$' output || fail "no held-out row"
"$sartor" machines ./fitted.json >output 2>&1 || fail "the fitted machine is not read: $(cat output)"
[ $failures -eq 0 ]
