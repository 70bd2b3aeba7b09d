// Memory for messages that are copied when they are sent: parcels with their data behind them.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

namespace sartor::communicator {

// One pool for each rank; cells move to the receiver's pool with their messages, so that no pool is shared.
// Cells of two sizes are kept for reuse, up to a number of each; others go back to the system.
template <class Parcel>
class Cells {
  public:
    Cells() = default;
    Cells(const Cells&) = delete;
    Cells& operator=(const Cells&) = delete;

    // A parcel with room for `bytes` of data; null when the system has no memory.
    [[nodiscard]] Parcel* take(std::size_t bytes) noexcept {
        if (bytes <= small_bytes) return small_.empty() ? make(small_bytes) : small_.take();
        if (bytes <= middle_bytes) return middle_.empty() ? make(middle_bytes) : middle_.take();
        return make(bytes);
    }

    void put_back(Parcel& cell) noexcept {
        const std::size_t bytes = cell.envelope.storage.bytes;
        if (bytes <= small_bytes && small_.keeps(cell)) return;
        if (bytes > small_bytes && bytes <= middle_bytes && middle_.keeps(cell)) return;
        give_back(cell);
    }

    [[nodiscard]] static void* data_of(Parcel& cell) noexcept { return &cell + 1; }

  private:
    // Cells of one size that nobody uses.
    template <int Most>
    class Kept {
      public:
        Kept() = default;
        Kept(const Kept&) = delete;
        Kept& operator=(const Kept&) = delete;
        ~Kept() {
            while (!empty()) std::free(take());
        }

        [[nodiscard]] bool empty() const noexcept { return first_ == nullptr; }
        [[nodiscard]] Parcel* take() noexcept {
            Parcel* cell = first_;
            first_ = cell->next;
            --count_;
            return cell;
        }
        [[nodiscard]] bool keeps(Parcel& cell) noexcept {
            if (count_ == Most) return false;
            cell.next = first_;
            first_ = &cell;
            ++count_;
            return true;
        }

      private:
        Parcel* first_ = nullptr;
        int count_ = 0;
    };

    [[gnu::noinline]] static Parcel* make(std::size_t bytes) noexcept {
        void* memory = std::malloc(sizeof(Parcel) + bytes);
        return memory == nullptr ? nullptr : new (memory) Parcel;
    }
    [[gnu::noinline]] static void give_back(Parcel& cell) noexcept { std::free(&cell); }

    static constexpr std::size_t small_bytes = 192; // with the parcel's own 40 to 56 bytes: four cache lines
    static constexpr std::size_t middle_bytes = 1984;

    Kept<64> small_;
    Kept<16> middle_;
};

} // namespace sartor::communicator
