// Loads and stores of a rank at its own part of a window, in programs whose accesses are seen (sartor cc
// --checked): the last load and the last store of each byte.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace sartor::one_sided {

// A load or a store of the owner's.
struct LocalAccess {
    std::uint64_t first = 0; // bytes from the part's beginning
    std::uint64_t behind = 0;
    bool is_store = false;
    std::uint32_t event = 0;     // of the owner (rank_events.hpp)
    const void* place = nullptr; // behind the call of the compiler's function
};

// Of four bytes, which share the places of their last accesses, in memory that is zero at first. An epoch of
// the part begins with the number of its exposure; accesses of earlier ones count for operations under locks
// only.
class LocalAccesses {
  public:
    static constexpr std::size_t bytes_each = 4;

    struct Piece {
        struct Last {
            const void* place;
            std::uint32_t event;
            unsigned epoch : 28; // never the same again in a run
            unsigned bytes : 4;  // a bit for each
        };
        Last load, store;
    };
    [[nodiscard]] static constexpr std::size_t memory_for(std::size_t bytes) noexcept {
        return (bytes + bytes_each - 1) / bytes_each * sizeof(Piece);
    }

    // memory: memory_for(bytes); null: nothing is noted.
    void open(void* memory) noexcept { each_ = static_cast<Piece*>(memory); }
    void begin_epoch() noexcept { epoch_ = (epoch_ + 1) % (1U << 28); }

    void note(const LocalAccess& access) noexcept {
        if (each_ == nullptr) return;
        for_each(access.first, access.behind, [&](Piece& piece, std::size_t, unsigned bytes) {
            Piece::Last& last = access.is_store ? piece.store : piece.load;
            const bool same = last.epoch == epoch_ && last.event == access.event;
            const unsigned before = same ? last.bytes : 0;
            last = {access.place, access.event, epoch_, before | bytes};
            return false;
        });
    }

    // The first access of these bytes that an operation there disturbs: one that changes them any access,
    // others stores. In this epoch; or, with `told`, in any, unless told(access): the owner may have told
    // others of it.
    template <class Told>
    [[nodiscard]] bool find(std::uint64_t first, std::uint64_t behind, bool changes, bool in_epoch, Told told,
                            LocalAccess& found) const noexcept {
        if (each_ == nullptr) return false;
        return for_each(first, behind, [&](const Piece& piece, std::size_t index, unsigned bytes) {
            const auto disturbs = [&](const Piece::Last& last, bool is_store) {
                const unsigned common = last.bytes & bytes;
                if (common == 0 || (in_epoch && last.epoch != epoch_)) return false;
                const auto from = index * bytes_each;
                found = {from + static_cast<unsigned>(std::countr_zero(common)),
                         from + static_cast<unsigned>(std::bit_width(common)), is_store, last.event,
                         last.place};
                return in_epoch || !told(found);
            };
            return disturbs(piece.store, true) || (changes && disturbs(piece.load, false));
        });
    }

  private:
    // visit(piece, index, bits of its bytes) until it returns true.
    template <class Visit>
    bool for_each(std::uint64_t first, std::uint64_t behind, Visit visit) const noexcept {
        while (first < behind) {
            const std::uint64_t index = first / bytes_each;
            const std::uint64_t end = std::min(behind, (index + 1) * bytes_each);
            const auto low = static_cast<unsigned>(first % bytes_each);
            const auto count = static_cast<unsigned>(end - first);
            if (visit(each_[index], index, ((1U << count) - 1) << low)) return true;
            first = end;
        }
        return false;
    }

    Piece* each_ = nullptr;
    unsigned epoch_ = 1;
};

} // namespace sartor::one_sided
