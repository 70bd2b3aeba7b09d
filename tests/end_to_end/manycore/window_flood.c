// Ranks of all clusters send updates to rank 0 without waiting for any: the server of its cluster holds
// job_slots of each cluster, and whoever has so many there waits (AOS, section 5.3). Nothing is lost, and each
// sender's updates stay in order.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { updates = 200, longest = 300 };

static int rank, size, failures;

static void expect(int condition, const char* what) {
    if (condition) return;
    printf("rank %d: %s\n", rank, what);
    ++failures;
}

static long length_of(int update) {
    return update % 8 == 0 ? 1 + update * 37 % longest : 1; // some in many control messages
}

int main(int argc, char** argv) {
    long *memory, *data;
    double begun, posting, all, longest_posting = 0;
    int all_failures = 0;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate((longest + size) * (MPI_Aint)sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                     &memory, &win);
    data = malloc(longest * sizeof *data);
    for (int index = 0; index < longest; ++index) data[index] = rank + index;
    for (int index = 0; index < longest + size; ++index) memory[index] = 0;
    MPI_Win_fence(0, win);
    begun = MPI_Wtime();
    for (int update = 0; rank > 0 && update < updates; ++update) {
        const long last = update;
        MPI_Accumulate(data, (int)length_of(update), MPI_LONG, 0, 0, (int)length_of(update), MPI_LONG, MPI_SUM, win);
        MPI_Accumulate(&last, 1, MPI_LONG, 0, longest + rank, 1, MPI_LONG, MPI_REPLACE, win);
    }
    posting = MPI_Wtime() - begun;
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    all = MPI_Wtime() - begun;
    if (rank == 0) {
        for (int index = 0; index < longest; ++index) {
            long sum = 0;
            for (int update = 0; update < updates; ++update)
                if (index < length_of(update))
                    for (int other = 1; other < size; ++other) sum += other + index;
            expect(memory[index] == sum, "an update is lost, or came twice");
        }
        for (int other = 1; other < size; ++other)
            expect(memory[longest + other] == updates - 1, "updates have overtaken each other");
    }
    MPI_Reduce(&posting, &longest_posting, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    // What is posted but not served is a small part.
    if (rank == 0) {
        printf("posting took %.0f of %.0f cycles\n", longest_posting * 5e8, all * 5e8);
        expect(longest_posting > 0.9 * all, "updates were posted faster than they were served");
    }
    MPI_Allreduce(&failures, &all_failures, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0 && all_failures == 0) printf("all served in turn\n");
    MPI_Win_free(&win);
    free(data);
    MPI_Finalize();
    return failures != 0;
}
