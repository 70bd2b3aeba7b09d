/* Derived datatypes: microseconds one way of a ping-pong with the datatype on both sides (exchange_PATTERN),
   and of an MPI_Pack or MPI_Unpack (pack_PATTERN), about as many bytes of data as asked for. Usage: datatypes
   SECONDS BYTES... */
#include "timing.h"

/* A datatype of about `bytes` bytes of data, for a buffer that begins at its lowest byte. */
typedef MPI_Datatype Maker(int bytes);

static MPI_Datatype vector(int bytes, int block) {
    MPI_Datatype type;
    MPI_Type_vector(bytes / block, block / 8, 2 * (block / 8), MPI_DOUBLE, &type);
    return type;
}
static MPI_Datatype vector_8(int bytes) {
    return vector(bytes, 8);
}
static MPI_Datatype vector_64(int bytes) {
    return vector(bytes, 64);
}
static MPI_Datatype vector_1024(int bytes) {
    return vector(bytes, 1024);
}

static MPI_Datatype vector_4(int bytes) {
    MPI_Datatype type;
    MPI_Type_vector(bytes / 4, 1, 3, MPI_INT, &type);
    return type;
}

/* Blocks of the same length at irregular offsets. */
static MPI_Datatype indexed_block(int bytes, int block) {
    const int count = bytes / block;
    int* offsets = malloc((size_t)count * sizeof *offsets);
    for (int i = 0; i < count; ++i) offsets[i] = (2 * i + (i * 7 + i / 3) % 2) * (block / 8);
    MPI_Datatype type;
    MPI_Type_create_indexed_block(count, block / 8, offsets, MPI_DOUBLE, &type);
    free(offsets);
    return type;
}
static MPI_Datatype indexed_8(int bytes) {
    return indexed_block(bytes, 8);
}
static MPI_Datatype indexed_512(int bytes) {
    return indexed_block(bytes, 512);
}

/* Blocks of different lengths, 8 to 32 bytes. */
static MPI_Datatype indexed_ragged(int bytes) {
    const int count = bytes / 20;
    int* lengths = malloc((size_t)count * sizeof *lengths);
    int* offsets = malloc((size_t)count * sizeof *offsets);
    int offset = 0;
    for (int i = 0; i < count; ++i) {
        lengths[i] = 1 + (i * 5 + i / 4) % 4;
        offsets[i] = offset;
        offset += lengths[i] + 1 + i % 3;
    }
    MPI_Datatype type;
    MPI_Type_indexed(count, lengths, offsets, MPI_DOUBLE, &type);
    free(lengths);
    free(offsets);
    return type;
}

struct Particle {
    double position[3];
    int kind;
    char flags[3];
    double mass;
};

/* Some members of an array of structs. */
static MPI_Datatype structs(int bytes) {
    struct Particle one;
    int lengths[] = {3, 1, 1};
    MPI_Datatype types[] = {MPI_DOUBLE, MPI_INT, MPI_DOUBLE};
    MPI_Aint base, offsets[3];
    MPI_Get_address(&one, &base);
    MPI_Get_address(one.position, &offsets[0]);
    MPI_Get_address(&one.kind, &offsets[1]);
    MPI_Get_address(&one.mass, &offsets[2]);
    for (int i = 0; i < 3; ++i) offsets[i] -= base;
    MPI_Datatype members, element, type;
    MPI_Type_create_struct(3, lengths, offsets, types, &members);
    MPI_Type_create_resized(members, 0, sizeof one, &element);
    MPI_Type_contiguous(bytes / 36, element, &type);
    MPI_Type_free(&members);
    MPI_Type_free(&element);
    return type;
}

static MPI_Datatype subarray(int dimensions, const int* sizes, const int* subsizes) {
    int starts[3] = {1, 1, 1};
    MPI_Datatype type;
    MPI_Type_create_subarray(dimensions, sizes, subsizes, starts, MPI_ORDER_C, MPI_DOUBLE, &type);
    return type;
}

