// Memory for messages that are copied when they are sent: parcels with their data behind them.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

namespace sartor::communicator {

// Cells that nobody counts.
struct NoAccount {
    static void add(std::size_t) noexcept {}
    static void subtract(std::size_t) noexcept {}
};

// One pool for each rank. Small cells are kept for reuse, up to a number; others go back to the system. The
// account is told of the bytes that come from the system and go back to it, kept ones count on: reuse costs
// nothing. `of` is what the account wants to know besides.
template <class Parcel, class Account = NoAccount>
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
    template <class... Of>
    [[nodiscard]] Parcel* take(std::size_t bytes, Of&... of) noexcept {
        if (bytes <= small_bytes && free_ != nullptr) {
            Parcel* cell = free_;
            free_ = cell->next;
            --kept_;
            return cell;
        }
        Parcel* cell = make(bytes);
        if (cell != nullptr) account_.add(whole(bytes), of...);
        return cell;
    }

    void put_back(Parcel& cell) noexcept {
        if (cell.envelope.storage.bytes > small_bytes || kept_ == most_kept) return give_back(cell);
        cell.next = free_;
        free_ = &cell;
        ++kept_;
    }

    // A cell that belongs to no pool yet, and that it belongs to this one from now on.
    [[nodiscard]] static Parcel* make(std::size_t bytes) noexcept {
        void* memory = std::malloc(whole(bytes));
        return memory == nullptr ? nullptr : new (memory) Parcel;
    }
    template <class... Of>
    void adopt(const Parcel& cell, Of&... of) noexcept {
        account_.add(whole(cell.envelope.storage.bytes), of...);
    }

    [[nodiscard]] static void* data_of(Parcel& cell) noexcept { return &cell + 1; }
    // What a cell takes.
    [[nodiscard]] static constexpr std::size_t whole(std::size_t bytes) noexcept {
        return sizeof(Parcel) + (bytes < small_bytes ? small_bytes : bytes);
    }
    [[nodiscard]] const Account& account() const noexcept { return account_; }

  private:
    [[gnu::noinline]] void give_back(Parcel& cell) noexcept {
        account_.subtract(whole(cell.envelope.storage.bytes));
        std::free(&cell);
    }

    static constexpr std::size_t small_bytes = 192; // with the parcel's own 40 to 56 bytes: four cache lines
    static constexpr int most_kept = 64;

    Parcel* free_ = nullptr;
    int kept_ = 0;
    [[no_unique_address]] Account account_;
};

} // namespace sartor::communicator
