// Programs whose receives from any source have one match or several, by the name that the argument gives.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int rank, size;

static int receive(int source, int tag) {
    int value;
    MPI_Status status;
    MPI_Recv(&value, 1, MPI_INT, source, tag, MPI_COMM_WORLD, &status);
    return status.MPI_SOURCE;
}

static void send(int destination, int tag) {
    MPI_Send(&rank, 1, MPI_INT, destination, tag, MPI_COMM_WORLD);
}

// Fails when the first message that rank 0 gets is that of the last rank.
static void race(void) {
    int first = 0;
    if (rank > 0) return send(0, 0);
    for (int number = 1; number < size; ++number) {
        const int source = receive(MPI_ANY_SOURCE, 0);
        printf("message %d is from rank %d\n", number, source);
        if (number == 1) first = source;
    }
    if (first != size - 1) return;
    printf("wrong order\n");
    fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, 5);
}

// All ranks but two receive a message of each of these two: two ways for each, whatever the others do.
static void independent(void) {
    if (rank < size - 2)
        for (int number = 0; number < 2; ++number) receive(MPI_ANY_SOURCE, 0);
    else
        for (int receiver = 0; receiver < size - 2; ++receiver) send(receiver, 0);
}

// The message of rank 2 comes after a receive from any source of its own, and can still be the first that rank 0 gets,
// which then waits for one that it has. With 4 ranks.
static void late(void) {
    if (rank == 1) send(0, 0);
    if (rank == 3) send(2, 0);
    if (rank == 2) {
        receive(MPI_ANY_SOURCE, 0);
        send(0, 0);
    }
    if (rank == 0) {
        receive(MPI_ANY_SOURCE, 0);
        receive(2, 0);
    }
}

// Rank 2 sends to rank 0 only if it gets the message of rank 4 first: then that can be the first of rank 0. With 5 ranks.
static void perhaps(void) {
    if (rank == 1) send(0, 0);
    if (rank > 2) send(2, 0);
    if (rank == 2) {
        if (receive(MPI_ANY_SOURCE, 0) == 4) send(0, 0);
        receive(MPI_ANY_SOURCE, 0);
    }
    if (rank == 0 && receive(MPI_ANY_SOURCE, 0) == 2) MPI_Abort(MPI_COMM_WORLD, 5);
}

// Receives that name their source, and from any source where one message alone is possible: there is no other, or
// another rank sends it only after the receive, which it knows by messages or by a barrier. With 4 ranks.
static void depend(void) {
    if (rank == 1) {
        send(0, 0);
        send(0, 1);
    }
    if (rank == 2) {
        receive(0, 0);
        send(0, 0);
    }
    if (rank == 0 && receive(MPI_ANY_SOURCE, 0) != 1) MPI_Abort(MPI_COMM_WORLD, 1);
    if (rank == 0) {
        send(2, 0);
        if (receive(MPI_ANY_SOURCE, 0) != 2 || receive(MPI_ANY_SOURCE, 1) != 1) MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2) send(0, 1);
    if (rank == 0 && receive(MPI_ANY_SOURCE, 1) != 2) MPI_Abort(MPI_COMM_WORLD, 3);
}

// No choice: names, collectives, a rendezvous.
static void ring(void) {
    const int left = (rank + size - 1) % size, right = (rank + 1) % size;
    static char data[20000], arrived[20000];
    int value = rank, sum, received;
    MPI_Request requests[3];
    MPI_Irecv(&received, 1, MPI_INT, left, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(arrived, sizeof arrived, MPI_CHAR, right, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(data, sizeof data, MPI_CHAR, left, 2, MPI_COMM_WORLD, &requests[2]);
    send(right, 1);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (received != left || sum != size * (size - 1) / 2) MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char** argv) {
    static const struct {
        const char* name;
        void (*run)(void);
    } all[] = {{"race", race}, {"independent", independent}, {"late", late},
               {"perhaps", perhaps}, {"depend", depend}, {"ring", ring}};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (unsigned index = 0; index < sizeof all / sizeof all[0]; ++index)
        if (strcmp(argv[1], all[index].name) == 0) all[index].run();
    MPI_Finalize();
    return 0;
}
