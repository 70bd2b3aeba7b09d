// A copy at which two threads work: its owner, the receiver, and a helper, a sender that waits for it anyway
// (AzequiaMPI, section III: split copy).
#pragma once

#include <atomic>
#include <cstddef>

#include "runtime/scheduler/atomics.hpp"

namespace sartor::communicator {

// What a shared copy is made of: the storages, the atomic operations (tests watch others), and the size in
// bytes of the pieces into which the copy is divided.
template <class Storage_>
struct SharedCopyShape : process::RealAtomics {
    using Storage = Storage_;
    static constexpr std::size_t piece_bytes = std::size_t{16} << 10;
};

// Both claim piece after piece by an atomic counter; whoever finds none left is done, the owner when all
// pieces are copied. The owner spins while the helper finishes its last piece.
//
// Requires: one owner and at most one helper; both storages can copy parts. There is no constructor, so
// sends that are never split pay nothing: prepare() initializes.
template <class Shape>
class SharedCopyOf {
  public:
    using Storage = typename Shape::Storage;

    // By the helper, before the copy is visible to the owner.
    void prepare() noexcept {
        open_ = false;
        claimed_ = 0;
        done_ = 0;
    }

    // By the owner: copies `bytes` bytes from `source` to `target`, which both have, and returns when all
    // are copied. The storages are kept by the caller until then.
    void run(const Storage& target, const Storage& source, std::size_t bytes) noexcept {
        target_ = &target;
        source_ = &source;
        bytes_ = bytes;
        pieces_ = (bytes + piece_bytes - 1) / piece_bytes;
        Reference<bool>(open_).store(true, std::memory_order_release);
        work();
        while (Reference<std::size_t>(done_).load(std::memory_order_acquire) != pieces_) Shape::pause();
    }

    // By the helper, any number of times: copies pieces until none is left. Does nothing before run() was
    // called.
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
            source_->copy_part_to(*target_, start, left < piece_bytes ? left : piece_bytes);
            Reference<std::size_t>(done_).fetch_add(1, std::memory_order_acq_rel);
        }
    }

    bool open_;
    std::size_t claimed_;
    std::size_t done_;
    const Storage* target_;
    const Storage* source_;
    std::size_t bytes_;
    std::size_t pieces_;
};
template <class Storage>
using SharedCopy = SharedCopyOf<SharedCopyShape<Storage>>;

} // namespace sartor::communicator
