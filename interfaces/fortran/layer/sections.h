/* Choice buffers of mpi_f08: descriptors (Fortran 2018, ISO_Fortran_binding.h). A contiguous one is an address. A
   section of an array that is not becomes a datatype of its elements, without a copy; a reduction, whose datatype
   must be a predefined one, works on a copy. What MPI cannot do so ends the program. */
#ifndef SARTOR_FORTRAN_SECTIONS_H
#define SARTOR_FORTRAN_SECTIONS_H

#include <ISO_Fortran_binding.h>
#include <mpi.h>

typedef struct {
    void* address;
    MPI_Count count;
    MPI_Datatype type;
    MPI_Datatype made; /* of the section; MPI_DATATYPE_NULL for none */
    CFI_cdesc_t* copied_back; /* where the copy at `address` goes; NULL for none */
    void* copy;
} Section;

void* base_of(const CFI_cdesc_t* buffer);
int is_contiguous(const CFI_cdesc_t* buffer);
/* The functions below once it is known that the buffer is none of those recognized by their address. `what`, for
   reports: "MPI_Send: buf". */
void describe_section(Section* section, CFI_cdesc_t* buffer, MPI_Count count, MPI_Datatype type, const char* what);
void describe_blocks(Section* section, CFI_cdesc_t* buffer, MPI_Datatype type, const char* what);
void copy_section(Section* section, CFI_cdesc_t* buffer, int goes_back);
void refuse_section(const char* what);
void finish_section(Section* section);

static inline int begin_section(Section* section, const CFI_cdesc_t* buffer, MPI_Count count, MPI_Datatype type)
{
    *section = (Section){.address = base_of(buffer), .count = count, .type = type, .made = MPI_DATATYPE_NULL};
    return section->address != buffer->base_addr || is_contiguous(buffer);
}

/* `count` elements of `type`, in the order of the section's elements. */
static inline void typed_section(Section* section, CFI_cdesc_t* buffer, MPI_Count count, MPI_Datatype type,
                                 const char* what)
{
    if (!begin_section(section, buffer, count, type)) describe_section(section, buffer, count, type, what);
}

/* Several blocks of elements of `type`: it is replaced by one whose extent is the distance of two elements. */
static inline void blocks_section(Section* section, CFI_cdesc_t* buffer, MPI_Datatype type, const char* what)
{
    if (!begin_section(section, buffer, 0, type)) describe_blocks(section, buffer, type, what);
}

static inline void copied_section(Section* section, CFI_cdesc_t* buffer, int goes_back)
{
    if (!begin_section(section, buffer, 0, MPI_DATATYPE_NULL)) copy_section(section, buffer, goes_back);
}

static inline void whole_section(Section* section, CFI_cdesc_t* buffer, const char* what)
{
    if (!begin_section(section, buffer, 0, MPI_DATATYPE_NULL)) refuse_section(what);
}

static inline void end_section(Section* section)
{
    if (section->made != MPI_DATATYPE_NULL || section->copy != NULL) finish_section(section);
}

#endif
