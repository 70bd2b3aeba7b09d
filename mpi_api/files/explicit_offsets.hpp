// MPI_File_read_at, MPI_File_write_at and their collective forms (MPI-5.0 section 14.4.2).
#pragma once

#include "mpi_api/files/handle/accesses.hpp"

namespace sartor::mpi {

template <class Program>
int file_read_at(Call<Program>& call, MPI_File, MPI_Offset offset, void* buffer, MPI_Count count,
                 MPI_Datatype type, MPI_Status* status) noexcept {
    return internal::access_at(call, internal::Coordination::noncollective, offset,
                               internal::data_read(buffer, count, type), status);
}

template <class Program>
int file_write_at(Call<Program>& call, MPI_File, MPI_Offset offset, const void* buffer, MPI_Count count,
                  MPI_Datatype type, MPI_Status* status) noexcept {
    return internal::access_at(call, internal::Coordination::noncollective, offset,
                               internal::data_written(buffer, count, type), status);
}

template <class Program>
int file_read_at_all(Call<Program>& call, MPI_File, MPI_Offset offset, void* buffer, MPI_Count count,
                     MPI_Datatype type, MPI_Status* status) noexcept {
    return internal::access_at(call, internal::Coordination::collective, offset,
                               internal::data_read(buffer, count, type), status);
}

template <class Program>
int file_write_at_all(Call<Program>& call, MPI_File, MPI_Offset offset, const void* buffer, MPI_Count count,
                      MPI_Datatype type, MPI_Status* status) noexcept {
    return internal::access_at(call, internal::Coordination::collective, offset,
                               internal::data_written(buffer, count, type), status);
}

} // namespace sartor::mpi
