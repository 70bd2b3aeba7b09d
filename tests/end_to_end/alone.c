/* Names one function that makes communicators, besides messages between two, and no collective: MAKER. Where
   the one is MPI_Comm_split or MPI_Dist_graph_create_adjacent it is called, and messages go by what it made. */
#include <mpi.h>
#include <stdio.h>

static void (*volatile maker)(void) = (void (*)(void))MAKER;
static int rank, size;

#ifdef SPLIT
/* Even and odd ranks, in falling order. */
static MPI_Comm made(int* left, int* right) {
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    const int members = (size + 1 - rank % 2) / 2, index = members - 1 - rank / 2;
    *left = (index + members - 1) % members;
    *right = (index + 1) % members;
    return half;
}
static int expected(void) {
    return rank + 2 < size ? rank + 2 : rank % 2;
}
#else
/* All ranks, round a ring. */
static MPI_Comm made(int* left, int* right) {
    MPI_Comm ring = MPI_COMM_WORLD;
    *left = (rank + size - 1) % size;
    *right = (rank + 1) % size;
#ifdef GRAPH
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, left, MPI_UNWEIGHTED, 1, right, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &ring);
#endif
    return ring;
}
static int expected(void) {
    return (rank + size - 1) % size;
}
#endif

int main(int argc, char** argv) {
    int left, right, got = -1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const MPI_Comm comm = made(&left, &right);
    MPI_Sendrecv(&rank, 1, MPI_INT, right, 0, &got, 1, MPI_INT, left, 0, comm, MPI_STATUS_IGNORE);
    if (got != expected() || maker == NULL) printf("rank %d got %d, not %d\n", rank, got, expected());
    MPI_Finalize();
    return 0;
}
