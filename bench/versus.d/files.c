/* Files: microseconds of one access of all ranks, by the slowest. Bytes are those of one rank. Each access is at the
   same place of a file that is there already, in a folder that is memory (/dev/shm) where there is one, so what counts
   is the MPI. `contiguous`: each rank has one stretch; `strided`: pieces of 512 bytes, `small`: of 8 bytes, of all
   ranks in turn; `blocks`: each rank has a block of a cube of doubles. With `_all` they are collective.
   Usage: files SECONDS NAME,NAME... BYTES... */
#include "timing.h"

#include <unistd.h>

static MPI_File file;
static unsigned char* data;
static int bytes, writes, together;

static void access_once(int writing) {
    MPI_Status status;
    if (writing)
        together ? MPI_File_write_at_all(file, 0, data, bytes, MPI_BYTE, &status)
                 : MPI_File_write_at(file, 0, data, bytes, MPI_BYTE, &status);
    else
        together ? MPI_File_read_at_all(file, 0, data, bytes, MPI_BYTE, &status)
                 : MPI_File_read_at(file, 0, data, bytes, MPI_BYTE, &status);
}

/* All begin together: an access is not collective by itself. */
static void run_many(int repeats) {
    for (int turn = 0; turn < repeats; ++turn) {
        access_once(writes);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

static void contiguous(void) {
    MPI_File_set_view(file, (MPI_Offset)bytes * rank, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
}

static void pieces_of(int piece) {
    MPI_Datatype block, type;
    MPI_Type_contiguous(piece, MPI_BYTE, &block);
    MPI_Type_create_resized(block, 0, (MPI_Aint)piece * size, &type);
    MPI_Type_commit(&type);
    MPI_File_set_view(file, (MPI_Offset)piece * rank, MPI_BYTE, type, "native", MPI_INFO_NULL);
    MPI_Type_free(&block);
    MPI_Type_free(&type);
}
static void strided(void) {
    pieces_of(512);
}
static void small(void) {
    pieces_of(8);
}

static void blocks(void) {
    int grid[3] = {0, 0, 0}, parts[3] = {1, 1, 1}, sizes[3], starts[3];
    MPI_Datatype type;
    MPI_Dims_create(size, 3, grid);
    for (int left = bytes / (int)sizeof(double), axis = 2; left > 1; left /= 2, axis = (axis + 2) % 3) parts[axis] *= 2;
    starts[0] = rank / (grid[1] * grid[2]) * parts[0];
    starts[1] = rank / grid[2] % grid[1] * parts[1];
    starts[2] = rank % grid[2] * parts[2];
    for (int axis = 0; axis < 3; ++axis) sizes[axis] = grid[axis] * parts[axis];
    MPI_Type_create_subarray(3, sizes, parts, starts, MPI_ORDER_C, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    MPI_File_set_view(file, 0, MPI_BYTE, type, "native", MPI_INFO_NULL);
    MPI_Type_free(&type);
}

static const struct {
    const char* name;
    void (*set_view)(void);
    int writes, together;
} cases[] = {
    {"write_contiguous", contiguous, 1, 0}, {"read_contiguous", contiguous, 0, 0},
    {"write_contiguous_all", contiguous, 1, 1}, {"read_contiguous_all", contiguous, 0, 1},
    {"write_strided", strided, 1, 0}, {"read_strided", strided, 0, 0},
    {"write_strided_all", strided, 1, 1}, {"read_strided_all", strided, 0, 1},
    {"write_small", small, 1, 0}, {"read_small", small, 0, 0},
    {"write_small_all", small, 1, 1}, {"read_small_all", small, 0, 1},
    {"write_blocks", blocks, 1, 0}, {"read_blocks", blocks, 0, 0},
    {"write_blocks_all", blocks, 1, 1}, {"read_blocks_all", blocks, 0, 1},
};

/* What one rank writes each finds at its own place again. */
static void check(const char* name) {
    const int was = together;
    together = 1;
    fill(data, bytes, rank + bytes);
    access_once(1);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    together = 0;
    memset(data, 0, (size_t)bytes);
    access_once(0);
    expect(data, bytes, rank + bytes, name);
    MPI_Barrier(MPI_COMM_WORLD);
    together = was;
}

static void measure(unsigned index) {
    writes = cases[index].writes;
    together = cases[index].together;
    cases[index].set_view();
    check(cases[index].name);
    report(cases[index].name, bytes, time_of(run_many) * 1e6);
    check(cases[index].name);
}

static int is_named(const char* name, const char* names) {
    const size_t length = strlen(name);
    const char* at = names;
    while (at != NULL && (strncmp(at, name, length) != 0 || (at[length] != ',' && at[length] != 0))) {
        at = strchr(at, ',');
        if (at != NULL) ++at;
    }
    return at != NULL;
}

int main(int argc, char** argv) {
    char name[64] = "/tmp/versus-XXXXXX";
    begin(&argc, &argv);
    if (access("/dev/shm", W_OK) == 0) strcpy(name, "/dev/shm/versus-XXXXXX");
    if (rank == 0) close(mkstemp(name));
    MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file) !=
        MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int argument = 3; argument < argc; ++argument) {
        bytes = atoi(argv[argument]);
        data = buffer_of((size_t)bytes);
        for (unsigned index = 0; index < sizeof cases / sizeof *cases; ++index)
            if (is_named(cases[index].name, argv[2])) measure(index);
        free(data);
    }
    MPI_File_close(&file);
    return end();
}
