// Attributes: values that programs cache on communicators, datatypes and windows (MPI-5.0 section 7.7).
#pragma once

#include <cstdint>
#include <cstdlib>
#include <new>
#include <string_view>

#include "components/process/rank/call_kept.hpp"
#include "mpi.h"

namespace sartor::mpi {

// The attributes of one object, the last set first. Cost: find() is linear in their number; 24 bytes each.
enum class AttributesOf : std::uint8_t { communicators, datatypes, windows };

// A key with its callbacks. The callbacks of all kinds of objects have the same form.
struct Keyval {
    using Copy = int(void* object, int keyval, void* extra_state, void* value_in, void* value_out, int* flag);
    using Delete = int(void* object, int keyval, void* value, void* extra_state);

    AttributesOf kind = AttributesOf::communicators;
    Copy* copy = nullptr;
    Delete* destroy = nullptr;
    void* extra_state = nullptr;
    int attributes = 0; // that use it
    bool freed = false; // by the program: attributes go on using it
};

// The keys of one rank. A key is a small number that is never used again, so that a stale one is recognized.
// The object of a key keeps its address, since callbacks may create others; it is freed when the program has
// freed the key and no attribute uses it. Memory: a pointer for each key that was ever made.
class Keyvals {
  public:
    static constexpr std::string_view name = "keys of attributes";

    Keyvals() = default;
    Keyvals(const Keyvals&) = delete;
    Keyvals& operator=(const Keyvals&) = delete;
    ~Keyvals() {
        for (int index = 0; index < count_; ++index) std::free(keyvals_[index]);
        std::free(keyvals_);
    }

    // A new key; MPI_KEYVAL_INVALID when there is no memory.
    [[nodiscard]] int make(const Keyval& keyval) noexcept {
        const auto size = static_cast<unsigned>(count_);
        if ((size & (size - 1)) == 0 && !grow(size == 0 ? 1 : 2 * size)) return MPI_KEYVAL_INVALID;
        void* memory = std::malloc(sizeof(Keyval));
        if (memory == nullptr) return MPI_KEYVAL_INVALID;
        keyvals_[count_] = new (memory) Keyval(keyval);
        return first_number + count_++;
    }

    // Null when there is no live key of this number. O(1).
    [[nodiscard]] Keyval* find(int number) const noexcept {
        return was_made(number) ? keyvals_[number - first_number] : nullptr;
    }
    // Whether the number is that of a key, or of one that is gone.
    [[nodiscard]] bool was_made(int number) const noexcept {
        return number >= first_number && number - first_number < count_;
    }

    // By the program; requires a live key.
    void free(int number) noexcept {
        find(number)->freed = true;
        end_unused(number);
    }
    // Keeps a key alive during a callback, until drop_attribute().
    Keyval& hold(int number) noexcept {
        Keyval& keyval = *find(number);
        ++keyval.attributes;
        return keyval;
    }
    void drop_attribute(int number) noexcept {
        --find(number)->attributes;
        end_unused(number);
    }

  private:
    static constexpr int first_number = 1000; // the standard's own are below

    void end_unused(int number) noexcept {
        Keyval*& keyval = keyvals_[number - first_number];
        if (!keyval->freed || keyval->attributes != 0) return;
        std::free(keyval);
        keyval = nullptr;
    }
    [[nodiscard]] bool grow(unsigned capacity) noexcept {
        void* grown = std::realloc(keyvals_, sizeof(Keyval*) * capacity);
        if (grown != nullptr) keyvals_ = static_cast<Keyval**>(grown);
        return grown != nullptr;
    }

    Keyval** keyvals_ = nullptr; // room for the next power of two
    int count_ = 0;
};

// The attributes of one object, the last set first.
class Attributes {
  public:
    struct Entry {
        Entry* next;
        int keyval;
        void* value;
    };

    [[nodiscard]] Entry* find(int keyval) const noexcept {
        Entry* entry = first_;
        while (entry != nullptr && entry->keyval != keyval) entry = entry->next;
        return entry;
    }

