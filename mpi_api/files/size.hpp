// MPI_File_get_size, MPI_File_set_size, MPI_File_preallocate (MPI-5.0 sections 14.2.4 to 14.2.6): in bytes.
#pragma once

#include "mpi_api/files/handle/agreement.hpp"
#include "mpi_api/files/handle/checks.hpp"

namespace sartor::mpi {

namespace internal {

// The same size at all ranks, of a file that may be changed; otherwise MPI_ERR_ARG, MPI_ERR_NOT_SAME.
template <class Program>
[[nodiscard]] int agree_on_size(Call<Program>& call, const FileObject& file, MPI_Offset size) noexcept {
    bool same = true;
    const int error =
        allgather_values(call, file, size, [&](int, MPI_Offset theirs) { same = same && theirs == size; });
    if (error != MPI_SUCCESS) return error;
    if (!same) return call.template fail<MPI_ERR_NOT_SAME>("size: not the same at all ranks of the file");
    return is_offset(call, "size", size) ? MPI_SUCCESS : call.error();
}

// Changes the file by its first rank, when all have done with what they do before.
template <class Program, class Act>
int change_size(Call<Program>& call, MPI_Offset size, const char* what, Act act) noexcept {
    FileObject& file = file_of(call);
    if (!may_access(call, file, Pointer::shared, true) || !has_no_split_access(call, file))
        return call.error();
    const int error = agree_on_size(call, file, size);
    if (error != MPI_SUCCESS) return error;
    return by_first_rank(call, file, what, [&] { return act(file.descriptor); });
}

} // namespace internal

template <class Program>
int file_get_size(Call<Program>& call, MPI_File, MPI_Offset* size) noexcept {
    const FileObject& file = internal::file_of(call);
    std::int64_t bytes = 0;
    if (const int error = file::size_of(file.descriptor, bytes); error != 0)
        return internal::fail_of_system(call, error, "the size of", file.name);
    *size = bytes;
    return MPI_SUCCESS;
}

// Collective; returns when the size is set.
template <class Program>
int file_set_size(Call<Program>& call, MPI_File, MPI_Offset size) noexcept {
    return internal::change_size(
        call, size, "setting the size of",
        [size](const file::Descriptor& descriptor) { return file::set_size(descriptor, size); });
}

// Collective; the file becomes no shorter.
template <class Program>
int file_preallocate(Call<Program>& call, MPI_File, MPI_Offset size) noexcept {
    return internal::change_size(
        call, size, "reserving memory for",
        [size](const file::Descriptor& descriptor) { return file::reserve(descriptor, size); });
}

} // namespace sartor::mpi
