// A file of text, written without the C library's streams and heap.
#pragma once

#include <cstddef>

namespace sartor::observation {

// Opened before the run, so that a wrong name is found then; filled at its end.
class TextFile {
  public:
    TextFile() = default;
    TextFile(const TextFile&) = delete;
    TextFile& operator=(const TextFile&) = delete;

    // False, with errno set, when it can't be made.
    [[nodiscard]] bool open(const char* path) noexcept;
    [[nodiscard]] const char* path() const noexcept { return path_; }

    TextFile& print(const char* format, ...) noexcept __attribute__((format(printf, 2, 3)));
    // In quotes, with what JSON has other meanings for.
    TextFile& quoted(const char* text) noexcept;
    // False, with errno set, when something could not be written.
    bool close() noexcept;

  private:
    void put(const char* text, std::size_t bytes) noexcept;
    void flush() noexcept;

    static constexpr std::size_t room = std::size_t{32} << 10;
    const char* path_ = nullptr;
    int file_ = -1;
    int error_ = 0;
    std::size_t used_ = 0;
    char buffer_[room];
};

} // namespace sartor::observation
