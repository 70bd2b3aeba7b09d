// MPI_File_seek, MPI_File_get_position (MPI-5.0 section 14.4.3).
#pragma once

#include "mpi_api/files/handle/checks.hpp"
#include "mpi_api/files/handle/seeking.hpp"

namespace sartor::mpi {

// No communication. MPI_ERR_ARG for a position before the view, or an unknown `whence`.
template <class Program>
int file_seek(Call<Program>& call, MPI_File, MPI_Offset offset, int whence) noexcept {
    FileObject& file = internal::file_of(call);
    std::int64_t position = 0;
    if (!internal::may_move(call, file, internal::Pointer::individual) ||
        !internal::find_position(call, file, offset, whence, file.position, position))
        return call.error();
    file.position = position;
    return MPI_SUCCESS;
}

template <class Program>
int file_get_position(Call<Program>& call, MPI_File, MPI_Offset* offset) noexcept {
    FileObject& file = internal::file_of(call);
    if (!internal::may_move(call, file, internal::Pointer::individual)) return call.error();
    *offset = file.position;
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
