/* Random datatypes made from a seed: prints what MPI says of each, for comparison with another MPI.
   Usage: oracle SEED NUMBER [pairs,resized,zeros,darrays,structs,contents] */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long state;
static unsigned next(void) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(state >> 33);
}
static int below(int n) { return (int)(next() % (unsigned)n); }
static int between(int least, int most) { return least + below(most - least + 1); }
/* At most one number is drawn among the arguments of a call: compilers differ in their order. */

enum { pool_size = 10, most_blocks = 6 };
static MPI_Datatype pool[pool_size];
static int pairs, resizing, zeros, darrays, structs, contents; /* what to make and print */

static MPI_Datatype basic(void) {
    switch (below(pairs ? 9 : 7)) {
    case 0: return MPI_CHAR;
    case 1: return MPI_SHORT;
    case 2: return MPI_INT;
    case 3: return MPI_DOUBLE;
    case 4: return MPI_FLOAT;
    case 5: return MPI_BYTE;
    case 6: return MPI_LONG;
    case 7: return MPI_DOUBLE_INT;
    default: return MPI_SHORT_INT;
    }
}

/* A type of the pool or a basic one, not too large. */
static MPI_Datatype old(void) {
    if (below(3) == 0) return basic();
    MPI_Datatype type = pool[below(pool_size)];
    if (type == MPI_DATATYPE_NULL) return basic();
    MPI_Aint lb, extent;
    int size;
    MPI_Type_get_true_extent(type, &lb, &extent);
    MPI_Type_size(type, &size);
    return extent > 3000 || size > 1000 ? basic() : type;
}

static void subarray(MPI_Datatype* made) {
    int sizes[3], subsizes[3], starts[3], dimensions = between(1, 3);
    for (int i = 0; i < dimensions; ++i) {
        sizes[i] = between(1, 5);
        subsizes[i] = between(1, sizes[i]);
        starts[i] = between(0, sizes[i] - subsizes[i]);
    }
    const int order = below(2) ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
    MPI_Type_create_subarray(dimensions, sizes, subsizes, starts, order, old(), made);
}

static void darray(MPI_Datatype* made) {
    int sizes[3], kinds[3], arguments[3], grid[3], dimensions = between(1, 3), size = 1;
    for (int i = 0; i < dimensions; ++i) {
        sizes[i] = between(1, 7);
        grid[i] = between(1, 3);
        arguments[i] = MPI_DISTRIBUTE_DFLT_DARG;
        switch (below(3)) {
        case 0:
            kinds[i] = MPI_DISTRIBUTE_NONE;
            grid[i] = 1;
            break;
        case 1:
            kinds[i] = MPI_DISTRIBUTE_BLOCK;
            if (below(2)) arguments[i] = (sizes[i] + grid[i] - 1) / grid[i] + below(2);
            break;
        default:
            kinds[i] = MPI_DISTRIBUTE_CYCLIC;
            if (below(2)) arguments[i] = between(1, 3);
        }
        size *= grid[i];
    }
    const int order = below(2) ? MPI_ORDER_C : MPI_ORDER_FORTRAN, rank = below(size);
    MPI_Type_create_darray(size, rank, dimensions, sizes, kinds, arguments, grid, order, old(), made);
}

static void blocks(int kind, MPI_Datatype* made) {
    int count = between(!zeros, most_blocks), lengths[most_blocks], slots[most_blocks];
    MPI_Aint bytes[most_blocks];
    MPI_Datatype types[most_blocks], type = old();
    MPI_Aint lb, extent;
    MPI_Type_get_extent(type, &lb, &extent);
    int at = below(4) - 1;
    for (int i = 0; i < count; ++i) {
        lengths[i] = between(!zeros, 3);
        slots[i] = at;
        bytes[i] = at * 8;
        types[i] = old();
        at += lengths[i] + below(3);
        if (kind == 4) at += 40;
    }
    int length = between(!zeros, 3);
    switch (kind) {
    case 0: MPI_Type_indexed(count, lengths, slots, type, made); break;
    case 1: MPI_Type_create_hindexed(count, lengths, bytes, type, made); break;
    case 2: MPI_Type_create_indexed_block(count, length, slots, type, made); break;
    case 3: MPI_Type_create_hindexed_block(count, length, bytes, type, made); break;
    default: MPI_Type_create_struct(count, lengths, bytes, types, made);
    }
}

