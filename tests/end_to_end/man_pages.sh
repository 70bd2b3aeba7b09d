#!/bin/sh
# Each command has a man page with all parts and exactly the options that its --help tells; none makes the formatter
# complain, where there is one.
# Usage: man_pages.sh SARTOR
set -u

sartor=$1
pages=$(cd "$(dirname "$sartor")/../share/man/man1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$(dirname "$0")/failures.sh"

# Options at the beginning of a line of standard input: -n, --np, -showme:link.
options() { sed -n 's/^ *\(-[^ ]*\).*/\1/p' | tr ',' '\n' | sort -u; }

# The tags of a page, as they are shown.
tags() { sed -n '/^[.]TP$/{n;s/^[.][A-Z]* *//;s/\\-/-/g;p}' "$1"; }

commands=$("$sartor" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z+]*\) .*/\1/p')
[ "$(echo "$commands" | wc -l)" -ge 7 ] || fail "--help lists no subcommands: $commands"
for command in "" $commands; do
    page=$pages/sartor${command:+-$command}.1
    [ -f "$page" ] || { fail "no page for sartor $command"; continue; }
    case $(head -1 "$page") in .so*) page=$pages/../$(sed 's/^.so //' "$page") ;; esac
    "$sartor" $command --help >"$work/help" || fail "sartor $command --help"
    options <"$work/help" >"$work/told"
    tags "$page" | options >"$work/shown"
    [ -s "$work/told" ] || fail "sartor $command --help tells no options"
    diff "$work/told" "$work/shown" >"$work/diff" || { fail "sartor $command: other options in --help (<) and $page (>)"; cat "$work/diff"; }
    for part in NAME SYNOPSIS DESCRIPTION EXAMPLES "EXIT STATUS" "SEE ALSO"; do
        grep -q "^[.]SH $part\$" "$page" || fail "$page has no part $part"
    done
    grep -Eq '@[A-Z_]+@' "$page" && fail "$page: a placeholder that was not filled"
    if command -v groff >/dev/null; then
        groff -man -ww -z "$page" 2>"$work/complaints"
        [ ! -s "$work/complaints" ] || { fail "$page: the formatter complains"; cat "$work/complaints"; }
    fi
    if command -v mandoc >/dev/null; then mandoc -Tlint -W warning "$page" || fail "$page: mandoc complains"; fi
done
for name in fc mpicc mpicxx mpic++ mpifort mpif90 mpif77 mpiexec mpirun; do
    grep -q '^.so man1/sartor-[a-z]*.1$' "$pages/sartor-$name.1" || fail "no page sartor-$name.1"
done
[ $failures -eq 0 ] && echo "passed"
