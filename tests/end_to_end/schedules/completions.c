// Which of two complete receives comes first, by the function that the argument names; the order is printed.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static void wait_for_any(MPI_Request* requests) {
    for (int number = 0; number < 2; ++number) {
        int index;
        MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
        printf(" %d", index);
    }
}

static void wait_for_some(MPI_Request* requests) {
    for (int done = 0, count, indices[2]; done < 2; done += count) {
        MPI_Waitsome(2, requests, &count, indices, MPI_STATUSES_IGNORE);
        printf(" %d", count == 2 ? 2 : indices[0]);
    }
}

static void test_some(MPI_Request* requests) {
    for (int done = 0, count, indices[2]; done < 2; done += count) {
        MPI_Testsome(2, requests, &count, indices, MPI_STATUSES_IGNORE);
        if (count > 0) printf(" %d", count == 2 ? 2 : indices[0]);
    }
}

static void test(MPI_Request* requests) {
    int flag = 0, tests = 0;
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    for (; !flag; ++tests) MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE);
    printf(" %d", tests);
}

static void probe(void) {
    MPI_Status status;
    int value, flag = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &flag, &status);
    printf(" %d", flag ? status.MPI_SOURCE : 0);
    MPI_Probe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &status);
    printf(" %d", status.MPI_SOURCE);
    MPI_Recv(&value, 1, MPI_INT, status.MPI_SOURCE, 1, MPI_COMM_WORLD, &status);
    MPI_Recv(&value, 1, MPI_INT, 3 - value, 1, MPI_COMM_WORLD, &status);
}

int main(int argc, char** argv) {
    int rank, values[2];
    MPI_Request requests[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && strcmp(argv[1], "probe") == 0) {
        probe();
    } else if (rank == 0) {
        for (int index = 0; index < 2; ++index)
            MPI_Irecv(&values[index], 1, MPI_INT, index + 1, 1, MPI_COMM_WORLD, &requests[index]);
        if (strcmp(argv[1], "waitany") == 0) wait_for_any(requests);
        if (strcmp(argv[1], "waitsome") == 0) wait_for_some(requests);
        if (strcmp(argv[1], "testsome") == 0) test_some(requests);
        if (strcmp(argv[1], "test") == 0) test(requests);
    } else if (rank < 3) {
        MPI_Send(&rank, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    }
    if (rank == 0) printf("\n");
    MPI_Finalize();
    return 0;
}
