// MPI_File_read_shared, MPI_File_write_shared and their ordered forms (MPI-5.0 section 14.4.4).
#pragma once

#include "mpi_api/files/handle/shared_accesses.hpp"

namespace sartor::mpi {

template <class Program>
int file_read_shared(Call<Program>& call, MPI_File, void* buffer, MPI_Count count, MPI_Datatype type,
                     MPI_Status* status) noexcept {
    return internal::access_at_shared(call, internal::data_read(buffer, count, type), status);
}

template <class Program>
int file_write_shared(Call<Program>& call, MPI_File, const void* buffer, MPI_Count count, MPI_Datatype type,
                      MPI_Status* status) noexcept {
    return internal::access_at_shared(call, internal::data_written(buffer, count, type), status);
}

template <class Program>
int file_read_ordered(Call<Program>& call, MPI_File, void* buffer, MPI_Count count, MPI_Datatype type,
                      MPI_Status* status) noexcept {
    return internal::access_ordered(call, internal::data_read(buffer, count, type), status);
}

template <class Program>
int file_write_ordered(Call<Program>& call, MPI_File, const void* buffer, MPI_Count count, MPI_Datatype type,
                       MPI_Status* status) noexcept {
    return internal::access_ordered(call, internal::data_written(buffer, count, type), status);
}

} // namespace sartor::mpi
