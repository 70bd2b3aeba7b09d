// MPI_File_seek_shared, MPI_File_get_position_shared (MPI-5.0 section 14.4.4).
#pragma once

#include "mpi_api/files/handle/checks.hpp"
#include "mpi_api/files/handle/seeking.hpp"
#include "mpi_api/files/handle/shared_pointer.hpp"

namespace sartor::mpi {

// Collective, with the same arguments everywhere; otherwise MPI_ERR_NOT_SAME. Returns when the pointer is
// set.
template <class Program>
int file_seek_shared(Call<Program>& call, MPI_File, MPI_Offset offset, int whence) noexcept {
    FileObject& file = internal::file_of(call);
    if (!internal::has_no_split_access(call, file)) return call.error();
    struct Wanted {
        std::int64_t offset;
        std::int64_t whence;
    } const own{offset, whence};
    bool same = true;
    int error = internal::allgather_values(call, file, own, [&](int, const Wanted& theirs) {
        same = same && theirs.offset == own.offset && theirs.whence == own.whence;
    });
    if (error != MPI_SUCCESS) return error;
    if (!same)
        return call.template fail<MPI_ERR_NOT_SAME>("offset, whence: not the same at all ranks of the file");
    error = MPI_SUCCESS;
    if (internal::rank_in(call, file) == 0) {
        const std::int64_t current = internal::move_shared_pointer(call, file, 0);
        std::int64_t position = 0;
        if (internal::find_position(call, file, offset, whence, current, position))
            internal::set_shared_pointer(call, file, position);
        else
            error = call.error();
    }
    return internal::agree_on_error(call, file, error);
}

template <class Program>
int file_get_position_shared(Call<Program>& call, MPI_File, MPI_Offset* offset) noexcept {
    *offset = internal::move_shared_pointer(call, internal::file_of(call), 0);
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
