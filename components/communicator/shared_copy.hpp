// A copy that two may work at: the receiver, who owns it, and a sender that waits for it anyway.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstring>

#include "components/process/atomics.hpp"

namespace sartor::communicator {

struct SharedCopyShape : process::RealAtomics {
    static constexpr std::size_t piece_bytes = std::size_t{16} << 10;
    static void copy(char* target, const char* source, std::size_t bytes) noexcept {
        std::memcpy(target, source, bytes);
    }
};

// Pieces are claimed one by one; whoever finds none left is done, the owner when the other is too. Without a
// constructor: sends that are never split don't pay for it.
template <class Shape>
class SharedCopyOf {
  public:
    // The helper's, before the owner can know of the copy.
    void prepare() noexcept {
        open_ = false;
        claimed_ = 0;
        done_ = 0;
    }

    // The owner's: opens the copy to the helper, works at it and returns when all of it is done.
    void run(char* target, const char* source, std::size_t bytes) noexcept {
        target_ = target;
        source_ = source;
        bytes_ = bytes;
        pieces_ = (bytes + piece_bytes - 1) / piece_bytes;
        Reference<bool>(open_).store(true, std::memory_order_release);
        work();
        while (Reference<std::size_t>(done_).load(std::memory_order_acquire) != pieces_) Shape::pause();
    }

    // The helper's. Does nothing before the copy is open.
    void help() noexcept {
        if (Reference<bool>(open_).load(std::memory_order_acquire)) work();
    }

  private:
    template <class T>
    using Reference = typename Shape::template Reference<T>;
    static constexpr std::size_t piece_bytes = Shape::piece_bytes;

    void work() noexcept {
        for (;;) {
            const std::size_t piece =
                Reference<std::size_t>(claimed_).fetch_add(1, std::memory_order_relaxed);
            if (piece >= pieces_) return;
            const std::size_t start = piece * piece_bytes;
            const std::size_t left = bytes_ - start;
            Shape::copy(target_ + start, source_ + start, left < piece_bytes ? left : piece_bytes);
            Reference<std::size_t>(done_).fetch_add(1, std::memory_order_acq_rel);
        }
    }

    bool open_;
    std::size_t claimed_;
    std::size_t done_;
    char* target_;
    const char* source_;
    std::size_t bytes_;
    std::size_t pieces_;
};
using SharedCopy = SharedCopyOf<SharedCopyShape>;

} // namespace sartor::communicator
