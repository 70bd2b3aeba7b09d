// Random nested types against a type map made here: bounds, packing, messages (MPI-5.0 chapter 5).
// ranks: 1 2 5
// arguments: 1 60
#include "../common/frame.h"

enum { deepest = 3, most_bytes = 3000, room = 1 << 16, origin = room / 2 };

// The type map: where each byte of the signature lies. Bounds as the text defines them, marks of resized
// included.
typedef struct {
    int* offsets;
    int bytes;
    long lower, upper;
} Map;

typedef struct {
    MPI_Datatype type;
    Map map;
    int alignment; // of its basic type: byte strides keep to it, so that no padding enters the bounds
} Made;

static unsigned state;
static char made_of[200];

static int pick(int below) {
    state = mixed(state + 0x9e3779b9u);
    return (int)(state % (unsigned)below);
}

static void grow(Map* map, const Map* block, long at, int first) {
    map->offsets = realloc(map->offsets, (size_t)(map->bytes + block->bytes + 1) * sizeof(int));
    for (int byte = 0; byte < block->bytes; ++byte)
        map->offsets[map->bytes + byte] = block->offsets[byte] + (int)at;
    map->bytes += block->bytes;
    if (first || block->lower + at < map->lower) map->lower = block->lower + at;
    if (first || block->upper + at > map->upper) map->upper = block->upper + at;
}

static Made basic(void) {
    const MPI_Datatype types[] = {MPI_BYTE, MPI_CHAR, MPI_SHORT, MPI_INT, MPI_DOUBLE};
    const int sizes[] = {1, 1, 2, 4, 8};
    int kind = pick(5);
    Made made = {MPI_DATATYPE_NULL, {NULL, 0, 0, sizes[kind]}, sizes[kind]};
    Map one = {(int[]){0}, 1, 0, 1};
    MPI_Type_dup(types[kind], &made.type);
    for (int byte = 0; byte < sizes[kind]; ++byte) grow(&made.map, &one, byte, byte == 0);
    return made;
}

static void release(Made* made) {
    MPI_Type_free(&made->type);
    free(made->map.offsets);
}

static long extent_of(const Made* made) {
    return made->map.upper - made->map.lower;
}

// count blocks of length elements, block number b at offsets[b] bytes.
static Map repeated(const Made* old, int count, const int* lengths, const long* offsets) {
    Map map = {NULL, 0, 0, 0};
    int first = 1;
    for (int block = 0; block < count; ++block)
        for (int element = 0; element < lengths[block]; ++element) {
            grow(&map, &old->map, offsets[block] + element * extent_of(old), first);
            first = 0;
        }
    return map;
}

static Made vector(const Made* old, int in_bytes) {
    int count = 1 + pick(3), length = 1 + pick(2), stride = length + pick(3), lengths[3];
    long offsets[3], step = stride * extent_of(old) + (in_bytes ? pick(5) * old->alignment : 0);
    Made made;
    for (int block = 0; block < count; ++block) lengths[block] = length, offsets[block] = block * step;
    if (in_bytes)
        MPI_Type_create_hvector(count, length, step, old->type, &made.type);
    else
        MPI_Type_vector(count, length, stride, old->type, &made.type);
    made.map = repeated(old, count, lengths, offsets);
    return made;
}

// Blocks in any order, without overlap.
static Made indexed(const Made* old, int form) {
    int count = 1 + pick(3), lengths[3], indices[3], at = pick(3), same = 1 + pick(2);
    long offsets[3];
    MPI_Aint bytes[3];
    Made made;
    for (int turn = 0; turn < count; ++turn) {
        int block = form % 2 ? count - 1 - turn : turn;
        lengths[block] = form >= 2 ? same : 1 + pick(3);
        indices[block] = at;
        bytes[block] = offsets[block] = at * extent_of(old);
        at += lengths[block] + pick(2);
    }
    if (form == 0) MPI_Type_indexed(count, lengths, indices, old->type, &made.type);
    if (form == 1) MPI_Type_create_hindexed(count, lengths, bytes, old->type, &made.type);
    if (form == 2) MPI_Type_create_indexed_block(count, same, indices, old->type, &made.type);
    if (form == 3) MPI_Type_create_hindexed_block(count, same, bytes, old->type, &made.type);
    made.map = repeated(old, count, lengths, offsets);
    return made;
}

