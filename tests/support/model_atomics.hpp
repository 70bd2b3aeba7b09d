// Atomics and plain variables whose accesses the model checker sees.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "tests/support/interleavings.hpp"

namespace sartor::test {

// An access to an atomic of a program under exploration; outside of that, just an access.
template <class T>
class ModelReference {
  public:
    static_assert(sizeof(T) <= 8, "a store that waits has room for a word");
    explicit constexpr ModelReference(T& value) noexcept : value_(value) {}

    T load(std::memory_order order) const noexcept {
        if (auto* explorer = Interleavings::active)
            if (const void* own = explorer->own_store(&value_)) {
                T value;
                std::memcpy(&value, own, sizeof value);
                return value;
            }
        before(false);
        if (auto* explorer = Interleavings::active) explorer->loaded(&value_, order);
        return value_;
    }
    void store(T value, std::memory_order order) const noexcept {
        auto* const active = Interleavings::active;
        if (active != nullptr && active->put_aside(&value_, &value, sizeof value, order)) return;
        before(true);
        const bool changed = value_ != value;
        value_ = value;
        if (auto* explorer = Interleavings::active) explorer->stored(&value_, order, changed);
    }
    T exchange(T value, std::memory_order order) const noexcept {
        before_exchange();
        return exchange_now(value, order);
    }
    T fetch_add(T value, std::memory_order order) const noexcept {
        before_exchange();
        return exchange_now(static_cast<T>(value_ + value), order);
    }
    bool compare_exchange_weak(T& expected, T value, std::memory_order success,
                               std::memory_order failure) const noexcept {
        before_exchange();
        if (value_ == expected) {
            exchange_now(value, success);
            return true;
        }
        if (auto* explorer = Interleavings::active) explorer->loaded(&value_, failure);
        expected = value_;
        return false;
    }

  private:
    void before_exchange() const noexcept {
        if (auto* explorer = Interleavings::active) explorer->fence();
        before(true);
    }
    void before(bool writes) const noexcept {
        if (auto* explorer = Interleavings::active) explorer->before_access(&value_, writes);
    }
    T exchange_now(T value, std::memory_order order) const noexcept {
        const T old = value_;
        value_ = value;
        if (auto* explorer = Interleavings::active) explorer->exchanged(&value_, order, old != value);
        return old;
    }

    T& value_;
};

template <class T>
class ModelAtomic {
  public:
    constexpr ModelAtomic(T value = {}) noexcept : value_(value) {}
    ModelAtomic(const ModelAtomic&) = delete;
    ModelAtomic& operator=(const ModelAtomic&) = delete;

    T load(std::memory_order order) const noexcept { return access().load(order); }
    void store(T value, std::memory_order order) noexcept { access().store(value, order); }
    T exchange(T value, std::memory_order order) noexcept { return access().exchange(value, order); }
    T fetch_add(T value, std::memory_order order) noexcept { return access().fetch_add(value, order); }
    T fetch_sub(T value, std::memory_order order) noexcept {
        return access().fetch_add(static_cast<T>(-value), order);
    }
    bool compare_exchange_weak(T& expected, T value, std::memory_order success,
                               std::memory_order failure) noexcept {
        return access().compare_exchange_weak(expected, value, success, failure);
    }

    [[nodiscard]] T peek() const noexcept { return value_; }

  private:
    ModelReference<T> access() const noexcept { return ModelReference<T>(const_cast<T&>(value_)); }

    T value_;
};

// What lock-free parts are made of here; see runtime/scheduler/atomics.hpp.
struct ModelAtomics {
    template <class T>
    using Atomic = ModelAtomic<T>;
    template <class T>
    using Reference = ModelReference<T>;
    static void pause() noexcept { Interleavings::active->pause(); }
};

// A plain variable whose accesses are checked.
template <class T>
class Watched {
  public:
    Watched(T value = {}) noexcept : value_(value) {}
    Watched(const Watched& other) noexcept : value_(other) {}
    Watched& operator=(const Watched& other) noexcept {
        value_ = other;
        if (auto* explorer = Interleavings::active) explorer->written(this);
        return *this;
    }
    operator T() const noexcept {
        if (auto* explorer = Interleavings::active) explorer->read(this);
        return value_;
    }

  private:
    T value_;
};

} // namespace sartor::test
