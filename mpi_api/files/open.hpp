// MPI_File_open, MPI_File_close, MPI_File_delete (MPI-5.0 sections 14.2.1 to 14.2.3).
#pragma once

#include "mpi_api/files/handle/checks.hpp"
#include "mpi_api/files/handle/opening.hpp"

namespace sartor::mpi {

// MPI_File_open: collective; errors are raised on MPI_FILE_NULL, and are the same at all ranks. An allgather
// and a broadcast of a few bytes.
template <class Program>
int file_open(Call<Program>& call, MPI_Comm comm, const char* name, int mode, MPI_Info info,
              MPI_File* handle) noexcept {
    *handle = MPI_FILE_NULL;
    call.raise_errors_on_file(MPI_FILE_NULL);
    if (!call.intracommunicator(comm) || !call.result("filename", name)) return call.error();
    FileObject* file = internal::new_file(call, comm, name, mode);
    if (file == nullptr) return call.error();
    int error = internal::is_mode(call, mode) ? MPI_SUCCESS : call.error();
    error = internal::agree_on_mode(call, *file, error);
    if (error == MPI_SUCCESS) error = internal::open_file(call, *file, info);
    if (error != MPI_SUCCESS) {
        internal::drop_file(call, *file);
        return error;
    }
    *handle = Files::handle_of(*file);
    return MPI_SUCCESS;
}

// MPI_File_close: collective. MPI_ERR_OTHER while an access by a request or a split collective one is not
// over: the file stays open then.
template <class Program>
int file_close(Call<Program>& call, MPI_File* handle) noexcept {
    if (!call.file("fh", *handle)) return call.error();
    FileObject& file = internal::file_of(call);
    if (!internal::has_no_split_access(call, file)) return call.error();
    if (file.under_way != 0)
        return call.template fail<MPI_ERR_OTHER>("fh: %d accesses by requests are not complete",
                                                 file.under_way);
    int error = barrier(call, file.comm);
    if (error != MPI_SUCCESS) return error;
    int found = 0;
    internal::close_descriptor<Program>(file, found);
    if (file.has(MPI_MODE_DELETE_ON_CLOSE))
        error = internal::by_first_rank(call, file, "deleting", [&] { return file::remove(file.name); });
    if (error == MPI_SUCCESS && found != 0)
        error = internal::fail_of_system(call, found, "closing", file.name);
    internal::drop_file(call, file);
    *handle = MPI_FILE_NULL;
    return error;
}

// MPI_File_delete: local; errors are raised on MPI_FILE_NULL. A file that is open somewhere can be deleted.
template <class Program>
int file_delete(Call<Program>& call, const char* name, MPI_Info) noexcept {
    call.raise_errors_on_file(MPI_FILE_NULL);
    if (!call.result("filename", name)) return call.error();
    const int error = file::remove(file::path_of(name));
    return error == 0 ? MPI_SUCCESS : internal::fail_of_system(call, error, "deleting", file::path_of(name));
}

} // namespace sartor::mpi
