#include "runtime/observation/parts/shared_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/observation/memory.hpp"

namespace sartor::observation::parts {

namespace {

flock lock_of(int type, off_t first, off_t bytes) noexcept {
    flock lock{};
    lock.l_type = static_cast<short>(type);
    lock.l_whence = SEEK_SET;
    lock.l_start = first;
    lock.l_len = bytes;
    return lock;
}

bool change_lock(int file, int type, off_t first, off_t bytes, int how) noexcept {
    flock lock = lock_of(type, first, bytes);
    while (fcntl(file, how, &lock) != 0)
        if (errno != EINTR) return false;
    return true;
}

// 0, or errno.
int write_at(int file, off_t at, const char* data, std::size_t bytes) noexcept {
    while (bytes > 0) {
        const ssize_t written = pwrite(file, data, bytes, at);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        data += written;
        at += written;
        bytes -= static_cast<std::size_t>(written);
    }
    return 0;
}

} // namespace

// Other programs that this process starts are none of the run.
static int take_inherited() noexcept {
    const char* const text = std::getenv(variable);
    if (text == nullptr) return -1;
    const int file = std::atoi(text);
    unsetenv(variable);
    fcntl(file, F_SETFD, FD_CLOEXEC);
    return file;
}

// Whoever comes first empties it: runs that were killed leave such files, and their names may come again.
static int open_named(const char* name) noexcept {
    constexpr mode_t own = 0600;
    const int file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, own);
    if (file < 0) return -1;
    const bool is_first = change_lock(file, F_WRLCK, locks, most_ranks, F_SETLK);
    if (is_first && ftruncate(file, 0) != 0) return -1;
    struct stat state {};
    if (fstat(file, &state) != 0) return -1;
    return state.st_size >= first_part || ftruncate(file, first_part) == 0 ? file : -1;
}

bool SharedFile::open(int first_rank, const char* name) noexcept {
    file_ = take_inherited();
    if (file_ < 0 && name == nullptr) return true;
    if (file_ < 0) {
        std::snprintf(name_, sizeof name_, "%s", name);
        file_ = open_named(name_);
    }
    first_rank_ = first_rank;
    buffer_ = allocate<char>(room);
    return file_ >= 0 && first_rank < most_ranks && lock_own();
}

// Other locks, of who has come first, are given up once this one is there.
bool SharedFile::lock_own() const noexcept {
    const off_t own = locks + first_rank_;
    return change_lock(file_, F_WRLCK, own, 1, F_SETLKW) &&
           (first_rank_ == 0 || change_lock(file_, F_UNLCK, locks, first_rank_, F_SETLK)) &&
           change_lock(file_, F_UNLCK, own + 1, most_ranks - first_rank_ - 1, F_SETLK);
}

void SharedFile::remove_name() const noexcept {
    if (has_name()) unlink(name_);
}

bool SharedFile::name_is_removed() const noexcept {
    struct stat state {};
    return fstat(file_, &state) != 0 || state.st_nlink == 0;
}

void SharedFile::leave() const noexcept {
    change_lock(file_, F_UNLCK, locks + first_rank_, 1, F_SETLK);
}

void* SharedFile::map_arrivals() const noexcept {
    void* const memory = mmap(nullptr, most_arrivals, PROT_READ | PROT_WRITE, MAP_SHARED, file_, arrivals);
    return memory == MAP_FAILED ? nullptr : memory;
}

void SharedFile::begin_part() noexcept {
    struct stat state {};
    error_ = change_lock(file_, F_WRLCK, lock_of_end, 1, F_SETLKW) && fstat(file_, &state) == 0 ? 0 : errno;
    begin_ = end_ = std::max(first_part, state.st_size);
    used_ = 0;
}

void SharedFile::put(const void* data, std::size_t bytes) noexcept {
    if (used_ + bytes > room) flush();
    if (bytes > room) {
        if (error_ == 0) error_ = write_at(file_, end_, static_cast<const char*>(data), bytes);
        end_ += static_cast<off_t>(bytes);
        return;
    }
    std::memcpy(buffer_ + used_, data, bytes);
    used_ += bytes;
}

void SharedFile::flush() noexcept {
    if (error_ == 0) error_ = write_at(file_, end_, buffer_, used_);
    end_ += static_cast<off_t>(used_);
    used_ = 0;
}

void SharedFile::rewrite_begin(const void* data, std::size_t bytes) noexcept {
    flush();
    if (error_ == 0) error_ = write_at(file_, begin_, static_cast<const char*>(data), bytes);
}

void SharedFile::write_entry(const Entry& entry) noexcept {
    const off_t at = directory + off_t{first_rank_} * static_cast<off_t>(sizeof entry);
    error_ = write_at(file_, at, reinterpret_cast<const char*>(&entry), sizeof entry);
}

void SharedFile::call_off() noexcept {
    write_entry({0, -1});
}

bool SharedFile::end_part() noexcept {
    flush();
    if (error_ == 0) write_entry({begin_, end_ - begin_});
    change_lock(file_, F_UNLCK, lock_of_end, 1, F_SETLK);
    leave();
    errno = error_;
    return error_ == 0;
}

bool SharedFile::is_last() const noexcept {
    return change_lock(file_, F_WRLCK, locks, most_ranks, F_SETLK);
}

Entry SharedFile::entry(int rank) const noexcept {
    Entry entry{};
    if (!read(directory + off_t{rank} * static_cast<off_t>(sizeof entry), &entry, sizeof entry)) return {};
    return entry;
}

bool SharedFile::read(off_t from, void* data, std::size_t bytes) const noexcept {
    auto* next = static_cast<char*>(data);
    while (bytes > 0) {
        const ssize_t count = pread(file_, next, bytes, from);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        next += count;
        from += count;
        bytes -= static_cast<std::size_t>(count);
    }
    return true;
}

} // namespace sartor::observation::parts
