// MPI_Alloc_mem, MPI_Free_mem (MPI-5.0 section 9.2): memory as any other is as good.
#pragma once

#include <cstdlib>

#include "mpi_api/call/call.hpp"
#include "mpi_api/call/points.hpp"
#include "mpi_api/call/program_memory.hpp"

namespace sartor::mpi {

// Memory of malloc's: no memory is better for communication than any other. The hints are not used.
// MPI_ERR_ARG for a negative size, MPI_ERR_NO_MEM.
template <class Program>
int alloc_mem(Call<Program>& call, MPI_Aint bytes, MPI_Info, void* base) noexcept {
    if (bytes < 0)
        return call.template fail<MPI_ERR_ARG>("size = %lld: expected no negative size",
                                               static_cast<long long>(bytes));
    void* memory = allocate_for_program<Program>(static_cast<std::size_t>(bytes));
    if (memory == nullptr)
        return call.template fail<MPI_ERR_NO_MEM>("no memory for %lld bytes", static_cast<long long>(bytes));
    *static_cast<void**>(base) = memory;
    call.at(point::MemoryIsAllocated(), memory);
    return MPI_SUCCESS;
}

template <class Program>
int free_mem([[maybe_unused]] Call<Program>& call, void* base) noexcept {
    call.at(point::MemoryIsFreed(), base);
    std::free(base);
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
