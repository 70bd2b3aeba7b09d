// Accesses to one rank's part of a window since the last synchronization, for programs whose conflicting
// accesses are detected (MPI-5.0 section 12.7): a put and anything else, an update and a get, or an operation
// and a store of the rank itself, at one byte.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

#include <sys/mman.h>

#include "components/one_sided/access_record.hpp"
#include "components/one_sided/exposure_log.hpp"
#include "components/one_sided/known_block.hpp"
#include "components/one_sided/local_accesses.hpp"
#include "components/one_sided/sent_accesses.hpp"
#include "components/one_sided/spin_lock.hpp"

namespace sartor::one_sided {

// The last 1024 accesses, and what the part contained after them: a conflict may be missed, but none is
// invented. Used by any rank that shares the memory, under a spin lock; O(records) for each access.
class AccessLog {
  public:
    AccessLog(const AccessLog&) = delete;
    AccessLog& operator=(const AccessLog&) = delete;

    // For a part of a window with so many ranks; `base` null: stores are not looked for. The pages are the
    // system's: on emulated chips the log takes no memory of the cluster, and what is not used takes none at
    // all. Null: no memory.
    [[nodiscard]] static AccessLog* make(char* base, std::size_t bytes, int owner, int ranks) noexcept {
        const std::size_t shadow = base == nullptr ? 0 : bytes;
        constexpr std::size_t alignment = alignof(LocalAccesses::Piece);
        const std::size_t local_at =
            (sizeof(AccessLog) + static_cast<std::size_t>(ranks) + alignment - 1) / alignment * alignment;
        const std::size_t size = local_at + LocalAccesses::memory_for(shadow) + shadow;
        void* memory =
            mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED) return nullptr;
        auto* log = new (memory) AccessLog;
        log->size_ = size;
        log->base_ = base;
        log->bytes_ = bytes;
        log->owner_ = owner;
        log->own.open(reinterpret_cast<bool*>(log + 1));
        if (base == nullptr) return log;
        log->shadow_ = static_cast<char*>(memory) + size - shadow;
        log->local_.open(static_cast<char*>(memory) + local_at);
        return log;
    }
    static void drop(AccessLog* log) noexcept {
        if (log != nullptr) munmap(log, log->size_);
    }

    // ---- of the part

    // The owner exposes its part in a call: from now on its stores conflict with operations. Call it before
    // any other rank knows.
    void expose(const process::CallSite& site, const char* function) noexcept {
        const SpinGuard guard(lock_);
        exposed_ = {.use = Use::store, .origin = owner_, .elements = {}, .counts = {}, .site = site};
        exposed_.name(function);
        local_.begin_epoch();
        is_exposed_ = shadow_ != nullptr;
        if (is_exposed_) std::memcpy(shadow_, base_, bytes_);
    }

    // Notes an access unless it conflicts with an earlier one or with a store: false then, with the conflict.
    // A complete access conflicts unless is_ordered(access), as all are without that function.
    // has_told(access): whether the owner may have told others of a load or a store of its own. Those since
    // its exposure conflict with operations of fences and groups in any case.
    template <class IsOrdered, class HasTold>
    [[nodiscard]] bool note(const AccessRecord& one, Conflict& conflict, IsOrdered is_ordered,
                            HasTold has_told) noexcept {
        const SpinGuard guard(lock_);
        conflict.one = one;
        for (std::size_t index = 0; index < count_; ++index) {
            const AccessRecord& other = records_[index];
            if (!other.conflicts_with(one) ||
                (other.is_complete && (other.origin == one.origin || is_ordered(other))))
                continue;
            conflict.other = other;
            return false;
        }
        remove_if([&](AccessRecord& other) {
            if (changes_nothing(other.use) || other.origin == one.origin || !other.meets(one)) return false;
            other.is_seen = true;
            return other.is_complete;
        });
        if (find_local(one, has_told, conflict.other)) return false;
        if (one.excludes_stores && is_exposed_ && find_store(one, conflict.other)) return false;
        if (one.behind > noted_behind_) noted_behind_ = one.behind;
        if (count_ < most)
            records_[count_++] = one;
        else
            records_[oldest_++ % most] = one;
        return true;
    }

    template <class IsOrdered>
    [[nodiscard]] bool note(const AccessRecord& one, Conflict& conflict, IsOrdered is_ordered) noexcept {
        return note(one, conflict, is_ordered, [](const LocalAccess&) { return true; });
    }
    [[nodiscard]] bool note(const AccessRecord& one, Conflict& conflict) noexcept {
        return note(one, conflict, [](const AccessRecord&) { return true; });
    }

    // The owner loads or stores. False: an operation that is not complete accesses the memory, too; or one
    // that is, and whose rank can't have told others of it, unless has_told(access). Programs may poll by
    // loads for what was put.
    template <class HasTold>
    [[nodiscard]] bool note(const LocalAccess& access, AccessRecord& other, HasTold has_told) noexcept {
        const SpinGuard guard(lock_);
        local_.note(access);
        if (count_ == 0 || access.first >= noted_behind_) return true;
        const AccessRecord own = record_of(access);
        for (std::size_t index = 0; index < count_; ++index) {
            const AccessRecord& one = records_[index];
            const bool is_read = changes_nothing(one.use) && !access.is_store;
            if (is_read || !one.meets(own)) continue;
            if (one.is_complete && (!access.is_store || one.origin == owner_ || has_told(one))) continue;
            other = one;
            return false;
        }
        return true;
    }
    // Leaves of a stretch of memory what the part has of it; false: nothing.
    [[nodiscard]] bool clip(std::uintptr_t& first, std::uintptr_t& behind) const noexcept {
        const auto base = reinterpret_cast<std::uintptr_t>(base_);
        first = std::max(first, base);
        behind = std::min(behind, base + bytes_);
        return base_ != nullptr && first < behind;
    }

