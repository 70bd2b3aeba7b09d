// Objects that are freed when no task can use them any more.
#pragma once

#include "mpi_api/call/call.hpp"

namespace sartor::mpi {

// Frees what a handle stands for with free(state, handle): now if no request of a task exists, otherwise with
// the last of those requests, since a task may still use the object.
template <class Program, class Free>
void free_when_unused(Call<Program>& call, std::uintptr_t handle, Free free) noexcept {
    call.state().tasks.free_when_unused(call.state(), handle, free);
}

} // namespace sartor::mpi
