// Names the MPI functions and constants of the test programs, so that all that include it share one cut.
#pragma once

#include <mpi.h>

typedef void (*AnyFunction)(void);

// The functions in use are what the linker finds undefined: a volatile table keeps all of them.
static volatile AnyFunction const every_function[] = {
    (AnyFunction)MPI_Init,
    (AnyFunction)MPI_Initialized,
    (AnyFunction)MPI_Finalized,
    (AnyFunction)MPI_Finalize,
    (AnyFunction)MPI_Abort,
    (AnyFunction)MPI_Wtime,
    (AnyFunction)MPI_Wtick,
    (AnyFunction)MPI_Get_version,
    (AnyFunction)MPI_Get_library_version,
    (AnyFunction)MPI_Get_processor_name,
    (AnyFunction)MPI_Error_string,
    (AnyFunction)MPI_Error_class,
    (AnyFunction)MPI_Comm_rank,
    (AnyFunction)MPI_Comm_size,
    (AnyFunction)MPI_Send,
    (AnyFunction)MPI_Recv,
    (AnyFunction)MPI_Isend,
    (AnyFunction)MPI_Irecv,
    (AnyFunction)MPI_Wait,
    (AnyFunction)MPI_Waitall,
    (AnyFunction)MPI_Test,
    (AnyFunction)MPI_Sendrecv,
    (AnyFunction)MPI_Get_count,
    (AnyFunction)MPI_Barrier,
    (AnyFunction)MPI_Bcast,
    (AnyFunction)MPI_Reduce,
    (AnyFunction)MPI_Allreduce,
    (AnyFunction)MPI_Gather,
    (AnyFunction)MPI_Scatter,
};

// A constant is in use when the source names it.
static inline int name_every_constant(void) {
    int integers[] = {MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_PROC_NULL, MPI_UNDEFINED};
    MPI_Comm communicators[] = {MPI_COMM_WORLD, MPI_COMM_SELF};
    MPI_Datatype integer_types[] = {
        MPI_CHAR,           MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR, MPI_SHORT,
        MPI_UNSIGNED_SHORT, MPI_INT,         MPI_UNSIGNED,      MPI_LONG,
        MPI_UNSIGNED_LONG,  MPI_LONG_LONG,   MPI_LONG_LONG_INT, MPI_UNSIGNED_LONG_LONG,
        MPI_INT8_T,         MPI_UINT8_T,     MPI_INT16_T,       MPI_UINT16_T,
        MPI_INT32_T,        MPI_UINT32_T,    MPI_INT64_T,       MPI_UINT64_T,
        MPI_AINT,           MPI_OFFSET,      MPI_COUNT,         MPI_WCHAR,
        MPI_C_BOOL};
    MPI_Datatype other_types[] = {MPI_FLOAT,
                                  MPI_DOUBLE,
                                  MPI_LONG_DOUBLE,
                                  MPI_C_COMPLEX,
                                  MPI_C_FLOAT_COMPLEX,
                                  MPI_C_DOUBLE_COMPLEX,
                                  MPI_C_LONG_DOUBLE_COMPLEX,
                                  MPI_CXX_BOOL,
                                  MPI_CXX_FLOAT_COMPLEX,
                                  MPI_CXX_DOUBLE_COMPLEX,
                                  MPI_CXX_LONG_DOUBLE_COMPLEX,
                                  MPI_BYTE,
                                  MPI_PACKED};
    MPI_Op operations[] = {MPI_SUM, MPI_PROD, MPI_MIN,  MPI_MAX, MPI_LAND,
                           MPI_LOR, MPI_LXOR, MPI_BAND, MPI_BOR, MPI_BXOR};
    return (int)(sizeof integers + sizeof communicators + sizeof integer_types + sizeof other_types +
                 sizeof operations);
}

static inline int count_every_function(void) {
    int count = 0;
    for (unsigned index = 0; index < sizeof every_function / sizeof *every_function; ++index)
        count += every_function[index] != 0;
    return count;
}
