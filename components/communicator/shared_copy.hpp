// A copy that two may work at: the receiver, who owns it, and a sender that waits for it anyway.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstring>

namespace sartor::communicator {

// Pieces are claimed one by one; whoever finds none left is done, the owner when the other is too. Without a
// constructor: sends that are never split don't pay for it.
class SharedCopy {
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
        std::atomic_ref(open_).store(true, std::memory_order_release);
        work();
        while (std::atomic_ref(done_).load(std::memory_order_acquire) != pieces_) __builtin_ia32_pause();
    }

    // The helper's. Does nothing before the copy is open.
    void help() noexcept {
        if (std::atomic_ref(open_).load(std::memory_order_acquire)) work();
    }

  private:
    static constexpr std::size_t piece_bytes = std::size_t{16} << 10;

    void work() noexcept {
        for (;;) {
            const std::size_t piece = std::atomic_ref(claimed_).fetch_add(1, std::memory_order_relaxed);
            if (piece >= pieces_) return;
            const std::size_t start = piece * piece_bytes;
            const std::size_t left = bytes_ - start;
            std::memcpy(target_ + start, source_ + start, left < piece_bytes ? left : piece_bytes);
            std::atomic_ref(done_).fetch_add(1, std::memory_order_acq_rel);
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

} // namespace sartor::communicator
