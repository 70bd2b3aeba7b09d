// MPI_Type_commit, MPI_Type_free (MPI-5.0 section 5.1.9).
#pragma once

#include "mpi_api/call/call.hpp"
#include "mpi_api/tasks/freeing.hpp"

namespace sartor::mpi {

// MPI_Type_commit: sets a flag. The layout was analysed when the datatype was made.
template <class Program>
int type_commit(Call<Program>& call, MPI_Datatype* type) noexcept {
    if (!call.result("datatype", type) || !call.datatype("datatype", *type)) return call.error();
    call.state().datatypes.with_derived(value_of(*type), [](auto& entry) { entry.committed = true; });
    return MPI_SUCCESS;
}

// MPI_Type_free: runs delete callbacks and invalidates the handle. Operations under way and datatypes made of
// it keep what they need. MPI_ERR_TYPE for predefined datatypes and those of MPI_Type_create_f90_real and its
// like.
template <class Program>
int type_free(Call<Program>& call, MPI_Datatype* type) noexcept {
    if (!call.result("datatype", type) || !call.datatype("datatype", *type)) return call.error();
    if constexpr (Interface<Program>::Datatypes::has_derived) {
        auto* entry = call.state().datatypes.find(value_of(*type));
        if (entry != nullptr && !datatype::is_like_predefined(entry->type->contents.combiner())) {
            const int error = call.state().type_attributes.drop(call.state().keyvals, value_of(*type));
            if (error != MPI_SUCCESS) return call.fail_in_callback("the delete callback", error);
            free_when_unused(call, static_cast<std::uintptr_t>(value_of(*type)),
                             [](RankState<Program>& state, std::uintptr_t handle) {
                                 state.datatypes.free(
                                     *state.datatypes.find(static_cast<std::intptr_t>(handle)));
                             });
            *type = MPI_DATATYPE_NULL;
            return MPI_SUCCESS;
        }
    }
    return call.template fail<MPI_ERR_TYPE>("datatype = %p: a predefined datatype can't be freed",
                                            static_cast<void*>(*type));
}

} // namespace sartor::mpi
