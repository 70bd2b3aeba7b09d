// Memory for messages that are copied when they are sent: parcels with their data behind them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace sartor::channel {

// Cells of one size that are kept for reuse: room for so many bytes of data, and so many of them.
struct CellSize {
    std::size_t bytes;
    int most_kept;
};

// Small cells alone, for the pool of one rank. With the parcel's own 40 to 56 bytes: four cache lines.
struct FewCells {
    static constexpr std::array sizes{CellSize{192, 64}};
};
// For a pool that the ranks of a worker share: at most 768 KiB.
struct ManyCells {
    static constexpr std::array sizes{CellSize{192, 1024}, CellSize{1200, 256}, CellSize{8192, 24}};
};

// A pool without locks, for one rank or for ranks that run one at a time. A cell goes to the pool of whoever
// is done with it. Cells of other sizes, and those that are too many, go back to the system.
template <class Parcel, class Shape = FewCells>
class Cells {
  public:
    Cells() = default;
    Cells(const Cells&) = delete;
    Cells& operator=(const Cells&) = delete;
    ~Cells() {
        for (Kept& kept : kept_)
            while (kept.first != nullptr) {
                Parcel* rest = kept.first->next;
                std::free(kept.first);
                kept.first = rest;
            }
    }

    // A parcel with room for `bytes` of data; null when the system has no memory.
    [[nodiscard]] Parcel* take(std::size_t bytes) noexcept {
        const std::size_t size = size_of(bytes);
        if (size == Shape::sizes.size()) return make(bytes);
        Kept& kept = kept_[size];
        if (kept.first == nullptr) return make(Shape::sizes[size].bytes);
        Parcel* cell = kept.first;
        kept.first = cell->next;
        --kept.number;
        return cell;
    }

    void put_back(Parcel& cell) noexcept {
        const std::size_t size = size_of(cell.envelope.storage.bytes);
        if (size == Shape::sizes.size()) return give_back(cell);
        Kept& kept = kept_[size];
        if (kept.number == Shape::sizes[size].most_kept) return give_back(cell);
        cell.next = kept.first;
        kept.first = &cell;
        ++kept.number;
    }

    [[nodiscard]] static void* data_of(Parcel& cell) noexcept { return &cell + 1; }

  private:
    struct Kept {
        Parcel* first = nullptr;
        int number = 0;
    };

    // The smallest that will do; their number when none does.
    template <std::size_t size = 0>
    [[nodiscard]] static std::size_t size_of(std::size_t bytes) noexcept {
        if constexpr (size == Shape::sizes.size())
            return size;
        else
            return bytes <= Shape::sizes[size].bytes ? size : size_of<size + 1>(bytes);
    }

    [[gnu::noinline]] static Parcel* make(std::size_t bytes) noexcept {
        void* memory = std::malloc(sizeof(Parcel) + bytes);
        return memory == nullptr ? nullptr : new (memory) Parcel;
    }
    [[gnu::noinline]] static void give_back(Parcel& cell) noexcept { std::free(&cell); }

    std::array<Kept, Shape::sizes.size()> kept_{};
};

} // namespace sartor::channel
