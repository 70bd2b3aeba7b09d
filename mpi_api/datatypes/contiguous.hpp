// MPI_Type_contiguous, MPI_Type_dup (MPI-5.0 sections 5.1.2 and 5.1.10).
#pragma once

#include "mpi_api/datatypes/making/make.hpp"

namespace sartor::mpi {

// `count` elements, one after the other by their extent. MPI_ERR_ARG when the bounds do not fit into 64 bits.
template <class Program, class Count>
int type_contiguous(Call<Program>& call, Count count, MPI_Datatype old_type,
                    MPI_Datatype* new_type) noexcept {
    const auto old = call.state().datatypes.element(value_of(old_type));
    Contents contents = internal::contents<Count>(Combiner::contiguous, 1, 0, 0, 1);
    if (contents.failed()) return internal::no_memory_for_type(call);
    contents.count(count);
    contents.origin(old.origin);
    return internal::give(call, repeated(old, count), std::move(contents), new_type);
}

// MPI_Type_dup: committed if the original is; attributes by their copy callbacks, no name. An error of a copy
// callback frees the new datatype and is returned.
template <class Program>
int type_dup(Call<Program>& call, MPI_Datatype old_type, MPI_Datatype* new_type) noexcept {
    auto& datatypes = call.state().datatypes;
    const bool committed = datatypes.committed(value_of(old_type));
    const auto old = datatypes.element(value_of(old_type));
    Contents contents = internal::contents<int>(Combiner::dup, 0, 0, 0, 1);
    if (contents.failed()) return internal::no_memory_for_type(call);
    contents.origin(old.origin);
    const int error = internal::give(call, old, std::move(contents), new_type);
    if (error != MPI_SUCCESS) return error;
    datatypes.find(value_of(*new_type))->committed = committed;
    const int wrong =
        call.state().type_attributes.copy(call.state().keyvals, value_of(old_type), value_of(*new_type));
    if (wrong == MPI_SUCCESS) return MPI_SUCCESS;
    static_cast<void>(call.state().type_attributes.drop(call.state().keyvals, value_of(*new_type)));
    datatypes.free(*datatypes.find(value_of(*new_type)));
    *new_type = MPI_DATATYPE_NULL;
    return call.fail_in_callback("the copy callback", wrong);
}

} // namespace sartor::mpi
