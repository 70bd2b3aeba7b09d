// A rank that the C library stops inside malloc, whose lock it then holds: reported all the same.
// ranks: 5
// exit: 134
// stderr: ^sartor: rank 1 crashed: aborted
// stderr: ^sartor:   from main
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char** argv) {
    int rank = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) {
        char* volatile last = malloc(24);
        for (int turn = 0; turn < 400; ++turn) {
            char* volatile block = malloc((size_t)(24 + 16 * (turn % 60)));
            if (block > last) last = block;
        }
        volatile char* byte = last;
        for (int index = 0; index < 4000; ++index) byte[index] = 0x21; // over the size of what the heap has left
        for (int turn = 0; turn < 100; ++turn) {
            char* volatile block = malloc((size_t)(3000 + turn));
            (void)block;
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
