// What a rank reads from standard input, writes to descriptors 1 and 2 and closes of them, is its own.
#include <cstdio>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/rank/for_parts.hpp"
#include "runtime/rank/original.hpp"

extern "C" {

[[gnu::weak]] ssize_t read(int descriptor, void* text, size_t bytes) {
    if (descriptor == STDIN_FILENO && !sartor_rank_has_input()) return 0;
    return syscall(SYS_read, descriptor, text, bytes);
}
// Of programs that are compiled with -D_FORTIFY_SOURCE.
[[noreturn]] void __chk_fail();
[[gnu::weak]] ssize_t __read_chk(int descriptor, void* text, size_t bytes, size_t room) {
    if (bytes > room) __chk_fail();
    return read(descriptor, text, bytes);
}
[[gnu::weak]] ssize_t write(int descriptor, const void* text, size_t bytes) {
    if (descriptor != STDOUT_FILENO && descriptor != STDERR_FILENO)
        return syscall(SYS_write, descriptor, text, bytes);
    return sartor_rank_write(descriptor, text, bytes);
}

[[gnu::weak]] int close(int descriptor) {
    if (sartor_rank_number() < 0 || descriptor < 0 || descriptor > STDERR_FILENO)
        return static_cast<int>(syscall(SYS_close, descriptor));
    return descriptor == STDIN_FILENO ? 0 : sartor_rank_redirect(descriptor, -1);
}

[[gnu::weak]] int fclose(FILE* file) {
    if (sartor_rank_number() >= 0 && (file == stdout || file == stderr))
        return sartor_rank_redirect(file == stdout ? STDOUT_FILENO : STDERR_FILENO, -1);
    return sartor::process::original<int (*)(FILE*)>("fclose")(file);
}

} // extern "C"
