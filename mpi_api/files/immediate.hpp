// MPI_File_iread, MPI_File_iwrite and their like (MPI-5.0 section 14.4): an access is over when they return,
// so their requests are complete.
#pragma once

#include "mpi_api/files/handle/requests.hpp"

namespace sartor::mpi {

template <class Program>
int file_iread_at(Call<Program>& call, MPI_File, MPI_Offset offset, void* buffer, MPI_Count count,
                  MPI_Datatype type, MPI_Request* request) noexcept {
    return internal::request_at(call, offset, internal::data_read(buffer, count, type), request);
}

template <class Program>
int file_iwrite_at(Call<Program>& call, MPI_File, MPI_Offset offset, const void* buffer, MPI_Count count,
                   MPI_Datatype type, MPI_Request* request) noexcept {
    return internal::request_at(call, offset, internal::data_written(buffer, count, type), request);
}

template <class Program>
int file_iread(Call<Program>& call, MPI_File, void* buffer, MPI_Count count, MPI_Datatype type,
               MPI_Request* request) noexcept {
    return internal::request_at_pointer(call, internal::data_read(buffer, count, type), request);
}

template <class Program>
int file_iwrite(Call<Program>& call, MPI_File, const void* buffer, MPI_Count count, MPI_Datatype type,
                MPI_Request* request) noexcept {
    return internal::request_at_pointer(call, internal::data_written(buffer, count, type), request);
}

template <class Program>
int file_iread_shared(Call<Program>& call, MPI_File, void* buffer, MPI_Count count, MPI_Datatype type,
                      MPI_Request* request) noexcept {
    return internal::request_at_shared(call, internal::data_read(buffer, count, type), request);
}

template <class Program>
int file_iwrite_shared(Call<Program>& call, MPI_File, const void* buffer, MPI_Count count, MPI_Datatype type,
                       MPI_Request* request) noexcept {
    return internal::request_at_shared(call, internal::data_written(buffer, count, type), request);
}

} // namespace sartor::mpi
