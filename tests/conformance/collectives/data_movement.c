// Barrier, Bcast, Gather, Scatter: roots, in place, derived types (MPI-5.0 chapter 6).
// ranks: 1 2 3 5 8
#include "../common/frame.h"

enum { words = 3 };

// What a process does after a barrier happens after what every process did before it.
static void barrier(void) {
    int flag = 0;
    for (int round = 0; round < 5; ++round) {
        for (int to = 0; to < size; ++to) send_int(round, to, 70);
        MPI_Barrier(MPI_COMM_WORLD);
        for (int from = 0; from < size; ++from) {
            int value = -1;
            MPI_Recv(&value, 1, MPI_INT, from, 70, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(value == round);
        }
    }
    MPI_Iprobe(MPI_ANY_SOURCE, 70, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag);
}

// Signatures must match, not types: a vector at the root, contiguous elsewhere.
static void broadcast(MPI_Comm comm, int here, int count) {
    MPI_Datatype every_other;
    MPI_Type_vector(words, 1, 2, MPI_INT, &every_other);
    MPI_Type_commit(&every_other);
    for (int root = 0; root < count; ++root) {
        int spread[2 * words] = {root, -1, root + 1, -1, root + 2, -1}, got[words] = {-1, -1, -1};
        MPI_Bcast(here == root ? spread : got, here == root ? 1 : words, here == root ? every_other : MPI_INT,
                  root, comm);
        for (int index = 0; index < words && here != root; ++index) CHECK(got[index] == root + index);
    }
    MPI_Bcast(NULL, 0, MPI_INT, 0, comm);
    MPI_Type_free(&every_other);
}

static void gather(MPI_Comm comm, int here, int count) {
    int mine[words], all[8 * words];
    for (int root = 0; root < count; ++root) {
        for (int index = 0; index < words; ++index) mine[index] = here * 10 + index;
        for (int index = 0; index < 8 * words; ++index) all[index] = -1;
        MPI_Gather(mine, words, MPI_INT, all, words, MPI_INT, root, comm);
        for (int index = 0; index < 8 * words; ++index)
            CHECK(all[index] ==
                  (here == root && index < count * words ? index / words * 10 + index % words : -1));
        for (int index = 0; index < words; ++index) all[root * words + index] = root * 10 + index + 5;
        MPI_Gather(here == root ? MPI_IN_PLACE : mine, words, MPI_INT, all, words, MPI_INT, root, comm);
        CHECK(here != root ||
              (all[root * words] == root * 10 + 5 &&
               all[(count - 1) * words + 2] == (count - 1) * 10 + 2 + (root == count - 1 ? 5 : 0)));
    }
}

static void scatter(MPI_Comm comm, int here, int count) {
    int all[8 * words], mine[words];
    for (int root = 0; root < count; ++root) {
        for (int index = 0; index < 8 * words; ++index) all[index] = here == root ? root * 100 + index : -1;
        memset(mine, 0xff, sizeof mine);
        MPI_Scatter(all, words, MPI_INT, mine, words, MPI_INT, root, comm);
        for (int index = 0; index < words; ++index) CHECK(mine[index] == root * 100 + here * words + index);
        memset(mine, 0xff, sizeof mine);
        MPI_Scatter(all, words, MPI_INT, here == root ? MPI_IN_PLACE : mine, words, MPI_INT, root, comm);
        CHECK(here == root ? all[root * words] == root * 100 + root * words
                           : mine[0] == root * 100 + here * words);
    }
}

// Types whose extent differs from their size: elements lie an extent apart at the root.
static void columns(void) {
    int matrix[4][8], column[4], got[4];
    MPI_Datatype vector, one_column;
    MPI_Type_vector(4, 1, 8, MPI_INT, &vector);
    MPI_Type_create_resized(vector, 0, sizeof(int), &one_column);
    MPI_Type_commit(&one_column);
    memset(matrix, 0xff, sizeof matrix);
    for (int row = 0; row < 4; ++row) column[row] = rank * 10 + row;
    MPI_Gather(column, 4, MPI_INT, matrix, 1, one_column, 0, MPI_COMM_WORLD);
    for (int row = 0; row < 4 && rank == 0; ++row)
        for (int index = 0; index < 8; ++index)
            CHECK(matrix[row][index] == (index < size ? index * 10 + row : -1));
    MPI_Scatter(matrix, 1, one_column, got, 4, MPI_INT, 0, MPI_COMM_WORLD);
    for (int row = 0; row < 4; ++row) CHECK(got[row] == rank * 10 + row);
    MPI_Type_free(&one_column), MPI_Type_free(&vector);
}

static void reduce_everywhere(MPI_Comm comm, int here, int count) {
    for (int root = 0; root < count; ++root) {
        int in[2] = {here, 1}, out[2] = {-1, -1};
        MPI_Reduce(in, out, 2, MPI_INT, MPI_SUM, root, comm);
        CHECK(here == root ? out[0] == count * (count - 1) / 2 && out[1] == count : out[0] == -1);
        MPI_Reduce(here == root ? MPI_IN_PLACE : in, in, 2, MPI_INT, MPI_SUM, root, comm);
        CHECK(here == root ? in[0] == count * (count - 1) / 2 : in[0] == here);
    }
}

static void everything(MPI_Comm comm) {
    int here, count;
    MPI_Comm_rank(comm, &here), MPI_Comm_size(comm, &count);
    broadcast(comm, here, count);
    gather(comm, here, count);
    scatter(comm, here, count);
    reduce_everywhere(comm, here, count);
}

int main(int argc, char** argv) {
    MPI_Comm halves, reversed;
    begin(&argc, &argv);
    barrier();
    everything(MPI_COMM_WORLD);
    everything(MPI_COMM_SELF);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &halves);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
    everything(halves);
    everything(reversed);
    columns();
    MPI_Comm_free(&halves), MPI_Comm_free(&reversed);
    return finish("data movement");
}
