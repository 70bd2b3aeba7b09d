#!/bin/sh
# Every page that Sartor makes, drawn by a browser in windows of 400 and 1280 pixels, light and dark: it fits, shows what
# it is to show, says nothing odd and loads nothing. What the pages say of runs on chips, of traces at their limit and of
# ranks that share cores.
# Usage: pages.sh SARTOR WORK_FOLDER. Exit code 77: skipped, because chromium is missing.
set -u

sartor=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
. "$here/failures.sh"
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
command -v chromium >/dev/null || { echo "skipped: chromium is not installed"; exit 77; }

# run ARGUMENT...: sartor, which has to succeed.
run() {
    "$sartor" "$@" >output 2>&1 </dev/null || { fail "exit code $? of sartor $*"; head -5 output; }
}

# says PAGE REGEX: the page's data have that.
says() {
    grep -Eq -e "$2" "$1" || fail "$1 does not say $2"
}
says_not() {
    ! grep -Eq -e "$2" "$1" || fail "$1 says $2"
}

# ---- the pages

run cc -g -O2 -o a2a "$root/apps/a2a.c"
run cc -O2 -o kmeans "$root/apps/cap_bench/kmeans.c"
run cc -g -O0 -o mistakes "$here/reports/mistakes.c"
run cc -g -O1 -o turns "$here/pages/turns.c"

run run -n 48 --machine mppa256-nanvix --trace chip.json --json run.json --chip chip.svg --matrix matrix.svg a2a 2
run report chip.json -o chip.html
run report run.json a2a chip.json --machine mppa256-nanvix -o several.html
run run -n 48 --machine mppa256-nanvix --trace limited.json --trace-limit 1M a2a 2
run report limited.json -o limited.html
run run -n 4 --trace here.json --profile=profile.html a2a 3
run report here.json -o here.html
run run -n 8 --cores 0 --trace turns.json turns
run report turns.json -o turns.html
"$sartor" run -n 2 --report=findings.html mistakes deadlock >output 2>&1
[ $? -eq 3 ] || fail "no deadlock"
run sweep --machine mppa256-nanvix --vary smem=1MB,2MB --vary clusters=2..4 --html sweep.html kmeans 3000 64
run experiment run mppa-mpi-figure-6 -o results
run report results/mppa-mpi-figure-6.json -o experiment.html

# ---- what they say

# Calls on chips have their line and what they have sent and received: 48 ranks, each pair once in each of two supersteps.
says chip.html '\["MPI_Send","[^"]*a2a.c:[0-9]+[^"]*",[0-9]+,[0-9.e-]+,[0-9.e-]+,[1-9][0-9]*\]'
says chip.html '\["MPI_Recv","[^"]*a2a.c:[0-9]+[^"]*",[0-9]+,[0-9.e-]+,[0-9.e-]+,[1-9][0-9]*\]'
# The matrix is of ranks, and has all messages of the summary: words of barriers, too, and in a trace at its limit.
says chip.html '"each":"rank"'
messages=$(sed -n '/"ways"/,/"messages": {"local"/s/.*"messages": \([0-9]*\), "bytes".*/\1/p' run.json | awk '{sum += $1} END {print sum}')
grep -q '"word": {"messages": [1-9]' run.json || fail "no words"
for trace in chip limited; do
    counted=$(tail -n 1 $trace.json | grep -o '\[[0-9]*,[0-9]*,[0-9]*,[0-9]*\]' | tr -d ']' | awk -F, '{sum += $4} END {print sum}')
    [ "$messages" = "$counted" ] || fail "the matrix of $trace.json has $counted messages of $messages"
done
says limited.html 'The trace covers [1-9][0-9.]* % of the run.s time'
says_not chip.html 'The trace covers'
# One core that is never idle: nothing could start earlier.
says turns.html '8 ranks take turns on 1 core'
says_not turns.html 'start the awaited operation earlier'
says profile.html '"title":"Profile of a2a 3"'
says chip.html '"title":"Trace of a2a 2"'
says several.html '"title":"Report: a2a 2"'
says findings.html 'mistakes.c:[0-9]+'

# A run without the command leaves the data, which it draws later.
SARTOR_PROFILE=later.html SARTOR_COMMAND=/no/such/sartor "$sartor" cc --observed -g -O2 -o observed "$root/apps/a2a.c"
SARTOR_PROFILE=later.html SARTOR_COMMAND=/no/such/sartor ./observed 1 >output 2>&1 || fail "the run fails where nothing draws"
grep -q 'not drawn, but the file has its data' output || fail "no line says that the page is not drawn"
run report later.html -o later.html
says later.html '"kind":"bars"'

