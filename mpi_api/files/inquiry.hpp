// MPI_File_get_amode, MPI_File_get_group (MPI-5.0 sections 14.2.6 and 14.2.7).
#pragma once

#include "mpi_api/communicator/groups.hpp"
#include "mpi_api/files/handle/checks.hpp"

namespace sartor::mpi {

template <class Program>
int file_get_amode(Call<Program>& call, MPI_File, int* mode) noexcept {
    *mode = internal::file_of(call).mode;
    return MPI_SUCCESS;
}

template <class Program>
int file_get_group(Call<Program>& call, MPI_File, MPI_Group* group) noexcept {
    const MPI_Comm comm = internal::file_of(call).comm;
    return internal::new_group(call, call.state().communicators.find(comm)->group->share(), group);
}

} // namespace sartor::mpi