// Two members of one type, packed to bytes by a resize, so that no alignment enters the bounds.
static Made structure(const Made* old) {
    int lengths[2] = {1 + pick(2), 1 + pick(2)};
    MPI_Aint bytes[2];
    MPI_Datatype types[2] = {old->type, old->type}, padded;
    Made made;
    bytes[0] = pick(2) ? 0 : (lengths[1] + pick(2)) * extent_of(old) + pick(8);
    bytes[1] = bytes[0] > 0 ? 0 : lengths[0] * extent_of(old) + pick(8);
    long offsets[2] = {bytes[0], bytes[1]};
    made.map = repeated(old, 2, lengths, offsets);
    MPI_Type_create_struct(2, lengths, bytes, types, &padded);
    MPI_Type_create_resized(padded, made.map.lower, made.map.upper - made.map.lower, &made.type);
    MPI_Type_free(&padded);
    return made;
}

static Made resized(const Made* old) {
    Made made;
    long lower = old->map.lower - pick(6), extent = old->map.upper - lower + pick(9);
    int one = 1;
    long offset = 0;
    MPI_Type_create_resized(old->type, lower, extent, &made.type);
    made.map = repeated(old, 1, &one, &offset);
    made.map.lower = lower, made.map.upper = lower + extent;
    return made;
}

static Made subarray(const Made* old) {
    int sizes[2] = {1 + pick(4), 1 + pick(4)}, parts[2], starts[2], lengths[16], count = 0;
    long offsets[16];
    Made made;
    for (int axis = 0; axis < 2; ++axis) {
        parts[axis] = 1 + pick(sizes[axis]);
        starts[axis] = pick(sizes[axis] - parts[axis] + 1);
    }
    for (int row = 0; row < parts[0]; ++row, ++count) {
        lengths[count] = parts[1];
        offsets[count] = ((starts[0] + row) * sizes[1] + starts[1]) * extent_of(old);
    }
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, old->type, &made.type);
    made.map = repeated(old, count, lengths, offsets);
    made.map.lower = old->map.lower;
    made.map.upper = made.map.lower + sizes[0] * sizes[1] * extent_of(old);
    return made;
}

static Made wrap(const Made* old) {
    static const char* const names[] = {"vector",         "hvector",       "indexed",
                                        "hindexed",       "indexed_block", "hindexed_block",
                                        "struct+resized", "resized",       "subarray"};
    int constructor = pick(9);
    if (constructor == 8 && old->map.lower != 0) constructor = 7;
    strcat(strcat(made_of, " "), names[constructor]);
    switch (constructor) {
    case 0:
        return vector(old, 0);
    case 1:
        return vector(old, 1);
    case 2:
        return indexed(old, 0);
    case 3:
        return indexed(old, 1);
    case 4:
        return indexed(old, 2);
    case 5:
        return indexed(old, 3);
    case 6:
        return structure(old);
    case 7:
        return resized(old);
    default:
        return subarray(old);
    }
}

static Made build(void) {
    Made made = basic();
    made_of[0] = '\0';
    for (int depth = 1 + pick(deepest); depth > 0 && made.map.bytes < most_bytes / 8; --depth) {
        Made next = wrap(&made);
        next.alignment = made.alignment;
        release(&made);
        made = next;
    }
    MPI_Type_commit(&made.type);
    return made;
}

static void check_measures(const Made* made) {
    MPI_Aint lower, extent, true_lower, true_extent;
    int bytes, least = made->map.offsets[0], most = least;
    for (int byte = 1; byte < made->map.bytes; ++byte) {
        if (made->map.offsets[byte] < least) least = made->map.offsets[byte];
        if (made->map.offsets[byte] > most) most = made->map.offsets[byte];
    }
    MPI_Type_get_extent(made->type, &lower, &extent);
    MPI_Type_get_true_extent(made->type, &true_lower, &true_extent);
    MPI_Type_size(made->type, &bytes);
    CHECK(bytes == made->map.bytes && lower == made->map.lower && extent == extent_of(made));
    CHECK(true_lower == least && true_extent == most + 1 - least);
}