/* The inner part of a plane: rows of 512 bytes. */
static MPI_Datatype plane(int bytes) {
    const int rows = bytes / 512 > 0 ? bytes / 512 : 1;
    const int sizes[] = {rows + 2, 66}, subsizes[] = {rows, 64};
    return subarray(2, sizes, subsizes);
}

/* The inner part of a cube: rows of 64 bytes. */
static MPI_Datatype cube(int bytes) {
    const int planes = bytes / 1024 > 0 ? bytes / 1024 : 1;
    const int sizes[] = {planes + 2, 18, 10}, subsizes[] = {planes, 16, 8};
    return subarray(3, sizes, subsizes);
}

/* Columns of a matrix of blocks: a vector of vectors. */
static MPI_Datatype nested(int bytes) {
    MPI_Datatype inner, type;
    MPI_Type_vector(8, 2, 4, MPI_DOUBLE, &inner);
    MPI_Type_create_hvector(bytes / 128, 1, 320, inner, &type);
    MPI_Type_free(&inner);
    return type;
}

/* Every second of an array of structs. */
static MPI_Datatype nested_structs(int bytes) {
    MPI_Datatype one = structs(36), type;
    MPI_Type_create_hvector(bytes / 36, 1, 2 * (MPI_Aint)sizeof(struct Particle), one, &type);
    MPI_Type_free(&one);
    return type;
}

static const struct {
    const char* name;
    Maker* make;
} patterns[] = {
    {"vector_4", vector_4},
    {"vector_8", vector_8},
    {"vector_64", vector_64},
    {"vector_1024", vector_1024},
    {"indexed_8", indexed_8},
    {"indexed_512", indexed_512},
    {"indexed_ragged", indexed_ragged},
    {"struct", structs},
    {"subarray_2d", plane},
    {"subarray_3d", cube},
    {"nested_vector", nested},
    {"nested_struct", nested_structs},
};

static MPI_Datatype type;
static unsigned char *buffer, *packed;
static int bytes;

static void exchange(int repeats) {
    for (int turn = 0; turn < repeats; ++turn) {
        if (rank == 0) MPI_Send(buffer, 1, type, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(buffer, 1, type, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 1) MPI_Send(buffer, 1, type, 0, 0, MPI_COMM_WORLD);
    }
}

static void pack_and_unpack(int repeats) {
    for (int turn = 0; turn < repeats; ++turn) {
        int position = 0;
        MPI_Pack(buffer, 1, type, packed, bytes, &position, MPI_COMM_WORLD);
        position = 0;
        MPI_Unpack(packed, bytes, &position, buffer, 1, type, MPI_COMM_WORLD);
    }
}

/* What rank 0 packs is what rank 1 gets by the datatype and packs again. */
static void check_data(void) {
    int position = 0;
    if (rank == 0) {
        fill(packed, bytes, 7);
        MPI_Unpack(packed, bytes, &position, buffer, 1, type, MPI_COMM_WORLD);
        MPI_Send(buffer, 1, type, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(buffer, 1, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Pack(buffer, 1, type, packed, bytes, &position, MPI_COMM_WORLD);
        expect(packed, bytes, 7, "datatype");
    }
}

static void measure(const char* pattern, int wanted_bytes) {
    MPI_Aint lowest, extent;
    char name[64];
    MPI_Type_commit(&type);
    MPI_Type_size(type, &bytes);
    MPI_Type_get_true_extent(type, &lowest, &extent);
    buffer = buffer_of((size_t)(lowest + extent));
    packed = buffer_of((size_t)bytes);
    check_data();
    snprintf(name, sizeof name, "exchange_%s", pattern);
    report(name, wanted_bytes, time_of(exchange) / 2 * 1e6);
    snprintf(name, sizeof name, "pack_%s", pattern);
    report(name, wanted_bytes, time_of(pack_and_unpack) / 2 * 1e6);
    free(packed);
    free(buffer);
    MPI_Type_free(&type);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    for (int argument = 2; argument < argc; ++argument)
        for (unsigned pattern = 0; pattern < sizeof patterns / sizeof patterns[0]; ++pattern) {
            type = patterns[pattern].make(atoi(argv[argument]));
            measure(patterns[pattern].name, atoi(argv[argument]));
        }
    return end();
}
