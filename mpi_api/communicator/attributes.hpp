// Attributes: values that programs cache on communicators and datatypes (MPI-5.0 section 7.7).
#pragma once

#include <cstdint>
#include <cstdlib>
#include <new>

#include "components/process/call_kept.hpp"
#include "mpi.h"

namespace sartor::mpi {

// What attributes are cached on.
enum class AttributesOf : std::uint8_t { communicators, datatypes };

// A key with its callbacks. The callbacks of communicators and of datatypes have the same form.
struct Keyval {
    using Copy = int(void* object, int keyval, void* extra_state, void* value_in, void* value_out, int* flag);
    using Delete = int(void* object, int keyval, void* value, void* extra_state);

    AttributesOf kind = AttributesOf::communicators;
    Copy* copy = nullptr;
    Delete* destroy = nullptr;
    void* extra_state = nullptr;
    int references = 1; // the program's, and one for each attribute
};

// The keys of one rank. A key is a small number that is never used again.
class Keyvals {
  public:
    Keyvals() = default;
    Keyvals(const Keyvals&) = delete;
    Keyvals& operator=(const Keyvals&) = delete;
    ~Keyvals() { std::free(keyvals_); }

    // MPI_KEYVAL_INVALID when there is no memory.
    [[nodiscard]] int make(const Keyval& keyval) noexcept {
        auto* grown =
            static_cast<Keyval*>(std::realloc(keyvals_, sizeof(Keyval) * static_cast<unsigned>(count_ + 1)));
        if (grown == nullptr) return MPI_KEYVAL_INVALID;
        keyvals_ = grown;
        new (&keyvals_[count_]) Keyval(keyval);
        return first_number + count_++;
    }

    [[nodiscard]] Keyval* find(int number) noexcept {
        const int index = number - first_number;
        return index >= 0 && index < count_ && keyvals_[index].references > 0 ? &keyvals_[index] : nullptr;
    }

  private:
    static constexpr int first_number = 1000; // the standard's own are below

    Keyval* keyvals_ = nullptr;
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

    // The keyval gains a reference. False when there is no memory.
    [[nodiscard]] bool add(int number, Keyval& keyval, void* value) noexcept {
        auto* entry = static_cast<Entry*>(std::malloc(sizeof(Entry)));
        if (entry == nullptr) return false;
        *entry = {first_, number, value};
        first_ = entry;
        ++keyval.references;
        return true;
    }

    // Calls the delete callback, and drops the attribute if that agrees. Returns the callback's error.
    int drop(Keyvals& keyvals, void* object, int number) noexcept {
        Entry** place = &first_;
        while ((*place)->keyval != number) place = &(*place)->next;
        Entry* entry = *place;
        Keyval& keyval = *keyvals.find(number);
        if (keyval.destroy != nullptr) {
            const process::CallKept kept;
            const int error = keyval.destroy(object, number, entry->value, keyval.extra_state);
            if (error != MPI_SUCCESS) return error;
        }
        *place = entry->next;
        --keyval.references;
        std::free(entry);
        return MPI_SUCCESS;
    }

    // Before the object is freed: the first error of a callback stops.
    int drop_all(Keyvals& keyvals, void* object) noexcept {
        while (first_ != nullptr)
            if (const int error = drop(keyvals, object, first_->keyval); error != MPI_SUCCESS) return error;
        return MPI_SUCCESS;
    }

    // What the object's copy inherits, by the copy callbacks, in the order in which they were set.
    int copy_to(Attributes& target, Keyvals& keyvals, void* object) const noexcept {
        return copy_from(first_, target, keyvals, object);
    }

  private:
    static int copy_from(const Entry* entry, Attributes& target, Keyvals& keyvals, void* object) noexcept {
        if (entry == nullptr) return MPI_SUCCESS;
        if (const int error = copy_from(entry->next, target, keyvals, object); error != MPI_SUCCESS)
            return error;
        Keyval& keyval = *keyvals.find(entry->keyval);
        if (keyval.copy == nullptr) return MPI_SUCCESS;
        void* value = entry->value; // what MPI_COMM_DUP_FN gives
        int flag = 1;
        if (reinterpret_cast<std::intptr_t>(keyval.copy) != duplicate) {
            const process::CallKept kept;
            const int error =
                keyval.copy(object, entry->keyval, keyval.extra_state, entry->value, &value, &flag);
            if (error != MPI_SUCCESS) return error;
        }
        return flag == 0 || target.add(entry->keyval, keyval, value) ? MPI_SUCCESS : MPI_ERR_NO_MEM;
    }

    static constexpr std::intptr_t duplicate = 1; // MPI_COMM_DUP_FN and its kin in the standard's ABI

    Entry* first_ = nullptr;
};

} // namespace sartor::mpi
