// The same in an object of a compiler that does not probe the stack: the guard region is wider than the array.
// ranks: 1 4
// flags: -fno-stack-clash-protection
// options: --stack 8M
// exit: nonzero
// stderr: stack overflow in rank [03], in fill\+0x[0-9a-f]+.*--stack SIZE
#include "../common/program.h"

enum { megabyte = 1 << 20 };

__attribute__((noinline)) static int fill(int value) {
    volatile char array[40 * megabyte];
    for (int index = 0; index < megabyte; ++index) array[index] = (char)value;
    return array[megabyte / 2];
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == size - 1) CHECK(fill(argc) == argc);
    MPI_Barrier(MPI_COMM_WORLD);
    return end("not reached");
}
