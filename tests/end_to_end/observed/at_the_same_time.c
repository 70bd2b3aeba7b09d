/* For archives.sh: two threads of rank 0 wait in MPI at the same time, in two communicators. */
#include <mpi.h>
#include <pthread.h>
#include <unistd.h>

static MPI_Comm other;

static void* receive(void* nothing) {
    int number = 0;
    MPI_Recv(&number, 1, MPI_INT, 1, 5, other, MPI_STATUS_IGNORE);
    return nothing;
}

int main(int argc, char** argv) {
    int provided, rank, numbers[2] = {0, 0};
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    if (rank == 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, receive, NULL);
        MPI_Recv(numbers, 2, MPI_INT, 1, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        pthread_join(thread, NULL);
    } else {
        usleep(100000);
        MPI_Send(numbers, 1, MPI_INT, 0, 5, other);
        MPI_Send(numbers, 2, MPI_INT, 0, 6, MPI_COMM_WORLD);
    }
    MPI_Comm_free(&other);
    MPI_Finalize();
    return 0;
}
