// Open files of the operating system, and what MPI asks of it about a file besides its data.
#pragma once

#include <cstdint>

#include "components/file/outcome.hpp"

namespace sartor::file {

// A file that is open. Ranks of one process may share one.
struct Descriptor {
    int number = -1;
    bool reads =
        false; // whether the library may read: also of files that the program opened for writing alone
    unsigned lock = 0; // in_process_lock() of the file
    bool is_open() const noexcept { return number >= 0; }
};

struct OpenMode {
    bool reads;
    bool writes;
    bool creates;
    bool exclusive;
};

// The path of a file name: a prefix that names a kind of file system ("ufs:", "nfs:") is passed over.
[[nodiscard]] const char* path_of(const char* name) noexcept;

// All return 0 or the system's errno. Files are made with mode 0666 and the process's umask.
[[nodiscard]] int open(const char* path, const OpenMode& mode, Descriptor& descriptor) noexcept;
int close(Descriptor& descriptor) noexcept;
[[nodiscard]] int remove(const char* path) noexcept;
[[nodiscard]] int size_of(const Descriptor& descriptor, std::int64_t& bytes) noexcept;
[[nodiscard]] int set_size(const Descriptor& descriptor, std::int64_t bytes) noexcept;
// The file's first `bytes` bytes get room on the device; the file becomes no shorter.
[[nodiscard]] int reserve(const Descriptor& descriptor, std::int64_t bytes) noexcept;
[[nodiscard]] int synchronize(const Descriptor& descriptor) noexcept;

} // namespace sartor::file
