// Operations on memory that the calling rank shares: its own loads and stores.
#pragma once

#include <cstddef>
#include <cstring>

#include "components/channel/service.hpp"
#include "components/envelope/storage.hpp"
#include "components/one_sided/messages.hpp"
#include "components/one_sided/spin_lock.hpp"
#include "components/one_sided/update.hpp"
#include "components/one_sided/window.hpp"

namespace sartor::one_sided {

// `target` is in the part `theirs`. They are over when they return. `Types`: see engine.hpp.
template <class Types>
struct Near {
    using Transport = typename Types::Transport;
    using Storage = typename Types::Storage;

    // Accounts a copy that the caller has made itself, where it takes virtual time.
    static void note_copy([[maybe_unused]] std::size_t bytes) noexcept {
        if constexpr (channel::CopyChargingTransport<Transport>) Transport::charge_copy(bytes);
    }

    [[nodiscard]] static Failure update_near(Window& theirs, const Storage& target, const Storage& operands,
                                             const Storage* result, const Update& how) noexcept {
        note_copy(target.bytes);
        const SpinGuard guard(theirs.updating);
        return one_sided::update(target, operands, result, how) ? Failure::none : Failure::no_memory;
    }
    // The same for elements without gaps in one piece at both sides; `result` may be null.
    static void update_near(Window& theirs, void* target, const void* operands, void* result,
                            std::size_t bytes, const Update& how) noexcept {
        note_copy(bytes);
        const SpinGuard guard(theirs.updating);
        if (result != nullptr) envelope::copy(result, target, bytes);
        if (how.change == Change::join)
            how.join(operands, target, bytes / how.bytes);
        else if (how.change == Change::replace)
            envelope::copy(target, operands, bytes);
    }
    static void compare_and_swap_near(Window& theirs, void* target, const void* origin, const void* compare,
                                      void* result, std::size_t bytes) noexcept {
        note_copy(bytes);
        const SpinGuard guard(theirs.updating);
        std::memcpy(result, target, bytes);
        if (std::memcmp(target, compare, bytes) == 0) std::memcpy(target, origin, bytes);
    }
};

} // namespace sartor::one_sided
