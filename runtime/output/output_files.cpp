#include "runtime/output/output_files.hpp"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

#include "runtime/process.hpp"

namespace sartor::process {

void OutputFiles::append(int stream, int rank, const char* text, std::size_t bytes) const noexcept {
    char path[PATH_MAX];
    const int width = std::snprintf(nullptr, 0, "%d", size() - 1);
    std::snprintf(path, sizeof path, "%s/rank.%0*d/%s", folder_, width, rank,
                  stream == 0 ? "stdout" : "stderr");
    const int descriptor = ::open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (descriptor < 0) return; // there is no stream on which to report that
    while (bytes > 0) {
        const ssize_t written = write(descriptor, text, bytes);
        if (written < 0 && errno != EINTR) break;
        if (written <= 0) continue;
        text += written;
        bytes -= static_cast<std::size_t>(written);
    }
    close(descriptor);
}

} // namespace sartor::process