    // Runs an operation that may change pieces of the part (visited as addresses and bytes). Not to be left
    // by a change of ranks.
    template <class Target, class Operation>
    void perform(const Target& target, Operation operation) noexcept {
        const SpinGuard guard(lock_);
        operation();
        if (shadow_ == nullptr) return;
        target.for_each_piece([&](const void* piece, std::size_t bytes) {
            std::memcpy(shadow_ + (static_cast<const char*>(piece) - base_), piece, bytes);
        });
    }

    // The accesses of a rank are complete. Later ones are ordered after them, unless `counts` says of what
    // calls that depends: they are kept then until the rank completes others after further calls. Those
    // without a result are not complete when they are over at their origin alone. False: the owner has stored
    // where one of them has written, before it was complete.
    [[nodiscard]] bool complete(int origin, Conflict& conflict, const CallCounts* counts = nullptr,
                                bool at_origin_alone = false) noexcept {
        const SpinGuard guard(lock_);
        const bool fits = at_origin_alone || !find_stores(
                                                 [&](const AccessRecord& one) {
                                                     return one.origin == origin && !one.is_complete &&
                                                            !changes_nothing(one.use);
                                                 },
                                                 conflict);
        remove_if([&](AccessRecord& one) {
            if (one.origin != origin) return false;
            if (at_origin_alone && !has_result(one.use)) {
                one.is_over_at_origin = true;
                return false;
            }
            if (counts == nullptr || one.is_seen) return true;
            if (one.is_complete) return one.counts.origin != counts->origin;
            one.is_complete = true;
            one.counts = *counts;
            return false;
        });
        return fits;
    }
    // All accesses of an epoch of the owner's are complete. False: the owner has stored where one of them has
    // read or written.
    [[nodiscard]] bool complete_all(Conflict& conflict) noexcept {
        const SpinGuard guard(lock_);
        const bool fits = !find_stores([](const AccessRecord& one) { return one.excludes_stores; }, conflict);
        remove_if([](const AccessRecord&) { return true; });
        is_exposed_ = false;
        return fits;
    }

    // The owner has promised that nothing of its part is changed until its accesses are complete
    // (MPI_MODE_NOPUT): a put or an update of the epoch, if there is one. Before complete_all().
    [[nodiscard]] bool find_change(AccessRecord& change) noexcept {
        const SpinGuard guard(lock_);
        for (std::size_t index = 0; index < count_; ++index)
            if (!changes_nothing(records_[index].use) && records_[index].excludes_stores) {
                change = records_[index];
                return true;
            }
        return false;
    }

    // What the owner sends to other parts.
    SentAccesses own;
    std::atomic<bool> owner_has_left{false}; // it accesses the window no more
    ExposureLog exposures;
    KnownBlock block;

  private:
    AccessLog() = default;

    [[nodiscard]] AccessRecord record_of(const LocalAccess& access) const noexcept {
        return {.use = access.is_store ? Use::store : Use::load,
                .origin = owner_,
                .elements = {},
                .first = access.first,
                .behind = access.behind,
                .counts = {},
                .site = {},
                .place = access.place};
    }
    template <class HasTold>
    [[nodiscard]] bool find_local(const AccessRecord& one, HasTold has_told,
                                  AccessRecord& local) const noexcept {
        LocalAccess found;
        if (one.behind > bytes_ || (one.excludes_stores && !is_exposed_) ||
            (one.origin == owner_ && !one.excludes_stores) ||
            !local_.find(one.first, one.behind, !changes_nothing(one.use), one.excludes_stores, has_told,
                         found))
            return false;
        local = record_of(found);
        return true;
    }

    // The bytes of an access that are not what the last operation or exposure has left, as a store.
    [[nodiscard]] bool find_store(const AccessRecord& one, AccessRecord& store) const noexcept {
        if (shadow_ == nullptr || one.behind > bytes_ ||
            std::memcmp(base_ + one.first, shadow_ + one.first, one.behind - one.first) == 0)
            return false;
        store = exposed_;
        store.origin = owner_;
        store.use = Use::store;
        store.first = one.first;
        store.behind = one.behind;
        while (base_[store.first] == shadow_[store.first]) ++store.first;
        while (base_[store.behind - 1] == shadow_[store.behind - 1]) --store.behind;
        return true;
    }
    template <class Condition>
    [[nodiscard]] bool find_stores(Condition condition, Conflict& conflict) const noexcept {
        for (std::size_t index = 0; index < count_; ++index)
            if (condition(records_[index]) && find_store(records_[index], conflict.one)) {
                conflict.other = records_[index];
                return true;
            }
        return false;
    }
    template <class Condition>
    void remove_if(Condition condition) noexcept {
        std::size_t kept = 0;
        for (std::size_t index = 0; index < count_; ++index) {
            if (condition(records_[index])) continue;
            if (kept != index) records_[kept] = records_[index];
            ++kept;
        }
        if (kept != count_) oldest_ = 0;
        count_ = kept;
        if (count_ == 0) noted_behind_ = 0;
    }

    static constexpr std::size_t most = 1024;

    SpinLock lock_;
    std::size_t size_ = 0; // of the log in memory, with what is behind it
    char* base_ = nullptr;
    std::size_t bytes_ = 0;
    char* shadow_ = nullptr; // what operations have left; null: not looked at
    int owner_ = 0;
    bool is_exposed_ = false;
    AccessRecord exposed_;
    LocalAccesses local_;
    std::uint64_t noted_behind_ = 0; // of the accesses the last byte
    std::size_t count_ = 0;
    std::size_t oldest_ = 0;
    std::array<AccessRecord, most> records_;
};

} // namespace sartor::one_sided
