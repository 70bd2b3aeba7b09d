// The file is opened for each write: a program that closes all descriptors, or starts others, changes
// nothing.
#include "runtime/reports/record.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace sartor::process {

namespace {

const char* record = nullptr;

// In one piece, after what other threads and processes of the run have written.
void append(const char* text, std::size_t bytes) noexcept {
    const int kept_errno = errno;
    const int file = open(record, O_WRONLY | O_APPEND | O_CLOEXEC);
    while (file >= 0 && bytes > 0) {
        const ssize_t written = write(file, text, bytes);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) break;
        text += written;
        bytes -= static_cast<std::size_t>(written);
    }
    if (file >= 0) close(file);
    errno = kept_errno;
}

int length_of_line(const char* line) noexcept {
    return static_cast<int>(std::strcspn(line, "\n"));
}

} // namespace

void keep_record(const char* path) noexcept {
    record = path;
}

void record_report(const char* text, std::size_t bytes) noexcept {
    if (record != nullptr) append(text, bytes);
}

void record_location(const char* text, int length, const char* source, int source_length) noexcept {
    if (record == nullptr) return;
    char line[4096];
    const int used = std::snprintf(line, sizeof line, "@%.*s\t%.*s\n", length, text, source_length, source);
    if (used > 0 && used < static_cast<int>(sizeof line)) append(line, static_cast<std::size_t>(used));
}

void record_locations(const char* reply) noexcept {
    while (record != nullptr && *reply != '\0') {
        const int length = length_of_line(reply);
        const char* const next = reply[length] == '\n' ? reply + length + 1 : reply + length;
        const bool has_source = *next == 's';
        if ((*reply == 'f' || *reply == 'p') && length > 1)
            record_location(reply + 1, length - 1, next + 1, has_source ? length_of_line(next) - 1 : 0);
        reply = next;
    }
}

void record_signal(int signal) noexcept {
    if (record == nullptr) return;
    char line[16];
    const int used = std::snprintf(line, sizeof line, "!%d\n", signal);
    append(line, static_cast<std::size_t>(used));
}

} // namespace sartor::process
