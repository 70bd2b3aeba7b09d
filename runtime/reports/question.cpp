// Nothing here allocates from the heap: a crash may have left it locked.
#include "runtime/reports/question.hpp"

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/image/image.hpp"
#include "runtime/reports/record.hpp"

namespace sartor::process {

namespace {

constexpr std::size_t reply_bytes = std::size_t{64} << 10;
constexpr int longest_reply = 20'000; // milliseconds

// As much as can be read, at most so much: a system call stops where memory ends, and raises no signal.
int copy_of_memory(const char* name, const void* low, std::size_t bytes) noexcept {
    const int descriptor = memfd_create(name, 0);
    std::size_t done = 0;
    while (descriptor >= 0 && done < bytes) {
        const ssize_t written = write(descriptor, static_cast<const char*>(low) + done, bytes - done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) break;
        done += static_cast<std::size_t>(written);
    }
    return descriptor;
}

// In the child of a vfork: the helper's reply goes to a descriptor, its messages to /dev/null.
[[noreturn]] void become(const char* const* arguments, int output) noexcept {
    dup2(output, STDOUT_FILENO);
    const int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    execvp(arguments[0], const_cast<char* const*>(arguments));
    for (;;) syscall(SYS_exit_group, 127); // _exit is the rank's
}

// How much was read before the end, or the time was over.
std::size_t read_all(int descriptor, char* text, std::size_t bytes) noexcept {
    std::size_t used = 0;
    pollfd wanted{descriptor, POLLIN, 0};
    while (used < bytes) {
        const int ready = poll(&wanted, 1, longest_reply);
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0) break;
        const ssize_t length = read(descriptor, text + used, bytes - used);
        if (length < 0 && errno == EINTR) continue;
        if (length <= 0) break;
        used += static_cast<std::size_t>(length);
    }
    return used;
}

std::size_t run_helper(int question, char* text, std::size_t bytes) noexcept {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return 0;
    char number[16];
    std::snprintf(number, sizeof number, "%d", question);
    const char* const given = std::getenv("SARTOR_BACKTRACE"); // by sartor run
    const char* const arguments[] = {given != nullptr ? given : "sartor-backtrace", number, nullptr};
    const pid_t child = vfork();
    if (child == 0) become(arguments, ends[1]);
    close(ends[1]);
    const std::size_t used = child > 0 ? read_all(ends[0], text, bytes) : 0;
    close(ends[0]);
    if (child > 0) {
        kill(child, SIGKILL); // its reply is complete, or it hangs
        waitpid(child, nullptr, 0);
    }
    return used;
}

} // namespace

Question::Question(const Rank& rank) noexcept : file_(memfd_create("sartor-question", 0)) {
    const int maps = keep(open("/proc/self/maps", O_RDONLY));
    if (maps >= 0) line("maps %d\n", maps);
    const CopiedFiles files = copied_files(rank.number);
    for (int index = 0; index < files.count; ++index) {
        LoadedCopy copy;
        if (!loaded_copy(rank, index, copy)) return;
        const int bytes = keep(copy_of_memory("sartor-image", copy.file.bytes, copy.file.size));
        const char* const name = copy.file.library;
        if (bytes >= 0) line("copy %zx %d %s\n", copy.base, bytes, name != nullptr ? name : "");
    }
}

Question::~Question() {
    for (int index = 0; index < count_; ++index) close(descriptors_[index]);
    if (file_ >= 0) close(file_);
    if (text_ != nullptr) munmap(text_, reply_bytes);
}

void Question::line(const char* format, ...) noexcept {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    const int length = std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const bool whole = length > 0 && length < static_cast<int>(sizeof text);
    if (whole && write(file_, text, static_cast<std::size_t>(length)) != length) file_ = -1;
}

int Question::keep(int descriptor) noexcept {
    if (descriptor < 0) return -1;
    if (count_ == most_descriptors) {
        close(descriptor);
        return -1;
    }
    return descriptors_[count_++] = descriptor;
}

void Question::add_location(std::uintptr_t address) noexcept {
    line("location %zx\n", address);
}

void Question::add_calls(const Registers& registers, std::uintptr_t low, std::uintptr_t top,
                         const void* mpi_call) noexcept {
    constexpr std::size_t most = std::size_t{64} << 20;
    const std::size_t bytes = top > low && top - low < most ? top - low : most;
    const int stack = keep(copy_of_memory("sartor-stack", reinterpret_cast<const void*>(low), bytes));
    if (stack >= 0) line("stack %zx %d\n", low, stack);
    line("call %zx\n", reinterpret_cast<std::uintptr_t>(mpi_call));
    char text[Registers::count * 18 + 1];
    std::size_t used = 0;
    for (const std::uintptr_t value : registers.values)
        used += static_cast<std::size_t>(std::snprintf(text + used, sizeof text - used, " %zx", value));
    line("registers%s\n", text);
}

const char* Question::reply() noexcept {
    if (file_ < 0) return nullptr;
    void* memory = mmap(nullptr, reply_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return nullptr;
    text_ = static_cast<char*>(memory);
    const std::size_t used = run_helper(file_, text_, reply_bytes - 1);
    text_[used] = '\0';
    record_locations(text_);
    return used > 0 ? text_ : nullptr;
}

} // namespace sartor::process
