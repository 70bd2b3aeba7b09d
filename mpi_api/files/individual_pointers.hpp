// MPI_File_read, MPI_File_write and their collective forms (MPI-5.0 section 14.4.3).
#pragma once

#include "mpi_api/files/handle/accesses.hpp"

namespace sartor::mpi {

template <class Program>
int file_read(Call<Program>& call, MPI_File, void* buffer, MPI_Count count, MPI_Datatype type,
              MPI_Status* status) noexcept {
    return internal::access_at_pointer(call, internal::Coordination::noncollective,
                                       internal::data_read(buffer, count, type), status);
}

template <class Program>
int file_write(Call<Program>& call, MPI_File, const void* buffer, MPI_Count count, MPI_Datatype type,
               MPI_Status* status) noexcept {
    return internal::access_at_pointer(call, internal::Coordination::noncollective,
                                       internal::data_written(buffer, count, type), status);
}

template <class Program>
int file_read_all(Call<Program>& call, MPI_File, void* buffer, MPI_Count count, MPI_Datatype type,
                  MPI_Status* status) noexcept {
    return internal::access_at_pointer(call, internal::Coordination::collective,
                                       internal::data_read(buffer, count, type), status);
}

template <class Program>
int file_write_all(Call<Program>& call, MPI_File, const void* buffer, MPI_Count count, MPI_Datatype type,
                   MPI_Status* status) noexcept {
    return internal::access_at_pointer(call, internal::Coordination::collective,
                                       internal::data_written(buffer, count, type), status);
}

} // namespace sartor::mpi
