// Accesses to one rank's part of a window since the last synchronization, for programs whose conflicting
// accesses are detected (MPI-5.0 section 12.7): a put and anything else, an update and a get, or an operation
// and a store of the rank itself, at one byte.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

#include <sys/mman.h>

#include "components/one_sided/access_records.hpp"
#include "components/one_sided/exposure_log.hpp"
#include "components/one_sided/known_block.hpp"
#include "components/one_sided/overlapping_memory.hpp"
#include "components/one_sided/part_accesses.hpp"
#include "components/one_sided/sent_accesses.hpp"
#include "components/one_sided/spin_lock.hpp"
#include "components/one_sided/told_places.hpp"

namespace sartor::one_sided {

// The last 1024 accesses, and what the part contained after them: a conflict may be missed, but none is
// invented. Used by any rank that shares the memory, under a spin lock; O(records) for each access.
class AccessLog : public PartMemory {
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
        log->enter(base, bytes);
        log->shadow_ = static_cast<char*>(memory) + size - shadow;
        log->local_.open(static_cast<char*>(memory) + local_at, bytes, owner);
        return log;
    }
    static void drop(AccessLog* log) noexcept {
        if (log == nullptr) return;
        log->leave();
        log->told.end();
        const std::size_t size = log->size_;
        log->~AccessLog();
        munmap(log, size);
    }

    // ---- of the part

    // The owner exposes its part in a call: from now on its stores conflict with operations. Call it before
    // any other rank knows.
    void expose(const process::CallSite& site, const char* function) noexcept {
        const SpinGuard guard(lock_);
        exposed_ = {.use = Use::store, .origin = owner_, .elements = {}, .site = site};
        exposed_.name(function);
        local_.begin_epoch();
        is_exposed_ = true;
        if (shadow_ != nullptr) std::memcpy(shadow_, base_, bytes_);
    }
    // Of a dynamic window.
    void attach(std::uintptr_t first, std::size_t bytes) noexcept {
        const SpinGuard guard(lock_);
        local_.attach(first, bytes, owner_);
    }
    void detach(std::uintptr_t first) noexcept {
        const SpinGuard guard(lock_);
        local_.detach(first);
    }

    // Notes an access unless it conflicts with an earlier one or with a store: false then, with the conflict.
    // A complete access conflicts unless is_ordered(access), as all are without that function.
    // has_told(access): whether a load or a store may be known. Those of the owner since its exposure
    // conflict with operations of fences and groups in any case.
    template <class IsOrdered, class HasTold>
    [[nodiscard]] bool note(const AccessRecord& one, Conflict& conflict, IsOrdered is_ordered,
                            HasTold has_told) noexcept {
        const SpinGuard guard(lock_);
        conflict.one = one;
        for (const AccessRecord& other : records_) {
            if (!other.conflicts_with(one) ||
                (other.is_complete && (other.origin == one.origin || is_ordered(other))))
                continue;
            conflict.other = other;
            return false;
        }
        if (find_local(one, has_told, conflict.other)) return false;
        if (one.excludes_stores && is_exposed_ && find_store(one, conflict.other)) return false;
        unknown_.widen(one);
        records_.add(one);
        return true;
    }

    template <class IsOrdered>
    [[nodiscard]] bool note(const AccessRecord& one, Conflict& conflict, IsOrdered is_ordered) noexcept {
        return note(one, conflict, is_ordered, [](const LocalAccess&) { return true; });
    }
    [[nodiscard]] bool note(const AccessRecord& one, Conflict& conflict) noexcept {
        return note(one, conflict, [](const AccessRecord&) { return true; });
    }

    // Whether an access that is noted conflicts with one to the same memory by another window, which may be
    // complete unless is_ordered(access). Fences of one window order nothing in another.
    template <class IsOrdered>
    [[nodiscard]] bool find_in_other_windows(const AccessRecord& one, IsOrdered is_ordered,
                                             AccessRecord& other) const noexcept {
        return has_others() && find_other([&](PartMemory& part) {
                   auto& log = static_cast<AccessLog&>(part);
                   AccessRecord there = one;
                   there.first += static_cast<std::uint64_t>(base() - log.base());
                   there.behind += static_cast<std::uint64_t>(base() - log.base());
                   return log.find_conflict(there, is_ordered, other);
               });
    }

