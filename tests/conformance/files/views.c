// Views by datatypes of all kinds, what is asked about them, data representations (MPI-5.0 sections 14.3 and 14.5).
// ranks: 1 2 4
// oracle: mpich
#include "../common/files.h"

static char name[name_length];

// The whole file as rank 0 reads it by itself.
static unsigned char whole[1 << 16];
static long read_whole(void) {
    FILE* plain = fopen(name, "rb");
    const long bytes = (long)fread(whole, 1, sizeof whole, plain);
    fclose(plain);
    return bytes;
}

static MPI_File emptied(void) {
    MPI_File file = opened(name, MPI_MODE_RDWR);
    MPI_File_set_size(file, 0);
    return file;
}

// A matrix of rows x columns, of which each rank has some columns.
static void subarrays(void) {
    enum { rows = 6, columns = 3 };
    const int sizes[2] = {rows, columns * size}, parts[2] = {rows, columns}, starts[2] = {0, columns * rank};
    int own[rows * columns];
    MPI_Datatype type;
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_File file = emptied();
    MPI_File_set_view(file, 8, MPI_INT, type, "native", MPI_INFO_NULL);
    for (int index = 0; index < rows * columns; ++index) own[index] = rank * 1000 + index;
    MPI_File_write_all(file, own, rows * columns, MPI_INT, MPI_STATUS_IGNORE);
    settle(file);
    if (rank == 0) {
        CHECK(read_whole() == 8 + (long)sizeof(int) * rows * columns * size);
        for (int index = 0; index < rows * columns * size; ++index) {
            int value, column = index % (columns * size);
            memcpy(&value, whole + 8 + (size_t)index * sizeof value, sizeof value);
            CHECK(value == column / columns * 1000 + index / (columns * size) * columns + column % columns);
        }
    }
    MPI_Offset offset = -1, displacement = -1;
    MPI_Datatype etype, filetype;
    char representation[MPI_MAX_DATAREP_STRING];
    MPI_File_get_byte_offset(file, columns, &offset);
    CHECK(offset == 8 + (MPI_Offset)sizeof(int) * (columns * size + columns * rank));
    MPI_File_get_view(file, &displacement, &etype, &filetype, representation);
    CHECK(displacement == 8 && etype == MPI_INT && strcmp(representation, "native") == 0);
    int integers = 0, addresses = 0, types = 0, combiner = 0;
    MPI_Type_get_envelope(filetype, &integers, &addresses, &types, &combiner);
    CHECK(combiner != MPI_COMBINER_NAMED);
    int bytes = 0;
    MPI_Type_size(filetype, &bytes);
    CHECK(bytes == (int)sizeof(int) * rows * columns);
    MPI_Type_free(&filetype);
    MPI_Type_free(&type); // the file keeps its own
    memset(own, 0, sizeof own);
    MPI_File_seek(file, 0, MPI_SEEK_SET);
    MPI_File_read_all(file, own, rows * columns, MPI_INT, MPI_STATUS_IGNORE);
    for (int index = 0; index < rows * columns; ++index) CHECK(own[index] == rank * 1000 + index);
    MPI_File_seek(file, 0, MPI_SEEK_END);
    MPI_File_get_position(file, &offset);
    CHECK(offset == rows * columns);
    MPI_File_close(&file);
}

