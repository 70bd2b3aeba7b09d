// Making windows, by all ranks of a communicator together (MPI-5.0 section 12.2).
#pragma once

#include <cstdlib>

#include "mpi_api/collective/barrier.hpp"
#include "mpi_api/communicator/management.hpp"
#include "mpi_api/one_sided/windows/access.hpp"
#include "mpi_api/one_sided/windows/far_parts.hpp"

namespace sartor::mpi::internal {

template <class Program>
using engine_of = one_sided::Engine<one_sided_types<Program>>;
template <class Program>
inline constexpr bool has_far_ranks = !Program::machine::shares_memory;

// Checks the size and the unit of a new window.
template <class Program>
[[nodiscard]] bool is_window_size(Call<Program>& call, MPI_Aint size, MPI_Aint unit) noexcept {
    if (size < 0)
        call.template fail<MPI_ERR_SIZE>("size = %lld: expected no negative size",
                                         static_cast<long long>(size));
    else if (unit <= 0)
        call.template fail<MPI_ERR_DISP>("disp_unit = %lld: expected at least 1",
                                         static_cast<long long>(unit));
    return size >= 0 && unit > 0;
}

// A window object with a communicator of its own, not published yet. Null after reporting an error.
template <class Program>
WindowObject* new_window(Call<Program>& call, MPI_Comm comm, int flavor) noexcept {
    if (!call.intracommunicator(comm)) return nullptr;
    auto& state = call.state();
    CommunicatorObject& parent = *state.communicators.find(comm);
    const int context = reserve_contexts<Program>(state.communicators.next_child(parent, 1));
    MPI_Comm own = MPI_COMM_NULL;
    CommunicatorObject* object =
        new_communicator(call, static_cast<MPI_Errhandler>(nullptr), parent.group->share(), context, &own);
    if (object == nullptr) return nullptr;
    if (!adopt(call, *object, parent)) return nullptr;
    WindowObject* window = state.windows.make(call.site());
    if (window == nullptr) {
        state.communicators.free(*object);
        call.template fail<MPI_ERR_NO_MEM>("no memory for a window");
        return nullptr;
    }
    window->comm = own;
    window->flavor = flavor;
    window->part.context = context;
    window->part.rank = object->rank;
    window->part.owner = process::current->number;
    window->part.size = object->group->size();
    return window;
}

template <class Program>
void drop_window(Call<Program>& call, WindowObject& window) noexcept {
    auto& state = call.state();
    CommunicatorObject& object = *state.communicators.find(window.comm);
    state.sessions.forget(object.context);
    state.handlers.release(object.errhandler);
    state.communicators.free(object);
    state.handlers.release(window.errhandler);
    call.at(point::PartIsDropped(), window.part);
    state.infos.drop(window.info);
    state.windows.free(window);
}

// Publishes the part; returns when the parts of all ranks are known: a barrier, or a gather and a broadcast
// of 16 bytes for each rank. MPI_ERR_NO_MEM.
template <class Program>
int open_window(Call<Program>& call, WindowObject& window, void* base, MPI_Aint bytes, MPI_Aint unit,
                MPI_Win* handle) noexcept {
    auto& state = call.state();
    window.part.base = static_cast<char*>(base);
    window.part.bytes = static_cast<std::size_t>(bytes);
    window.part.unit = unit;
    window.part.updates_elements = wants_elements(call, window);
    const int memory = Interface<Program>::types::Transport::memory_of(*process::current);
    if (!call.at(point::PartIsMade(), window.part) || !state.one_sided.enter(window.part, memory)) {
        drop_window(call, window);
        return call.template fail<MPI_ERR_NO_MEM>("no memory for a window of %d ranks", window.part.size);
    }
    int error = MPI_SUCCESS;
    if constexpr (has_far_ranks<Program>) {
        error = share_parts(call, window);
    } else {
        error = barrier(call, window.comm);
    }
    *handle = Windows::handle_of(window);
    return error;
}

} // namespace sartor::mpi::internal