    // The owner, or another rank that shares the memory, loads or stores. False: an operation that is not
    // complete accesses the memory, too; or one that is, or another rank's load or store, unless
    // has_told(access): the rank knows of it. O(records) where it may not, otherwise O(1).
    template <class HasTold>
    [[nodiscard]] bool note(const LocalAccess& access, AccessRecord& other, HasTold has_told) noexcept {
        const SpinGuard guard(lock_);
        const AccessRecord record = record_of(access);
        LocalAccess found;
        const bool has_others = local_.find_others(
            access, [&](const LocalAccess& one) { return has_told(record_of(one)); }, found);
        if (has_others) other = record_of(found);
        local_.note(access);
        if (has_others) return false;
        if (!unknown_.overlaps(record)) return true;
        SpanOfAccesses unknown;
        for (const AccessRecord& one : records_) {
            if (one.is_complete && (one.origin == access.rank || has_told(one))) continue;
            const bool is_read = changes_nothing(one.use) && !access.is_store;
            const bool is_polled = is_atomic(one.use) && (access.reads_word || is_seen_word(one));
            if (!is_read && !is_polled && one.overlaps(record)) {
                other = one;
                return false;
            }
            unknown.widen(one);
        }
        unknown_ = unknown;
        return true;
    }
    // The owner stores by an atomic or volatile access, by which programs wait for each other. False: an
    // operation of the same epoch of fences or of a group accesses the memory, too.
    [[nodiscard]] bool note_polled_store(const LocalAccess& access, AccessRecord& other) noexcept {
        const SpinGuard guard(lock_);
        if (!is_exposed_) return true;
        const AccessRecord record = record_of(access);
        local_.note(access);
        const AccessRecord* const found =
            std::find_if(records_.begin(), records_.end(), [&](const AccessRecord& one) {
                return one.excludes_stores && !one.is_complete && one.overlaps(record);
            });
        if (found == records_.end()) return true;
        other = *found;
        return false;
    }
    // Whether a load of the owner's, or of another rank that shares the memory, polls (local_accesses.hpp).
    [[nodiscard]] bool polls(const LocalAccess& access, const Synchronized& last) noexcept {
        if (access.is_store || access.event != last.after) return false;
        const SpinGuard guard(lock_);
        return local_.polls(access, last.before);
    }
    // A rank reads some bytes, as programs do that wait for a change. Calls learn(access) for the complete
    // accesses by others that have changed them.
    template <class Learn>
    void see(int reader, std::uint64_t first, std::uint64_t behind, Learn learn) noexcept {
        const SpinGuard guard(lock_);
        for (AccessRecord& one : records_) {
            if (changes_nothing(one.use) || one.origin == reader || one.first >= behind ||
                first >= one.behind)
                continue;
            if (one.is_complete)
                learn(one);
            else
                one.is_seen = true;
        }
    }
    // Leaves of a stretch of memory what the part has of it, or one stretch that is attached; false: nothing.
    [[nodiscard]] bool clip(std::uintptr_t& first, std::uintptr_t& behind) noexcept {
        if (base_ == nullptr) {
            const SpinGuard guard(lock_);
            return local_.clip_to_attached(first, behind);
        }
        const auto base = reinterpret_cast<std::uintptr_t>(base_);
        first = std::max(first, base);
        behind = std::min(behind, base + bytes_);
        return first < behind;
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

    // The accesses of a rank are complete. Later ones are ordered after them, unless `event` says which event
    // of the rank that is: they are kept then, the last 256. Those without a result are not complete when
    // they are over at their origin alone. False: the owner has stored where one of them has written, before
    // it was complete.
    [[nodiscard]] bool complete(int origin, Conflict& conflict, std::uint32_t event = 0,
                                bool at_origin_alone = false) noexcept {
        const SpinGuard guard(lock_);
        const bool fits = at_origin_alone || !find_stores(
                                                 [&](const AccessRecord& one) {
                                                     return one.origin == origin && !one.is_complete &&
                                                            !changes_nothing(one.use);
                                                 },
                                                 conflict);
        const AccessRecord* first = records_.end();
        records_.remove_if([&](AccessRecord& one) {
            if (one.origin != origin) return false;
            if (at_origin_alone && !has_result(one.use) && !one.is_complete) {
                one.is_over_at_origin = true;
                return false;
            }
            if (event == 0) return true;
            if (one.is_complete) return false;
            first = std::min(first, static_cast<const AccessRecord*>(&one));
            one.is_complete = true;
            if (one.event == 0 || !one.is_seen) one.event = event;
            return false;
        });
        if (first < records_.end()) records_.forget_complete(first);
        return fits;
    }
    // All accesses of an epoch of the owner's are complete. False: the owner has stored where one of them has
    // read or written.
    [[nodiscard]] bool complete_all(Conflict& conflict) noexcept {
        const SpinGuard guard(lock_);
        const bool fits = !find_stores([](const AccessRecord& one) { return one.excludes_stores; }, conflict);
        records_.remove_if([](const AccessRecord&) { return true; });
        unknown_ = {};
        is_exposed_ = false;
        return fits;
    }

    // The owner has promised that nothing of its part is changed until its accesses are complete
    // (MPI_MODE_NOPUT): a put or an update of the epoch, if there is one. Before complete_all().
    [[nodiscard]] bool find_change(AccessRecord& change) noexcept {
        const SpinGuard guard(lock_);
        for (const AccessRecord& one : records_)
            if (!changes_nothing(one.use) && one.excludes_stores) {
                change = one;
                return true;
            }
        return false;
    }

    // What the owner sends to other parts.
    SentAccesses own;
    std::atomic<bool> owner_has_left{false}; // it accesses the window no more
    ExposureLog exposures;
    KnownBlock block;
    ToldPlaces told;

  private:
    AccessLog() = default;

    // Of an access by another window. Its range may begin before this part.
    template <class IsOrdered>
    [[nodiscard]] bool find_conflict(AccessRecord one, IsOrdered is_ordered, AccessRecord& other) noexcept {
        const SpinGuard guard(lock_);
        if (static_cast<std::int64_t>(one.first) < 0) one.first = 0;
        if (static_cast<std::int64_t>(one.behind) <= 0) return false;
        const AccessRecord* const found =
            std::find_if(records_.begin(), records_.end(), [&](const AccessRecord& noted) {
                one.epoch = noted.epoch;
                one.origin = noted.maker == one.maker ? noted.origin : -1;
                return noted.conflicts_with(one) &&
                       !(noted.is_complete && (noted.maker == one.maker || is_ordered(noted)));
            });
        if (found == records_.end()) return false;
        other = *found;
        return true;
    }
    // An update of a word that others have read is over for them, whether or not its rank knows that: ranks
    // wait for each other so (MPI-5.0 section 12.8).
    [[nodiscard]] static bool is_seen_word(const AccessRecord& one) noexcept {
        return one.is_seen && one.behind - one.first <= 8;
    }
    template <class HasTold>
    [[nodiscard]] bool find_local(const AccessRecord& one, HasTold has_told,
                                  AccessRecord& local) const noexcept {
        LocalAccess found;
        const auto is_ordered = [&](const LocalAccess& access) {
            return access.rank == one.origin || (access.reads_word && is_atomic(one.use)) || has_told(access);
        };
        if ((one.excludes_stores && !is_exposed_) ||
            !local_.find(one.first, one.behind, !changes_nothing(one.use), one.excludes_stores, is_ordered,
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
        for (const AccessRecord& one : records_)
            if (condition(one) && find_store(one, conflict.one)) {
                conflict.other = one;
                return true;
            }
        return false;
    }

    SpinLock lock_;
    std::size_t size_ = 0; // of the log in memory, with what is behind it
    char* base_ = nullptr;
    std::size_t bytes_ = 0;
    char* shadow_ = nullptr; // what operations have left; null: not looked at
    int owner_ = 0;
    bool is_exposed_ = false;
    AccessRecord exposed_;
    PartAccesses local_;
    SpanOfAccesses unknown_; // those that the owner may not know
    AccessRecords records_;
};

} // namespace sartor::one_sided
