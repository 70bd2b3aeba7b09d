// MPI_Type_create_resized (MPI-5.0 section 5.1.7).
#pragma once

#include <cstring>

#include "components/datatype/constructors/list.hpp"
#include "mpi_api/datatypes/making/make.hpp"

namespace sartor::mpi {

// The old type with another lower bound and extent. MPI_Aint and MPI_Count are the same type here, so the
// function's name says which of the two forms was called, for MPI_Type_get_contents.
template <class Program>
int type_create_resized(Call<Program>& call, MPI_Datatype old_type, MPI_Count lower, MPI_Count extent,
                        MPI_Datatype* new_type) noexcept {
    const auto old = call.state().datatypes.element(value_of(old_type));
    const char* name = call.function();
    const bool large = std::strcmp(name + std::strlen(name) - 2, "_c") == 0;
    Contents contents(Combiner::resized, large, 0, 2, 1);
    if (contents.failed()) return internal::no_memory_for_type(call);
    contents.wide(lower);
    contents.wide(extent);
    contents.origin(old.origin);
    return internal::give(call, datatype::resized(old, lower, extent), std::move(contents), new_type);
}

} // namespace sartor::mpi
