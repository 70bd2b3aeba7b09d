#!/bin/sh
# Channels of emulated manycores, and hardware of which there is little.
# Usage: manycore_channels.sh SARTOR WORK_FOLDER
. "$(dirname "$0")/manycore/common.sh"

build tags "$here/manycore/tags.c" --machine mppa256-nanvix
build channels "$apps/channels.c" --machine mppa256-nanvix
build ports "$here/manycore/ports.c" --machine mppa256-nanvix
[ $failures -eq 0 ] || exit 1

# Receive tags, mailboxes, engines: whoever finds none waits, and nothing is lost.
for machine in mppa256-andey mppa256-nanvix; do
    cat >"$work/scarce.json" <<END
{"name": "scarce", "about": "one of each", "extends": "$machine", "constants": {
  "rx_tags": {"value": 1, "unit": "tags", "kind": "assumed", "source": "a test"},
  "mailbox_slots": {"value": 1, "unit": "slots", "kind": "assumed", "source": "a test"},
  "dma_micro_cores": {"value": 1, "unit": "micro-cores", "kind": "assumed", "source": "a test"},
  "word_mailboxes": {"value": 0, "unit": "mailboxes", "kind": "assumed", "source": "a test"}}}
END
    expect 0 '^tags: correct' -n 4 --no-summary --map scatter --machine "$work/scarce.json" "$work/tags"
    for how in "$machine" "$machine --no-shortcut" "$work/scarce.json --map scatter"; do
        expect 0 '^ports: correct' -n 2 --no-summary --machine $how "$work/ports"
        for ranks in 1 3 16; do expect 0 "^channels: $ranks ranks, sum" -n $ranks --no-summary --machine $how "$work/channels"; done
    done
done

[ $failures -eq 0 ] && echo "passed"
