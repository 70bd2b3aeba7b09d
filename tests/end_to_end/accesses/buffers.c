/* A load or a store of a buffer that an operation has, by the case that the argument names; "right": none. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { count = 64 };
static double in[count], out[count], copy[count];
static int rank, size, right, left;
static const char* wanted;

static int is(const char* name) { return strcmp(wanted, name) == 0; }

static double sum(const double* from, int many) {
    double all = 0;
    for (int index = 0; index < many; ++index) all += from[index];
    return all;
}

static __attribute__((noinline)) double first_of(const double* from) {
    return from[0];
}

static void neighbours(void) {
    MPI_Request both[2];
    MPI_Irecv(in, count, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &both[0]);
    MPI_Isend(out, count, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &both[1]);
    if (is("load_received")) copy[0] = in[0];
    if (is("store_received")) in[count - 1] = 1;
    if (is("load_in_call")) copy[0] = first_of(in);
    if (is("store_sent")) out[3] = 1;
    if (is("poll_received")) copy[1] = *(volatile double*)&in[1];
    if (is("copy_received")) memcpy(copy, in, sizeof in);
    if (is("fill_received")) memset(in, 0, sizeof in);
    if (is("right") && sum(out, count) < 0) printf("negative\n"); /* what is sent may be read */
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
    if (sum(in, count) < 0 || copy[rank % count] < 0) printf("negative\n");
}

/* Every other element: those between them are the program's. */
static void strided(void) {
    MPI_Datatype odd;
    MPI_Request both[2];
    MPI_Type_vector(count / 2, 1, 2, MPI_DOUBLE, &odd);
    MPI_Type_commit(&odd);
    MPI_Irecv(in, 1, odd, left, 1, MPI_COMM_WORLD, &both[0]);
    MPI_Isend(out, 1, odd, right, 1, MPI_COMM_WORLD, &both[1]);
    for (int index = 1; index < count; index += 2) in[index] = out[index] = index;
    if (is("load_element")) in[1] = in[2];
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
    MPI_Type_free(&odd);
}

static void collective(void) {
    static int all;
    int own = 1;
    MPI_Request request;
    MPI_Iallreduce(&own, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    if (is("load_reduced") && all > size) printf("too many\n");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (all != size) printf("wrong\n");
}

static void persistent(void) {
    MPI_Request both[2];
    MPI_Recv_init(in, count, MPI_DOUBLE, left, 2, MPI_COMM_WORLD, &both[0]);
    MPI_Send_init(out, count, MPI_DOUBLE, right, 2, MPI_COMM_WORLD, &both[1]);
    for (int turn = 0; turn < 3; ++turn) {
        out[0] = turn;
        MPI_Startall(2, both);
        if (is("store_started") && turn == 2) out[1] = 1;
        MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
        if (in[0] != turn) printf("wrong\n");
    }
    MPI_Request_free(&both[0]);
    MPI_Request_free(&both[1]);
}

int main(int argc, char** argv) {
    wanted = argc > 1 ? argv[1] : "right";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    right = (rank + 1) % size;
    left = (rank + size - 1) % size;
    neighbours();
    strided();
    collective();
    persistent();
    if (rank == 0) printf("end\n");
    MPI_Finalize();
    return 0;
}
