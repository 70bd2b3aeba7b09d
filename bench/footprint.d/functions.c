// Names the functions of a program of average size, 64 of them: messages, collectives, communicators, datatypes.
#include <mpi.h>
#include <stddef.h>

typedef void (*Function)(void);

static volatile const Function functions[] = {
    (Function)&MPI_Init, (Function)&MPI_Finalize, (Function)&MPI_Abort, (Function)&MPI_Comm_rank,
    (Function)&MPI_Comm_size, (Function)&MPI_Get_processor_name, (Function)&MPI_Wtime,
    (Function)&MPI_Send, (Function)&MPI_Recv, (Function)&MPI_Isend, (Function)&MPI_Irecv,
    (Function)&MPI_Sendrecv, (Function)&MPI_Wait, (Function)&MPI_Waitall, (Function)&MPI_Waitany,
    (Function)&MPI_Test, (Function)&MPI_Testall, (Function)&MPI_Probe, (Function)&MPI_Iprobe,
    (Function)&MPI_Get_count, (Function)&MPI_Send_init, (Function)&MPI_Recv_init, (Function)&MPI_Start,
    (Function)&MPI_Barrier, (Function)&MPI_Bcast, (Function)&MPI_Reduce, (Function)&MPI_Allreduce,
    (Function)&MPI_Gather, (Function)&MPI_Gatherv, (Function)&MPI_Scatter, (Function)&MPI_Scatterv,
    (Function)&MPI_Allgather, (Function)&MPI_Allgatherv, (Function)&MPI_Alltoall,
    (Function)&MPI_Alltoallv, (Function)&MPI_Scan, (Function)&MPI_Reduce_scatter, (Function)&MPI_Ibcast,
    (Function)&MPI_Iallreduce, (Function)&MPI_Op_create, (Function)&MPI_Comm_dup,
    (Function)&MPI_Comm_split, (Function)&MPI_Comm_create, (Function)&MPI_Comm_free,
    (Function)&MPI_Comm_group, (Function)&MPI_Group_incl, (Function)&MPI_Group_free,
    (Function)&MPI_Dims_create, (Function)&MPI_Cart_create, (Function)&MPI_Cart_coords,
    (Function)&MPI_Cart_rank, (Function)&MPI_Cart_shift, (Function)&MPI_Type_contiguous,
    (Function)&MPI_Type_vector, (Function)&MPI_Type_indexed, (Function)&MPI_Type_create_struct,
    (Function)&MPI_Type_create_subarray, (Function)&MPI_Type_commit, (Function)&MPI_Type_free,
    (Function)&MPI_Type_size, (Function)&MPI_Get_address, (Function)&MPI_Pack, (Function)&MPI_Unpack,
    (Function)&MPI_Error_string};

int main(int argc, char** argv) {
    char text[2] = "ab";
    double product = 2, joined = 0;
    int rank = 0, sum = 0;
    int missing = functions[0] == NULL;
    MPI_Status status;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(&missing, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(&product, &joined, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Sendrecv(text, 1, MPI_CHAR, rank, 1, text + 1, 1, MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    return MPI_Finalize() || sum != 0 || joined != 2 || text[1] != 'a';
}
