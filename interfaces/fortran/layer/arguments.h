/* Arguments that are recognized by their address, strings, arrays of handles, ierror. */
#ifndef SARTOR_FORTRAN_ARGUMENTS_H
#define SARTOR_FORTRAN_ARGUMENTS_H

#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* COMMON blocks of mpif.h, variables of the modules: only their addresses mean something (MPI-5.0 section 2.5.4). */
extern MPI_Fint mpi_fortran_bottom_, mpi_fortran_in_place_, mpi_fortran_buffer_automatic_;
extern MPI_Fint mpi_fortran_unweighted_[1], mpi_fortran_weights_empty_[1], mpi_fortran_errcodes_ignore_[1];
extern MPI_Fint mpi_fortran_status_ignore_[8], mpi_fortran_statuses_ignore_[8];
extern char mpi_fortran_argv_null_[1], mpi_fortran_argvs_null_[1];

/* Where the program called the layer, for reports of the MPI library. Sartor has this function, other MPI libraries
   do not. */
__attribute__((weak)) void sartor_called_from(const void* return_address);
#define CALLED_FROM()                                                                                                  \
    do {                                                                                                               \
        if (sartor_called_from) sartor_called_from(__builtin_return_address(0));                                       \
    } while (0)

/* What no MPI function can report: a line on standard error, then abort(). */
__attribute__((noreturn, cold, format(printf, 1, 2))) void end_program(const char* format, ...);
/* malloc() that ends the program instead of returning NULL. */
void* memory_for(size_t bytes);

static inline void set_error(MPI_Fint* ierror, int error)
{
    if (ierror != NULL) *ierror = error; /* optional in mpi_f08 */
}

static inline void* address_of(void* buffer)
{
    if (buffer == &mpi_fortran_bottom_) return MPI_BOTTOM;
    if (buffer == &mpi_fortran_in_place_) return MPI_IN_PLACE;
    if (buffer == &mpi_fortran_buffer_automatic_) return MPI_BUFFER_AUTOMATIC;
    return buffer;
}

static inline int* weights_of(MPI_Fint* weights)
{
    if (weights == mpi_fortran_unweighted_) return MPI_UNWEIGHTED;
    if (weights == mpi_fortran_weights_empty_) return MPI_WEIGHTS_EMPTY;
    return weights;
}

/* Statuses are the same eight integers in both languages. */
static inline MPI_Status* status_of(MPI_Fint* status)
{
    return status == mpi_fortran_status_ignore_ ? MPI_STATUS_IGNORE : (MPI_Status*)status;
}
static inline MPI_Status* statuses_of(MPI_Fint* statuses)
{
    return statuses == mpi_fortran_statuses_ignore_ ? MPI_STATUSES_IGNORE : (MPI_Status*)statuses;
}

static inline void count_from_one(MPI_Fint* indices, MPI_Fint count)
{
    for (MPI_Fint one = 0; count != MPI_UNDEFINED && one < count; ++one) ++indices[one];
}

/* Addresses of MPI-1 are default integers: a value that is none ends the program. */
static inline MPI_Fint narrow(MPI_Aint value, const char* function)
{
    if (value != (MPI_Fint)value)
        end_program("%s: %lld does not fit an integer; use the function of MPI-2, which has integers of kind "
                    "MPI_ADDRESS_KIND",
                    function, (long long)value);
    return (MPI_Fint)value;
}

/* Short arrays are on the stack. */
enum { few_handles = 32 };
#define ARRAY(Type, name, count)                                                                                       \
    Type name##_few[few_handles];                                                                                      \
    Type* const name = (count) <= few_handles ? name##_few : memory_for(sizeof(Type) * (size_t)(count))
#define FREE_ARRAY(name)                                                                                               \
    do {                                                                                                               \
        if (name != name##_few) free(name);                                                                            \
    } while (0)

/* A CHARACTER argument as C has it: without blanks at its end. */
typedef struct {
    char* text;
    char few[64];
} String;
void string_in(String* string, const char* text, size_t length);
/* Without blanks at its beginning, too: of infos (MPI-5.0 chapter 10), and commands and their arguments (11.8.2). */
void trimmed_string_in(String* string, const char* text, size_t length);
void free_string(String* string);
/* Padded with blanks, or cut. */
void string_out(char* text, size_t length, const char* string);

/* Each without blanks at its beginning and end. Of as many as `count` says, or up to the first blank one for a negative count: a null pointer ends it. Element i
   begins i * stride characters behind the first one. */
char** strings_in(const char* text, size_t length, size_t stride, int count);
void free_strings(char** strings);

/* The datatypes behind an array of handles, kept until the program ends: an operation may read them after the call
   has returned. Arrays that have the same contents are kept once. */
const MPI_Datatype* kept_types(const MPI_Fint* types, int count);
/* How many ranks there are to send to, or to receive from: of a communicator or of an intercommunicator; neighbors. */
int peers_of(MPI_Comm comm, int sends);
int neighbors_of(MPI_Comm comm, int sends);

#endif
