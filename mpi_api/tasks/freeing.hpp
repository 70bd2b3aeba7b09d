// Objects that are freed when no task can use them any more.
#pragma once

#include "mpi_api/call/call.hpp"

namespace sartor::mpi {

// Frees what a handle stands for with free(state, handle): now, or when no task can use it any more.
template <class Program, class Free>
void free_when_unused(Call<Program>& call, std::uintptr_t handle, Free free) noexcept {
    call.state().tasks.free_when_unused(call.state(), handle, free);
}

} // namespace sartor::mpi
