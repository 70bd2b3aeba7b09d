#!/bin/sh
# docs/map.md names every folder of the first two levels of the source tree that holds code, and each path that it names in
# full is there. Usage: map.sh PROJECT_FOLDER
cd "$1" || exit 1
map=docs/map.md
failures=$(
    # Folders below these are named by what they hold: programs, pages, tests.
    for folder in */ */*/; do
        case $folder in build/* | apps/*/ | bench/*/ | docs/*/ | tests/*/) continue ;; esac
        [ -n "$(find "$folder" -type f | head -1)" ] || continue
        grep -qF "\`$folder\`" "$map" || echo "$map does not name $folder"
    done
    grep -o '`[a-z_]*/[^` ]*`' "$map" | tr -d '`' | sort -u | while read -r path; do
        case $path in [a-z]*/*[a-z.]* | */) ;; *) continue ;; esac
        top=${path%%/*}
        [ -d "$top" ] || continue # relative to the folder that its row begins with, or made by the build
        [ -e "$path" ] || [ "$path" = mpi_api/rows/ ] || echo "$map names $path, which is not there"
    done
)
[ -z "$failures" ] && exit 0
echo "$failures"
exit 1
