// Positions that a program seeks, in etypes of the view (MPI-5.0 sections 14.4.3 and 14.4.4).
#pragma once

#include "mpi_api/files/handle/system_errors.hpp"

namespace sartor::mpi::internal {

// The first etype of the view that begins at or after the end of the file. False after reporting an error.
template <class Program>
[[nodiscard]] bool end_of_file(Call<Program>& call, const FileObject& file, std::int64_t& position) noexcept {
    std::int64_t bytes = 0;
    if (const int error = file::size_of(file.descriptor, bytes); error != 0) {
        fail_of_system(call, error, "the size of", file.name);
        return false;
    }
    const std::int64_t etype = file.view.etype_bytes();
    position = (file.view.bytes_before(bytes) + etype - 1) / etype;
    return true;
}

// Where `offset` and `whence` lead to from `current`. False after reporting an error.
template <class Program>
[[nodiscard]] bool find_position(Call<Program>& call, const FileObject& file, MPI_Offset offset, int whence,
                                 std::int64_t current, std::int64_t& position) noexcept {
    std::int64_t origin = 0;
    if (whence == MPI_SEEK_CUR) {
        origin = current;
    } else if (whence == MPI_SEEK_END) {
        if (!end_of_file(call, file, origin)) return false;
    } else if (whence != MPI_SEEK_SET) {
        call.template fail<MPI_ERR_ARG>("whence = %d: expected MPI_SEEK_SET, MPI_SEEK_CUR or MPI_SEEK_END",
                                        whence);
        return false;
    }
    if (!__builtin_add_overflow(origin, std::int64_t{offset}, &position) && position >= 0) return true;
    call.template fail<MPI_ERR_ARG>("offset = %lld: leads to a position before the beginning of the view",
                                    static_cast<long long>(offset));
    return false;
}

} // namespace sartor::mpi::internal
