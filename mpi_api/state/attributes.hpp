// Attributes: values that programs cache on communicators, datatypes and windows (MPI-5.0 section 7.7).
#pragma once

#include <cstdint>
#include <string_view>

#include "mpi.h"
#include "mpi_api/state/callback_state.hpp"

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

    static void end() noexcept {}
};

// One whose extra state is freed with it (MPIX_Comm_create_keyval_x).
struct KeyvalWithState : Keyval {
    MPIX_Destructor_function* destructor = nullptr;

    void end() const noexcept { CallbackState{extra_state, destructor}.end(); }
};

// The keys of one rank. A key is a small number that is never used again, so that a stale one is recognized.
// The object of a key keeps its address, since callbacks may create others; it is freed when the program has
// freed the key and no attribute uses it. Memory: a pointer for each key that was ever made.
template <class Own>
class KeyvalsOf {
  public:
    static constexpr std::string_view name = "keys of attributes";
    using Key = Own;

    KeyvalsOf() = default;
    KeyvalsOf(const KeyvalsOf&) = delete;
    KeyvalsOf& operator=(const KeyvalsOf&) = delete;
    ~KeyvalsOf();

    // A new key; MPI_KEYVAL_INVALID when there is no memory.
    [[nodiscard]] int make(const Key& keyval) noexcept;

    // Null when there is no live key of this number. O(1).
    [[nodiscard]] Key* find(int number) const noexcept {
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
    Key& hold(int number) noexcept {
        Key& keyval = *find(number);
        ++keyval.attributes;
        return keyval;
    }
    void drop_attribute(int number) noexcept {
        --find(number)->attributes;
        end_unused(number);
    }

  private:
    static constexpr int first_number = 1000; // the standard's own are below

    void end_unused(int number) noexcept;
    [[nodiscard]] bool grow(unsigned capacity) noexcept;

    Key** keyvals_ = nullptr; // room for the next power of two
    int count_ = 0;
};

using Keyvals = KeyvalsOf<Keyval>;
using KeyvalsWithState = KeyvalsOf<KeyvalWithState>;

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
    [[nodiscard]] bool add(int number, Keyval& keyval, void* value) noexcept;

    // Runs the delete callback and removes the attribute if that returns MPI_SUCCESS. Returns the callback's
    // error. The callback, and other threads of the rank meanwhile, may set and delete attributes of the same
    // object, this one too.
    template <class Keys>
    int drop(Keys& keyvals, void* object, int number) noexcept;

    // Before the object is freed. Stops at the first error of a callback; the attributes after it remain.
    template <class Keys>
    int drop_all(Keys& keyvals, void* object) noexcept;

    // Runs the copy callbacks, in the order in which the attributes were set, and gives `target` what they
    // say. Returns the first error; `target` then has the attributes before it. Recursion as deep as there
    // are attributes.
    template <class Keys>
    int copy_to(Attributes& target, Keys& keyvals, void* object) const noexcept {
        return copy_from(first_, target, keyvals, object);
    }

  private:
    // Nothing if it is gone already.
    template <class Keys>
    void remove(Keys& keyvals, const Entry* entry) noexcept;
    static int call_delete(const Keyval& keyval, void* object, Entry entry) noexcept;

    // All entries are read before the first callback runs, which may change them.
    template <class Keys>
    static int copy_from(const Entry* entry, Attributes& target, Keys& keyvals, void* object) noexcept;
    static int copy_one(const Entry& entry, Keyval& keyval, Attributes& target, void* object) noexcept;

    static constexpr std::intptr_t duplicate = 1; // MPI_COMM_DUP_FN and its kin in the standard's ABI

    Entry* first_ = nullptr;
};

} // namespace sartor::mpi