# ---- how they are drawn

mkdir -p drawn
# browse NAME SCHEME(0 dark, 1 light): the root element of drawn/NAME.html is in drawn/NAME
browse() {
    browser=$(mktemp -d)
    timeout 100 chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
        --disable-component-update --disable-sync "--user-data-dir=$browser" --window-size=1800,1900 --virtual-time-budget=5000 \
        "--blink-settings=preferredColorScheme=$2" --enable-logging=stderr --dump-dom "file://$PWD/drawn/$1.html" \
        2>drawn/"$1".errors | grep -m 1 '<html' >drawn/"$1"
    rm -rf "$browser"
    grep -q . drawn/"$1" || fail "$1: the browser fails"
    if grep 'CONSOLE' drawn/"$1".errors; then fail "$1: the console"; fi
}
# draw PAGE SCHEME: in frames of both widths, since windows are not as narrow as telephones; with what the probe tells as
# attributes data-WIDTH-...
draw() {
    name=$1-$2
    { sed '$d' "$1.html" && echo '<script>' && cat "$here/pages/probe.js" && echo '</script></body></html>'; } >drawn/framed-"$1".html
    cat >drawn/"$name".html <<END
<!DOCTYPE html><html><head><meta name="color-scheme" content="light dark"><script>
onmessage = ({data}) => { for (const key in data) document.documentElement.setAttribute("data-" + data.window + "-" + key, data[key]); };
</script></head><body>
<iframe src="framed-$1.html" width="400" height="900" style="border:0"></iframe>
<iframe src="framed-$1.html" width="1280" height="900" style="border:0"></iframe>
</body></html>
END
    browse "$name" "$2"
}
# has NAME REGEX: the root element has that.
has() {
    grep -Eq -e "$2" drawn/"$1" || { fail "$1: no $2"; cut -c1-900 drawn/"$1"; }
}
check() { # PAGE SCHEME
    draw "$@"
    for width in 400 1280; do
        has "$name" "data-$width-drawn=\"[1-9]"
        has "$name" "data-$width-fits=\"yes\""
        for nothing in odd empty error; do has "$name" "data-$width-$nothing=\"\""; done
        if [ "$2" = 0 ]; then has "$name" "data-$width-dark=\"true\""; else has "$name" "data-$width-dark=\"false\""; fi
    done
}
for page in chip several limited here turns profile findings sweep experiment; do
    tail -n 1 "$page.html" | grep -q '</html>' || fail "$page is incomplete"
    check $page 0
    check $page 1
done

for width in 400 1280; do
    has chip-0 "data-$width-zoomed=\"true\""
    has chip-0 "data-$width-sorted=\"(a|de)scending\""
    has chip-0 "data-$width-csv=\"[1-9][0-9]*\""
    has chip-0 "data-$width-tip=\"(rank|cluster) 0"
    first=$(sed -n "s/.*data-$width-first=\"\([^\"]*\)\".*/\1/p" drawn/chip-0)
    grep -q "data-$width-expected=\"$first\"" drawn/chip-0 || fail "$width: the slider does not show the first interval"
    ! grep -q "data-$width-mean=\"$first\"" drawn/chip-0 || fail "$width: the slider shows the mean"
done

# Browsers write numbers as the command does.
{
    echo '<!DOCTYPE html><html><body><script>'
    cat "$root/configurator/pages/scripts/quantities.js"
    printf '%s\n' 'const lines = `'
    cat "$root/tests/configurator/pages/quantities.txt"
    printf '%s\n' '`.trim().split("\n").map(line => line.split(" "));' \
        'const wrong = lines.filter(([value, unit, ...text]) => quantity(Number(value), unit === "-" ? "" : unit) !== text.join(" "));' \
        'const told = document.documentElement.dataset;' \
        'told.lines = lines.length;' \
        'told.wrong = wrong.map(([value, unit, ...text]) => `${text.join(" ")} is ${quantity(Number(value), unit === "-" ? "" : unit)}`).join("; ");' \
        '</script></body></html>'
} >drawn/quantities.html
browse quantities 1
has quantities 'data-lines="[3-9][0-9]"'
has quantities 'data-wrong=""'
[ $failures -eq 0 ] && echo passed
