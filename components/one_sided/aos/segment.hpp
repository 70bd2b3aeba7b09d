// Published objects: segments and queues under their ids (AOS, section 3).
#pragma once

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <new>

#include "components/library_memory.hpp"
#include "components/one_sided/aos/words.hpp"
#include "components/one_sided/spin_lock.hpp"

namespace sartor::aos {

// An object with an id and an owner, which exists until no rank has it.
struct Published {
    Published* next = nullptr;
    int id = 0;
    int owner = 0; // rank
    int users = 1; // that have it as theirs; the directory's lock keeps it
    std::atomic<bool> destroyed{false};
    std::atomic<int> outstanding{0}; // operations
};

// An atomic operation that waits for its condition, in the memory of the segment's owner.
struct Deferred {
    Deferred* next;
    Atomic atomic;
    Condition condition;
    Event* event; // may be null
    void (*done)(Deferred& self, std::int64_t old) noexcept;
    void* object;
};

struct Segment : Published {
    char* base = nullptr;
    std::size_t bytes = 0;
    unsigned rights = 0;
    one_sided::SpinLock lock; // of what follows, and of all atomic operations where conditions are allowed
    Deferred* first = nullptr;
    Deferred** end = &first;

    [[nodiscard]] bool has_conditions() const noexcept { return (rights & SARTOR_AOS_CONDITIONAL) != 0; }

    void defer(Deferred& one) noexcept {
        one.next = nullptr;
        *end = &one;
        end = &one.next;
    }
    // Takes out the oldest whose condition holds; null: none.
    [[nodiscard]] Deferred* take_ready() noexcept {
        for (Deferred** link = &first; *link != nullptr; link = &(*link)->next)
            if (holds(base, (*link)->condition)) {
                Deferred* const ready = *link;
                *link = ready->next;
                if (end == &ready->next) end = link;
                return ready;
            }
        return nullptr;
    }
};

// A rank's view of a segment. Engines derive theirs from it.
struct View {
    Segment* segment = nullptr;
    int rank = 0;
    std::atomic<int> outstanding{0}; // operations of this rank
};

// A ring of messages of at most message_bytes. All functions take the spin lock.
struct Queue : Published {
    std::size_t message_bytes = 0;
    std::size_t slots = 0;
    one_sided::SpinLock lock; // of what follows
    std::size_t oldest = 0;
    std::size_t stored = 0;
    std::size_t reserved = 0; // stored or on their way
    std::size_t taken = 0;    // so far, by the owner
    std::size_t* sizes = nullptr;
    char* data = nullptr;

    ~Queue() {
        std::free(sizes);
        std::free(data);
    }

    [[nodiscard]] bool allocate() noexcept {
        sizes = static_cast<std::size_t*>(allocate_zeros_for_library(slots, sizeof(std::size_t)));
        data = static_cast<char*>(allocate_zeros_for_library(slots, message_bytes));
        return sizes != nullptr && data != nullptr;
    }
    [[nodiscard]] bool has_room() noexcept {
        const one_sided::SpinGuard guard(lock);
        return reserved < slots;
    }
    [[nodiscard]] bool reserve() noexcept {
        const one_sided::SpinGuard guard(lock);
        if (reserved == slots) return false;
        ++reserved;
        return true;
    }
    // Into a slot that was reserved.
    void store(const void* message, std::size_t bytes) noexcept {
        const one_sided::SpinGuard guard(lock);
        const std::size_t slot = (oldest + stored++) % slots;
        sizes[slot] = bytes;
        std::memcpy(data + slot * message_bytes, message, bytes);
    }
    [[nodiscard]] bool is_empty() noexcept {
        const one_sided::SpinGuard guard(lock);
        return stored == 0;
    }
    // Requires that it is not empty.
    [[nodiscard]] std::size_t next_size() noexcept {
        const one_sided::SpinGuard guard(lock);
        return sizes[oldest];
    }
    void take(void* message) noexcept {
        const one_sided::SpinGuard guard(lock);
        std::memcpy(message, data + oldest * message_bytes, sizes[oldest]);
        oldest = (oldest + 1) % slots;
        --stored;
        --reserved;
        ++taken;
    }
};

// Objects by id, in a list: searched once for each clone.
template <class Item>
class Directory {
  public:
    // False: the id is in use.
    [[nodiscard]] bool publish(Item& item) noexcept {
        const one_sided::SpinGuard guard(lock_);
        for (Published* other = first_; other != nullptr; other = other->next)
            if (other->id == item.id) return false;
        item.next = first_;
        first_ = &item;
        return true;
    }
    // Adds a user; null when nothing is published under the id (yet).
    [[nodiscard]] Item* use(int id) noexcept {
        const one_sided::SpinGuard guard(lock_);
        for (Published* item = first_; item != nullptr; item = item->next)
            if (item->id == id) {
                ++item->users;
                return static_cast<Item*>(item);
            }
        return nullptr;
    }
    [[nodiscard]] bool has(int id) noexcept {
        const one_sided::SpinGuard guard(lock_);
        for (Published* item = first_; item != nullptr; item = item->next)
            if (item->id == id) return true;
        return false;
    }
    void withdraw(Item& item) noexcept {
        const one_sided::SpinGuard guard(lock_);
        Published** link = &first_;
        while (*link != nullptr && *link != &item) link = &(*link)->next;
        if (*link == &item) *link = item.next;
        item.destroyed.store(true);
    }
    void drop(Item& item) noexcept {
        bool last = false;
        {
            const one_sided::SpinGuard guard(lock_);
            last = --item.users == 0;
        }
        if (!last) return;
        item.~Item();
        std::free(&item);
    }

  private:
    one_sided::SpinLock lock_;
    Published* first_ = nullptr;
};

} // namespace sartor::aos
