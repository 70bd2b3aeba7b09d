// Accesses by the shared pointer: each rank by itself, or all in the order of their ranks (MPI-5.0 section
// 14.4.4).
#pragma once

#include "mpi_api/files/handle/accesses.hpp"
#include "mpi_api/files/handle/shared_pointer.hpp"

namespace sartor::mpi::internal {

template <class Program>
[[nodiscard]] bool begin_at_shared(Call<Program>& call, const FileData& data, std::int64_t& offset) noexcept {
    FileObject& file = file_of(call);
    std::int64_t etypes = 0;
    if (!may_begin(call, file, Pointer::shared, Coordination::noncollective, data, etypes)) return false;
    offset = move_shared_pointer(call, file, etypes);
    return true;
}

template <class Program>
int access_at_shared(Call<Program>& call, const FileData& data, MPI_Status* status) noexcept {
    std::int64_t offset = 0;
    if (!begin_at_shared(call, data, offset)) return call.error();
    return finish_access(call, Coordination::noncollective, offset, data, status);
}

// Collective: this rank's data begin behind those of all ranks before it.
template <class Program>
[[nodiscard]] bool begin_ordered(Call<Program>& call, const FileData& data, std::int64_t& offset) noexcept {
    FileObject& file = file_of(call);
    std::int64_t etypes = 0;
    if (!may_begin(call, file, Pointer::shared, Coordination::collective, data, etypes)) return false;
    const int own = rank_in(call, file);
    std::int64_t before = 0;
    std::int64_t all = 0;
    int error = allgather_values(call, file, etypes, [&](int rank, std::int64_t theirs) {
        if (rank < own) before += theirs;
        all += theirs;
    });
    std::int64_t begin = error == MPI_SUCCESS && own == 0 ? move_shared_pointer(call, file, all) : 0;
    if (error == MPI_SUCCESS) error = pass_to_all(call, file, begin);
    offset = begin + before;
    return error == MPI_SUCCESS;
}

template <class Program>
int access_ordered(Call<Program>& call, const FileData& data, MPI_Status* status) noexcept {
    std::int64_t offset = 0;
    if (!begin_ordered(call, data, offset)) return call.error();
    return finish_access(call, Coordination::collective, offset, data, status);
}

} // namespace sartor::mpi::internal
