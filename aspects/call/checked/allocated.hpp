// Memory of MPI_Alloc_mem is noted, in programs built with --checked, so that what is left is reported.
#pragma once

#include <boost/mp11/list.hpp>

#include "mpi_api/call/call.hpp"
#include "mpi_api/call/points.hpp"

namespace sartor::mpi::checked {

struct NotesAllocatedMemory {
    static constexpr std::string_view name = "memory that was allocated is known";
    using points = boost::mp11::mp_list<point::MemoryIsAllocated, point::MemoryIsFreed>;

    template <class Program>
    static void at(point::MemoryIsAllocated, Call<Program>& call, const void* base) noexcept {
        call.state().allocated_memory.add(base, call.site());
    }
    template <class Program>
    static void at(point::MemoryIsFreed, Call<Program>& call, const void* base) noexcept {
        call.state().allocated_memory.remove(base);
    }
};

} // namespace sartor::mpi::checked
