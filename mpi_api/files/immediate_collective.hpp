// MPI_File_iread_all, MPI_File_iwrite_all and their forms with offsets (MPI-5.0 sections 14.4.2 and 14.4.3):
// the blocking access on a flow of its own.
#pragma once

#include "mpi_api/files/handle/tasks.hpp"

namespace sartor::mpi {

template <class Program>
int file_iread_at_all(Call<Program>& call, MPI_File, MPI_Offset offset, void* buffer, MPI_Count count,
                      MPI_Datatype type, MPI_Request* request) noexcept {
    return internal::task_at(call, offset, internal::data_read(buffer, count, type), request);
}

template <class Program>
int file_iwrite_at_all(Call<Program>& call, MPI_File, MPI_Offset offset, const void* buffer, MPI_Count count,
                       MPI_Datatype type, MPI_Request* request) noexcept {
    return internal::task_at(call, offset, internal::data_written(buffer, count, type), request);
}

template <class Program>
int file_iread_all(Call<Program>& call, MPI_File, void* buffer, MPI_Count count, MPI_Datatype type,
                   MPI_Request* request) noexcept {
    return internal::task_at_pointer(call, internal::data_read(buffer, count, type), request);
}

template <class Program>
int file_iwrite_all(Call<Program>& call, MPI_File, const void* buffer, MPI_Count count, MPI_Datatype type,
                    MPI_Request* request) noexcept {
    return internal::task_at_pointer(call, internal::data_written(buffer, count, type), request);
}

} // namespace sartor::mpi