// Distributed arrays: block by cyclic.
static void distributed(void) {
    enum { edge = 8 };
    int grid[2] = {0, 0};
    MPI_Dims_create(size, 2, grid);
    const int sizes[2] = {edge, edge}, how[2] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC},
              arguments[2] = {MPI_DISTRIBUTE_DFLT_DARG, 1};
    MPI_Datatype type;
    MPI_Type_create_darray(size, rank, 2, sizes, how, arguments, grid, MPI_ORDER_C, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    int bytes = 0;
    MPI_Type_size(type, &bytes);
    const int count = bytes / (int)sizeof(double);
    double own[edge * edge];
    for (int index = 0; index < count; ++index) own[index] = rank + index / 100.0;
    MPI_File file = emptied();
    MPI_File_set_view(file, 0, MPI_DOUBLE, type, "native", MPI_INFO_NULL);
    MPI_File_write_all(file, own, count, MPI_DOUBLE, MPI_STATUS_IGNORE);
    settle(file);
    MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_DOUBLE, "native", MPI_INFO_NULL);
    double all[edge * edge];
    MPI_File_read(file, all, edge * edge, MPI_DOUBLE, MPI_STATUS_IGNORE);
    int next[16] = {0};
    const int rows = (edge + grid[0] - 1) / grid[0];
    for (int row = 0; row < edge; ++row)
        for (int column = 0; column < edge; ++column) {
            const int owner = row / rows * grid[1] + column % grid[1];
            CHECK(all[row * edge + column] == owner + next[owner]++ / 100.0);
        }
    MPI_Type_free(&type);
    MPI_File_close(&file);
}

// Etypes of several ints, holes, a struct in memory.
static void structures(void) {
    struct Item {
        char tag;
        double value;
        int numbers[2];
    };
    const int lengths[3] = {1, 1, 2};
    const MPI_Aint places[3] = {0, 8, 16};
    const MPI_Datatype types[3] = {MPI_CHAR, MPI_DOUBLE, MPI_INT};
    MPI_Datatype plain, item, tile;
    MPI_Type_create_struct(3, lengths, places, types, &plain);
    MPI_Type_create_resized(plain, 0, sizeof(struct Item), &item);
    MPI_Type_commit(&item);
    // In the file every size-th item is this rank's.
    MPI_Datatype vector;
    MPI_Type_create_hvector(1, 1, 0, item, &vector);
    MPI_Type_create_resized(vector, 0, (MPI_Aint)sizeof(struct Item) * size, &tile);
    MPI_Type_commit(&tile);
    struct Item items[20], back[20];
    memset(items, 0, sizeof items);
    for (int index = 0; index < 20; ++index)
        items[index] = (struct Item){(char)index, index + rank / 10.0, {rank, index}};
    MPI_File file = emptied();
    MPI_Status status;
    MPI_File_set_view(file, (MPI_Offset)sizeof(struct Item) * rank, item, tile, "native", MPI_INFO_NULL);
    MPI_File_write_at_all(file, 2, items, 18, item, &status);
    CHECK(count_of(&status, item) == 18);
    settle(file);
    memset(back, 0, sizeof back);
    MPI_File_read_at(file, 2, back, 18, item, &status);
    CHECK(count_of(&status, item) == 18);
    for (int index = 0; index < 18; ++index)
        CHECK(back[index].tag == items[index].tag && back[index].value == items[index].value &&
              back[index].numbers[0] == rank && back[index].numbers[1] == index);
    MPI_File_set_view(file, (MPI_Offset)sizeof(struct Item) * rank, item, tile, "internal", MPI_INFO_NULL);
    MPI_File_read_at_all(file, 3, back, 1, item, &status);
    CHECK(back[0].numbers[1] == 1);
    MPI_Type_free(&plain);
    MPI_Type_free(&vector);
    MPI_Type_free(&tile);
    MPI_Type_free(&item);
    MPI_File_close(&file);
}

