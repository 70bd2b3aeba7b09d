// MPI_File_set_info, MPI_File_get_info (MPI-5.0 section 14.2.8).
#pragma once

#include "mpi_api/files/handle/agreement.hpp"
#include "mpi_api/files/handle/checks.hpp"
#include "mpi_api/files/handle/hints.hpp"

namespace sartor::mpi {

// MPI_File_set_info: collective; those of the first rank hold for all.
template <class Program>
int file_set_info(Call<Program>& call, MPI_File, MPI_Info info) noexcept {
    FileObject& file = internal::file_of(call);
    file::Hints hints = file.hints;
    internal::read_hints(call, info, hints);
    const int error = internal::pass_to_all(call, file, hints);
    if (error == MPI_SUCCESS) file.hints = hints;
    return error;
}

// MPI_File_get_info: all that have a meaning here, with their values.
template <class Program>
int file_get_info(Call<Program>& call, MPI_File, MPI_Info* handle) noexcept {
    const FileObject& file = internal::file_of(call);
    InfoObject* hints = internal::new_info(call, handle);
    if (hints == nullptr) return call.error();
    bool fits = true;
    for (const internal::FileHint& hint : internal::file_hints) {
        char text[32];
        hint.write(file.hints, text, sizeof text);
        fits = fits && hints->set(hint.key, text);
    }
    return fits ? MPI_SUCCESS : call.template fail<MPI_ERR_NO_MEM>("no memory for hints");
}

} // namespace sartor::mpi
