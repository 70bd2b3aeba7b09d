/* Loads and stores of buffers of other operations than messages of one buffer, by the case that the argument names;
 * "right": none that conflicts. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char* wanted;
static int is(const char* name) { return strcmp(wanted, name) == 0; }
static int in[16], out[16], rank, size, seen;
static MPI_Request request;

static void complete(void) { MPI_Wait(&request, MPI_STATUS_IGNORE); }

static void files(void) {
    MPI_File file;
    MPI_Status status;
    char name[64];
    snprintf(name, sizeof name, "accesses.%d", (int)getppid());
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_iwrite_at(file, 64 * rank, out, 16, MPI_INT, &request);
    seen += out[0];
    if (is("store_written")) out[0] = 1;
    complete();
    MPI_File_iread_at(file, 64 * rank, in, 8, MPI_INT, &request);
    seen += in[8];
    if (is("load_read")) seen += in[0];
    complete();
    MPI_File_read_at_all_begin(file, 64 * rank, in, 8, MPI_INT);
    if (is("load_split")) seen += in[0];
    MPI_File_read_at_all_end(file, in, &status);
    seen += in[0];
    MPI_File_close(&file);
}

static void neighbours(void) {
    MPI_Comm ring;
    const int periodic = 1;
    int counts[] = {4, 4}, gaps[] = {0, 8};
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
    MPI_Ineighbor_allgatherv(out, 4, MPI_INT, in, counts, gaps, MPI_INT, ring, &request);
    seen += in[5] + out[0];
    out[4] = 1;
    if (is("load_gathered")) seen += in[9];
    if (is("store_to_neighbours")) out[3] = 1;
    complete();
    MPI_Comm_free(&ring);
}

static void partitions(void) {
    MPI_Request both[2];
    int there = 0;
    MPI_Precv_init(in, 2, 8, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &both[0]);
    MPI_Psend_init(out, 2, 8, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &both[1]);
    MPI_Startall(2, both);
    out[0] = 1;
    MPI_Pready(0, both[1]);
    out[8] = 2;
    if (is("store_ready")) out[0] = 1; /* the same value */
    while (!there) MPI_Parrived(both[0], 0, &there);
    seen += in[7];
    if (is("load_partition")) seen += in[8];
    MPI_Pready(1, both[1]);
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
    seen += in[8];
    MPI_Request_free(&both[0]);
    MPI_Request_free(&both[1]);
}

static void freed(void) {
    if (rank != 0) {
        if (rank == 1) MPI_Recv(in, 16, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 1) MPI_Send(out, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        return;
    }
    if (size == 1) return;
    MPI_Isend(out, 16, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
    if (is("store_freed")) out[2] = 3;
    MPI_Recv(in, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    out[2] = 4; /* the other rank has it */
}

static void attached(void) {
    static char region[2 * MPI_BSEND_OVERHEAD + 256];
    void* pointer;
    int bytes;
    region[0] = 1;
    MPI_Buffer_attach(region, sizeof region);
    MPI_Bsend(out, 16, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
    if (is("load_attached")) seen += region[9];
    MPI_Recv(in, 16, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&pointer, &bytes);
    seen += region[9];
}

static void flushed(void) {
    MPI_Win win;
    int* part;
    MPI_Win_allocate(sizeof(int), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &part, &win);
    *part = 0;
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Rget(in, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request);
    if (is("load_requested")) seen += in[0];
    MPI_Win_flush(0, win);
    seen += in[0];
    complete();
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

int main(int argc, char** argv) {
    wanted = argc > 1 ? argv[1] : "right";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    files();
    neighbours();
    partitions();
    freed();
    attached();
    flushed();
    if (rank == 0) printf("end%s\n", seen < 0 ? " negative" : "");
    MPI_Finalize();
    return 0;
}