static MPI_Datatype make(void) {
    MPI_Datatype made, type = old();
    MPI_Aint lb, extent;
    const int count = between(!zeros, 5), length = between(!zeros, 3), stride = between(-4, 5);
    switch (below(resizing ? 12 : 11)) {
    case 0: MPI_Type_contiguous(between(!zeros, 4), type, &made); break;
    case 1: MPI_Type_vector(count, length, stride, type, &made); break;
    case 2: MPI_Type_create_hvector(count, length, stride * 8, type, &made); break;
    case 3: subarray(&made); break;
    case 4:
        if (darrays) darray(&made);
        else subarray(&made);
        break;
    case 5: MPI_Type_dup(type, &made); break;
    case 6: case 7: case 8: case 9: case 10: blocks(below(structs ? 5 : 4), &made); break;
    default:
        MPI_Type_get_extent(type, &lb, &extent);
        lb -= 8 * below(2);
        MPI_Type_create_resized(type, lb, extent + 8 * below(3), &made);
    }
    return made;
}

static const char* name_of(int combiner) {
    if (combiner == MPI_COMBINER_NAMED) return "named";
    if (combiner == MPI_COMBINER_DUP) return "dup";
    if (combiner == MPI_COMBINER_CONTIGUOUS) return "contiguous";
    if (combiner == MPI_COMBINER_VECTOR) return "vector";
    if (combiner == MPI_COMBINER_HVECTOR) return "hvector";
    if (combiner == MPI_COMBINER_INDEXED) return "indexed";
    if (combiner == MPI_COMBINER_HINDEXED) return "hindexed";
    if (combiner == MPI_COMBINER_INDEXED_BLOCK) return "indexed_block";
    if (combiner == MPI_COMBINER_HINDEXED_BLOCK) return "hindexed_block";
    if (combiner == MPI_COMBINER_STRUCT) return "struct";
    if (combiner == MPI_COMBINER_SUBARRAY) return "subarray";
    if (combiner == MPI_COMBINER_DARRAY) return "darray";
    if (combiner == MPI_COMBINER_RESIZED) return "resized";
    return "?";
}

/* Constants that MPIs number differently become the same: the order, and what stands where distributions stand. */
static int neutral(int combiner, const int* values, int count, int index) {
    const int value = values[index];
    if ((combiner == MPI_COMBINER_SUBARRAY || combiner == MPI_COMBINER_DARRAY) && index == count - 1)
        return value == MPI_ORDER_C ? 1 : value == MPI_ORDER_FORTRAN ? 2 : value;
    if (combiner != MPI_COMBINER_DARRAY || index < 3 + values[2] || index >= 3 + 3 * values[2]) return value;
    if (index >= 3 + 2 * values[2]) return value == MPI_DISTRIBUTE_DFLT_DARG ? -1 : value;
    return value == MPI_DISTRIBUTE_NONE ? 1 : value == MPI_DISTRIBUTE_BLOCK ? 2 : value == MPI_DISTRIBUTE_CYCLIC ? 3 : 0;
}

