#!/bin/sh
# Installs the Debian packages in a fresh root of the same release, uses them there as another user, first with a C compiler
# alone, and removes them: nothing is left.
# Usage: fresh_root.sh FOLDER_OF_PACKAGES, as root
set -eu

packages=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
# What the packages need comes first, so that what they bring themselves can be told.
needed="$(for package in "$packages"/*.deb; do dpkg-deb -f "$package" Depends; done | sed 's/([^)]*)//g; s/|[^,]*//g' | tr ',\n' '  ')
    g++ libboost-dev cmake make pkg-config openmpi-bin libopenmpi-dev environment-modules bash-completion man-db"
. "$here/root.sh"
files_in_root() { (cd "$root" && find . -xdev ! -type d ! -path './proc/*' ! -path './var/lib/dpkg/*' ! -path './var/lib/apt/*' ! -path './var/log/*' \
    ! -path './var/cache/*' ! -path './var/lib/dpkg' ! -path './tmp/*' ! -path './home/*' | sort); }

files_in_root >"$work/before"

mkdir "$root/packages"
cp "$packages"/*.deb "$root/packages/"
# No C++ compiler and no Boost are needed to install them, and for programs that are not optimized.
mkdir "$root/away"
mv "$root"/usr/bin/*g++* "$root/usr/include/boost" "$root/away/"
quietly inside sh -c 'dpkg -i /packages/*.deb'
as_user sh -c 'cd ~ && sartor cc -o first use/ring.c && sartor run -n 8 ./first' | grep -q '^8 ranks' || fail "with a C compiler alone"
as_user sh -c 'cd ~ && sartor cc -O2 -o second use/ring.c' 2>"$work/log" && fail "a cut without a C++ compiler"
grep -q 'apt-get install g++' "$work/log" || fail "what is said without a C++ compiler: $(cat "$work/log")"
mv "$root"/away/*g++* "$root/usr/bin/"
mv "$root/away/boost" "$root/usr/include/"
rmdir "$root/away"
as_user sh /home/user/use/use.sh || fail "what users do"
case $(inside readlink -f /usr/bin/mpicc) in *openmpi* | *opal*) ;; *) fail "another MPI's mpicc was replaced" ;; esac
quietly inside update-alternatives --set mpi "$(inside sh -c 'ls /usr/lib/*/sartor/mpi/bin/mpicc')"
quietly inside update-alternatives --set mpirun "$(inside sh -c 'ls /usr/lib/*/sartor/mpi/bin/mpirun')"
as_user sh -c 'cd ~ && mpicc -o chosen use/ring.c && mpirun -n 8 ./chosen' | grep -q '^8 ranks' || fail "chosen by update-alternatives"

as_user sh -c 'cd ~ && gfortran -w -o fortran use/hello.f90 $(pkg-config --cflags --libs mpifort_abi) && sartor-mpiexec -n 4 ./fortran' |
    grep -q '^ 4 ranks' || fail "mpifort-abi over the libmpi_abi of the package"

quietly inside dpkg --purge sartor sartor-doc mpifort-abi
rm -rf "$root/packages"
files_in_root >"$work/after"
diff "$work/before" "$work/after" >"$work/left" || { cat "$work/left"; fail "left, or gone, after the packages were removed"; }
echo passed
