// MPI_Type_get_value_index (MPI-5.0 section 6.9.4): the pair of a value and an index for MPI_MINLOC and
// MPI_MAXLOC.
#pragma once

#include "mpi_api/call/call.hpp"

namespace sartor::mpi {

// MPI_DATATYPE_NULL when there is no such pair; that is no error.
template <class Program>
int type_get_value_index(Call<Program>&, MPI_Datatype value, MPI_Datatype index,
                         MPI_Datatype* pair) noexcept {
    struct Pair {
        MPI_Datatype value;
        MPI_Datatype index;
        MPI_Datatype pair;
    };
    const Pair pairs[] = {{MPI_FLOAT, MPI_INT, MPI_FLOAT_INT},
                          {MPI_DOUBLE, MPI_INT, MPI_DOUBLE_INT},
                          {MPI_LONG, MPI_INT, MPI_LONG_INT},
                          {MPI_INT, MPI_INT, MPI_2INT},
                          {MPI_SHORT, MPI_INT, MPI_SHORT_INT},
                          {MPI_LONG_DOUBLE, MPI_INT, MPI_LONG_DOUBLE_INT},
                          {MPI_REAL, MPI_REAL, MPI_2REAL},
                          {MPI_DOUBLE_PRECISION, MPI_DOUBLE_PRECISION, MPI_2DOUBLE_PRECISION},
                          {MPI_INTEGER, MPI_INTEGER, MPI_2INTEGER}};
    *pair = MPI_DATATYPE_NULL; // there is none
    for (const Pair& one : pairs)
        if (one.value == value && one.index == index) *pair = one.pair;
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
