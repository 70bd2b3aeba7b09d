// Errors of files: their classes, the same at all ranks of a collective call, and nothing else has happened; a full
// device and a limit of the file's size lose nothing that was written before (MPI-5.0 sections 14.2 to 14.4, 14.7).
// ranks: 1 2 4
// oracle: no
#include "../common/files.h"

#include <sys/resource.h>
#include <sys/stat.h>

static char name[name_length];

static void opening(void) {
    MPI_File file;
    const struct {
        int mode;
        int expected;
    } wrong[] = {
        {0, MPI_ERR_AMODE},
        {MPI_MODE_RDONLY | MPI_MODE_RDWR, MPI_ERR_AMODE},
        {MPI_MODE_RDONLY | MPI_MODE_CREATE, MPI_ERR_AMODE},
        {MPI_MODE_RDONLY | MPI_MODE_EXCL, MPI_ERR_AMODE},
        {MPI_MODE_RDWR | MPI_MODE_SEQUENTIAL, MPI_ERR_AMODE},
        {MPI_MODE_RDWR | 1 << 20, MPI_ERR_AMODE},
        {MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_EXCL, MPI_ERR_FILE_EXISTS},
    };
    for (unsigned index = 0; index < sizeof wrong / sizeof *wrong; ++index) {
        file = (MPI_File)&file;
        CHECK_ERROR(wrong[index].expected,
                    MPI_File_open(MPI_COMM_WORLD, name, wrong[index].mode, MPI_INFO_NULL, &file));
        CHECK(file == MPI_FILE_NULL);
    }
    if (size > 1)
        CHECK_ERROR(MPI_ERR_NOT_SAME,
                    MPI_File_open(MPI_COMM_WORLD, name, rank == 0 ? MPI_MODE_RDWR : MPI_MODE_RDONLY, MPI_INFO_NULL,
                                  &file));
    CHECK_ERROR(MPI_ERR_NO_SUCH_FILE,
                MPI_File_open(MPI_COMM_WORLD, "/tmp/no/such/folder", MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL,
                              &file));
    CHECK_ERROR(MPI_ERR_NO_SUCH_FILE, MPI_File_open(MPI_COMM_WORLD, "/tmp/no such file", MPI_MODE_RDWR, MPI_INFO_NULL,
                                                    &file));
    CHECK_ERROR(MPI_ERR_BAD_FILE, MPI_File_open(MPI_COMM_WORLD, "/tmp", MPI_MODE_RDONLY, MPI_INFO_NULL, &file));
    CHECK_ERROR(MPI_ERR_BAD_FILE, MPI_File_open(MPI_COMM_WORLD, "/dev/null/file", MPI_MODE_RDONLY, MPI_INFO_NULL, &file));
    char endless[5000];
    memset(endless, 'x', sizeof endless);
    endless[sizeof endless - 1] = '\0';
    CHECK_ERROR(MPI_ERR_BAD_FILE, MPI_File_open(MPI_COMM_WORLD, endless, MPI_MODE_RDONLY, MPI_INFO_NULL, &file));
    if (geteuid() != 0) {
        if (rank == 0) chmod(name, 0);
        MPI_Barrier(MPI_COMM_WORLD);
        CHECK_ERROR(MPI_ERR_ACCESS, MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR, MPI_INFO_NULL, &file));
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0) chmod(name, 0600);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

