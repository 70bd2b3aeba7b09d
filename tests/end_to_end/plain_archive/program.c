// Uses a library that a plain compiler made, with lines of both in order.
#include <mpi.h>
#include <stdio.h>

void say(int rank);
int first_word(void);
extern int total;

int main(int argc, char** argv) {
    int rank, size, word = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    say(rank);
    printf("program: rank %d\n", rank);
    say(rank);
    if (rank == 0) word = first_word();
    MPI_Bcast(&word, 1, MPI_INT, 0, MPI_COMM_WORLD);
    printf("%s: rank %d of %d\n", word == 42 && total == 2 * rank ? "ok" : "FAILED", rank, size);
    MPI_Finalize();
    return 0;
}
