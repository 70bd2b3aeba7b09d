// Reading and writing the public fields of a status (MPI-5.0 sections 3.2.5 and 13.3).
#pragma once

#include "mpi_api/call/call.hpp"

namespace sartor::mpi {

template <class Program>
int status_get_source(Call<Program>&, const MPI_Status* status, int* source) noexcept {
    *source = status->MPI_SOURCE;
    return MPI_SUCCESS;
}
template <class Program>
int status_get_tag(Call<Program>&, const MPI_Status* status, int* tag) noexcept {
    *tag = status->MPI_TAG;
    return MPI_SUCCESS;
}
template <class Program>
int status_get_error(Call<Program>&, const MPI_Status* status, int* error) noexcept {
    *error = status->MPI_ERROR;
    return MPI_SUCCESS;
}
template <class Program>
int status_set_source(Call<Program>&, MPI_Status* status, int source) noexcept {
    status->MPI_SOURCE = source;
    return MPI_SUCCESS;
}
template <class Program>
int status_set_tag(Call<Program>&, MPI_Status* status, int tag) noexcept {
    status->MPI_TAG = tag;
    return MPI_SUCCESS;
}
template <class Program>
int status_set_error(Call<Program>&, MPI_Status* status, int error) noexcept {
    status->MPI_ERROR = error;
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
