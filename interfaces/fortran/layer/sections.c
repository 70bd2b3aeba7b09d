#include "interfaces/fortran/layer/sections.h"

#include "interfaces/fortran/layer/arguments.h"
#include "interfaces/fortran/layer/type_map.h"

void* base_of(const CFI_cdesc_t* buffer)
{
    return address_of(buffer->base_addr);
}

/* Of the elements in the dimensions before this one. */
static int is_regular_up_to(const CFI_cdesc_t* buffer, CFI_index_t distance)
{
    for (int one = 0; one < buffer->rank; ++one) {
        const CFI_dim_t* dimension = &buffer->dim[one];
        if (dimension->extent < 0) return 1; /* of assumed size: the last dimension */
        if (dimension->extent != 1 && dimension->sm != distance) return 0;
        distance *= dimension->extent;
    }
    return 1;
}

int is_contiguous(const CFI_cdesc_t* buffer)
{
    return is_regular_up_to(buffer, (CFI_index_t)buffer->elem_len);
}

/* The distance between elements if it is the same between all of them, else 0. */
static CFI_index_t regular_distance(const CFI_cdesc_t* buffer)
{
    for (int one = 0; one < buffer->rank; ++one)
        if (buffer->dim[one].extent != 1)
            return is_regular_up_to(buffer, buffer->dim[one].sm) ? buffer->dim[one].sm : 0;
    return (CFI_index_t)buffer->elem_len;
}

static MPI_Count elements_of(const CFI_cdesc_t* buffer)
{
    MPI_Count count = 1;
    for (int one = 0; one < buffer->rank; ++one) count *= buffer->dim[one].extent;
    return count;
}

void refuse_section(const char* what)
{
    end_program("%s is a section of an array that is not contiguous, which MPI can't use here: pass a contiguous array",
                what);
}

/* A datatype of one element of the section, and how many of the program's elements, or of which part, it is. */
typedef struct {
    MPI_Datatype type;
    MPI_Count elements; /* of the section; 0: elements differ, and `type` is of all data */
} Unit;

static MPI_Datatype type_of_entries(const TypeMapEntry* entries, MPI_Count count, MPI_Aint extent)
{
    int* lengths = memory_for(sizeof(int) * (size_t)count);
    MPI_Aint* offsets = memory_for(sizeof(MPI_Aint) * (size_t)count);
    MPI_Datatype* types = memory_for(sizeof(MPI_Datatype) * (size_t)count);
    for (MPI_Count one = 0; one < count; ++one) {
        lengths[one] = 1;
        offsets[one] = entries[one].offset;
        types[one] = entries[one].type;
    }
    MPI_Datatype structure, resized;
    PMPI_Type_create_struct((int)count, lengths, offsets, types, &structure);
    PMPI_Type_create_resized(structure, 0, extent, &resized);
    PMPI_Type_free(&structure);
    free(lengths);
    free(offsets);
    free(types);
    return resized;
}

/* How many entries of the map describe each element if all elements have the same, one after the other; else 0. */
static MPI_Count entries_of_element(const TypeMap* map, MPI_Aint length, MPI_Count elements)
{
    if (map->count % elements != 0) return 0;
    const MPI_Count each = map->count / elements;
    for (MPI_Count one = 0; one < map->count; ++one) {
        const TypeMapEntry *here = &map->entries[one], *first = &map->entries[one % each];
        if (here->type != first->type || here->offset != first->offset + (MPI_Aint)(one / each) * length ||
            first->offset < 0 || first->offset + (MPI_Aint)first->bytes > length)
            return 0;
    }
    return each;
}

static MPI_Aint offset_of(const CFI_cdesc_t* buffer, MPI_Count element)
{
    MPI_Aint offset = 0;
    for (int one = 0; one < buffer->rank; ++one) {
        const CFI_dim_t* dimension = &buffer->dim[one];
        offset += (MPI_Aint)(element % dimension->extent * dimension->sm);
        element /= dimension->extent;
    }
    return offset;
}

static void check_elements(const CFI_cdesc_t* buffer, MPI_Count wanted, const char* what)
{
    const MPI_Count all = elements_of(buffer);
    if (wanted > all)
        end_program("%s is a section with %lld elements, but the count asks for %lld", what, (long long)all,
                    (long long)wanted);
}

/* Adds an entry, whose offset is one in the elements in a row, where its element is. One that is in two elements is
   moved as bytes. */
static void add_in_elements(TypeMap* all, const CFI_cdesc_t* buffer, TypeMapEntry entry, const char* what)
{
    const MPI_Aint length = (MPI_Aint)buffer->elem_len;
    if (entry.offset < 0) refuse_section(what);
    const int divided = entry.offset % length + (MPI_Aint)entry.bytes > length;
    const MPI_Aint end = entry.offset + (MPI_Aint)entry.bytes, step = divided ? 1 : (MPI_Aint)entry.bytes;
    check_elements(buffer, (end + length - 1) / length, what);
    for (MPI_Aint place = entry.offset; place < end; place += step)
        add_to_type_map(all, divided ? MPI_BYTE : entry.type, offset_of(buffer, place / length) + place % length, step);
}

