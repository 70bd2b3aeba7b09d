// MPI_Type_match_size (MPI-5.0 section 19.1.5): the predefined datatype of a class and a size.
#pragma once

#include "mpi_api/call/call.hpp"

namespace sartor::mpi {

namespace internal {

// `size` in bytes. MPI_DATATYPE_NULL when there is none.
[[nodiscard]] inline MPI_Datatype type_of_class(int type_class, int size) noexcept {
    struct Match {
        int type_class;
        int size;
        MPI_Datatype type;
    };
    const Match matches[] = {
        {MPI_TYPECLASS_INTEGER, 1, MPI_INTEGER1}, {MPI_TYPECLASS_INTEGER, 2, MPI_INTEGER2},
        {MPI_TYPECLASS_INTEGER, 4, MPI_INTEGER4}, {MPI_TYPECLASS_INTEGER, 8, MPI_INTEGER8},
        {MPI_TYPECLASS_REAL, 4, MPI_REAL4},       {MPI_TYPECLASS_REAL, 8, MPI_REAL8},
        {MPI_TYPECLASS_COMPLEX, 8, MPI_COMPLEX8}, {MPI_TYPECLASS_COMPLEX, 16, MPI_COMPLEX16},
        {MPI_TYPECLASS_REAL, 16, MPI_REAL16},     {MPI_TYPECLASS_COMPLEX, 32, MPI_COMPLEX32},
    };
    for (const Match& match : matches)
        if (match.type_class == type_class && match.size == size) return match.type;
    return MPI_DATATYPE_NULL;
}

} // namespace internal

template <class Program>
int type_match_size(Call<Program>& call, int type_class, int size, MPI_Datatype* type) noexcept {
    *type = internal::type_of_class(type_class, size);
    if (*type != MPI_DATATYPE_NULL) return MPI_SUCCESS;
    return call.template fail<MPI_ERR_ARG>(
        "typeclass = %d, size = %d: there is no predefined datatype of that class "
        "(MPI_TYPECLASS_INTEGER, _REAL or _COMPLEX) and size",
        type_class, size);
}

} // namespace sartor::mpi
