# What a user does with the installed packages: `use.sh` in a home folder.
set -eu
cd "$(dirname "$0")"

fail() {
    echo "FAILED: $*"
    exit 1
}
expect() { # TEXT COMMAND...: the output has this line
    text=$1
    shift
    "$@" >output 2>&1 || { cat output; fail "$*"; }
    grep -qx "$text" output || { cat output; fail "$*: no line $text"; }
}

sartor cc -O1 -o ring ring.c
expect '16 ranks' sartor run -n 16 ring
sartor cc -O1 --machine mppa256-nanvix -o ring_on_chip ring.c
expect '5 ranks' sartor run --no-summary -n 5 ring_on_chip
sartor-mpicc -O1 -o ring ring.c
expect '3 ranks' sartor-mpiexec -n 3 ring

. /etc/profile.d/modules.sh
module load sartor
case $(command -v mpicc) in */sartor/mpi/bin/mpicc) ;; *) fail "module load sartor: mpicc is $(command -v mpicc)" ;; esac
cmake -S . -B build >output 2>&1 && cmake --build build >>output 2>&1 || { cat output; fail "CMake"; }
expect '7 ranks' mpiexec -n 7 build/by_mpi
expect '6 ranks' mpiexec -n 6 build/by_sartor
PKG_CONFIG_PATH=$(dirname "$(find /usr/lib -path '*/sartor/pkgconfig/mpi-c.pc')")
export PKG_CONFIG_PATH
cc $(pkg-config --cflags mpi-c) -o ring ring.c $(pkg-config --libs mpi-c)
expect '4 ranks' mpiexec -n 4 ring
module unload sartor

words=$(bash -c '. /usr/share/bash-completion/completions/sartor
    COMP_WORDS=(sartor run --topol) COMP_CWORD=2; _sartor; echo "${COMPREPLY[*]}"
    COMP_WORDS=(sartor run --machine mppa256-a) COMP_CWORD=3; _sartor; echo "${COMPREPLY[*]}"
    COMP_WORDS=(sartor expl) COMP_CWORD=1; _sartor; echo "${COMPREPLY[*]}"')
[ "$words" = "--topology
mppa256-andey
explain" ] || fail "completion: $words"
[ -f /usr/share/man/man1/sartor-run.1 ] || [ -f /usr/share/man/man1/sartor-run.1.gz ] || fail "no man page"
