#!/bin/sh
# libsartor_team.so as other projects use it: pkg-config and C, Python's ctypes, CMake.
# Usage: used.sh PREFIX WORK_FOLDER CMAKE
set -eu
prefix=$1 work=$2 cmake=$3
rm -rf "$work"
mkdir -p "$work/project"
cd "$work"
fail() { echo "FAILED: $*"; exit 1; }

cat >sums.c <<'END'
#include <sartor.h>
/* What a library under test might have: *data becomes the sum of all ranks. */
int sum_of_ranks(int rank, void* data) {
    int sum = 0;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) *(int*)data = sum;
    return 0;
}
int waits(int rank, void* data) {
    (void)data;
    MPI_Recv(&rank, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return 0;
}
END
cat >main.c <<'END'
#include <sartor.h>
#include <stdio.h>
int sum_of_ranks(int rank, void* data);
int waits(int rank, void* data);
int main(void) {
    int sum = 0;
    if (sartor_run(10, sum_of_ranks, &sum) != SARTOR_SUCCESS || sum != 45) return 1;
    if (sartor_run(3, waits, NULL) != SARTOR_DEADLOCK) return 2;
    printf("C: %d\n", sum);
    return 0;
}
END
PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
export PKG_CONFIG_PATH
flags=$(pkg-config --cflags --libs sartor_team)
cc -Wall -Wextra -fPIC -shared -o libsums.so sums.c $flags
cc -Wall -Wextra -o main main.c sums.c $flags
LD_LIBRARY_PATH="$prefix/lib" ./main | grep -qx 'C: 45' || fail "C"

if command -v python3 >/dev/null; then
    cat >test_sums.py <<'END'
import ctypes
team = ctypes.CDLL("libsartor_team.so.1", mode=ctypes.RTLD_GLOBAL)
sums = ctypes.CDLL("./libsums.so")
team.sartor_team_message.restype = ctypes.c_char_p

def test_sum():
    total = ctypes.c_int()
    assert team.sartor_run(8, sums.sum_of_ranks, ctypes.byref(total)) == 0
    assert total.value == 28

def test_deadlock():
    assert team.sartor_run(4, sums.waits, None) == 3
    assert b"4 of 4 ranks are blocked" in team.sartor_team_message()

for test in (test_sum, test_deadlock, test_sum):
    test()
print("Python: right")
END
    LD_LIBRARY_PATH="$prefix/lib" python3 test_sums.py | grep -qx 'Python: right' || fail "Python"
fi

cp sums.c main.c project/
cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(sums C)
find_package(Sartor REQUIRED)
add_executable(sums main.c sums.c)
target_link_libraries(sums PRIVATE Sartor::team)
END
"$cmake" -S project -B build -DSartor_DIR="$prefix/lib/cmake/Sartor" >log 2>&1 && "$cmake" --build build >>log 2>&1 || fail "$(cat log)"
build/sums | grep -qx 'C: 45' || fail "CMake"
