// Ranks that do not make the same collective call: the last rank differs from the others in what the argument
// says.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static double data[40000], result[40000 * 8];

int main(int argc, char** argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int odd = rank == size - 1;
    const char* what = argc > 1 ? argv[1] : "nothing";
    if (strcmp(what, "root") == 0) MPI_Bcast(data, 10, MPI_DOUBLE, odd ? 1 : 0, MPI_COMM_WORLD);
    if (strcmp(what, "count") == 0) MPI_Reduce(data, result, odd ? 1 : 20000, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    const int few = 1000, many = 2000, of_odd = odd ? many : few; // all of them long
    if (strcmp(what, "reduced") == 0) MPI_Reduce(data, result, of_odd, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (strcmp(what, "allreduced") == 0) MPI_Allreduce(data, result, of_odd, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (strcmp(what, "allreduced_short") == 0)
        MPI_Allreduce(data, result, odd ? 7 : 5, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (strcmp(what, "scattered") == 0)
        MPI_Reduce_scatter_block(data, result, of_odd, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (strcmp(what, "gathered") == 0)
        MPI_Gather(data, odd ? 3 : 5000, MPI_DOUBLE, result, 5000, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (strcmp(what, "everywhere") == 0)
        MPI_Alltoall(data, odd ? 1 : 4000, MPI_DOUBLE, result, odd ? 1 : 4000, MPI_DOUBLE, MPI_COMM_WORLD);
    if (strcmp(what, "type") == 0) {
        if (odd)
            MPI_Allreduce(data, result, 8, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
        else
            MPI_Allreduce(data, result, 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Datatype others = odd ? MPI_LONG : MPI_DOUBLE;
    if (strcmp(what, "gathered_type") == 0)
        MPI_Gather(data, 8, others, result, 8, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (strcmp(what, "scattered_type") == 0)
        MPI_Scatter(data, 8, MPI_DOUBLE, result, 8, others, 0, MPI_COMM_WORLD);
    if (strcmp(what, "everywhere_type") == 0) MPI_Allgather(data, 8, others, result, 8, others, MPI_COMM_WORLD);
    if (strcmp(what, "own_type") == 0) MPI_Alltoall(data, 8, MPI_DOUBLE, result, 8, others, MPI_COMM_WORLD);
    MPI_Comm comm = MPI_COMM_NULL;
    int extents[] = {1, odd ? size : 1}, periods[] = {0, 0};
    if (strcmp(what, "communicator") == 0) {
        if (odd)
            MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &comm);
        else
            MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    }
    if (strcmp(what, "inside") == 0) { // MPI_Comm_split gathers, then broadcasts
        if (odd)
            MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &comm);
        else
            MPI_Bcast(data, 10, MPI_DOUBLE, size - 1, MPI_COMM_WORLD);
    }
    if (strcmp(what, "grid") == 0) MPI_Cart_create(MPI_COMM_WORLD, 2, extents, periods, 0, &comm);
    if (comm != MPI_COMM_NULL) MPI_Comm_free(&comm);
    if (strcmp(what, "operation") == 0)
        MPI_Allreduce(data, result, 8, MPI_DOUBLE, odd ? MPI_MAX : MPI_SUM, MPI_COMM_WORLD);
    if (strcmp(what, "function") == 0) {
        if (odd)
            MPI_Barrier(MPI_COMM_WORLD);
        else
            MPI_Allgather(data, 1, MPI_DOUBLE, result, 1, MPI_DOUBLE, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    if (rank == 0) printf("ok: %s\n", what);
    return 0;
}
