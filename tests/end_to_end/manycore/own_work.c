// What the library does in a rank's own memory takes virtual time on mppa256-bostan: 16/5 bytes of a copy a cycle, 32/15 bytes of
// operands, 20 cycles a piece, 1000 cycles a communicator and 20 for each rank in it.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { count = 3000, pieces = 1024, block = 8, bytes = pieces * block, copying = bytes * 5 / 16 };

static double operands[count], results[count];
static char strided[2 * bytes], packed[bytes];
static MPI_Datatype vector_type;
static double begin;
static int failures;

static void start(void) { begin = MPI_Wtime(); }

// Since start(): one call of MPI_Wtime, 50 cycles, and `calls` other ones.
static long stop(int calls) {
    return (long)((MPI_Wtime() - begin) / MPI_Wtick() + 0.5) - 50 * (calls + 1);
}

static void expect(const char *what, long found, long least, long most) {
    printf("%s: %ld cycles\n", what, found);
    if (found >= least && found <= most) return;
    printf("expected %ld to %ld\n", least, most);
    failures = 1;
}

static void sum(void *in, void *out, int *length, MPI_Datatype *type) {
    (void)type;
    for (int index = 0; index < *length; ++index) ((double *)out)[index] += ((double *)in)[index];
}

static void alone(void) {
    start();
    MPI_Reduce_local(operands, results, count, MPI_DOUBLE, MPI_SUM);
    expect("MPI_Reduce_local", stop(1), 11250, 11250); // 24000 * 15 / 32
    int position = 0;
    start();
    MPI_Pack(packed, bytes, MPI_BYTE, strided, bytes, &position, MPI_COMM_SELF);
    expect("MPI_Pack of one piece", stop(1), copying, copying);
    position = 0;
    start();
    MPI_Pack(strided, 1, vector_type, packed, bytes, &position, MPI_COMM_SELF);
    expect("MPI_Pack of many", stop(1), copying + 20 * pieces, copying + 20 * pieces);
    position = 0;
    start();
    MPI_Unpack(packed, bytes, &position, strided, 1, vector_type, MPI_COMM_SELF);
    expect("MPI_Unpack", stop(1), copying + 20 * pieces, copying + 20 * pieces);
    start();
    MPI_Allgather(packed, bytes, MPI_BYTE, strided, bytes, MPI_BYTE, MPI_COMM_SELF);
    expect("MPI_Allgather of one rank", stop(1), copying, copying);
    start();
    MPI_Allreduce(operands, results, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF);
    expect("MPI_Allreduce of one rank", stop(1), 7500, 7500); // a copy
    MPI_Comm copy;
    start();
    MPI_Comm_dup(MPI_COMM_SELF, &copy);
    expect("MPI_Comm_dup of one rank", stop(1), 1020, 2000);
    MPI_Comm_free(&copy);
}

// The cycles of rank 1 from a barrier to the end of its receive.
static long received(int rank, void *data, int elements, MPI_Datatype type) {
    MPI_Barrier(MPI_COMM_WORLD);
    start();
    if (rank == 0) MPI_Send(data, elements, type, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(data, elements, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return stop(1);
}

static long to_oneself(int rank) {
    MPI_Request request;
    start();
    MPI_Isend(packed, bytes, MPI_BYTE, rank, 0, MPI_COMM_WORLD, &request);
    MPI_Recv(strided, bytes, MPI_BYTE, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return stop(3);
}

static void accumulate(int rank) {
    MPI_Win window;
    MPI_Win_create(results, sizeof results, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    long cycles[2];
    for (int many = 0; many < 2; ++many) {
        MPI_Win_fence(0, window);
        start();
        if (rank == 0) {
            MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
            MPI_Get_accumulate(operands, 16, MPI_DOUBLE, results, 16, MPI_DOUBLE, 1, 0, 16, MPI_DOUBLE,
                               many ? MPI_SUM : MPI_REPLACE, window);
            MPI_Win_unlock(1, window);
        }
        cycles[many] = stop(3);
    }
    if (rank == 0) expect("a sum more than a replacement", cycles[1] - cycles[0], 20, 20); // 128 * 15 / 32 - 128 * 5 / 16
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(pieces, block, 2 * block, MPI_BYTE, &vector_type);
    MPI_Type_commit(&vector_type);
    MPI_Op own;
    MPI_Op_create(sum, 1, &own);
    if (rank == 0) alone();
    start();
    MPI_Reduce_local(operands, results, count, MPI_DOUBLE, own);
    if (rank == 0) expect("MPI_Reduce_local with the program's own operation", stop(1), 0, 0); // that computes
    const int near = argc > 1; // both ranks in one cluster
    const long plain = received(rank, packed, bytes, MPI_BYTE), many = received(rank, strided, 1, vector_type);
    if (rank == 1) {
        if (near)
            expect("a strided message more than a plain one", many - plain, 2 * 20 * pieces, 2 * 20 * pieces);
        else
            expect("a strided message more than a plain one", many - plain, 2 * (copying + 20 * pieces), 2 * (copying + 20 * pieces));
    }
    const long own_message = to_oneself(rank);
    if (rank == 1) expect("a message to oneself", own_message, copying + 400, copying + 400 + 100); // local_send, local_receive
    if (!near) accumulate(rank);
    MPI_Op_free(&own);
    MPI_Type_free(&vector_type);
    MPI_Finalize();
    if (failures) return 1;
    if (rank == 0) puts("own work: correct");
    return 0;
}
