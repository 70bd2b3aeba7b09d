// Two parts take turns. Where no thread can be had, the run writes them itself.
#include "runtime/trace/background_file.hpp"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

#include "runtime/trace/background_thread.hpp"

namespace sartor::trace {

bool BackgroundFile::open(const char* path) noexcept {
    constexpr mode_t usual_permissions = 0666;
    file_ = ::open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, usual_permissions);
    if (file_ < 0) return false;
    task_.store(nothing, std::memory_order_relaxed);
    threaded_ = start_background_thread(thread_, &serve, this);
    return true;
}

void* BackgroundFile::serve(void* self) noexcept {
    auto& file = *static_cast<BackgroundFile*>(self);
    for (file.wait_while(nothing); file.task_.load(std::memory_order_acquire) != end;
         file.wait_while(nothing)) {
        file.put(file.parts_[1 - file.filling_], file.bytes_);
        file.give(nothing);
    }
    return nullptr;
}

void BackgroundFile::give(Task task) noexcept {
    task_.store(task, std::memory_order_release);
    changes_.advance();
}

void BackgroundFile::wait_while(Task task) noexcept {
    changes_.wait_until([&] { return task_.load(std::memory_order_acquire) != task; });
}

void BackgroundFile::write(std::size_t bytes) noexcept {
    if (bytes == 0 || file_ < 0) return;
    if (!threaded_) return put(part(), bytes);
    wait_while(part_is_full);
    filling_ = 1 - filling_;
    bytes_ = bytes;
    give(part_is_full);
}

void BackgroundFile::put(const char* text, std::size_t bytes) noexcept {
    while (bytes > 0 && error() == 0) {
        const ssize_t written = ::write(file_, text, bytes);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return error_.store(errno, std::memory_order_relaxed);
        text += written;
        bytes -= static_cast<std::size_t>(written);
    }
}

void BackgroundFile::close() noexcept {
    if (file_ < 0) return;
    if (threaded_) {
        wait_while(part_is_full);
        give(end);
        pthread_join(thread_, nullptr);
    }
    ::close(file_);
    file_ = -1;
}

} // namespace sartor::trace
