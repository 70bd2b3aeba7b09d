// Operations on memory that the calling rank shares: its own loads and stores.
#pragma once

#include <cstddef>
#include <cstring>

#include "components/envelope/storage.hpp"
#include "components/one_sided/conflicts.hpp"
#include "components/one_sided/element_update.hpp"
#include "components/one_sided/messages.hpp"
#include "components/one_sided/spin_lock.hpp"
#include "components/one_sided/update.hpp"
#include "components/one_sided/window.hpp"
#include "transports/service.hpp"

namespace sartor::one_sided {

// `target` is in the part `theirs`. They are over when they return. `Types`: see engine.hpp.
template <class Types>
struct Near {
    using Transport = typename Types::Transport;
    using Storage = typename Types::Storage;

    // `data` and `result` have as many bytes as the target.
    static void put_near(Window& theirs, const Storage& target, const Storage& data) noexcept {
        Types::Conflicts::change(theirs, target, [&] { data.copy_to(target); });
    }
    static void get_near(const Storage& target, const Storage& result) noexcept { target.copy_to(result); }

    // Accounts a copy that the caller has made itself, where it takes virtual time.
    static void note_copy([[maybe_unused]] std::size_t bytes) noexcept {
        if constexpr (channel::CopyChargingTransport<Transport>) Transport::charge_copy(bytes);
    }

    [[nodiscard]] static Failure update_near(Window& theirs, const Storage& target, const Storage& operands,
                                             const Storage* result, const Update& how) noexcept {
        Failure failed = Failure::none;
        Types::Conflicts::change(theirs, target, [&] {
            if (goes_by_elements(theirs, how)) {
                failed = update_pieces(theirs, target, operands, result, how);
                return;
            }
            const SpinGuard guard(theirs.updating);
            if (!one_sided::update(target, operands, result, how)) failed = Failure::no_memory;
        });
        return failed;
    }
    // The same for elements without gaps in one piece at both sides; `result` may be null.
    static void update_near(Window& theirs, void* target, const void* operands, void* result,
                            std::size_t bytes, const Update& how) noexcept {
        if (result != nullptr || how.change != Change::join) note_copy(bytes);
        Types::Conflicts::change(theirs, envelope::Contiguous{target, bytes}, [&] {
            if (goes_by_elements(theirs, how))
                return update_elements(target, operands, result, bytes, how, theirs.updating);
            const SpinGuard guard(theirs.updating);
            if (result != nullptr) envelope::copy(result, target, bytes);
            if (how.change == Change::join)
                how.join(operands, target, bytes / how.bytes);
            else if (how.change == Change::replace)
                envelope::copy(target, operands, bytes);
        });
    }
    static void compare_and_swap_near(Window& theirs, void* target, const void* origin, const void* compare,
                                      void* result, std::size_t bytes) noexcept {
        note_copy(bytes);
        Types::Conflicts::change(theirs, envelope::Contiguous{target, bytes}, [&] {
            if (Types::may_update_elements && theirs.updates_elements && is_word(target, bytes))
                return swap_word(target, origin, compare, result, bytes);
            const SpinGuard guard(theirs.updating);
            std::memcpy(result, target, bytes);
            if (std::memcmp(target, compare, bytes) == 0) std::memcpy(target, origin, bytes);
        });
    }

    [[nodiscard]] static bool goes_by_elements(const Window& theirs, const Update& how) noexcept {
        return Types::may_update_elements && theirs.updates_elements && one_sided::goes_by_elements(how);
    }

  private:
    [[nodiscard]] static Failure update_pieces(Window& theirs, const Storage& target, const Storage& operands,
                                               const Storage* result, const Update& how) noexcept {
        Elements added(how, operands.bytes);
        Elements before(how, target.bytes);
        if (!added.valid() || !before.valid()) return Failure::no_memory;
        if (how.change != Change::nothing) operands.gather_to(added.data());
        std::size_t done = 0;
        target.for_each_piece([&](const void* piece, std::size_t bytes) {
            update_elements(const_cast<void*>(piece), added.data() + done, before.data() + done, bytes, how,
                            theirs.updating);
            done += bytes;
        });
        if (result != nullptr) Storage{before.data(), target.bytes}.copy_to(*result);
        return Failure::none;
    }
};

} // namespace sartor::one_sided
