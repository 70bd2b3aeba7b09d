// MPI_File_open (MPI-5.0 section 14.2.1). Files are not implemented yet: every call returns an error, so that
// programs which can do without files go on, and no call that needs an open file is ever right.
#pragma once

#include "mpi_api/files/errors/null_file.hpp"

namespace sartor::mpi {

template <class Program>
int file_open(Call<Program>& call, MPI_Comm, const char* name, int, MPI_Info, MPI_File* file) noexcept {
    *file = MPI_FILE_NULL;
    return internal::fail_of_file<MPI_ERR_UNSUPPORTED_OPERATION>(
        call, "filename = %s: sartor does not have files yet", name != nullptr ? name : "a null pointer");
}

} // namespace sartor::mpi
