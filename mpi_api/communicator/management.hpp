// MPI_Comm_dup and MPI_Comm_free (MPI-5.0 section 7.4).
#pragma once

#include "mpi_api/communicator/making/agreed.hpp"
#include "mpi_api/communicator/making/contexts.hpp"
#include "mpi_api/communicator/making/new_communicator.hpp"
#include "mpi_api/tasks/freeing.hpp"

namespace sartor::mpi {

namespace internal {

// No rank waits for another: the new context follows from the parent and the number of its children. An error
// of a copy callback frees the new communicator and is returned.
template <class Program>
int duplicate(Call<Program>& call, MPI_Comm comm, MPI_Comm* handle) noexcept {
    auto& communicators = call.state().communicators;
    CommunicatorObject& parent = *communicators.find(comm);
    const int context = reserve_contexts<Program>(communicators.next_child(parent, 1));
    auto* object = internal::copy_communicator(call, comm, parent, context, handle);
    if (object == nullptr) return call.error();
    const int error = parent.attributes.copy_to(object->attributes, call.state().keyvals, comm);
    if (error == MPI_SUCCESS) return error;
    static_cast<void>(object->attributes.drop_all(call.state().keyvals, *handle));
    call.state().handlers.release(object->errhandler);
    communicators.free(*object);
    *handle = MPI_COMM_NULL;
    return call.fail_in_callback("the copy callback", error);
}

} // namespace internal

// MPI_Comm_dup: attributes by their copy callbacks, topology, error handler; no messages without --checked.
template <class Program>
int comm_dup(Call<Program>& call, MPI_Comm comm, MPI_Comm* handle) noexcept {
    return internal::agree_to_make(call, comm) ? internal::duplicate(call, comm, handle) : call.error();
}

// MPI_Comm_free. No messages: operations under way go on, and the object is freed when no task uses it.
// Deletes attributes first; an error of a callback leaves the communicator. MPI_ERR_COMM for predefined
// communicators.
template <class Program>
int comm_free(Call<Program>& call, MPI_Comm* handle) noexcept {
    if (call.is_predefined(*handle))
        return call.template fail<MPI_ERR_COMM>(
            "comm: predefined communicators, such as MPI_COMM_WORLD, can't be freed");
    if (!call.communicator("comm", *handle)) return call.error();
    auto& state = call.state();
    CommunicatorObject& object = *state.communicators.find(*handle);
    const int error = object.attributes.drop_all(state.keyvals, *handle);
    if (error != MPI_SUCCESS) return call.fail_in_callback("the delete callback", error);
    state.handlers.release(object.errhandler);
    state.infos.drop(object.info);
    if constexpr (Interface<Program>::has_own_buffers) {
        comm_flush_buffer(call, *handle);
        state.communicator.drop_own_buffer(object.context);
    }
    state.sessions.forget(object.context);
    state.family.forget(*handle);
    state.failures.forget(object.context);
    free_when_unused(
        call, reinterpret_cast<std::uintptr_t>(*handle), [](RankState<Program>& owner, std::uintptr_t freed) {
            owner.communicators.free(*owner.communicators.find(reinterpret_cast<MPI_Comm>(freed)));
        });
    *handle = MPI_COMM_NULL;
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
