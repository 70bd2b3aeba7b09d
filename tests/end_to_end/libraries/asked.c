/* What its library calls: each rank's own. */
#include <mpi.h>
#include <stdio.h>

int answer(void);
int neighbour(int size);

static int rank;

int rank_by_program(void) { return rank; }
int usual_answer(void) { return 1000; }
int atoi(const char* text) { return text[0] - '0' + 2; }

int main(int argc, char** argv) {
    int size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("rank %d: %d, after %d\n", rank, answer(), neighbour(size));
    MPI_Finalize();
    return 0;
}
