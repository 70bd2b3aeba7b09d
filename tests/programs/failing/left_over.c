// What is neither freed nor received, reported at the end on request, with the call sites that made it.
// ranks: 2
// options: --report
// oracle: no
// flags: -g
// stderr: ^sartor: ranks 0, 1: a datatype was not freed; created in make_type.* \(left_over.c:21\)
// stderr: ^sartor: ranks 0, 1: a communicator was not freed
// stderr: ranks 0, 1: a group was not freed
// stderr: ranks 0, 1: an operation was not freed
// stderr: ranks 0, 1: an info object was not freed
// stderr: rank 0: a request was neither completed nor freed
// stderr: rank 1: a message was taken by a probe and never received
// stderr: rank 1: a message of 4 bytes from rank 0 of its communicator with tag 8 was never received
#include <mpi.h>
#include <stdio.h>

static void add(void* from, void* into, int* count, MPI_Datatype* type) {
    (void)type;
    for (int i = 0; i < *count; ++i) ((int*)into)[i] += ((int*)from)[i];
}
static void make_type(MPI_Datatype* type) { MPI_Type_contiguous(2, MPI_INT, type); }
int main(int argc, char** argv) {
    int rank, value = 1;
    MPI_Datatype type, freed;
    MPI_Comm comm;
    MPI_Group group;
    MPI_Op op;
    MPI_Info info;
    MPI_Request request;
    MPI_Message message;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(2, 1, 2, MPI_INT, &freed);
    MPI_Type_free(&freed);
    make_type(&type);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    MPI_Op_create(add, 1, &op);
    MPI_Info_create(&info);
    if (rank == 0) {
        MPI_Irecv(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &request);
        MPI_Send(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
        MPI_Send(&value, 1, MPI_INT, 1, 8, MPI_COMM_WORLD);
    } else {
        MPI_Mprobe(0, 7, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    if (rank == 0) printf("ok: left over\n");
    return 0;
}
