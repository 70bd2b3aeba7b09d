#!/bin/sh
# The name service of an emulated machine: how many lookups, who answers them, and how long that takes.
# Usage: manycore_names.sh SARTOR WORK_FOLDER
. "$(dirname "$0")/manycore/common.sh"

build lookups "$here/manycore/lookups.c" --machine mppa256-nanvix
build a2a "$apps/a2a.c" --machine mppa256-nanvix
cat >"$work/one_name.json" <<END
{"name": "one-name", "about": "daemons remember one name", "extends": "mppa256-nanvix",
 "constants": {"name_cache": {"value": 1, "unit": "names", "kind": "assumed", "source": "what if"}}}
END
[ $failures -eq 0 ] || exit 1

# counts LOOKUPS LOCAL CACHED MESSAGES OPTION... PROGRAM ARGUMENT...
counts() {
    wanted="\"names\": {\"lookups\": $1, \"local\": $2, \"cached\": $3, \"messages\": $4,"
    shift 4
    timeout 60 "$sartor" run --no-summary --json "$work/names.json" "$@" >/dev/null || fail "$*"
    grep -q "$wanted" "$work/names.json" || { fail "$*: expected $wanted"; grep '"names"' "$work/names.json"; }
}
field() { sed -n "s/.*\"names\".*\"$1\": \([0-9]*\).*/\1/p" "$work/names.json"; }
time_of() { sed -n 's/^  "cycles": \([0-9]*\),/\1/p' "$work/names.json"; }

# Seven messages cross: the first to each rank asks the server and the daemon, four messages in all.
placed="-n 4 --place 3,3,9,9"
# shellcheck disable=SC2086
{
    counts 7 0 5 8 $placed "$work/lookups"
    with=$(time_of)
    longest=$(field longest)
    counts 7 0 5 6 $placed --names forward "$work/lookups"
    forwarded=$(field longest)
    counts 7 0 0 28 $placed --names no-cache "$work/lookups"
    without=$(time_of)
    counts 7 0 0 21 $placed --names no-cache,forward "$work/lookups"
    counts 0 0 0 0 $placed --names off "$work/lookups"
    off=$(time_of)
    # Names to and fro: each lookup but the last finds the other name remembered.
    counts 7 0 1 24 $placed --machine "$work/one_name.json" "$work/lookups"
    # The long way inside a cluster: its own daemon knows.
    counts 8 1 5 8 $placed --no-shortcut "$work/lookups"
    # From the server's own node, and to it: nobody else need be asked.
    counts 7 0 5 4 -n 4 --place 3,3,io0,io0 "$work/lookups"
    counts 7 0 5 8 -n 4 --place io0,io0,3,3 "$work/lookups"
}
[ "$forwarded" -lt "$longest" ] || fail "forwarding: $forwarded cycles at most, $longest without"
[ "$off" -lt "$with" ] && [ "$with" -lt "$without" ] || fail "times: off $off, cached $with, not cached $without"

# All kinds of messages still come; the summary says what there was.
expect 0 'names: [0-9]+ lookups, [0-9.]+ % found in the cluster.s daemon, [0-9.]+ us each, [0-9.]+ us at most, [0-9]+ messages' \
    -n 24 "$work/a2a" 3

# Names of ports, without MPI, whatever the service does; each rank asks for what is not there.
build named "$here/manycore/named.c" --machine mppa256-nanvix
for ranks in 1 2 3 5 8 16; do expect 0 '^named: sum [0-9]+: correct' -n $ranks --map scatter "$work/named"; done
for how in off forward no-cache; do expect 0 '^named: sum 66: correct' -n 13 --map scatter --names $how "$work/named"; done
expect 1 'sartor_name_link: the name is taken' -n 2 --no-summary "$work/named" twice
expect 1 'sartor_name_link: the name is taken' -n 1 --no-summary "$work/named" rank
expect 1 'sartor_name_find: a name has 1 to 31 characters' -n 1 --no-summary "$work/named" long
expect 1 'sartor_name_find: the machine has no name service' -n 2 --no-summary --machine mppa256-andey "$work/named"

# Machines without a name service, and what makes no sense.
expect 2 'names off: mppa256-bostan has no name service: its ranks know all addresses' -n 4 --machine mppa256-bostan \
    --names off "$work/lookups"
expect 2 'names often: expected on, off, no-cache, forward or no-cache,forward' -n 4 --names often "$work/lookups"
expect 2 'names: for emulated machines only' -n 4 --machine host --names off "$work/lookups"
[ $failures -eq 0 ] && echo "passed"
