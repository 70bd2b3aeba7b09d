// Rank 0 deals out tasks of different lengths, probes for whatever answer comes first, and deals out the
// next.
#include <mpi.h>
#include <stdio.h>

enum { tasks = 60, longest = 7, work_tag = 1, end_tag = 2 };

static int length_of(int task) {
    return 1 + task % longest;
}

static void deal(int worker, int task) {
    int numbers[longest];
    for (int index = 0; index < length_of(task); ++index) numbers[index] = task;
    MPI_Send(numbers, length_of(task), MPI_INT, worker, work_tag, MPI_COMM_WORLD);
}

// Receives one answer of unknown length; returns its worker, adds its sum to `total`.
static int collect(long* total) {
    MPI_Status status;
    int count, numbers[longest];
    MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    MPI_Recv(numbers, count, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int index = 0; index < count; ++index) *total += numbers[index];
    return status.MPI_SOURCE;
}

static long lead(int size) {
    long total = 0;
    int task = 0, busy = 0;
    for (int worker = 1; worker < size && task < tasks; ++worker, ++busy) deal(worker, task++);
    while (busy > 0) {
        int worker = collect(&total);
        if (task < tasks)
            deal(worker, task++);
        else
            --busy;
    }
    for (int worker = 1; worker < size; ++worker) MPI_Send(NULL, 0, MPI_INT, worker, end_tag, MPI_COMM_WORLD);
    return total;
}

static void work(void) {
    for (;;) {
        MPI_Status status;
        int count, numbers[longest];
        MPI_Recv(numbers, longest, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == end_tag) return;
        MPI_Get_count(&status, MPI_INT, &count);
        for (int index = 0; index < count; ++index) numbers[index] *= 2;
        MPI_Send(numbers, count, MPI_INT, 0, work_tag, MPI_COMM_WORLD);
    }
}

int main(int argc, char** argv) {
    int rank, size, wrong = 0;
    long expected = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int task = 0; task < tasks && size > 1; ++task) expected += 2L * task * length_of(task);
    if (rank == 0) {
        wrong = lead(size) != expected;
        printf("%s: master and workers\n", wrong ? "wrong" : "ok");
    } else {
        work();
    }
    MPI_Finalize();
    return wrong;
}
