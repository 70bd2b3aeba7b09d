// MPI_Pcontrol (MPI-5.0 section 15.2.4): for a profiling library that defines it; here it does nothing.
#pragma once

#include "mpi_api/call/call.hpp"

namespace sartor::mpi {

template <class Program>
int pcontrol(Call<Program>&, int) noexcept {
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