    // Requires that the object has no attribute of this key. The key gains a reference. False without memory.
    [[nodiscard]] bool add(int number, Keyval& keyval, void* value) noexcept {
        auto* entry = static_cast<Entry*>(std::malloc(sizeof(Entry)));
        if (entry == nullptr) return false;
        *entry = {first_, number, value};
        first_ = entry;
        ++keyval.attributes;
        return true;
    }

    // Runs the delete callback and removes the attribute if that returns MPI_SUCCESS. Returns the callback's
    // error. The callback, and other threads of the rank meanwhile, may set and delete attributes of the same
    // object, this one too.
    int drop(Keyvals& keyvals, void* object, int number) noexcept {
        Entry* const entry = find(number);
        const Keyval& keyval = keyvals.hold(number);
        const int error = keyval.destroy == nullptr ? MPI_SUCCESS : call_delete(keyval, object, *entry);
        if (error == MPI_SUCCESS && find(number) == entry) remove(keyvals, entry);
        keyvals.drop_attribute(number);
        return error;
    }

    // Before the object is freed. Stops at the first error of a callback; the attributes after it remain.
    int drop_all(Keyvals& keyvals, void* object) noexcept {
        while (first_ != nullptr)
            if (const int error = drop(keyvals, object, first_->keyval); error != MPI_SUCCESS) return error;
        return MPI_SUCCESS;
    }

    // Runs the copy callbacks, in the order in which the attributes were set, and gives `target` what they
    // say. Returns the first error; `target` then has the attributes before it. Recursion as deep as there
    // are attributes.
    int copy_to(Attributes& target, Keyvals& keyvals, void* object) const noexcept {
        return copy_from(first_, target, keyvals, object);
    }

  private:
    // Nothing if it is gone already.
    void remove(Keyvals& keyvals, const Entry* entry) noexcept {
        Entry** link = &first_;
        while (*link != nullptr && *link != entry) link = &(*link)->next;
        if (*link == nullptr) return;
        Entry* const found = *link;
        *link = found->next;
        keyvals.drop_attribute(found->keyval);
        std::free(found);
    }

    static int call_delete(const Keyval& keyval, void* object, Entry entry) noexcept {
        const process::CallKept kept;
        return keyval.destroy(object, entry.keyval, entry.value, keyval.extra_state);
    }

    // All entries are read before the first callback runs, which may change them.
    static int copy_from(const Entry* entry, Attributes& target, Keyvals& keyvals, void* object) noexcept {
        if (entry == nullptr) return MPI_SUCCESS;
        const Entry own = *entry;
        if (const int error = copy_from(own.next, target, keyvals, object); error != MPI_SUCCESS)
            return error;
        if (keyvals.find(own.keyval) == nullptr) return MPI_SUCCESS;
        Keyval& keyval = keyvals.hold(own.keyval);
        const int error = keyval.copy == nullptr ? MPI_SUCCESS : copy_one(own, keyval, target, object);
        keyvals.drop_attribute(own.keyval);
        return error;
    }
    static int copy_one(const Entry& entry, Keyval& keyval, Attributes& target, void* object) noexcept {
        void* value = entry.value; // what MPI_COMM_DUP_FN gives
        int flag = 1;
        if (reinterpret_cast<std::intptr_t>(keyval.copy) != duplicate) {
            const process::CallKept kept;
            const int error =
                keyval.copy(object, entry.keyval, keyval.extra_state, entry.value, &value, &flag);
            if (error != MPI_SUCCESS) return error;
        }
        return flag == 0 || target.add(entry.keyval, keyval, value) ? MPI_SUCCESS : MPI_ERR_NO_MEM;
    }

    static constexpr std::intptr_t duplicate = 1; // MPI_COMM_DUP_FN and its kin in the standard's ABI

    Entry* first_ = nullptr;
};

} // namespace sartor::mpi
