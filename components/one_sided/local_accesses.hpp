// Loads and stores at a part of a window, in programs whose accesses are seen (sartor cc --checked): the last
// load and the last store of each byte. They are its owner's; where ranks share the memory, anybody's.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace sartor::one_sided {

struct LocalAccess {
    std::uint64_t first = 0; // bytes from the part's beginning; in dynamic windows an address
    std::uint64_t behind = 0;
    bool is_store = false;
    std::int32_t rank = 0;       // of the window, who made it
    std::uint32_t event = 0;     // of that rank (rank_events.hpp)
    const void* place = nullptr; // behind the call of the compiler's function
    bool reads_word = false;     // directly behind MPI_Win_sync: updates may come at any time
    bool polls = false;          // atomic or volatile: counts for operations of its epoch alone
};

// Of four bytes, which share the places of their last accesses, in memory that is zero at first. An epoch of
// the part begins with the number of its exposure; accesses of earlier ones count for operations under locks
// only.
class LocalAccesses {
  public:
    static constexpr std::size_t bytes_each = 4;

    struct Piece {
        struct Last {
            std::uint64_t place : 48;
            std::uint64_t rank : 16; // those of higher ranks are not noted
            std::uint32_t event;
            unsigned epoch : 26; // never the same again in a run
            unsigned reads_word : 1;
            unsigned polls : 1;
            unsigned bytes : 4; // a bit for each
        };
        Last load, store;
        Last other_load;  // the last one by another rank than that of `load`
        Last other_store; // the last one before `store` that has bytes which that has not
    };
    [[nodiscard]] static constexpr std::size_t memory_for(std::size_t bytes) noexcept {
        return (bytes + bytes_each - 1) / bytes_each * sizeof(Piece);
    }

    // Of bytes from `first` on. memory: memory_for(bytes), zero; null: nothing is noted.
    void open(void* memory, std::uint64_t first, std::size_t bytes, std::int32_t owner) noexcept {
        each_ = static_cast<Piece*>(memory);
        first_ = first;
        behind_ = first + bytes;
        owner_ = owner;
    }
    [[nodiscard]] std::uint64_t first() const noexcept { return first_; }
    [[nodiscard]] std::uint64_t behind() const noexcept { return behind_; }
    void begin_epoch() noexcept { epoch_ = (epoch_ + 1) % (1U << 26); }

    void note(const LocalAccess& access, unsigned noted = 0xf) noexcept {
        if (static_cast<std::uint32_t>(access.rank) >= 1U << 16) return;
        for_each(access.first, access.behind, [&](Piece& piece, std::size_t, unsigned bytes) {
            bytes &= noted;
            if (access.is_store)
                keep_other_bytes(piece, access, bytes);
            else if (piece.load.bytes != 0 && !is_by(piece.load, access.rank))
                piece.other_load = piece.load;
            note(access.is_store ? piece.store : piece.load, access, bytes);
            return false;
        });
    }
    // Whether a load polls: it repeats the last load of its bytes, with one MPI_Win_sync and nothing else in
    // between, by which the rank's events went from `before` to that of the load. It is not noted, then.
    [[nodiscard]] bool polls(const LocalAccess& access, std::uint32_t before) noexcept {
        bool all = false;
        for_each(access.first, access.behind, [&](Piece& piece, std::size_t, unsigned) {
            all = piece.load.event == before && is_by(piece.load, access.rank) &&
                  piece.load.place == reinterpret_cast<std::uintptr_t>(access.place);
            return !all;
        });
        if (all) note(access, 0);
        return all;
    }
    // The first access of these bytes by another rank that this one disturbs, if one of both stores, unless
    // told(access): this rank may know of it.
    template <class Told>
    [[nodiscard]] bool find_others(const LocalAccess& access, Told told, LocalAccess& found) const noexcept {
        return for_each(access.first, access.behind, [&](const Piece& piece, std::size_t at, unsigned bytes) {
            const auto disturbs = [&](const Piece::Last& last, bool is_store) {
                return takes(last, is_store, at, bytes, found) && found.rank != access.rank && !found.polls &&
                       !told(found);
            };
            return disturbs(piece.store, true) || disturbs(piece.other_store, true) ||
                   (access.is_store && (disturbs(piece.load, false) || disturbs(piece.other_load, false)));
        });
    }

