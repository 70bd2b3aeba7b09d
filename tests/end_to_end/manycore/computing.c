// Virtual time: what goes by in computing, in sleeping and in MPI calls, and nothing else.
#include <mpi.h>
#include <sartor.h>
#include <stdio.h>
#include <unistd.h>

static void expect(const char* what, double found, double least, double most) {
    if (found >= least && found <= most) return;
    printf("%s took %.9f s, expected %.9f to %.9f\n", what, found, least, most);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const double tick = MPI_Wtick();
    double start = MPI_Wtime();
    sartor_compute(40000000);
    expect("computing", MPI_Wtime() - start, 40000000 * tick, 40001000 * tick);
    // Of mppa256-bostan and mppa256-nanvix: an integer operation and an access take a cycle, one on floating-point numbers
    // 256/175.
    start = MPI_Wtime();
    sartor_operations(1000000, 175000, 3000000);
    expect("operations", MPI_Wtime() - start, (1000000 + 256000 + 3000000) * tick, 4257000 * tick);
    start = MPI_Wtime();
    usleep(2000);
    expect("sleeping", MPI_Wtime() - start, 0.002, 0.0021);
    start = MPI_Wtime();
    volatile double sum = 0;
    for (int i = 0; i < 1000000; ++i) sum += i;
    expect("a loop", MPI_Wtime() - start, tick, 1000 * tick);
    // Polling ends, since every call takes time.
    MPI_Request request;
    int flag = 0, calls = 0, other = -1;
    MPI_Irecv(&other, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request);
    if (rank == 0) sartor_compute(100000);
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Send(&rank, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
    for (; !flag; ++calls) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    if (other != (rank + size - 1) % size) MPI_Abort(MPI_COMM_WORLD, 2);
    if (rank == 0) printf("computing: correct\n");
    MPI_Finalize();
    return 0;
}
