// MPI_Init takes null pointers.
#include "../common/program.h"

int main(void) {
    int value = 1, sum = 0;
    MPI_Init(0, 0);
    find_rank();
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(sum == size);
    return end("null arguments");
}
