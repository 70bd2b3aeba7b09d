// MPI_File_set_atomicity, MPI_File_get_atomicity, MPI_File_sync (MPI-5.0 section 14.6.1).
#pragma once

#include "mpi_api/files/handle/agreement.hpp"
#include "mpi_api/files/handle/checks.hpp"

namespace sartor::mpi {

// Collective. The same value at all ranks; otherwise MPI_ERR_NOT_SAME.
template <class Program>
int file_set_atomicity(Call<Program>& call, MPI_File, int flag) noexcept {
    FileObject& file = internal::file_of(call);
    const int atomic = flag != 0 ? 1 : 0;
    bool same = true;
    const int error = internal::allgather_values(call, file, atomic,
                                                 [&](int, int theirs) { same = same && theirs == atomic; });
    if (error != MPI_SUCCESS) return error;
    if (!same) return call.template fail<MPI_ERR_NOT_SAME>("flag: not the same at all ranks of the file");
    file.atomic = atomic != 0;
    return MPI_SUCCESS;
}

template <class Program>
int file_get_atomicity(Call<Program>& call, MPI_File, int* flag) noexcept {
    *flag = internal::file_of(call).atomic ? 1 : 0;
    return MPI_SUCCESS;
}

// Collective. What was written before is on the device, and all ranks see it.
template <class Program>
int file_sync(Call<Program>& call, MPI_File) noexcept {
    FileObject& file = internal::file_of(call);
    if (!internal::has_no_split_access(call, file)) return call.error();
    const int error = barrier(call, file.comm);
    if (error != MPI_SUCCESS) return error;
    return internal::by_first_rank(call, file, "synchronizing",
                                   [&] { return file::synchronize(file.descriptor); });
}

} // namespace sartor::mpi
