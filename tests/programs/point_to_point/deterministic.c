// With --deterministic the order in which a master receives from any source, and all addresses, are the same in each
// run.
// ranks: 1 2 8 16
// options: --deterministic
// repeatable: yes
// oracle: no
#include <stdio.h>
#include <stdlib.h>

#include <mpi.h>

int main(int argc, char** argv) {
    enum { messages = 40 };
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int message = 0; rank != 0 && message < messages; ++message) {
        // Computing of different lengths: on several cores the order would change.
        volatile int sum = 0;
        for (int step = 0; step < 1000 * ((rank * 7 + message * 3) % 11); ++step) sum = sum + step;
        MPI_Ssend(&message, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    for (int received = 0; rank == 0 && received < messages * (size - 1); ++received) {
        int message;
        MPI_Status status;
        MPI_Recv(&message, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        printf("%d: message %d of rank %d\n", received, message, status.MPI_SOURCE);
    }
    void* memory = malloc(100 + (size_t)rank);
    printf("rank %d: %p %p\n", rank, memory, (void*)&rank);
    free(memory);
    if (rank == 0) printf("ok: deterministic\n");
    return MPI_Finalize();
}
