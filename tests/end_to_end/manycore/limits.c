// The program sets where protocols change: the time of sends tells which one was taken.
#include <mpi.h>
#include <sartor.h>
#include <stdio.h>

enum { late = 1000000, most = 65536 };
static char data[most];

// How many cycles rank 0 was in MPI_Send. Rank 1 receives late, which only some protocols wait for.
static double cycles_of_send(int bytes) {
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    if (rank == 0) {
        MPI_Send(data, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
        start = MPI_Wtime() - start;
    } else if (rank == 1) {
        sartor_compute(late);
        MPI_Recv(data, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return start / MPI_Wtick();
}

static void expect(int holds, const char* what) {
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank != 0 || holds) return;
    printf("%s: not so\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc > 1) sartor_set_limit(SARTOR_LAZY_LIMIT, -5);

    const long long eager = sartor_set_limit(SARTOR_EAGER_LIMIT, 0);
    const long long lazy = sartor_set_limit(SARTOR_LAZY_LIMIT, 0);
    expect(cycles_of_send(64) > late, "without eager and lazy a send waits for the receive");
    sartor_set_limit(SARTOR_EAGER_LIMIT, 64);
    expect(cycles_of_send(64) < late / 10, "an eager send does not wait");
    expect(cycles_of_send(65) > late, "the limit is 64 bytes");
    sartor_set_limit(SARTOR_LAZY_LIMIT, 4096);
    expect(cycles_of_send(4096) < late / 10, "a lazy send does not wait");
    expect(cycles_of_send(4097) > late, "the limit is 4096 bytes");

    // Only the sender's own limits count.
    if (rank == 1) sartor_set_limit(SARTOR_LAZY_LIMIT, 0);
    expect(cycles_of_send(4096) < late / 10, "the limits are the rank's own");

    sartor_set_limit(SARTOR_DMA_LIMIT, most + 1);
    const double by_core = cycles_of_send(most) - late;
    sartor_set_limit(SARTOR_DMA_LIMIT, most);
    const double by_dma = cycles_of_send(most) - late;
    expect(by_core - by_dma > most / 2, "the PE takes a cycle for a byte, the DMA engine a quarter");

    expect(sartor_set_limit(SARTOR_EAGER_LIMIT, eager) == 64, "the limit of before is returned");
    sartor_set_limit(SARTOR_LAZY_LIMIT, lazy);
    if (rank == 0) printf("limits: correct, %lld bytes eager, %lld lazy\n", eager, lazy);
    MPI_Finalize();
    return 0;
}
