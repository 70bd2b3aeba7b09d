// All collectives with 0 to 24 elements, changing roots, in place and not, with derived datatypes: each size is
// served by another algorithm when the program is cut for that.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 25

static int rank, size, failures;

static void check(int holds, const char* what, int count, int root) {
    if (holds) return;
    if (++failures <= 3) fprintf(stderr, "rank %d: %s of %d elements, root %d: wrong\n", rank, what, count, root);
}

static int value(int owner, int index, int other) {
    return owner * 10007 + index * 101 + other;
}

static int sum_of(int index) {
    int sum = 0;
    for (int owner = 0; owner < size; ++owner) sum += value(owner, index, 0);
    return sum;
}

// Every second int: data with gaps on the odd ranks, without on the even ones.
static void broadcast(int count, int root) {
    int data[2 * MOST];
    MPI_Datatype strided;
    int step = rank % 2 + 1;
    for (int index = 0; index < 2 * MOST; ++index) data[index] = value(rank, index / step, 1);
    MPI_Type_vector(count, 1, step, MPI_INT, &strided);
    MPI_Type_commit(&strided);
    MPI_Bcast(data, 1, strided, root, MPI_COMM_WORLD);
    for (int index = 0; index < count; ++index)
        check(data[index * step] == value(root, index, 1), "Bcast", count, root);
    MPI_Type_free(&strided);
}

static void slices(int count, int root, int in_place) {
    int own[MOST];
    int* all = malloc(sizeof(int) * (size_t)size * MOST);
    for (int index = 0; index < count; ++index) own[index] = value(rank, index, 2);
    memcpy(all + rank * count, own, sizeof(int) * (size_t)count);
    MPI_Gather(in_place && rank == root ? MPI_IN_PLACE : own, count, MPI_INT, all, count, MPI_INT, root,
               MPI_COMM_WORLD);
    for (int from = 0; rank == root && from < size; ++from)
        for (int index = 0; index < count; ++index)
            check(all[from * count + index] == value(from, index, 2), "Gather", count, root);
    memset(own, 0, sizeof own);
    MPI_Scatter(all, count, MPI_INT, own, count, MPI_INT, root, MPI_COMM_WORLD);
    for (int index = 0; index < count; ++index) check(own[index] == value(rank, index, 2), "Scatter", count, root);
    memset(all, 0, sizeof(int) * (size_t)size * MOST);
    memcpy(all + rank * count, own, sizeof(int) * (size_t)count);
    MPI_Allgather(in_place ? MPI_IN_PLACE : own, count, MPI_INT, all, count, MPI_INT, MPI_COMM_WORLD);
    for (int from = 0; from < size; ++from)
        for (int index = 0; index < count; ++index)
            check(all[from * count + index] == value(from, index, 2), "Allgather", count, root);
    free(all);
}

static void varying_slices(int count, int root) {
    int* counts = malloc(sizeof(int) * (size_t)size * 2);
    int* starts = counts + size;
    int* all = calloc((size_t)size * MOST + 1, sizeof(int));
    int own[MOST];
    for (int from = 0; from < size; ++from) {
        counts[from] = (count + from) % MOST;
        starts[from] = from == 0 ? 0 : starts[from - 1] + counts[from - 1];
    }
    for (int index = 0; index < counts[rank]; ++index) own[index] = value(rank, index, 3);
    MPI_Gatherv(own, counts[rank], MPI_INT, all, counts, starts, MPI_INT, root, MPI_COMM_WORLD);
    memset(own, 0, sizeof own);
    MPI_Scatterv(all, counts, starts, MPI_INT, own, counts[rank], MPI_INT, root, MPI_COMM_WORLD);
    MPI_Allgatherv(own, counts[rank], MPI_INT, all, counts, starts, MPI_INT, MPI_COMM_WORLD);
    for (int from = 0; from < size; ++from)
        for (int index = 0; index < counts[from]; ++index)
            check(all[starts[from] + index] == value(from, index, 3), "Gatherv to Allgatherv", count, root);
    free(counts);
    free(all);
}

// Rank a gives rank b (a + b + count) % MOST elements in the second one.
static void exchange(int count, int in_place) {
    size_t room = sizeof(int) * (size_t)size * MOST;
    int *out = malloc(room), *in = malloc(room), *numbers = malloc(sizeof(int) * (size_t)size * 2);
    for (int to = 0; to < size; ++to)
        for (int index = 0; index < count; ++index) out[to * count + index] = value(rank, index, to);
    memcpy(in, out, room);
    MPI_Alltoall(in_place ? MPI_IN_PLACE : out, count, MPI_INT, in, count, MPI_INT, MPI_COMM_WORLD);
    for (int from = 0; from < size; ++from)
        for (int index = 0; index < count; ++index)
            check(in[from * count + index] == value(from, index, rank), "Alltoall", count, 0);
    for (int other = 0; other < size; ++other) {
        numbers[other] = (rank + other + count) % MOST;
        numbers[size + other] = other * MOST;
        for (int index = 0; index < MOST; ++index) out[other * MOST + index] = value(rank, index, other);
    }
    MPI_Alltoallv(out, numbers, numbers + size, MPI_INT, in, numbers, numbers + size, MPI_INT, MPI_COMM_WORLD);
    for (int from = 0; from < size; ++from)
        for (int index = 0; index < numbers[from]; ++index)
            check(in[from * MOST + index] == value(from, index, rank), "Alltoallv", count, 0);
    free(out);
    free(in);
    free(numbers);
}

static void reductions(int count, int root, int in_place) {
    int own[MOST], result[MOST];
    for (int index = 0; index < count; ++index) result[index] = own[index] = value(rank, index, 0);
    MPI_Reduce(in_place && rank == root ? MPI_IN_PLACE : own, result, count, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
    for (int index = 0; rank == root && index < count; ++index)
        check(result[index] == sum_of(index), "Reduce", count, root);
    memcpy(result, own, sizeof own);
    MPI_Allreduce(in_place ? MPI_IN_PLACE : own, result, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int index = 0; index < count; ++index) check(result[index] == sum_of(index), "Allreduce", count, root);
    MPI_Scan(own, result, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int index = 0; index < count; ++index) {
        int sum = 0;
        for (int owner = 0; owner <= rank; ++owner) sum += value(owner, index, 0);
        check(result[index] == sum, "Scan", count, root);
    }
    int* all = malloc(sizeof(int) * (size_t)size * MOST);
    for (int index = 0; index < size * count; ++index) all[index] = value(rank, index, 0);
    MPI_Reduce_scatter_block(all, result, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int index = 0; index < count; ++index)
        check(result[index] == sum_of(rank * count + index), "Reduce_scatter_block", count, root);
    free(all);
}

int main(int argc, char** argv) {
    int all = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int count = 0; count < MOST; ++count) {
        int root = count * 7 % size;
        broadcast(count, root);
        slices(count, root, count % 2);
        varying_slices(count, root);
        exchange(count, count % 3 == 0);
        reductions(count, root, count % 2);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Reduce(&failures, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) printf(all == 0 ? "ok: all collectives\n" : "FAILED\n");
    MPI_Finalize();
    return all != 0;
}
