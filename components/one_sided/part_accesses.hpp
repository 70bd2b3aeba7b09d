// Loads and stores at all memory of a rank's part of a window: one stretch, or those that are attached to a
// dynamic window.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

#include <sys/mman.h>

#include "components/one_sided/access_record.hpp"
#include "components/one_sided/local_accesses.hpp"

namespace sartor::one_sided {

[[nodiscard]] inline AccessRecord record_of(const LocalAccess& access) noexcept {
    return {.use = access.is_store ? Use::store : Use::load,
            .origin = access.rank,
            .elements = {},
            .first = access.first,
            .behind = access.behind,
            .event = access.event,
            .site = {},
            .place = access.place};
}

// Under the lock of the part's log. What is not used of its memory takes none.
class PartAccesses {
  public:
    PartAccesses() = default;
    PartAccesses(const PartAccesses&) = delete;
    PartAccesses& operator=(const PartAccesses&) = delete;
    ~PartAccesses() {
        while (attached_ != nullptr) detach(attached_->first());
    }

    // Of bytes from 0 on. memory: LocalAccesses::memory_for(bytes).
    void open(void* memory, std::size_t bytes, std::int32_t owner) noexcept {
        whole_.open(memory, 0, bytes, owner);
    }
    // Of bytes from an address on. Without memory nothing is noted there.
    void attach(std::uint64_t first, std::size_t bytes, std::int32_t owner) noexcept {
        const std::size_t size = size_for(bytes);
        void* const memory =
            mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED) return;
        auto* const one = new (memory) LocalAccesses;
        one->open(static_cast<char*>(memory) + sizeof(LocalAccesses), first, bytes, owner);
        one->next = attached_;
        attached_ = one;
    }
    void detach(std::uint64_t first) noexcept {
        LocalAccesses** link = &attached_;
        while (*link != nullptr && (*link)->first() != first) link = &(*link)->next;
        LocalAccesses* const found = *link;
        if (found == nullptr) return;
        *link = found->next;
        munmap(found, size_for(found->behind() - found->first()));
    }
    // Leaves what one attached stretch has of some bytes; false: none has any.
    [[nodiscard]] bool clip_to_attached(std::uintptr_t& first, std::uintptr_t& behind) const noexcept {
        for (const LocalAccesses* one = attached_; one != nullptr; one = one->next)
            if (first < one->behind() && one->first() < behind) {
                first = std::max<std::uintptr_t>(first, one->first());
                behind = std::min<std::uintptr_t>(behind, one->behind());
                return true;
            }
        return false;
    }

    void begin_epoch() noexcept {
        for_each([](LocalAccesses& one) {
            one.begin_epoch();
            return false;
        });
    }
    void note(const LocalAccess& access) noexcept {
        for_each([&](LocalAccesses& one) {
            one.note(access);
            return false;
        });
    }
    // See LocalAccesses.
    [[nodiscard]] bool polls(const LocalAccess& access, std::uint32_t before) noexcept {
        return for_each([&](LocalAccesses& one) { return one.polls(access, before); });
    }
    template <class Told>
    [[nodiscard]] bool find(std::uint64_t first, std::uint64_t behind, bool changes, bool in_epoch, Told told,
                            LocalAccess& found) const noexcept {
        return for_each([&](const LocalAccesses& one) {
            return one.find(first, behind, changes, in_epoch, told, found);
        });
    }
    template <class Told>
    [[nodiscard]] bool find_others(const LocalAccess& access, Told told, LocalAccess& found) const noexcept {
        return for_each([&](const LocalAccesses& one) { return one.find_others(access, told, found); });
    }

  private:
    static_assert(sizeof(LocalAccesses) % alignof(LocalAccesses::Piece) == 0);
    [[nodiscard]] static constexpr std::size_t size_for(std::size_t bytes) noexcept {
        return sizeof(LocalAccesses) + LocalAccesses::memory_for(bytes);
    }
    // visit(one) until it returns true.
    template <class Visit>
    bool for_each(Visit visit) noexcept {
        for (LocalAccesses* one = &whole_; one != nullptr; one = one == &whole_ ? attached_ : one->next)
            if (visit(*one)) return true;
        return false;
    }
    template <class Visit>
    bool for_each(Visit visit) const noexcept {
        for (const LocalAccesses* one = &whole_; one != nullptr; one = one == &whole_ ? attached_ : one->next)
            if (visit(*one)) return true;
        return false;
    }

    LocalAccesses whole_;
    LocalAccesses* attached_ = nullptr;
};

} // namespace sartor::one_sided
