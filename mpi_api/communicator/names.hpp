// MPI_Comm_set_name, MPI_Comm_get_name (MPI-5.0 section 7.8).
#pragma once

#include <cstring>

#include "mpi_api/call/call.hpp"

namespace sartor::mpi {

// Cut off at MPI_MAX_OBJECT_NAME - 1 characters.
template <class Program>
int comm_set_name(Call<Program>& call, MPI_Comm comm, const char* name) noexcept {
    if (!call.result("comm_name", name)) return call.error();
    CommunicatorObject& object = *call.state().communicators.find(comm);
    std::strncpy(object.name, name, sizeof object.name - 1);
    return MPI_SUCCESS;
}

// `name` has room for MPI_MAX_OBJECT_NAME characters.
template <class Program>
int comm_get_name(Call<Program>& call, MPI_Comm comm, char* name, int* length) noexcept {
    std::strcpy(name, comm == MPI_COMM_NULL ? "MPI_COMM_NULL" : call.state().communicators.find(comm)->name);
    *length = static_cast<int>(std::strlen(name));
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
