// Whether a message for a window makes sense. It may come from a process that is broken: what does not fit
// together is refused before anything is read or written by it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "components/one_sided/conflicts.hpp"
#include "components/one_sided/element_update.hpp"
#include "components/one_sided/messages.hpp"
#include "components/one_sided/spin_lock.hpp"
#include "components/one_sided/update.hpp"
#include "components/one_sided/window.hpp"
#include "runtime/process.hpp"
#include "transports/truth_value.hpp"

namespace sartor::one_sided {

namespace internal {

// The lengths of the pieces in all; false: these are more than there can be.
[[nodiscard]] inline bool add_lengths(const char* runs, int count, std::size_t& all) noexcept {
    for (int index = 0; index < count; ++index) {
        Run run;
        std::memcpy(&run, runs + static_cast<std::size_t>(index) * sizeof run, sizeof run);
        if (__builtin_add_overflow(all, run.bytes, &all)) return false;
    }
    return true;
}

// Whether an update is of an operation that is defined for its elements, and of whole elements.
template <class Updates>
[[nodiscard]] bool is_sound_update(const Header& header, const char* runs, std::size_t size,
                                   std::size_t operand_bytes) noexcept {
    if (!Updates::is_defined(header.operation, header.item)) return false;
    const Update how = Updates::of(header.operation, header.item);
    const bool has_operands = operand_bytes == size || (how.change == Change::nothing && operand_bytes == 0);
    if (!has_operands || size % how.bytes != 0) return false;
    for (int index = 0; goes_by_elements(how) && index < header.runs; ++index) {
        Run run;
        std::memcpy(&run, runs + static_cast<std::size_t>(index) * sizeof run, sizeof run);
        if (run.bytes % how.bytes != 0) return false;
    }
    return true;
}

template <class Types>
[[nodiscard]] bool is_sound_operation(const Window& window, const Header& header, const char* contents,
                                      std::size_t bytes) noexcept {
    using Conflicts = typename Types::Conflicts;
    if (header.runs < 0) return false;
    const std::size_t front = Conflicts::record_bytes + static_cast<std::size_t>(header.runs) * sizeof(Run);
    if (bytes < front || !Conflicts::is_sound_record(window, contents)) return false;
    const char* const runs = contents + Conflicts::record_bytes;
    std::size_t size = 0;
    if (!add_lengths(runs, header.runs, size)) return false;
    const std::size_t data = bytes - front;
    switch (header.kind) {
    case Kind::put:
        return data == size;
    case Kind::get:
        return data == 0;
    case Kind::update:
        return is_sound_update<typename Types::Updates>(header, runs, size, data);
    case Kind::compare_and_swap:
        return size <= data && data - size == size;
    default:
        return false;
    }
}

} // namespace internal

// `contents` is what follows the header. Of replies the header alone: the initiator knows their results.
template <class Types>
[[nodiscard]] bool is_sound(Window& window, const Header& header, const char* contents,
                            std::size_t bytes) noexcept {
    if (header.from < 0 || header.from >= process::size() || header.rank < 0 || header.rank >= window.size)
        return false;
    if (!channel::is_bool(&header.exclusive) || !channel::is_bool(&header.wants_result)) return false;
    switch (header.kind) {
    case Kind::reply:
    case Kind::lock:
    case Kind::granted:
    case Kind::post:
    case Kind::complete:
        return true;
    case Kind::unlock: {
        const SpinGuard guard(window.guard);
        return window.lock.is_held_as(header.exclusive);
    }
    case Kind::flush:
        return Types::Conflicts::has_log(window);
    default:
        return internal::is_sound_operation<Types>(window, header, contents, bytes);
    }
}

[[noreturn, gnu::cold, gnu::noinline]] inline void refuse(const Header& header, std::size_t bytes,
                                                          const process::Rank& self) noexcept {
    process::report("rank %d got an invalid message of rank %d for a window (kind %d, %d pieces, %zu bytes)",
                    self.number, header.from, static_cast<int>(header.kind), header.runs, bytes);
    process::end_run(1);
}

} // namespace sartor::one_sided