static void accesses(void) {
    int value = 7;
    MPI_Status status;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_File file = opened(name, MPI_MODE_WRONLY);
    CHECK_ERROR(MPI_ERR_ACCESS, MPI_File_read_at(file, 0, &value, 1, MPI_INT, &status));
    CHECK_ERROR(MPI_ERR_ACCESS, MPI_File_iread(file, &value, 1, MPI_INT, &request));
    CHECK(request == MPI_REQUEST_NULL);
    CHECK_ERROR(MPI_ERR_ARG, MPI_File_write_at(file, -1, &value, 1, MPI_INT, &status));
    CHECK_ERROR(MPI_ERR_COUNT, MPI_File_write_at(file, 0, &value, -1, MPI_INT, &status));
    CHECK_ERROR(MPI_ERR_TYPE, MPI_File_write_at(file, 0, &value, 1, MPI_DATATYPE_NULL, &status));
    CHECK_ERROR(MPI_ERR_ARG, MPI_File_seek(file, 0, 12345));
    CHECK_ERROR(MPI_ERR_ARG, MPI_File_get_byte_offset(file, -1, &(MPI_Offset){0}));
    CHECK_ERROR(MPI_ERR_ARG, MPI_File_set_size(file, -1));
    MPI_File_close(&file);
    CHECK_ERROR(MPI_ERR_FILE, MPI_File_close(&file));
    CHECK_ERROR(MPI_ERR_FILE, MPI_File_get_size(MPI_FILE_NULL, &(MPI_Offset){0}));
    file = opened(name, MPI_MODE_RDONLY);
    CHECK_ERROR(MPI_ERR_READ_ONLY, MPI_File_write_all(file, &value, 1, MPI_INT, &status));
    CHECK_ERROR(MPI_ERR_READ_ONLY, MPI_File_set_size(file, 10));
    MPI_File_close(&file);
}

