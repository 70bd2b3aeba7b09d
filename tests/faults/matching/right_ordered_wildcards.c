/* right:  a receive that names its source follows one from any source: the other messages are sent because of the first one,
           have other tags, are told apart by the status or what they contain, or were probed for (MPI-5.0 3.5, 3.8)
   ranks:  3 */
#include <mpi.h>
#include <unistd.h>
#include "../faults.h"

enum { go = 1, first, second, third, fourth, fifth };

static void send(const int* value, int count, int to, int tag) { MPI_Send(value, count, MPI_INT, to, tag, MPI_COMM_WORLD); }
static void receive(int* value, int from, int tag) {
    MPI_Recv(value, 1, MPI_INT, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(void) {
    int rank, one = 1, value[2] = {0, 0};
    MPI_Status status;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int turn = 0; turn < 3; ++turn) {
        if (rank == 0) {
            receive(value, MPI_ANY_SOURCE, first); /* only rank 1 has sent anything */
            send(&one, 1, 2, go);
            receive(value, 2, first);

            receive(value, MPI_ANY_SOURCE, second); /* and then the other one */
            receive(value, 3 - value[0], second);

            MPI_Recv(value, 1, MPI_INT, MPI_ANY_SOURCE, third, MPI_COMM_WORLD, &status);
            receive(value, 3 - status.MPI_SOURCE, third);
        } else {
            if (rank == 2) receive(value, 0, go);
            send(&one, 1, 0, first);
            send(&rank, 1, 0, second);
            if (rank == 2) usleep(10000);
            send(&one, 1, 0, third);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 1) send(&one, 1, 0, fourth);
        if (rank == 0) receive(value, MPI_ANY_SOURCE, fourth);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 2) send(&one, 1, 0, fourth);
        if (rank == 0) receive(value, 2, fourth);
    }
    for (int messages = 0; messages < 2 && rank == 0; ++messages) {
        int count;
        MPI_Probe(MPI_ANY_SOURCE, fifth, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        MPI_Recv(value, count, MPI_INT, MPI_ANY_SOURCE, fifth, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (rank == 2) usleep(10000);
    if (rank != 0) send(value, rank, 0, fifth);
    MPI_Finalize();
    return 0;
}
