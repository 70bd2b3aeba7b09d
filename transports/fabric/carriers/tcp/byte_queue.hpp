// Bytes that wait to be sent.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace sartor::channel::fabric {

// First in, first out; its memory grows and is kept. Zero is an empty one.
class ByteQueue {
  public:
    [[nodiscard]] bool empty() const noexcept { return begin_ == end_; }
    [[nodiscard]] std::size_t bytes() const noexcept { return end_ - begin_; }
    [[nodiscard]] const char* data() const noexcept { return memory_ + begin_; }

    // False: there is no memory.
    [[nodiscard]] bool append(const void* data, std::size_t bytes) noexcept {
        if (bytes == 0) return true;
        if (room_ - end_ < bytes && !make_room(bytes)) return false;
        std::memcpy(memory_ + end_, data, bytes);
        end_ += bytes;
        return true;
    }
    void release() noexcept {
        std::free(memory_);
        *this = {};
    }
    // The first so many.
    void drop(std::size_t bytes) noexcept {
        begin_ += bytes;
        if (begin_ == end_) begin_ = end_ = 0;
    }

  private:
    bool make_room(std::size_t more) noexcept {
        const std::size_t left = bytes();
        if (left > 0) std::memmove(memory_, memory_ + begin_, left);
        begin_ = 0;
        end_ = left;
        if (room_ - end_ >= more) return true;
        const std::size_t room = 2 * (left + more);
        char* const memory = static_cast<char*>(std::realloc(memory_, room));
        if (memory == nullptr) return false;
        memory_ = memory;
        room_ = room;
        return true;
    }

    char* memory_ = nullptr;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    std::size_t room_ = 0;
};

} // namespace sartor::channel::fabric