static MPI_Datatype type_of_all(const CFI_cdesc_t* buffer, const TypeMap* map, MPI_Count count, MPI_Aint extent,
                                const char* what)
{
    TypeMap all = {NULL, 0, 0};
    for (MPI_Count copy = 0; copy < count; ++copy)
        for (MPI_Count one = 0; one < map->count; ++one) {
            TypeMapEntry entry = map->entries[one];
            entry.offset += (MPI_Aint)copy * extent;
            add_in_elements(&all, buffer, entry, what);
        }
    const MPI_Datatype type = type_of_entries(all.entries, all.count, 1);
    free_type_map(&all);
    return type;
}

/* The program's datatype may be a part of an element (MPI_REAL of COMPLEX), the element, or several elements, which
   may leave gaps: it describes the elements as if they followed each other in memory (19.1.12). */
static Unit unit_of(const CFI_cdesc_t* buffer, MPI_Count count, MPI_Datatype type, const char* what)
{
    MPI_Aint lower = 0, extent = 0;
    const MPI_Aint length = (MPI_Aint)buffer->elem_len;
    Unit unit = {MPI_DATATYPE_NULL, 0};
    TypeMap map;
    if (PMPI_Type_get_extent(type, &lower, &extent) != MPI_SUCCESS || extent <= 0) refuse_section(what);
    if (length % extent == 0 && count % (length / extent) == 0) {
        PMPI_Type_contiguous((int)(length / extent), type, &unit.type);
        unit.elements = count / (length / extent);
        return unit;
    }
    if (!read_type_map(&map, type)) refuse_section(what);
    const MPI_Count each = extent % length == 0 ? entries_of_element(&map, length, extent / length) : 0;
    if (each > 0) {
        unit.type = type_of_entries(map.entries, each, length);
        unit.elements = count * (extent / length);
    } else {
        unit.type = type_of_all(buffer, &map, count, extent, what);
    }
    free_type_map(&map);
    return unit;
}

static void nest(MPI_Datatype* type, MPI_Count count, CFI_index_t distance)
{
    MPI_Datatype outer;
    PMPI_Type_create_hvector((int)count, 1, (MPI_Aint)distance, *type, &outer);
    PMPI_Type_free(type);
    *type = outer;
}

/* Of the first elements only. */
static void list_elements(MPI_Datatype* type, const CFI_cdesc_t* buffer, MPI_Count elements)
{
    MPI_Aint* offsets = memory_for(sizeof(MPI_Aint) * (size_t)elements);
    for (MPI_Count one = 0; one < elements; ++one) offsets[one] = offset_of(buffer, one);
    MPI_Datatype listed;
    PMPI_Type_create_hindexed_block((int)elements, 1, offsets, *type, &listed);
    PMPI_Type_free(type);
    *type = listed;
    free(offsets);
}

static void set_type(Section* section, MPI_Datatype type)
{
    PMPI_Type_commit(&type);
    section->type = section->made = type;
}

void describe_section(Section* section, CFI_cdesc_t* buffer, MPI_Count count, MPI_Datatype type, const char* what)
{
    if (count <= 0) return;
    Unit unit = unit_of(buffer, count, type, what);
    check_elements(buffer, unit.elements, what);
    if (unit.elements == elements_of(buffer))
        for (int one = 0; one < buffer->rank; ++one) nest(&unit.type, buffer->dim[one].extent, buffer->dim[one].sm);
    else if (unit.elements > 0)
        list_elements(&unit.type, buffer, unit.elements);
    set_type(section, unit.type);
    section->count = 1;
}

void describe_blocks(Section* section, CFI_cdesc_t* buffer, MPI_Datatype type, const char* what)
{
    MPI_Aint lower = 0, extent = 0;
    const CFI_index_t distance = regular_distance(buffer);
    if (elements_of(buffer) == 0) return;
    if (distance <= 0 || PMPI_Type_get_extent(type, &lower, &extent) != MPI_SUCCESS ||
        extent != (MPI_Aint)buffer->elem_len)
        refuse_section(what);
    MPI_Datatype resized;
    PMPI_Type_create_resized(type, lower, (MPI_Aint)distance, &resized);
    set_type(section, resized);
}

static void copy_elements(const CFI_cdesc_t* buffer, char* copy, int back)
{
    const size_t length = buffer->elem_len;
    const MPI_Count all = elements_of(buffer);
    for (MPI_Count one = 0; one < all; ++one) {
        char* element = (char*)buffer->base_addr + offset_of(buffer, one);
        char* packed = copy + (size_t)one * length;
        if (back)
            memcpy(element, packed, length);
        else
            memcpy(packed, element, length);
    }
}

void copy_section(Section* section, CFI_cdesc_t* buffer, int goes_back)
{
    section->copy = memory_for((size_t)elements_of(buffer) * buffer->elem_len);
    copy_elements(buffer, section->copy, 0);
    section->address = section->copy;
    section->copied_back = goes_back ? buffer : NULL;
}

void finish_section(Section* section)
{
    if (section->copied_back != NULL) copy_elements(section->copied_back, section->copy, 1);
    free(section->copy);
    if (section->made != MPI_DATATYPE_NULL) PMPI_Type_free(&section->made);
}
