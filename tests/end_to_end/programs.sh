# Reads what a test program says about itself, builds it and runs it. To be sourced; see tests/programs/README.md.

# The values of directive $1 of program $source, one a line.
directive() {
    sed -n "s|^// $1: *||p" "$source"
}

fail() {
    echo "FAILED: $source: $*"
    failures=$((failures + 1))
}

folder_of_source() {
    dirname "$source"
}

language_compiler() {
    case "$1" in
    *.cpp) echo "$cxx" ;;
    *) echo "$cc" ;;
    esac
}

# Objects of the sources $2... in folder $1, compiled by themselves as a makefile would; their names on stdout.
compile_units() {
    units_folder=$1
    shift
    for unit in "$@"; do
        object=$units_folder/$(basename "$unit").o
        $(language_compiler "$unit") $warnings -O1 -c -o "$object" "$unit" $compile_flags || return 1
        echo "$object"
    done
}

# Builds $source to $1/program with $cc and $cxx.
build_program() {
    build_folder=$1
    here=$(folder_of_source)
    flags=$(directive flags)
    compile_flags=$(for flag in $flags; do case "$flag" in -l*) ;; *) echo "$flag" ;; esac; done)
    with=$(directive with | tr ' ' '\n' | sed "/./s|^|$here/|")
    archived=$(directive archive | tr ' ' '\n' | sed "/./s|^|$here/|")
    libraries=
    if [ -n "$archived" ]; then
        mkdir -p "$build_folder/archived"
        members=$(compile_units "$build_folder/archived" $archived) || return 1
        rm -f "$build_folder/libprogram.a"
        ar rcs "$build_folder/libprogram.a" $members
        libraries=$build_folder/libprogram.a
    fi
    objects=$(compile_units "$build_folder" "$source" $with) || return 1
    $(language_compiler "$source") -o "$build_folder/program" $objects $libraries $flags
}

# Whether exit code $1 is what the program expects with N ranks.
check_exit() {
    expected=$(directive exit)
    case "$expected" in
    nonzero) [ "$1" -ne 0 ] && [ "$1" -ne 124 ] || fail "$N ranks: exit code $1, expected another than 0" ;;
    *) [ "$1" -eq $((${expected:-0})) ] || fail "$N ranks: exit code $1, expected $((${expected:-0}))" ;;
    esac
}

# Every regular expression of directive $1 matches a line of file $2.
check_lines() {
    directive "$1" >"$2.expected"
    while IFS= read -r pattern; do
        grep -Eq -e "$pattern" "$2" || fail "$N ranks: no line of $1 matches: $pattern"
    done <"$2.expected"
}

check_counts() {
    directive count >"$1.counts"
    while read -r expression pattern; do
        found=$(grep -Eo -e "$pattern" "$1" | wc -l)
        [ "$found" -eq $(($expression)) ] || fail "$N ranks: $found times, expected $(($expression)): $pattern"
    done <"$1.counts"
}

check_verdict() {
    [ -n "$(directive exit)" ] && return
    grep -q '^ok: ' "$1" || fail "$N ranks: no verdict"
}