static void views(void) {
    MPI_File file = opened(name, MPI_MODE_RDWR);
    MPI_Datatype triple, backwards, overlapping, early, empty;
    int value = 0;
    MPI_Status status;
    const int lengths[2] = {1, 1}, downwards[2] = {4, 0}, same[2] = {0, 0}, before[2] = {-1, 1};
    MPI_Type_contiguous(3, MPI_BYTE, &triple);
    MPI_Type_indexed(2, lengths, downwards, MPI_INT, &backwards);
    MPI_Type_indexed(2, lengths, same, MPI_INT, &overlapping);
    MPI_Type_indexed(2, lengths, before, MPI_INT, &early);
    MPI_Datatype* const types[] = {&triple, &backwards, &overlapping, &early};
    CHECK_ERROR(MPI_ERR_TYPE, MPI_File_set_view(file, 0, triple, triple, "native", MPI_INFO_NULL));
    MPI_Type_contiguous(0, MPI_INT, &empty);
    MPI_Type_commit(&empty);
    CHECK_ERROR(MPI_ERR_ARG, MPI_File_set_view(file, 0, empty, MPI_INT, "native", MPI_INFO_NULL));
    CHECK(MPI_File_set_view(file, 0, MPI_INT, empty, "native", MPI_INFO_NULL) == MPI_SUCCESS);
    CHECK_ERROR(MPI_ERR_IO, MPI_File_write_at(file, 0, &value, 1, MPI_INT, &status));
    MPI_Type_free(&empty);
    for (int index = 0; index < 4; ++index) {
        MPI_Type_commit(types[index]);
        CHECK_ERROR(MPI_ERR_ARG, MPI_File_set_view(file, 0, MPI_INT, *types[index], "native", MPI_INFO_NULL));
    }
    CHECK_ERROR(MPI_ERR_ARG, MPI_File_set_view(file, -5, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
    CHECK_ERROR(MPI_ERR_ARG, MPI_File_set_view(file, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
    CHECK_ERROR(MPI_ERR_UNSUPPORTED_DATAREP,
                MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "no such representation", MPI_INFO_NULL));
    // One rank's error is one of all.
    if (size > 1)
        CHECK_ERROR(MPI_ERR_ARG, MPI_File_set_view(file, rank == 1 ? -5 : 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    CHECK_ERROR(MPI_ERR_IO, MPI_File_write_at(file, 0, &value, 3, MPI_BYTE, &status));
    MPI_File_close(&file);
    for (int index = 0; index < 4; ++index) MPI_Type_free(types[index]);
}

static void split_accesses(void) {
    int value = 0;
    MPI_Status status;
    MPI_File file = opened(name, MPI_MODE_RDWR);
    CHECK_ERROR(MPI_ERR_OTHER, MPI_File_read_all_end(file, &value, &status));
    MPI_File_read_all_begin(file, &value, 1, MPI_INT);
    CHECK_ERROR(MPI_ERR_OTHER, MPI_File_read_all_begin(file, &value, 1, MPI_INT));
    CHECK_ERROR(MPI_ERR_OTHER, MPI_File_write_all_end(file, &value, &status));
    CHECK_ERROR(MPI_ERR_OTHER, MPI_File_read_at_all(file, 0, &value, 1, MPI_INT, &status));
    MPI_File_read_all_end(file, &value, &status);
    MPI_File_close(&file);
}

// A device without room.
static void full(void) {
    static int values[1000];
    MPI_Status status;
    MPI_File file = opened("/dev/full", MPI_MODE_WRONLY);
    MPI_Datatype spaced;
    MPI_Type_vector(1000, 1, 2, MPI_INT, &spaced);
    MPI_Type_commit(&spaced);
    spoil(&status);
    CHECK_ERROR(MPI_ERR_NO_SPACE, MPI_File_write_at(file, 0, values, 10, MPI_INT, &status));
    CHECK(count_of(&status, MPI_INT) == 0);
    CHECK_ERROR(MPI_ERR_NO_SPACE, MPI_File_write_at_all(file, (MPI_Offset)sizeof *values * rank, values, 1, MPI_INT, &status));
    MPI_File_close(&file);
    MPI_Type_free(&spaced);
}

// No file may be longer than 1000 bytes.
static void limited(void) {
    static char values[3000], found[3000];
    MPI_Status status;
    struct rlimit limit, before;
    MPI_File file = opened(name, MPI_MODE_RDWR);
    MPI_File_set_size(file, 0);
    memset(values, 'v', sizeof values);
    MPI_Barrier(MPI_COMM_WORLD);
    getrlimit(RLIMIT_FSIZE, &before);
    MPI_Barrier(MPI_COMM_WORLD);
    limit = before;
    limit.rlim_cur = 1000;
    setrlimit(RLIMIT_FSIZE, &limit);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        CHECK_ERROR(MPI_ERR_NO_SPACE, MPI_File_write_at(file, 0, values, 3000, MPI_CHAR, &status));
        CHECK(count_of(&status, MPI_CHAR) == 1000);
    }
    CHECK_ERROR(MPI_ERR_NO_SPACE, MPI_File_write_at_all(file, 2000 + 10 * rank, values, 10, MPI_CHAR, &status));
    MPI_Barrier(MPI_COMM_WORLD);
    setrlimit(RLIMIT_FSIZE, &before);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_read_at(file, 0, found, 3000, MPI_CHAR, &status);
    CHECK(count_of(&status, MPI_CHAR) == 1000 && memcmp(found, values, 1000) == 0);
    MPI_File_close(&file);
}

// A file that is deleted while it is open goes on until it is closed.
static void vanished(void) {
    int value = 41 + rank, found = 0;
    MPI_Status status;
    MPI_File file = opened(name, MPI_MODE_RDWR);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) CHECK(MPI_File_delete(name, MPI_INFO_NULL) == MPI_SUCCESS);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(MPI_File_write_at(file, 4 * rank, &value, 1, MPI_INT, &status) == MPI_SUCCESS);
    CHECK(MPI_File_read_at(file, 4 * rank, &found, 1, MPI_INT, &status) == MPI_SUCCESS && found == value);
    CHECK(MPI_File_close(&file) == MPI_SUCCESS);
    CHECK_ERROR(MPI_ERR_NO_SUCH_FILE, MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR, MPI_INFO_NULL, &file));
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    let_errors_return();
    make_name(name);
    opening();
    accesses();
    views();
    split_accesses();
    full();
    limited();
    vanished();
    return end_of_files("errors of files");
}
