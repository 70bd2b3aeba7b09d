#include "fortran_api/layer/sections.h"

#include "fortran_api/layer/arguments.h"

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
    end_program("%s is a section of an array that is not contiguous, which MPI cannot work on here: pass a contiguous "
                "array",
                what);
}

/* A datatype of one element of the section, and how many of the program's elements, or of which part, it is. */
typedef struct {
    MPI_Datatype type;
    MPI_Count elements; /* of the section */
} Unit;

/* The program's datatype may be a part of an element (MPI_REAL of COMPLEX), the element, or dense and several of
   them: then they are moved as bytes. */
static Unit unit_of(const CFI_cdesc_t* buffer, MPI_Count count, MPI_Datatype type, const char* what)
{
    MPI_Aint lower = 0, extent = 0;
    int size = 0;
    const MPI_Aint length = (MPI_Aint)buffer->elem_len;
    if (PMPI_Type_get_extent(type, &lower, &extent) != MPI_SUCCESS || extent <= 0) refuse_section(what);
    PMPI_Type_size(type, &size);
    Unit unit = {MPI_DATATYPE_NULL, count};
    if (length % extent == 0 && count % (length / extent) == 0) {
        PMPI_Type_contiguous((int)(length / extent), type, &unit.type);
        unit.elements = count / (length / extent);
    } else if (extent % length == 0 && lower == 0 && size == extent) {
        PMPI_Type_contiguous((int)length, MPI_BYTE, &unit.type);
        unit.elements = count * (extent / length);
    } else {
        refuse_section(what);
    }
    return unit;
}

static void nest(MPI_Datatype* type, MPI_Count count, CFI_index_t distance)
{
    MPI_Datatype outer;
    PMPI_Type_create_hvector((int)count, 1, (MPI_Aint)distance, *type, &outer);
    PMPI_Type_free(type);
    *type = outer;
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
    const MPI_Count all = elements_of(buffer);
    if (unit.elements > all)
        end_program("%s is a section with %lld elements, and the count asks for %lld", what, (long long)all,
                    (long long)unit.elements);
    if (unit.elements == all)
        for (int one = 0; one < buffer->rank; ++one) nest(&unit.type, buffer->dim[one].extent, buffer->dim[one].sm);
    else
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
