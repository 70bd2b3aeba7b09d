// A file that is written by a thread of its own, while the run fills the next part of it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include <pthread.h>

#include "runtime/scheduler/event_count.hpp"

namespace sartor::trace {

// Two parts: one is filled while the other is written; write() waits if that is not finished.
class BackgroundFile {
  public:
    static constexpr std::size_t part_bytes = std::size_t{1} << 18;

    BackgroundFile() = default;
    BackgroundFile(const BackgroundFile&) = delete;
    BackgroundFile& operator=(const BackgroundFile&) = delete;
    ~BackgroundFile() { close(); }

    // False, with errno set, when the file can't be written.
    [[nodiscard]] bool open(const char* path) noexcept;
    // The memory for the text of the next part, of at most part_bytes.
    [[nodiscard]] char* part() noexcept { return parts_[filling_]; }
    // Writes `bytes` bytes of the part, in the order of calls. part() is another one then.
    void write(std::size_t bytes) noexcept;
    // Returns when all is written. May be called in a signal's handler.
    void close() noexcept;
    // 0, or the errno of a write that failed: nothing was written after it.
    [[nodiscard]] int error() const noexcept { return error_.load(std::memory_order_relaxed); }

  private:
    enum Task : std::uint8_t { nothing, part_is_full, end };

    static void* serve(void* self) noexcept;
    void give(Task task) noexcept;
    void wait_while(Task task) noexcept;
    void put(const char* text, std::size_t bytes) noexcept;

    char parts_[2][part_bytes];
    int filling_ = 0;
    int file_ = -1;
    bool threaded_ = false;
    pthread_t thread_{};
    std::atomic<Task> task_{nothing};
    process::EventCount<> changes_; // of the task
    std::size_t bytes_ = 0;         // of the part that isn't being filled
    std::atomic<int> error_{0};
};

} // namespace sartor::trace