    // The first access of these bytes that an operation there disturbs: one that changes them any access,
    // others stores. In this epoch; or, without `in_epoch` and of other ranks than the owner, in any, unless
    // told(access): its rank may have told others of it.
    template <class Told>
    [[nodiscard]] bool find(std::uint64_t first, std::uint64_t behind, bool changes, bool in_epoch, Told told,
                            LocalAccess& found) const noexcept {
        return for_each(first, behind, [&](const Piece& piece, std::size_t at, unsigned bytes) {
            const auto disturbs = [&](const Piece::Last& last, bool is_store) {
                if (!takes(last, is_store, at, bytes, found)) return false;
                if (in_epoch && is_by(last, owner_)) return last.epoch == epoch_;
                return last.polls == 0 && !told(found);
            };
            return disturbs(piece.store, true) || disturbs(piece.other_store, true) ||
                   (changes && (disturbs(piece.load, false) || disturbs(piece.other_load, false)));
        });
    }

    LocalAccesses* next = nullptr; // of a dynamic window

  private:
    [[nodiscard]] static bool is_by(const Piece::Last& last, std::int32_t rank) noexcept {
        return last.rank == static_cast<std::uint32_t>(rank);
    }
    [[nodiscard]] bool is_at_once(const Piece::Last& last, const LocalAccess& access) const noexcept {
        return last.epoch == epoch_ && last.event == access.event && is_by(last, access.rank);
    }
    void keep_other_bytes(Piece& piece, const LocalAccess& access, unsigned bytes) const noexcept {
        const unsigned others = piece.store.bytes & ~bytes;
        piece.other_store.bytes &= ~bytes & 0xfU;
        if (others == 0 || is_at_once(piece.store, access)) return;
        piece.other_store = piece.store;
        piece.other_store.bytes = others & 0xfU;
    }
    void note(Piece::Last& last, const LocalAccess& access, unsigned bytes) const noexcept {
        const bool same = is_at_once(last, access);
        last.place = reinterpret_cast<std::uintptr_t>(access.place);
        last.rank = static_cast<std::uint32_t>(access.rank) & 0xffffU;
        last.event = access.event;
        last.reads_word = access.reads_word && (!same || last.reads_word);
        last.polls = access.polls && (!same || last.polls);
        last.bytes = ((same ? last.bytes : 0) | bytes) & 0xfU;
        last.epoch = epoch_;
    }
    // Whether it has a byte of these.
    [[nodiscard]] static bool takes(const Piece::Last& last, bool is_store, std::size_t at, unsigned bytes,
                                    LocalAccess& found) noexcept {
        const unsigned common = last.bytes & bytes;
        if (common == 0) return false;
        found = {at + static_cast<unsigned>(std::countr_zero(common)),
                 at + static_cast<unsigned>(std::bit_width(common)),
                 is_store,
                 static_cast<std::int32_t>(last.rank),
                 last.event,
                 reinterpret_cast<const void*>(static_cast<std::uintptr_t>(last.place)),
                 last.reads_word != 0,
                 last.polls != 0};
        return true;
    }
    // visit(piece, where it begins, bits of its bytes) until it returns true.
    template <class Visit>
    bool for_each(std::uint64_t first, std::uint64_t behind, Visit visit) const noexcept {
        if (each_ == nullptr || behind <= first_) return false;
        std::uint64_t from = std::max(first, first_) - first_;
        const std::uint64_t all = std::min(behind, behind_) - first_;
        while (from < all) {
            const std::uint64_t index = from / bytes_each;
            const std::uint64_t end = std::min(all, (index + 1) * bytes_each);
            const auto low = static_cast<unsigned>(from % bytes_each);
            const auto count = static_cast<unsigned>(end - from);
            if (visit(each_[index], first_ + index * bytes_each, ((1U << count) - 1) << low)) return true;
            from = end;
        }
        return false;
    }

    Piece* each_ = nullptr;
    std::uint64_t first_ = 0;
    std::uint64_t behind_ = 0;
    std::int32_t owner_ = 0;
    unsigned epoch_ = 1;
};

} // namespace sartor::one_sided