static unsigned char source[room], target[room], wire[room], expected[room];

// The bytes of two elements, in the order of the type map.
static int gather(const Made* made, unsigned char* out) {
    int bytes = 0;
    for (int element = 0; element < 2; ++element)
        for (int byte = 0; byte < made->map.bytes; ++byte)
            out[bytes++] = source[origin + element * extent_of(made) + made->map.offsets[byte]];
    return bytes;
}

// target holds the two elements at their offsets, and nothing else has changed.
static void check_target(const Made* made) {
    memset(expected, 0xee, room);
    for (int element = 0; element < 2; ++element)
        for (int byte = 0; byte < made->map.bytes; ++byte) {
            long at = origin + element * extent_of(made) + made->map.offsets[byte];
            expected[at] = source[at];
        }
    CHECK(memcmp(expected, target, room) == 0);
    memset(target, 0xee, room);
}

static void check_packing(const Made* made) {
    int bytes = gather(made, expected), at = 0, bound = 0;
    MPI_Pack_size(2, made->type, MPI_COMM_WORLD, &bound);
    CHECK(bound >= bytes);
    MPI_Pack(source + origin, 2, made->type, wire, room, &at, MPI_COMM_WORLD);
    CHECK(at == bytes && memcmp(wire, expected, (size_t)bytes) == 0);
    at = 0;
    MPI_Unpack(wire, bytes, &at, target + origin, 2, made->type, MPI_COMM_WORLD);
    CHECK(at == bytes);
    check_target(made);
}

static void check_external(const Made* made) {
    MPI_Aint bound = 0, at = 0;
    MPI_Pack_external_size("external32", 2, made->type, &bound);
    CHECK(bound == 2 * made->map.bytes);
    MPI_Pack_external("external32", source + origin, 2, made->type, wire, room, &at);
    CHECK(at == bound);
    at = 0;
    MPI_Unpack_external("external32", wire, bound, &at, target + origin, 2, made->type);
    CHECK(at == bound);
    check_target(made);
}

// All ranks have the same source: typed to typed, typed to packed, packed to typed.
static void check_messages(const Made* made) {
    int bytes = gather(made, expected), count = -1, elements = 2;
    MPI_Status status;
    MPI_Sendrecv(source + origin, 2, made->type, right_of(rank), 1, target + origin, elements, made->type,
                 left_of(rank), 1, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, made->type, &count);
    CHECK(count == 2);
    check_target(made);
    gather(made, expected);
    MPI_Sendrecv(source + origin, 2, made->type, right_of(rank), 2, wire, room, MPI_PACKED, left_of(rank), 2,
                 MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_PACKED, &count);
    CHECK(count == bytes && memcmp(wire, expected, (size_t)bytes) == 0);
    MPI_Sendrecv(wire, bytes, MPI_PACKED, right_of(rank), 3, target + origin, 2, made->type, left_of(rank), 3,
                 MPI_COMM_WORLD, &status);
    check_target(made);
    memcpy(target, source, room);
    MPI_Bcast(rank == 0 ? source + origin : target + origin, 2, made->type, 0, MPI_COMM_WORLD);
    CHECK(memcmp(source, target, room) == 0);
    memset(target, 0xee, room);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int first = argc > 1 ? atoi(argv[1]) : 1, last = argc > 2 ? atoi(argv[2]) : first;
    for (int byte = 0; byte < room; ++byte) source[byte] = (unsigned char)mixed((unsigned)byte);
    memset(target, 0xee, room);
    for (int seed = first; seed <= last; ++seed) {
        int before = failures;
        state = (unsigned)seed * 7919u;
        Made made = build();
        check_measures(&made);
        check_packing(&made);
        check_external(&made);
        check_messages(&made);
        say("seed %d: size %d, extent %ld from %ld,%s\n", seed, made.map.bytes, extent_of(&made),
            made.map.lower, made_of);
        if (failures > before) fprintf(stderr, "rank %d: wrong with seed %d\n", rank, seed);
        release(&made);
    }
    return finish("random types");
}
