#!/bin/sh
# Nothing includes what stands above it, made by the build or not: arrows.txt says which room may include which,
# docs/map.md what the rooms are.
# Usage: arrows.sh PROJECT_FOLDER
cd "$1" || exit 1
rooms=tests/headers/arrows.txt
failures=$(
    grep -v '^#' "$rooms" | sed 's/:.*//' | tr ' ' '\n' | while read -r room; do
        grep -rns --include='*.hpp' --include='*.cpp' '^#include "' "$room" /dev/null
    done | sort -u | sed -E 's/:([0-9]+):#include "([^"]*)".*/ \1 \2/' | awk '
        # The room of a file: the one with the longest name that begins it. All folders of a line are one room.
        function room_of(file, name, longest) {
            for (name in rooms)
                if ((file == name || index(file, name "/") == 1) && length(name) > length(longest)) longest = name
            return rooms[longest]
        }
        FNR == NR && /^#/ { next }
        FNR == NR {
            count = split(substr($0, 1, index($0, ":") - 1), folders, " ")
            for (i = 1; i <= count; ++i) rooms[folders[i]] = folders[1]
            count = split(substr($0, index($0, ":") + 1), below, " ")
            for (i = 1; i <= count; ++i) {
                if (!(below[i] in rooms)) print "arrows.txt: " folders[1] " stands above " below[i] ", which has no line above it"
                allowed[folders[1], rooms[below[i]]] = 1
            }
            next
        }
        {
            from = room_of($1)
            to = room_of($3)
            if (to == "") to = $3
            if (from == to) next
            # What the build makes stands in a room, too, except what programs include: mpi.h, sartor/constants.h.
            if (to == $3 && system("test -e " $3) != 0 && $3 !~ /^(framework|runtime|transports|emulation|components|aspects|topologies|selection|mpi_api|interfaces|configurator)\//) next
            used[from, to] = 1
            if (!((from, to) in allowed)) print $1 ":" $2 ": " from " must not include " $3
        }
        END {
            for (pair in allowed) {
                split(pair, names, SUBSEP)
                if (!(pair in used)) print "arrows.txt: " names[1] " includes nothing of " names[2]
            }
        }' "$rooms" -
)
[ -z "$failures" ] && exit 0
echo "$failures"
exit 1
