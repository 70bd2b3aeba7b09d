// The operating system's errors as MPI's (MPI-5.0 section 14.7).
#pragma once

#include <cerrno>
#include <cstring>

#include "mpi_api/call/call.hpp"

namespace sartor::mpi::internal {

[[nodiscard]] constexpr int class_of_system_error(int error) noexcept {
    switch (error) {
    case ENOENT:
        return MPI_ERR_NO_SUCH_FILE;
    case EEXIST:
        return MPI_ERR_FILE_EXISTS;
    case EACCES:
    case EPERM:
        return MPI_ERR_ACCESS;
    case EROFS:
        return MPI_ERR_READ_ONLY;
    case ENAMETOOLONG:
    case ENOTDIR:
    case EISDIR:
    case ELOOP:
        return MPI_ERR_BAD_FILE;
    case ENOSPC:
    case EFBIG: // a limit of the process or of the file system
        return MPI_ERR_NO_SPACE;
    case EDQUOT:
        return MPI_ERR_QUOTA;
    case ETXTBSY:
    case EBUSY:
        return MPI_ERR_FILE_IN_USE;
    case ENOMEM:
        return MPI_ERR_NO_MEM;
    case EOPNOTSUPP:
        return MPI_ERR_UNSUPPORTED_OPERATION;
    default:
        return MPI_ERR_IO;
    }
}

// Raises an error of the system, found when it was asked to do `what` with the file `name`.
template <class Program>
[[gnu::cold]] int fail_of_system(Call<Program>& call, int error, const char* what,
                                 const char* name) noexcept {
    char text[128];
    return call.fail_as(class_of_system_error(error), "%s %s: %s", what, name,
                        strerror_r(error, text, sizeof text));
}

} // namespace sartor::mpi::internal
