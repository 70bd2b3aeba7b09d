#!/bin/sh
# Unpacks the archive in a fresh root of a release of Debian that has a compiler and nothing else that Sartor needs, and
# uses it there as another user, first with a C compiler alone.
# Usage: archive.sh FOLDER_OF_PACKAGES RELEASE (bookworm, trixie...), as root
set -eu

packages=$(cd "$1" && pwd)
release=$2
here=$(cd "$(dirname "$0")" && pwd)
needed="gcc libc6-dev"
user_path=/home/user/sartor/bin:
. "$here/root.sh"

mkdir "$root/home/user/sartor"
tar -xf "$packages"/*.tar.gz -C "$root/home/user/sartor" --strip-components=1
chown -R 1000:1000 "$root/home/user"
as_user sh -c 'ldd ~/sartor/bin/sartor ~/sartor/bin/sartor-backtrace' >"$work/needed" 2>&1 || fail "$release: ldd: $(cat "$work/needed")"
grep -q libfmt "$work/needed" || fail "$release: no libraries are listed: $(cat "$work/needed")"
! grep 'not found' "$work/needed" || fail "$release: these libraries are missing"
expect() { # TEXT COMMAND: the output of this user's command has this line
    as_user sh -c "cd ~/use && $2" >"$work/log" 2>&1 || { cat "$work/log"; fail "$release: $2"; }
    grep -qx "$1" "$work/log" || { cat "$work/log"; fail "$release: $2: no line $1"; }
}
expect '8 ranks' 'sartor cc -o ring ring.c && sartor run -n 8 ring'
expect '8 ranks' 'sartor-mpicc -o ring ring.c && sartor-mpirun -n 8 ./ring'
quietly inside apt-get install -y --no-install-recommends g++ libboost-dev
expect '8 ranks' 'sartor cc -O2 -o ring ring.c && sartor run -n 8 ring'
expect '5 ranks' 'sartor cc -O2 --machine mppa256-nanvix -o ring ring.c && sartor run --no-summary -n 5 ring'
expect '4 ranks' 'sartor cc -O2 --checked -o ring ring.c && sartor run -n 4 --report ring'
echo "passed: $release"