// Big-endian, the same on all computers.
static void external(void) {
    MPI_File file = emptied();
    MPI_Aint extent = 0;
    MPI_Status status;
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "external32", MPI_INFO_NULL);
    int numbers[3] = {1 + rank, 0x01020304, -2};
    MPI_File_write_at_all(file, 3 * rank, numbers, 3, MPI_INT, &status);
    CHECK(count_of(&status, MPI_INT) == 3);
    settle(file);
    const unsigned char expected[12] = {0, 0, 0, 1, 1, 2, 3, 4, 255, 255, 255, 254};
    if (rank == 0) {
        CHECK(read_whole() == 12L * size);
        CHECK(memcmp(whole, expected, 12) == 0);
    }
    memset(numbers, 0, sizeof numbers);
    MPI_File_read_at_all(file, 3 * ((rank + 1) % size), numbers, 3, MPI_INT, &status);
    CHECK(numbers[0] == 1 + (rank + 1) % size && numbers[1] == 0x01020304 && numbers[2] == -2);
    MPI_File_get_type_extent(file, MPI_DOUBLE, &extent);
    CHECK(extent == 8);
    MPI_File_get_type_extent(file, MPI_LONG, &extent);
    CHECK_BUT_MPICH(extent == 4);
    // Short at the end: whole elements.
    MPI_File_read_at(file, 3 * size - 1, numbers, 3, MPI_INT, &status);
    CHECK(count_of(&status, MPI_INT) == 1 && numbers[0] == -2);
    MPI_Datatype every_other;
    MPI_Type_vector(2, 1, 2, MPI_INT, &every_other);
    MPI_Type_commit(&every_other);
    MPI_File_set_view(file, 4, MPI_INT, every_other, "external32", MPI_INFO_NULL);
    MPI_Type_free(&every_other);
    MPI_File_read_at(file, 0, numbers, 2, MPI_INT, &status);
    CHECK(numbers[0] == 0x01020304 && (size == 1 || numbers[1] == 2));
    MPI_File_close(&file);
}

#ifndef ORACLE
// long is 4 bytes in external32 and 8 here: a filetype of longs has other gaps in the file.
static void other_sizes(void) {
    MPI_File file = emptied();
    MPI_Datatype type = MPI_DATATYPE_NULL;
    const int sizes[2] = {4, 2 * size}, parts[2] = {4, 2}, starts[2] = {0, 2 * rank};
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_LONG, &type);
    MPI_Type_commit(&type);
    long numbers[8], all[64];
    for (int index = 0; index < 8; ++index) numbers[index] = rank * 100 + index;
    MPI_File_set_view(file, 0, MPI_LONG, type, "external32", MPI_INFO_NULL);
    MPI_File_write_all(file, numbers, 8, MPI_LONG, MPI_STATUS_IGNORE);
    settle(file);
    if (rank == 0) CHECK(read_whole() == 4L * 8 * size);
    MPI_File_set_view(file, 0, MPI_LONG, MPI_LONG, "external32", MPI_INFO_NULL);
    MPI_File_read_all(file, all, 8 * size, MPI_LONG, MPI_STATUS_IGNORE);
    for (int index = 0; index < 8 * size; ++index) {
        const int column = index % (2 * size);
        CHECK(all[index] == column / 2 * 100 + index / (2 * size) * 2 + column % 2);
    }
    MPI_Type_free(&type);
    MPI_File_close(&file);
}

// A representation of the program's own: ints with 3 bytes in front.
static int calls;
static int convert_read(void* memory, MPI_Datatype type, int count, void* there, MPI_Offset position, void* extra) {
    CHECK(extra == &calls && type == MPI_INT && position == 0);
    for (int index = 0; index < count; ++index)
        memcpy((char*)memory + 4 * (position + index), (char*)there + 7 * index + 3, 4);
    ++calls;
    return MPI_SUCCESS;
}
static int convert_written(void* memory, MPI_Datatype type, int count, void* there, MPI_Offset position, void* extra) {
    CHECK(extra == &calls && type == MPI_INT && position == 0);
    for (int index = 0; index < count; ++index) {
        memcpy((char*)there + 7 * index, "abc", 3);
        memcpy((char*)there + 7 * index + 3, (char*)memory + 4 * (position + index), 4);
    }
    ++calls;
    return MPI_SUCCESS;
}
static int extent_there(MPI_Datatype type, MPI_Aint* extent, void* extra) {
    CHECK(extra == &calls);
    *extent = type == MPI_INT ? 7 : 1;
    return MPI_SUCCESS;
}

