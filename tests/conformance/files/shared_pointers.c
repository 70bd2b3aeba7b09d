// The shared file pointer: each access gets a part of the file of its own, ordered ones are in the order of ranks, by
// requests, in files that are opened to be read in sequence (MPI-5.0 section 14.4.4).
// ranks: 1 2 5
// oracle: mpich
#include "../common/files.h"

enum { rounds = 20, length = 3 };

static char name[name_length];

static MPI_Offset pointer_of(MPI_File file) {
    MPI_Offset offset = -1;
    MPI_File_get_position_shared(file, &offset);
    return offset;
}

// Records of three ints, in any order, none lost and none overwritten.
static void records(void) {
    MPI_File file = opened(name, MPI_MODE_RDWR);
    int record[length];
    MPI_Status status;
    MPI_Request request;
    MPI_File_set_view(file, 4, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    for (int round = 0; round < rounds; ++round) {
        for (int index = 0; index < length; ++index) record[index] = rank * rounds + round;
        if (round % 3 == 2) {
            MPI_File_iwrite_shared(file, record, length, MPI_INT, &request);
            MPI_Wait(&request, &status);
        } else {
            MPI_File_write_shared(file, record, length, MPI_INT, &status);
        }
        CHECK(count_of(&status, MPI_INT) == length);
    }
    settle(file);
    CHECK(pointer_of(file) == (MPI_Offset)length * rounds * size);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
    CHECK(pointer_of(file) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    // All read all records together, each its share.
    static int seen[64 * rounds], all[64 * rounds];
    memset(seen, 0, sizeof seen);
    for (int round = 0; round < rounds; ++round) {
        if (round % 2 == 0) {
            MPI_File_read_shared(file, record, length, MPI_INT, &status);
        } else {
            MPI_File_iread_shared(file, record, length, MPI_INT, &request);
            MPI_Wait(&request, &status);
        }
        CHECK(count_of(&status, MPI_INT) == length);
        CHECK(record[0] == record[1] && record[1] == record[2]);
        if (record[0] >= 0 && record[0] < size * rounds) ++seen[record[0]];
    }
    MPI_Allreduce(seen, all, size * rounds, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int index = 0; index < size * rounds; ++index) CHECK(all[index] == 1);
    MPI_Offset bytes = 0;
    MPI_File_get_size(file, &bytes);
    CHECK(bytes == 4 + (MPI_Offset)sizeof(int) * length * rounds * size);
    MPI_File_close(&file);
}

// Rank r writes r + 1 ints each time.
static void ordered(void) {
    MPI_File file = opened(name, MPI_MODE_RDWR);
    int own[16], found[16];
    MPI_Status status;
    const int all = size * (size + 1) / 2, before = rank * (rank + 1) / 2;
    for (int index = 0; index <= rank; ++index) own[index] = 100 * rank + index;
    MPI_File_set_size(file, 0);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_write_ordered(file, own, rank + 1, MPI_INT, &status);
    CHECK(count_of(&status, MPI_INT) == rank + 1);
    MPI_File_write_ordered_begin(file, own, rank + 1, MPI_INT);
    MPI_File_write_ordered_end(file, own, &status);
    CHECK(count_of(&status, MPI_INT) == rank + 1);
    settle(file);
    CHECK(pointer_of(file) == 2 * all);
    for (int part = 0; part < 2; ++part) {
        MPI_File_read_at(file, part * all + before, found, rank + 1, MPI_INT, &status);
        for (int index = 0; index <= rank; ++index) CHECK(found[index] == own[index]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_seek_shared(file, -all, MPI_SEEK_END);
    CHECK(pointer_of(file) == all);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_read_ordered(file, found, rank + 1, MPI_INT, &status);
    CHECK(count_of(&status, MPI_INT) == rank + 1);
    for (int index = 0; index <= rank; ++index) CHECK(found[index] == own[index]);
    MPI_File_seek_shared(file, -2 * all, MPI_SEEK_CUR);
    memset(found, 0, sizeof found);
    MPI_File_read_ordered_begin(file, found, rank + 1, MPI_INT);
    MPI_File_read_ordered_end(file, found, &status);
    for (int index = 0; index <= rank; ++index) CHECK(found[index] == own[index]);
    CHECK(pointer_of(file) == all);
    MPI_Barrier(MPI_COMM_WORLD);
#ifndef ORACLE // MPICH's ranks then wait for each other
    CHECK(MPI_File_seek_shared(file, -1, MPI_SEEK_SET) != MPI_SUCCESS);
#endif
    // A view begins anew.
    MPI_File_set_view(file, 4, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    CHECK(pointer_of(file) == 0);
    MPI_File_close(&file);
}

static void in_sequence(void) {
    MPI_File file = opened(name, MPI_MODE_RDONLY | MPI_MODE_SEQUENTIAL);
    int value = -1;
    MPI_Status status;
    CHECK_ERROR(MPI_ERR_UNSUPPORTED_OPERATION, MPI_File_read_at(file, 0, &value, 1, MPI_INT, &status));
    CHECK_ERROR(MPI_ERR_UNSUPPORTED_OPERATION, MPI_File_read(file, &value, 1, MPI_INT, &status));
    CHECK_ERROR(MPI_ERR_UNSUPPORTED_OPERATION, MPI_File_seek(file, 0, MPI_SEEK_SET));
    MPI_File_read_ordered(file, &value, 1, MPI_INT, &status);
    CHECK(count_of(&status, MPI_INT) == 1);
    MPI_File_set_view(file, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_Offset displacement = -1;
    MPI_Datatype etype, filetype;
    char representation[MPI_MAX_DATAREP_STRING];
    MPI_File_get_view(file, &displacement, &etype, &filetype, representation);
    CHECK(displacement == (MPI_Offset)sizeof(int) * size);
    MPI_File_close(&file);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    let_errors_return();
    make_name(name);
    records();
    ordered();
    in_sequence();
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) unlink(name);
    return end_of_files("shared file pointers");
}