static void print_contents(MPI_Datatype type) {
    int integers, addresses, types, combiner, values[64];
    MPI_Aint bytes[64];
    MPI_Datatype olds[64];
    MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
    printf(" %s %d %d %d:", name_of(combiner), integers, addresses, types);
    MPI_Type_get_contents(type, 64, 64, 64, values, bytes, olds);
    for (int i = 0; i < integers; ++i) printf(" %d", neutral(combiner, values, integers, i));
    for (int i = 0; i < addresses; ++i) printf(" %ld", (long)bytes[i]);
    for (int i = 0; i < types; ++i) {
        int size, a, b, c, kind;
        MPI_Type_size(olds[i], &size);
        printf(" t%d", size);
        MPI_Type_get_envelope(olds[i], &a, &b, &c, &kind);
        if (kind != MPI_COMBINER_NAMED) MPI_Type_free(&olds[i]);
    }
}

static unsigned hash(const unsigned char* data, long bytes) {
    unsigned value = 2166136261u;
    for (long i = 0; i < bytes; ++i) value = (value ^ data[i]) * 16777619u;
    return value;
}

static void print_data(MPI_Datatype type) {
    MPI_Aint lb, extent, true_lb, true_extent;
    int size, count = between(1, 3), position = 0, packed_size;
    MPI_Type_size(type, &size);
    MPI_Type_get_extent(type, &lb, &extent);
    MPI_Type_get_true_extent(type, &true_lb, &true_extent);
    printf(" size %d lb %ld extent %ld true %ld %ld", size, (long)lb, (long)extent, (long)true_lb, (long)true_extent);
    long margin = 100000, all = 2 * margin;
    if (labs((long)extent) * 3 + labs((long)true_lb) + (long)true_extent > margin || size == 0) return;
    unsigned char* memory = malloc((size_t)all);
    unsigned char* other = malloc((size_t)all);
    for (long i = 0; i < all; ++i) memory[i] = (unsigned char)(i * 7 + i / 251);
    memset(other, 0, (size_t)all);
    MPI_Type_commit(&type);
    MPI_Pack_size(count, type, MPI_COMM_SELF, &packed_size);
    unsigned char* packed = calloc(1, (size_t)packed_size + 1);
    MPI_Pack(memory + margin, count, type, packed, packed_size, &position, MPI_COMM_SELF);
    printf(" packed %d %08x", position, hash(packed, position));
    int to = 0;
    MPI_Unpack(packed, position, &to, other + margin, count, type, MPI_COMM_SELF);
    printf(" unpacked %08x", hash(other, all));
    memset(other, 0, (size_t)all);
    int part = below(position / size + 1) * size;
    MPI_Request request;
    MPI_Status status;
    int whole;
    MPI_Irecv(other + margin, count, type, 0, 1, MPI_COMM_SELF, &request);
    MPI_Send(packed, part, MPI_PACKED, 0, 1, MPI_COMM_SELF);
    MPI_Wait(&request, &status);
    MPI_Get_count(&status, type, &whole);
    printf(" part %d %08x count %d", part, hash(other, all), whole);
    free(packed);
    free(other);
    free(memory);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    unsigned seed = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
    int number = argc > 2 ? atoi(argv[2]) : 300;
    const char* wanted = argc > 3 ? argv[3] : "";
    pairs = strstr(wanted, "pairs") != NULL;
    resizing = strstr(wanted, "resized") != NULL;
    zeros = strstr(wanted, "zeros") != NULL;
    darrays = strstr(wanted, "darrays") != NULL;
    structs = strstr(wanted, "structs") != NULL;
    contents = strstr(wanted, "contents") != NULL;
    state = seed;
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (int i = 0; i < pool_size; ++i) pool[i] = MPI_DATATYPE_NULL;
    for (int i = 0; i < number; ++i) {
        MPI_Datatype type = make();
        printf("%u.%d", seed, i);
        if (contents) print_contents(type);
        print_data(type);
        printf("\n");
        int slot = below(pool_size);
        if (pool[slot] != MPI_DATATYPE_NULL) MPI_Type_free(&pool[slot]);
        pool[slot] = type;
    }
    for (int i = 0; i < pool_size; ++i)
        if (pool[i] != MPI_DATATYPE_NULL) MPI_Type_free(&pool[i]);
    MPI_Finalize();
    return 0;
}
