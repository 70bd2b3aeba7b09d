// Descriptors 1 and 2 of a rank: what it redirects or closes is its own, and its streams follow.
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/image/parts/closed_streams.hpp"
#include "runtime/image/parts/of_c_library.hpp"
#include "runtime/image/parts/redirected_files.hpp"
#include "runtime/image/parts/standard_streams.hpp"
#include "runtime/rank/for_parts.hpp"

// Without input.cpp it is the process's.
#pragma weak stdin

using sartor::process::of_c_library;
using sartor::process::stream_of;

namespace {

[[gnu::used]] const bool* const redirected_files = &sartor_files_are_redirected;

bool is_stream(int descriptor) noexcept {
    return descriptor == STDOUT_FILENO || descriptor == STDERR_FILENO;
}

int duplicate(int descriptor, int wanted, int flags) noexcept {
    const int from = is_stream(descriptor) ? sartor_rank_descriptor(descriptor) : descriptor;
    if (from < 0) return -1;
    if (!is_stream(wanted)) return static_cast<int>(syscall(SYS_dup3, from, wanted, flags));
    if (sartor_rank_redirect(wanted, from) != 0) return -1;
    sartor::process::closed_streams[wanted] = false;
    return wanted;
}

int flags_of(const char* mode) noexcept {
    bool updates = false;
    for (const char* letter = mode; *letter != '\0'; ++letter) updates |= *letter == '+';
    const int access = updates ? O_RDWR : mode[0] == 'r' ? O_RDONLY : O_WRONLY;
    return access | (mode[0] == 'w' ? O_CREAT | O_TRUNC : mode[0] == 'a' ? O_CREAT | O_APPEND : 0);
}

FILE* reopen(const char* name, const char* path, const char* mode, FILE* file) noexcept {
    const int stream = stream_of(file);
    if (stream == 0) return of_c_library<FILE* (*)(const char*, const char*, FILE*)>(name)(path, mode, file);
    if (path == nullptr) return file; // another mode of the same file
    const int opened = static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags_of(mode), 0666));
    const bool redirected = opened >= 0 && sartor_rank_redirect(stream, opened) == 0;
    if (opened >= 0) syscall(SYS_close, opened);
    if (redirected) sartor::process::closed_streams[stream] = false;
    if (redirected) std::clearerr(file);
    return redirected ? file : nullptr;
}

// Before the image has variables for them, and before std::cout, which keeps its stream.
__attribute__((constructor(99))) void watch_streams() {
    sartor_rank_watch_streams();
}

} // namespace

extern "C" {

[[gnu::weak]] int fileno(FILE* file) noexcept {
    if (const int stream = stream_of(file)) return stream;
    return file == stdin ? STDIN_FILENO : of_c_library<int (*)(FILE*)>("fileno")(file);
}
[[gnu::weak]] int fileno_unlocked(FILE* file) noexcept {
    return fileno(file);
}

[[gnu::weak]] int dup(int descriptor) noexcept {
    const int from = is_stream(descriptor) ? sartor_rank_descriptor(descriptor) : descriptor;
    if (from < 0 && is_stream(descriptor)) return -1;
    return sartor::process::lowest_number(static_cast<int>(syscall(SYS_dup, from)));
}
[[gnu::weak]] int dup2(int descriptor, int wanted) noexcept {
    if (descriptor == wanted) return fcntl(descriptor, F_GETFD) < 0 ? -1 : wanted;
    return duplicate(descriptor, wanted, 0);
}
[[gnu::weak]] int dup3(int descriptor, int wanted, int flags) noexcept {
    if (descriptor != wanted) return duplicate(descriptor, wanted, flags);
    errno = EINVAL;
    return -1;
}

[[gnu::weak]] int isatty(int descriptor) noexcept {
    const int from = is_stream(descriptor) ? sartor_rank_descriptor(descriptor) : descriptor;
    return from < 0 && is_stream(descriptor) ? 0 : of_c_library<int (*)(int)>("isatty")(from);
}

// Another stream of descriptor 1 or 2.
[[gnu::weak]] FILE* fdopen(int descriptor, const char* mode) noexcept {
    if (sartor_rank_number() < 0 || !is_stream(descriptor))
        return of_c_library<FILE* (*)(int, const char*)>("fdopen")(descriptor, mode);
    cookie_io_functions_t functions{};
    functions.write = [](void* cookie, const char* text, size_t bytes) {
        const int stream = static_cast<int>(reinterpret_cast<std::intptr_t>(cookie));
        return std::max(sartor_rank_write(stream, text, bytes), ssize_t{0}); // fopencookie(3): 0 is an error
    };
    functions.close = [](void* cookie) {
        return close(static_cast<int>(reinterpret_cast<std::intptr_t>(cookie)));
    };
    return fopencookie(reinterpret_cast<void*>(std::intptr_t{descriptor}), mode, functions);
}
[[gnu::weak]] FILE* freopen(const char* path, const char* mode, FILE* file) {
    return reopen("freopen", path, mode, file);
}
[[gnu::weak]] FILE* freopen64(const char* path, const char* mode, FILE* file) {
    return reopen("freopen64", path, mode, file);
}

} // extern "C"
