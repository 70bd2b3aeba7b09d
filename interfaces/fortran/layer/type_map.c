#include "interfaces/fortran/layer/type_map.h"

#include "interfaces/fortran/layer/arguments.h"

void add_to_type_map(TypeMap* map, MPI_Datatype type, MPI_Aint offset, MPI_Count bytes)
{
    if (map->count == map->room) {
        const MPI_Count room = map->room == 0 ? 16 : 2 * map->room;
        TypeMapEntry* more = memory_for(sizeof(TypeMapEntry) * (size_t)room);
        if (map->count > 0) memcpy(more, map->entries, sizeof(TypeMapEntry) * (size_t)map->count);
        free(map->entries);
        map->entries = more;
        map->room = room;
    }
    map->entries[map->count++] = (TypeMapEntry){type, offset, bytes};
}

void free_type_map(TypeMap* map)
{
    free(map->entries);
    *map = (TypeMap){NULL, 0, 0};
}

/* Fortran's values of two parts of one type: that type, else MPI_DATATYPE_NULL. */
static MPI_Datatype half_of(MPI_Datatype type)
{
    if (type == MPI_2INTEGER) return MPI_INTEGER;
    if (type == MPI_2REAL || type == MPI_COMPLEX) return MPI_REAL;
    if (type == MPI_2DOUBLE_PRECISION || type == MPI_DOUBLE_COMPLEX) return MPI_DOUBLE_PRECISION;
    if (type == MPI_COMPLEX8) return MPI_REAL4;
    if (type == MPI_COMPLEX16) return MPI_REAL8;
    return MPI_DATATYPE_NULL;
}

static void add_predefined(TypeMap* map, MPI_Datatype type, MPI_Aint offset)
{
    MPI_Count bytes = 0;
    const MPI_Datatype half = half_of(type);
    PMPI_Type_size_c(type, &bytes);
    if (half == MPI_DATATYPE_NULL) {
        add_to_type_map(map, type, offset, bytes);
        return;
    }
    add_to_type_map(map, half, offset, bytes / 2);
    add_to_type_map(map, half, offset + (MPI_Aint)(bytes / 2), bytes / 2);
}

/* How a datatype was made. */
typedef struct {
    int combiner;
    int is_large;       /* by the constructor's form for large counts */
    int* integers;      /* in this form without counts, lengths and displacements */
    MPI_Count* numbers; /* counts, lengths and displacements in the order of the constructor's arguments */
    MPI_Datatype* types;
    MPI_Count types_count;
} Contents;

static Contents contents_of(MPI_Datatype type)
{
    Contents made = {MPI_COMBINER_NAMED, 0, NULL, NULL, NULL, 0};
    MPI_Count integers = 0, addresses = 0, counts = 0;
    PMPI_Type_get_envelope_c(type, &integers, &addresses, &counts, &made.types_count, &made.combiner);
    if (made.combiner == MPI_COMBINER_NAMED) return made;
    made.is_large = counts > 0;
    made.integers = memory_for(sizeof(int) * (size_t)(integers + 1));
    made.numbers = memory_for(sizeof(MPI_Count) * (size_t)(integers + addresses + counts + 1));
    made.types = memory_for(sizeof(MPI_Datatype) * (size_t)(made.types_count + 1));
    MPI_Aint* places = memory_for(sizeof(MPI_Aint) * (size_t)(addresses + 1));
    PMPI_Type_get_contents_c(type, integers, addresses, counts, made.types_count, made.integers, places, made.numbers,
                             made.types);
    for (MPI_Count one = 0; !made.is_large && one < integers; ++one) made.numbers[one] = made.integers[one];
    for (MPI_Count one = 0; !made.is_large && one < addresses; ++one) made.numbers[integers + one] = places[one];
    free(places);
    return made;
}

static int is_made_by_the_program(MPI_Datatype type)
{
    int combiner = MPI_COMBINER_NAMED;
    MPI_Count integers = 0, addresses = 0, counts = 0, types = 0;
    PMPI_Type_get_envelope_c(type, &integers, &addresses, &counts, &types, &combiner);
    return combiner != MPI_COMBINER_NAMED && combiner != MPI_COMBINER_F90_REAL &&
           combiner != MPI_COMBINER_F90_COMPLEX && combiner != MPI_COMBINER_F90_INTEGER &&
           combiner != MPI_COMBINER_VALUE_INDEX;
}

static void free_contents(Contents* made)
{
    for (MPI_Count one = 0; one < made->types_count; ++one)
        if (is_made_by_the_program(made->types[one])) PMPI_Type_free(&made->types[one]);
    free(made->integers);
    free(made->numbers);
    free(made->types);
}

static MPI_Aint extent_of(MPI_Datatype type)
{
    MPI_Count lower = 0, extent = 0;
    PMPI_Type_get_extent_c(type, &lower, &extent);
    return (MPI_Aint)extent;
}

/* Entries of `part`, copied to other places. */
static void add_block(TypeMap* map, const TypeMap* part, MPI_Aint offset, MPI_Count length, MPI_Aint extent)
{
    for (MPI_Count copy = 0; copy < length; ++copy)
        for (MPI_Count one = 0; one < part->count; ++one)
            add_to_type_map(map, part->entries[one].type, offset + (MPI_Aint)copy * extent + part->entries[one].offset,
                            part->entries[one].bytes);
}