static void own_representation(void) {
    CHECK(MPI_Register_datarep("with letters", convert_read, convert_written, extent_there, &calls) == MPI_SUCCESS);
    CHECK_ERROR(MPI_ERR_DUP_DATAREP,
                MPI_Register_datarep("with letters", convert_read, convert_written, extent_there, &calls));
    CHECK_ERROR(MPI_ERR_DUP_DATAREP,
                MPI_Register_datarep("native", convert_read, convert_written, extent_there, &calls));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Register_datarep("without extents", convert_read, convert_written, NULL, &calls));
    MPI_File file = emptied();
    MPI_Datatype pairs, type;
    MPI_Type_contiguous(2, MPI_INT, &pairs);
    MPI_Type_vector(3, 1, size, pairs, &type);
    MPI_Type_commit(&type);
    MPI_File_set_view(file, 14 * rank, MPI_INT, type, "with letters", MPI_INFO_NULL);
    int numbers[6], back[6] = {0};
    MPI_Aint extent = 0;
    MPI_File_get_type_extent(file, MPI_INT, &extent);
    CHECK(extent == 7);
    for (int index = 0; index < 6; ++index) numbers[index] = rank * 10 + index;
    MPI_Status status;
    MPI_File_write_at_all(file, 0, numbers, 6, MPI_INT, &status);
    CHECK(count_of(&status, MPI_INT) == 6 && calls == 1);
    settle(file);
    if (rank == 0) {
        CHECK(read_whole() == 42L * size);
        for (int index = 0; index < 6 * size; ++index) {
            int value;
            memcpy(&value, whole + 7 * index + 3, 4);
            CHECK(memcmp(whole + 7 * index, "abc", 3) == 0);
            CHECK(value == index / 2 % size * 10 + index / 2 / size * 2 + index % 2);
        }
    }
    MPI_File_read_at_all(file, 0, back, 6, MPI_INT, &status);
    CHECK(count_of(&status, MPI_INT) == 6 && memcmp(numbers, back, sizeof back) == 0 && calls == 2);
    MPI_Type_free(&pairs);
    MPI_Type_free(&type);
    MPI_File_close(&file);
    // No conversion of either kind: as in memory.
    CHECK(MPI_Register_datarep("as it is", MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, extent_there, &calls) ==
          MPI_SUCCESS);
}
#endif

// Filetypes of which one is used, so that their extent does not matter, and on the last rank one without data.
static void one_filetype(void) {
    const int is_empty = size > 1 && rank == size - 1, count = is_empty ? 0 : 4;
    const int lengths[2] = {2, 2}, places[2] = {4 * rank, 4 * (rank + size)};
    int own[4], found[4] = {0};
    MPI_Datatype spread, type;
    MPI_Type_indexed(is_empty ? 0 : 2, lengths, places, MPI_INT, &spread);
    MPI_Type_create_resized(spread, 0, sizeof(int), &type);
    MPI_Type_commit(&type);
    for (int index = 0; index < 4; ++index) own[index] = 10 * rank + index;
    MPI_File file = emptied();
    CHECK(MPI_File_set_view(file, 0, MPI_INT, type, "native", MPI_INFO_NULL) == MPI_SUCCESS);
    CHECK(MPI_File_write_all(file, own, count, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    CHECK(MPI_File_read_at_all(file, 0, found, count, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    for (int index = 0; index < count; ++index) CHECK(found[index] == own[index]);
    settle(file);
    read_whole();
    for (int other = 0; other < size - (size > 1); ++other)
        for (int index = 0; index < 4; ++index) {
            int value, place = 4 * (other + index / 2 * size) + index % 2;
            memcpy(&value, whole + (size_t)place * sizeof value, sizeof value);
            CHECK(value == 10 * other + index);
        }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Type_free(&spread);
    MPI_Type_free(&type);
    MPI_File_close(&file);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    let_errors_return();
    make_name(name);
    subarrays();
    distributed();
    structures();
    one_filetype();
    external();
#ifndef ORACLE
    other_sizes();
    own_representation();
#endif
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) unlink(name);
    return end_of_files("views");
}
