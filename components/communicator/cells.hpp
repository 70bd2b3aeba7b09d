// Memory for messages that are copied when they are sent: parcels with their data behind them.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

namespace sartor::communicator {

// One pool for each rank; cells move to the receiver's pool with their messages, so that no pool is shared.
// Small cells are kept for reuse, up to a number; others go back to the system.
template <class Parcel>
class Cells {
  public:
    Cells() = default;
    Cells(const Cells&) = delete;
    Cells& operator=(const Cells&) = delete;
    ~Cells() {
        while (free_ != nullptr) {
            Parcel* rest = free_->next;
            std::free(free_);
            free_ = rest;
        }
    }

    // A parcel with room for `bytes` of data; null when the system has no memory.
    [[nodiscard]] Parcel* take(std::size_t bytes) noexcept {
        if (bytes <= small_bytes && free_ != nullptr) {
            Parcel* cell = free_;
            free_ = cell->next;
            --kept_;
            return cell;
        }
        void* memory = std::malloc(sizeof(Parcel) + (bytes < small_bytes ? small_bytes : bytes));
        return memory == nullptr ? nullptr : new (memory) Parcel;
    }

    void put_back(Parcel& cell) noexcept {
        if (cell.envelope.storage.bytes > small_bytes || kept_ == most_kept) return give_back(cell);
        cell.next = free_;
        free_ = &cell;
        ++kept_;
    }

    [[nodiscard]] static void* data_of(Parcel& cell) noexcept { return &cell + 1; }

  private:
    [[gnu::noinline]] static void give_back(Parcel& cell) noexcept { std::free(&cell); }

    static constexpr std::size_t small_bytes = 192; // with the parcel's own 40 to 56 bytes: four cache lines
    static constexpr int most_kept = 64;

    Parcel* free_ = nullptr;
    int kept_ = 0;
};

} // namespace sartor::communicator