static void add_strided(TypeMap* map, const Contents* made, const TypeMap* part, MPI_Aint extent, MPI_Aint unit)
{
    for (MPI_Count block = 0; block < made->numbers[0]; ++block)
        add_block(map, part, (MPI_Aint)(block * made->numbers[2]) * unit, made->numbers[1], extent);
}

/* `lengths` and `places` of each block; of lengths one alone where all are equal. */
static void add_listed(TypeMap* map, const Contents* made, const TypeMap* part, MPI_Aint extent, MPI_Aint unit,
                       int equal_lengths)
{
    const MPI_Count blocks = made->numbers[0];
    const MPI_Count* lengths = made->numbers + 1;
    const MPI_Count* places = lengths + (equal_lengths ? 1 : blocks);
    for (MPI_Count block = 0; block < blocks; ++block)
        add_block(map, part, (MPI_Aint)places[block] * unit, lengths[equal_lengths ? 0 : block], extent);
}

/* Of an array's part: from the dimension with the largest stride, number `left`, to the first. */
static void add_subarray(TypeMap* map, const Contents* made, const TypeMap* part, MPI_Aint extent, int left,
                         MPI_Aint offset)
{
    const int dimensions = made->integers[0];
    const int order = made->is_large ? made->integers[1] : made->integers[3 * dimensions + 1];
    const MPI_Count* sizes = made->is_large ? made->numbers : made->numbers + 1;
    if (left == 0) {
        add_block(map, part, offset, 1, extent);
        return;
    }
    MPI_Aint stride = extent;
    int dimension = order == MPI_ORDER_FORTRAN ? left - 1 : dimensions - left;
    for (int inner = 1; inner < left; ++inner)
        stride *= (MPI_Aint)sizes[order == MPI_ORDER_FORTRAN ? inner - 1 : dimensions - inner];
    const MPI_Count length = sizes[dimensions + dimension], start = sizes[2 * dimensions + dimension];
    for (MPI_Count index = 0; index < length; ++index)
        add_subarray(map, made, part, extent, left - 1, offset + (MPI_Aint)(start + index) * stride);
}

static int add_type(TypeMap* map, MPI_Datatype type, MPI_Aint offset);

static int add_structure(TypeMap* map, const Contents* made, MPI_Aint offset)
{
    const MPI_Count blocks = made->numbers[0];
    int listed = 1;
    for (MPI_Count block = 0; listed && block < blocks; ++block) {
        TypeMap part = {NULL, 0, 0};
        listed = add_type(&part, made->types[block], 0);
        if (listed)
            add_block(map, &part, offset + (MPI_Aint)made->numbers[1 + blocks + block], made->numbers[1 + block],
                      extent_of(made->types[block]));
        free_type_map(&part);
    }
    return listed;
}

/* Of one made of a single other one. */
static int add_made(TypeMap* map, const Contents* made, MPI_Aint offset)
{
    TypeMap part = {NULL, 0, 0}, whole = {NULL, 0, 0};
    const MPI_Aint extent = extent_of(made->types[0]);
    int listed = add_type(&part, made->types[0], 0);
    switch (listed ? made->combiner : MPI_COMBINER_NAMED) {
    case MPI_COMBINER_DUP:
    case MPI_COMBINER_RESIZED: add_block(&whole, &part, 0, 1, extent); break;
    case MPI_COMBINER_CONTIGUOUS: add_block(&whole, &part, 0, made->numbers[0], extent); break;
    case MPI_COMBINER_VECTOR: add_strided(&whole, made, &part, extent, extent); break;
    case MPI_COMBINER_HVECTOR: add_strided(&whole, made, &part, extent, 1); break;
    case MPI_COMBINER_INDEXED: add_listed(&whole, made, &part, extent, extent, 0); break;
    case MPI_COMBINER_HINDEXED: add_listed(&whole, made, &part, extent, 1, 0); break;
    case MPI_COMBINER_INDEXED_BLOCK: add_listed(&whole, made, &part, extent, extent, 1); break;
    case MPI_COMBINER_HINDEXED_BLOCK: add_listed(&whole, made, &part, extent, 1, 1); break;
    case MPI_COMBINER_SUBARRAY: add_subarray(&whole, made, &part, extent, made->integers[0], 0); break;
    default: listed = 0;
    }
    if (listed) add_block(map, &whole, offset, 1, 0);
    free_type_map(&part);
    free_type_map(&whole);
    return listed;
}

static int add_type(TypeMap* map, MPI_Datatype type, MPI_Aint offset)
{
    if (!is_made_by_the_program(type)) {
        add_predefined(map, type, offset);
        return 1;
    }
    Contents made = contents_of(type);
    const int listed =
        made.combiner == MPI_COMBINER_STRUCT ? add_structure(map, &made, offset) : add_made(map, &made, offset);
    free_contents(&made);
    return listed;
}

int read_type_map(TypeMap* map, MPI_Datatype type)
{
    *map = (TypeMap){NULL, 0, 0};
    const int listed = add_type(map, type, 0);
    if (!listed) free_type_map(map);
    return listed;
}
