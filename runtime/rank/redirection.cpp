// Standard output and standard error of a rank that go elsewhere: streams in front of those that gather
// lines.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/output/output.hpp"
#include "runtime/process.hpp"
#include "runtime/process_state.hpp"
#include "runtime/rank/for_parts.hpp"

namespace sartor::process {

namespace {

constexpr int gathered_lines = 0; // as all ranks' are; others are a descriptor + 1
constexpr int closed = -1;

// Of each rank, by standard output and standard error.
using Targets = int[2];
Targets* targets = nullptr;
FILE* gathering[2];

int* target_of(int stream) noexcept {
    return current != nullptr && targets != nullptr ? &targets[state.index_of(*current)][stream - 1]
                                                    : nullptr;
}

bool is_same_file(int one, int other) noexcept {
    struct stat first {};
    struct stat second {};
    return fstat(one, &first) == 0 && fstat(other, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

void put_away(int& target) noexcept {
    if (target > gathered_lines) ::close(target - 1);
    target = gathered_lines;
}

ssize_t write_all(int descriptor, const char* text, std::size_t bytes) noexcept {
    std::size_t done = 0;
    while (done < bytes) {
        const ssize_t written = ::write(descriptor, text + done, bytes - done);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return done > 0 ? static_cast<ssize_t>(done) : -1;
        done += static_cast<std::size_t>(written);
    }
    return static_cast<ssize_t>(done);
}

template <int stream>
ssize_t write_stream(void*, const char* text, std::size_t bytes) {
    const ssize_t written = sartor_rank_write(stream, text, bytes);
    return written < 0 ? 0 : written; // as fopencookie(3) wants it
}

template <int stream>
FILE* open_in_front() noexcept {
    cookie_io_functions_t functions{};
    functions.write = &write_stream<stream>;
    FILE* file = fopencookie(nullptr, "w", functions);
    if (file != nullptr) std::setvbuf(file, nullptr, _IONBF, 0);
    return file;
}

void watch_streams() noexcept {
    targets = static_cast<Targets*>(std::calloc(static_cast<std::size_t>(state.most), sizeof(Targets)));
    gathering[0] = stdout;
    gathering[1] = stderr;
    FILE* output = open_in_front<1>();
    FILE* error = open_in_front<2>();
    if (targets == nullptr || output == nullptr || error == nullptr) return;
    stdout = output;
    stderr = error;
}

} // namespace

// Descriptors 1 and 2 of a child are those that its rank had.
void pass_redirections_to_child(const Rank& rank) noexcept {
    if (targets == nullptr) return;
    for (int stream = 1; stream <= 2; ++stream) {
        const int target = targets[state.index_of(rank)][stream - 1];
        if (target == closed)
            ::close(stream);
        else if (target != gathered_lines)
            ::dup2(target - 1, stream);
    }
}

} // namespace sartor::process

using namespace sartor::process;

extern "C" {

void sartor_rank_watch_streams() noexcept {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, &watch_streams);
}

FILE* sartor_rank_first_stream(int stream) noexcept {
    return gathering[stream - 1];
}

ssize_t sartor_rank_write(int stream, const void* text, std::size_t bytes) noexcept {
    const int* target = target_of(stream);
    if (target == nullptr || *target == gathered_lines) {
        FILE* file = gathering[stream - 1] != nullptr ? gathering[stream - 1] : stream == 1 ? stdout : stderr;
        const std::size_t written = std::fwrite(text, 1, bytes, file);
        return written > 0 || bytes == 0 ? static_cast<ssize_t>(written) : -1;
    }
    if (*target != closed) return write_all(*target - 1, static_cast<const char*>(text), bytes);
    errno = EBADF;
    return -1;
}

int sartor_rank_descriptor(int stream) noexcept {
    const int* target = target_of(stream);
    if (target != nullptr && *target == closed) {
        errno = EBADF;
        return -1;
    }
    if (target != nullptr && *target != gathered_lines) return *target - 1;
    if (current != nullptr) end_line(*current, stream == 1 ? Stream::output : Stream::error);
    flush_output();
    return stream;
}

int sartor_rank_redirect(int stream, int descriptor) noexcept {
    int* target = target_of(stream);
    if (target == nullptr && current != nullptr) return sartor_rank_descriptor(stream) < 0 ? -1 : 0;
    if (target == nullptr) { // a child of fork()
        if (descriptor < 0) return ::close(stream);
        return ::dup2(descriptor, stream) < 0 ? -1 : 0;
    }
    static_cast<void>(sartor_rank_descriptor(stream)); // what was written before goes where it went
    int kept = closed;
    if (descriptor >= 0) {
        if (fcntl(descriptor, F_GETFD) < 0) return -1;
        constexpr int above_the_programs = 512;
        kept = is_same_file(descriptor, stream) ? gathered_lines
                                                : fcntl(descriptor, F_DUPFD_CLOEXEC, above_the_programs) + 1;
        if (kept == gathered_lines && !is_same_file(descriptor, stream)) // too many files
            kept = fcntl(descriptor, F_DUPFD_CLOEXEC, 3) + 1;
        if (kept == gathered_lines && !is_same_file(descriptor, stream)) return -1;
    }
    put_away(*target);
    *target = kept;
    return 0;
}

} // extern "C"
