#!/bin/sh
# Builds the wheel and installs it in an environment, whose folder the other tests use.
# Usage: wheel.sh ENVIRONMENT CMAKE BUILD_FOLDER PYTHON
set -u
environment=$1 cmake=$2 build=$3 python=$4
fail() { echo "FAILED: $*"; exit 1; }

rm -rf "$environment"
for module in build.__main__ pip setuptools wheel; do
    "$python" -c "import $module" 2>/dev/null || { echo "skipped: no $module for $python"; exit 77; }
done
"$cmake" --build "$build" --target sartor_wheel || fail "the wheel is not built"
"$python" -m venv --without-pip --system-site-packages "$environment" || fail "no environment"
"$environment/bin/python" -m pip install -q --no-index "$build"/wheels/sartor-*.whl || fail "not installed"

# An environment of its own, wherever it was built.
for file in bin/sartor bin/mpiexec bin/mpirun lib/libmpi_abi.so.1 lib/libmpi_abi.so lib/pkgconfig/mpi_abi.pc include/mpi.h; do
    [ -f "$environment/$file" ] || fail "$file is missing"
    ! grep -qF "$build" "$environment/$file" || fail "$file names the folder in which it was built"
done
ldd "$environment/bin/sartor" | grep -E 'lib(fmt|elf|hwloc|stdc)' | grep -vF "$environment" && fail "a library of the system"
echo passed
