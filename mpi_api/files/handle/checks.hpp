// Whether a file may be accessed in a way, by its mode and by what is under way (MPI-5.0
// sections 14.2.1, 14.4.1 and 14.4.5).
#pragma once

#include "mpi_api/call/call.hpp"

namespace sartor::mpi::internal {

// The file of a call: its handle was checked.
template <class Program>
[[nodiscard]] FileObject& file_of(Call<Program>& call) noexcept {
    return *call.checked_file();
}

// By which pointer a position is found.
enum class Pointer : std::uint8_t { none, individual, shared };

// MPI_MODE_SEQUENTIAL allows nothing but the shared pointer: MPI_ERR_UNSUPPORTED_OPERATION.
template <class Program>
[[nodiscard]] bool may_move(Call<Program>& call, const FileObject& file, Pointer pointer) noexcept {
    if (pointer == Pointer::shared || !file.has(MPI_MODE_SEQUENTIAL)) return true;
    call.template fail<MPI_ERR_UNSUPPORTED_OPERATION>(
        "fh: opened with MPI_MODE_SEQUENTIAL, so only its shared file pointer can be used");
    return false;
}

// Otherwise MPI_ERR_ACCESS or MPI_ERR_READ_ONLY.
template <class Program>
[[nodiscard]] bool may_access(Call<Program>& call, const FileObject& file, Pointer pointer,
                              bool writes) noexcept {
    if (!may_move(call, file, pointer)) return false;
    if (writes && file.has(MPI_MODE_RDONLY))
        call.template fail<MPI_ERR_READ_ONLY>("fh: opened with MPI_MODE_RDONLY, and can't be written");
    else if (!writes && file.has(MPI_MODE_WRONLY))
        call.template fail<MPI_ERR_ACCESS>("fh: opened with MPI_MODE_WRONLY, and can't be read");
    else
        return true;
    return false;
}

// A file has one split collective access at a time, and no other collective one beside it: MPI_ERR_OTHER.
template <class Program>
[[nodiscard]] bool has_no_split_access(Call<Program>& call, const FileObject& file) noexcept {
    if (file.split.begun_by == nullptr) return true;
    call.template fail<MPI_ERR_OTHER>("fh: %s was called, but not yet %s", file.split.begun_by,
                                      file.split.ended_by);
    return false;
}

template <class Program>
[[nodiscard]] bool is_offset(Call<Program>& call, const char* name, MPI_Offset offset) noexcept {
    if (offset >= 0) return true;
    call.template fail<MPI_ERR_ARG>("%s = %lld: expected no negative offset", name,
                                    static_cast<long long>(offset));
    return false;
}

} // namespace sartor::mpi::internal
