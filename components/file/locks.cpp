// Reader-writer locks of the process, and locks of the open file description (fcntl) beyond it. Two opens of
// a file have descriptions of their own, so the second kind alone would not exclude ranks that share one.
#include "components/file/locks.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <pthread.h>

#include "components/file/descriptor.hpp"

namespace sartor::file {

namespace {

// PTHREAD_RWLOCK_INITIALIZER is all zeros.
constexpr int number_bits = 6;
constinit std::array<pthread_rwlock_t, 1u << number_bits> locks{};

bool set_range(int descriptor, short kind, std::uint64_t first, std::uint64_t end) noexcept {
    struct flock range {};
    range.l_type = kind;
    range.l_whence = SEEK_SET;
    range.l_start = static_cast<off_t>(first);
    range.l_len = static_cast<off_t>(end - first);
    int result;
    do result = fcntl(descriptor, F_OFD_SETLKW, &range);
    while (result < 0 && errno == EINTR);
    return result == 0; // file systems without locks: other processes are not excluded
}

} // namespace

unsigned in_process_lock(dev_t device, ino_t inode) noexcept {
    const std::uint64_t mixed = (static_cast<std::uint64_t>(device) * 31 + inode) * 0x9e3779b97f4a7c15u;
    return static_cast<unsigned>(mixed >> (64 - number_bits));
}

Lock::Lock(const Descriptor& descriptor, Kind kind, std::uint64_t first, std::uint64_t end) noexcept
    : descriptor_(descriptor), kind_(kind), first_(first), end_(end) {
    if (kind == Kind::none) return;
    pthread_rwlock_t& lock = locks[descriptor.lock];
    if (kind == Kind::shared) {
        pthread_rwlock_rdlock(&lock);
        return;
    }
    pthread_rwlock_wrlock(&lock);
    // A lock to write requires a file that is open for it: readers exclude writers by a lock to read.
    locks_range_ = set_range(descriptor.number, F_WRLCK, first, end) ||
                   (errno == EBADF && set_range(descriptor.number, F_RDLCK, first, end));
}

Lock::~Lock() {
    if (locks_range_) set_range(descriptor_.number, F_UNLCK, first_, end_);
    if (kind_ != Kind::none) pthread_rwlock_unlock(&locks[descriptor_.lock]);
}

} // namespace sartor::file
