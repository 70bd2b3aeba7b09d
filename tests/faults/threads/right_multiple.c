/* right:  threads that use MPI at the same time: their own tags, communicators and requests (MPI-5.0 11.6.1)
   ranks:  2 */
#include <mpi.h>
#include <pthread.h>
#include "../faults.h"

static int rank;
static MPI_Comm comms[3];

static void* work(void* number) {
    int tag = *(int*)number, sum = 0, one = 1, got = -1;
    MPI_Request request;
    for (int round = 0; round < 20; ++round) {
        MPI_Irecv(&got, 1, MPI_INT, 1 - rank, tag, MPI_COMM_WORLD, &request);
        MPI_Send(&round, 1, MPI_INT, 1 - rank, tag, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK(got == round);
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comms[tag]);
        CHECK(sum == 2);
    }
    return NULL;
}

int main(void) {
    int provided, numbers[3] = {0, 1, 2};
    pthread_t threads[3];
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    CHECK(provided == MPI_THREAD_MULTIPLE);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int k = 0; k < 3; ++k) MPI_Comm_dup(MPI_COMM_WORLD, &comms[k]);
    for (int k = 1; k < 3; ++k) pthread_create(&threads[k], NULL, work, &numbers[k]);
    work(&numbers[0]);
    for (int k = 1; k < 3; ++k) pthread_join(threads[k], NULL);
    for (int k = 0; k < 3; ++k) MPI_Comm_free(&comms[k]);
    MPI_Finalize();
    return 0;
}
