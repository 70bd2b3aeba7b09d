// What programs ask of descriptors 1 and 2, where ranks redirect them: it concerns the rank's file.
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "runtime/image/parts/other_ranks.hpp"
#include "runtime/image/parts/redirected_files.hpp"
#include "runtime/rank/for_parts.hpp"

const bool sartor_files_are_redirected = true;

namespace {

bool is_stream(int descriptor) noexcept {
    return descriptor == STDOUT_FILENO || descriptor == STDERR_FILENO;
}

// -1 with errno when it is closed.
int file_of(int descriptor) noexcept {
    return is_stream(descriptor) ? sartor_rank_descriptor(descriptor) : descriptor;
}

} // namespace

extern "C" {

[[gnu::weak]] ssize_t writev(int descriptor, const iovec* pieces, int count) {
    if (!is_stream(descriptor)) return syscall(SYS_writev, descriptor, pieces, count);
    ssize_t done = 0;
    for (int index = 0; index < count; ++index) {
        const ssize_t written = sartor_rank_write(descriptor, pieces[index].iov_base, pieces[index].iov_len);
        if (written < 0) return done > 0 ? done : -1;
        done += written;
    }
    return done;
}

[[gnu::weak]] int vdprintf(int descriptor, const char* format, va_list arguments) {
    char* text = nullptr;
    const int length = vasprintf(&text, format, arguments);
    if (length < 0) return -1;
    const ssize_t written = is_stream(descriptor)
                                ? sartor_rank_write(descriptor, text, static_cast<std::size_t>(length))
                                : ::write(descriptor, text, static_cast<std::size_t>(length));
    std::free(text);
    return static_cast<int>(written);
}
[[gnu::weak]] int dprintf(int descriptor, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int written = vdprintf(descriptor, format, arguments);
    va_end(arguments);
    return written;
}

// Of programs that are compiled with -D_FORTIFY_SOURCE.
[[gnu::weak]] int __vdprintf_chk(int descriptor, int, const char* format, va_list arguments) {
    return vdprintf(descriptor, format, arguments);
}
[[gnu::weak]] int __dprintf_chk(int descriptor, int, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int written = vdprintf(descriptor, format, arguments);
    va_end(arguments);
    return written;
}

[[gnu::weak]] int fstat(int descriptor, struct stat* status) noexcept {
    const int file = file_of(descriptor);
    const bool is_closed = file < 0 && is_stream(descriptor);
    const int result = is_closed ? -1 : static_cast<int>(syscall(SYS_fstat, file, status));
    sartor::process::let_other_ranks_run(); // which may write
    return result;
}
[[gnu::weak]] off_t lseek(int descriptor, off_t offset, int from) noexcept {
    const int file = file_of(descriptor);
    const off_t place = file < 0 && is_stream(descriptor) ? -1 : syscall(SYS_lseek, file, offset, from);
    if (from == SEEK_END) sartor::process::let_other_ranks_run(); // which may write
    return place;
}
[[gnu::weak]] int ftruncate(int descriptor, off_t bytes) noexcept {
    const int file = file_of(descriptor);
    return file < 0 && is_stream(descriptor) ? -1 : static_cast<int>(syscall(SYS_ftruncate, file, bytes));
}
[[gnu::weak]] int fsync(int descriptor) {
    const int file = file_of(descriptor);
    return file < 0 && is_stream(descriptor) ? -1 : static_cast<int>(syscall(SYS_fsync, file));
}

// By the names that -D_FILE_OFFSET_BITS=64 gives them.
[[gnu::weak]] int fstat64(int descriptor, struct stat64* status) noexcept {
    return fstat(descriptor, reinterpret_cast<struct stat*>(status)); // the same for 64 bits
}
[[gnu::weak]] off64_t lseek64(int descriptor, off64_t offset, int from) noexcept {
    return lseek(descriptor, offset, from);
}
[[gnu::weak]] int ftruncate64(int descriptor, off64_t bytes) noexcept {
    return ftruncate(descriptor, bytes);
}

} // extern "C"
