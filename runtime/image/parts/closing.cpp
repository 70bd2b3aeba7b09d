// What a rank reads from standard input, writes to descriptors 1 and 2 and closes of them, is its own.
#include <cstdio>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/image/parts/closed_streams.hpp"
#include "runtime/image/parts/of_c_library.hpp"
#include "runtime/image/parts/other_ranks.hpp"
#include "runtime/image/parts/pipes_in_turn.hpp"
#include "runtime/image/parts/standard_streams.hpp"
#include "runtime/rank/for_parts.hpp"

// Without output.cpp they are the process's.
#pragma weak stdout
#pragma weak stderr

// A program that redirects its streams by other functions has watched ones from the beginning.
static void watch_stream(FILE*& stream, const char* name) noexcept {
    if (sartor::process::stream_of(stream) != 0) stream = *sartor::process::of_process<FILE*>(name);
}

static int close_stream(int stream) noexcept {
    sartor_rank_watch_streams();
    watch_stream(stdout, "stdout");
    watch_stream(stderr, "stderr");
    return sartor_rank_redirect(stream, -1);
}

extern "C" {

[[gnu::weak]] ssize_t read(int descriptor, void* text, size_t bytes) {
    return sartor::process::read_in_turn(descriptor, text, bytes);
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
    if (descriptor == STDIN_FILENO) return 0;
    const int result = close_stream(descriptor);
    sartor::process::closed_streams[descriptor] = result == 0;
    return result;
}

[[gnu::weak]] int fclose(FILE* file) {
    const int stream = sartor::process::stream_of(file);
    if (sartor_rank_number() >= 0 && stream != 0) return close_stream(stream);
    return sartor::process::of_c_library<int (*)(FILE*)>("fclose")(file);
}

} // extern "C"
