// The system's calls. A limit of the file's size (RLIMIT_FSIZE) is an error of the write and ends no process.
#include "components/file/descriptor.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

#include "components/file/locks.hpp"

namespace sartor::file {

namespace {

template <class Call>
int retried(Call call) noexcept {
    int result;
    do result = call();
    while (result < 0 && errno == EINTR);
    return result;
}
template <class Call>
int error_of(Call call) noexcept {
    return retried(call) < 0 ? errno : 0;
}

// The default action of SIGXFSZ would end all ranks; writes report EFBIG instead.
void keep_running_at_limit() noexcept {
    struct sigaction before {};
    if (sigaction(SIGXFSZ, nullptr, &before) == 0 && before.sa_handler == SIG_DFL) {
        before.sa_handler = SIG_IGN;
        sigaction(SIGXFSZ, &before, nullptr);
    }
}

} // namespace

const char* path_of(const char* name) noexcept {
    constexpr std::array<std::string_view, 2> prefixes{"ufs:", "nfs:"};
    for (const std::string_view prefix : prefixes)
        if (std::strncmp(name, prefix.data(), prefix.size()) == 0) return name + prefix.size();
    return name;
}

int open(const char* path, const OpenMode& mode, Descriptor& descriptor) noexcept {
    const int common = O_CLOEXEC | (mode.creates ? O_CREAT : 0) | (mode.exclusive ? O_EXCL : 0);
    const auto try_with = [&](int access) {
        return retried([&] { return ::open(path, common | access, 0666); });
    };
    // Pieces with gaps between them are written together with the gaps, which are read before.
    descriptor.number = try_with(mode.writes ? O_RDWR : O_RDONLY);
    descriptor.reads = descriptor.number >= 0;
    if (descriptor.number < 0 && mode.writes && !mode.reads && errno == EACCES)
        descriptor.number = try_with(O_WRONLY);
    if (descriptor.number < 0) return errno;
    struct stat status {};
    if (fstat(descriptor.number, &status) != 0 || S_ISDIR(status.st_mode)) {
        const int error = S_ISDIR(status.st_mode) ? EISDIR : errno;
        close(descriptor);
        return error;
    }
    descriptor.lock = in_process_lock(status.st_dev, status.st_ino);
    keep_running_at_limit();
    return 0;
}

int close(Descriptor& descriptor) noexcept {
    const int number = descriptor.number;
    descriptor = {};
    return ::close(number) == 0 || errno == EINTR ? 0 : errno;
}

int remove(const char* path) noexcept {
    return error_of([&] { return ::unlink(path); });
}

int size_of(const Descriptor& descriptor, std::int64_t& bytes) noexcept {
    struct stat status {};
    if (fstat(descriptor.number, &status) != 0) return errno;
    bytes = status.st_size;
    return 0;
}

int set_size(const Descriptor& descriptor, std::int64_t bytes) noexcept {
    return error_of([&] { return ::ftruncate(descriptor.number, bytes); });
}

int reserve(const Descriptor& descriptor, std::int64_t bytes) noexcept {
    return bytes == 0 ? 0 : posix_fallocate(descriptor.number, 0, bytes);
}

int synchronize(const Descriptor& descriptor) noexcept {
    const int error = error_of([&] { return ::fsync(descriptor.number); });
    return error == EINVAL || error == EROFS ? 0 : error; // a special file: nothing to synchronize
}

} // namespace sartor::file
