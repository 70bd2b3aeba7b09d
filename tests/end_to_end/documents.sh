#!/bin/sh
# Runs the commands of a document as a reader would: one after another, in a fresh folder that has the repository's
# own. In documents
#   ```sh run               begins commands that are run; "# exit 3" behind one is the exit code that it has
#   ```sh skip: REASON      begins commands that are not run
#   ```LANGUAGE file=NAME   begins the text of a file that the commands use
# Commands of sartor that stand elsewhere are an error: nobody would notice when they stop to work.
# The folder's build/release is the build tree of SARTOR, which holds what tools/demo has built. README.md says itself
# how to find the command; readers of the other documents have done so.
# Usage: documents.sh SARTOR WORK_FOLDER DOCUMENT
set -eu

sartor=$1 work=$2 document=$3
root=$(cd "$(dirname "$0")/../.." && pwd)
rm -rf "$work"
mkdir -p "$work/here"
for entry in "$(dirname "$root/$document")"/* "$root"/*; do
    name=$(basename "$entry")
    [ -d "$entry" ] && [ "$name" != build ] && ln -sfn "$entry" "$work/here/$name"
done

awk -v document="$document" '
function wrong(what) { print document ":" NR ": " what >"/dev/stderr"; bad = 1 }
/^```sh run$/ { commands = 1; next }
/^```sh skip: ./ { print "echo \"not run: " document ":" NR ": " substr($0, 13) "\""; skipping = 1; next }
/^```sh/ { wrong("expected \"sh run\" or \"sh skip: REASON\""); next }
/^```[a-z]+ file=[^ \/]+$/ { sub(/.*file=/, ""); print "cat >" $0 " <<\"END_OF_FILE\""; writing = 1; next }
/^```$/ {
    if (command != "") wrong("the command of line " line " does not end")
    if (writing) print "END_OF_FILE"
    commands = skipping = writing = 0
    next
}
writing { print; next }
skipping { next }
!commands && /^    (\$ )?((sartor|cmake|ctest|gdb|man|export|cd) |(tools|bench|tests)\/)/ { wrong("a command that is not marked as run or skipped"); next }
!commands || (command == "" && /^ *(#.*)?$/) { next }
{
    if (command == "") line = NR
    command = command $0 "\n"
    if (ending == "" && match($0, /<<[A-Z]+/)) { ending = substr($0, RSTART + 2, RLENGTH - 2); next }
    if (ending != "" && $0 != ending) next
    if (ending == "" && /\\$/) next
    expected = match(command, /# exit [0-9]+/) ? substr(command, RSTART + 7, RLENGTH - 7) : 0
    print "location=" document ":" line "\n{\n" command "} >../output 2>&1 </dev/null\ncheck $? " expected
    command = ending = ""
}
END { exit bad }' "$root/$document" >"$work/commands"

cat >"$work/run" <<'END'
check() {
    [ "$1" -eq "$2" ] && return
    cat ../output
    echo "FAILED: $location: exit code $1, expected $2"
    exit 1
}
END
cat "$work/commands" >>"$work/run"
echo 'echo passed' >>"$work/run"
bin=$(cd "$(dirname "$sartor")" && pwd)
mkdir "$work/here/build"
ln -s "$(dirname "$bin")" "$work/here/build/release"
[ "$document" = README.md ] || export PATH="$bin:$PATH"
cd "$work/here"
exec sh ../run
