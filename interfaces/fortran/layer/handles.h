/* Handles: integers in Fortran (MPI-5.0 sections 19.3.4 and 20.4). Predefined ones have the same number in both
   languages, below the first page of memory; the MPI library knows the numbers of others. Conversions are calls of
   PMPI_ functions: tools see what the program calls. */
#ifndef SARTOR_FORTRAN_HANDLES_H
#define SARTOR_FORTRAN_HANDLES_H

#include "interfaces/fortran/any_mpi/introduction.h"

#include <mpi.h>
#include <stdint.h>

enum { first_number_of_objects = 4096 };

/* `first`: what is done before a handle is taken. */
#define CONVERSIONS_AFTER(first, Type, Function, name)                                                                 \
    static inline MPI_##Type name##_in(MPI_Fint number)                                                                \
    {                                                                                                                  \
        first;                                                                                                         \
        if ((unsigned)number < first_number_of_objects) return (MPI_##Type)(intptr_t)number;                           \
        return PMPI_##Function##_fromint(number);                                                                          \
    }                                                                                                                  \
    static inline MPI_Fint name##_out(MPI_##Type handle)                                                               \
    {                                                                                                                  \
        if ((uintptr_t)handle < first_number_of_objects) return (MPI_Fint)(intptr_t)handle;                            \
        return PMPI_##Function##_toint(handle);                                                                            \
    }

#define CONVERSIONS(Type, Function, name) CONVERSIONS_AFTER(, Type, Function, name)

/* Arrays: `count` elements; nothing for a negative count, which MPI itself reports. */
#define CONVERSIONS_OF_ARRAYS(Type, name)                                                                              \
    static inline void name##s_in(MPI_##Type* handles, const MPI_Fint* numbers, MPI_Count count)                       \
    {                                                                                                                  \
        for (MPI_Count one = 0; one < count; ++one) handles[one] = name##_in(numbers[one]);                            \
    }                                                                                                                  \
    static inline void name##s_out(MPI_Fint* numbers, const MPI_##Type* handles, MPI_Count count)                      \
    {                                                                                                                  \
        for (MPI_Count one = 0; one < count; ++one) numbers[one] = name##_out(handles[one]);                           \
    }

CONVERSIONS(Comm, Comm, comm)
CONVERSIONS_AFTER(with_types_of_fortran(), Datatype, Type, type)
CONVERSIONS(Errhandler, Errhandler, errhandler)
CONVERSIONS(File, File, file)
CONVERSIONS(Group, Group, group)
CONVERSIONS(Info, Info, info)
CONVERSIONS(Message, Message, message)
CONVERSIONS(Op, Op, op)
CONVERSIONS(Request, Request, request)
CONVERSIONS(Session, Session, session)
CONVERSIONS(Win, Win, win)

CONVERSIONS_OF_ARRAYS(Info, info)
CONVERSIONS_OF_ARRAYS(Request, request)
CONVERSIONS_OF_ARRAYS(Datatype, type)

#endif
