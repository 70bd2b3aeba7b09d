#include "transports/fabric/carriers/rings/wake_pipe.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#include "runtime/process.hpp"

namespace sartor::channel::fabric {

namespace {

// For reading and writing: who writes is not ended by SIGPIPE when the process has gone, and who waits sees
// no end when nobody has it open for writing.
constexpr int how = O_RDWR | O_NONBLOCK | O_CLOEXEC;

int open_in_proc(pid_t process, int descriptor) noexcept {
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%d/fd/%d", static_cast<int>(process), descriptor);
    return ::open(path, how);
}

} // namespace

void WakePipe::open() noexcept {
    int ends[2];
    if (pipe2(ends, O_NONBLOCK | O_CLOEXEC) == 0) {
        descriptor_ = open_in_proc(getpid(), ends[0]);
        ::close(ends[0]);
        ::close(ends[1]);
    }
    if (exists()) return;
    process::report("a pipe that wakes this process: %s", std::strerror(errno));
    process::end_run(1);
}

int WakePipe::open_of(pid_t process, int its_descriptor) noexcept {
    const int opened = open_in_proc(process, its_descriptor);
    if (opened >= 0 || errno == ENOENT || errno == ESRCH) return opened;
    process::report("the pipe that wakes process %d of the system: %s", static_cast<int>(process),
                    std::strerror(errno));
    process::end_run(1);
}

// A full pipe wakes as well.
void WakePipe::wake(int opened) noexcept {
    const char byte = 0;
    while (write(opened, &byte, sizeof byte) < 0 && errno == EINTR) {
    }
}

} // namespace sartor::channel::fabric
