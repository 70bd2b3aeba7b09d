// Addresses as numbers (MPI-5.0 section 5.1.5), and MPI-1's MPI_Address.
#pragma once

#include <cstdint>

#include "mpi_api/call/call.hpp"

namespace sartor::mpi {

// MPI_Get_address: the absolute address as a number. No conversion, no cost.
template <class Program>
int get_address(Call<Program>&, const void* location, MPI_Aint* address) noexcept {
    *address = reinterpret_cast<MPI_Aint>(location);
    return MPI_SUCCESS;
}

template <class Program>
int address(Call<Program>& call, void* location, MPI_Aint* result) noexcept {
    return get_address(call, location, result);
}

// MPI_Aint_add: sums wrap, since an address may have the highest bit set.
template <class Program>
MPI_Aint aint_add(Call<Program>&, MPI_Aint base, MPI_Aint displacement) noexcept {
    return static_cast<MPI_Aint>(static_cast<std::uintptr_t>(base) +
                                 static_cast<std::uintptr_t>(displacement));
}

template <class Program>
MPI_Aint aint_diff(Call<Program>&, MPI_Aint one, MPI_Aint other) noexcept {
    return static_cast<MPI_Aint>(static_cast<std::uintptr_t>(one) - static_cast<std::uintptr_t>(other));
}

} // namespace sartor::mpi
