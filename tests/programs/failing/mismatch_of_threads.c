// Collective calls of threads that do not match, beside a thread that waits for something else.
// ranks: 2 3
// flags: -g -pthread
// exit: 3
// stderr: collective calls do not match: rank [01] calls MPI_(Barrier|Bcast).*rank [01] calls MPI_(Barrier|Bcast)
// stderr: rank 0: a thread waits in MPI_Recv for a message from rank 1 with tag 7
// machine: host
// oracle: no
#include "../common/program.h"
#include <pthread.h>

static void* receive_in_thread(void* nothing) {
    int value;
    MPI_Recv(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return nothing;
}

int main(int argc, char** argv) {
    pthread_t thread;
    int provided, value = 1;
    MPI_Comm all;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    find_rank();
    MPI_Comm_dup(MPI_COMM_WORLD, &all);
    if (rank == 0) pthread_create(&thread, NULL, receive_in_thread, NULL);
    if (rank == 0)
        MPI_Barrier(all);
    else
        MPI_Bcast(&value, 1, MPI_INT, 0, all);
    if (rank == 0) pthread_join(thread, NULL);
    MPI_Comm_free(&all);
    MPI_Finalize();
    return 0;
}
