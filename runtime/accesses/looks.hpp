// What parts of a program's image do at its loads and stores.
#pragma once

#include "runtime/accesses/watched_memory.hpp"

namespace sartor::process {

[[gnu::always_inline]] inline void look_at(const void* address, std::size_t bytes, bool is_store,
                                           const void* place) noexcept {
    if (sartor_rank_watched_memory.may_have(reinterpret_cast<std::uintptr_t>(address))) [[unlikely]]
        sartor_rank_accesses(address, bytes, is_store, place);
}

[[gnu::always_inline]] inline void look_at_poll(const volatile void* address, std::size_t bytes,
                                                bool is_store, const void* place) noexcept {
    if (sartor_rank_watched_memory.may_have(reinterpret_cast<std::uintptr_t>(address))) [[unlikely]]
        sartor_rank_polls(address, bytes, is_store, place);
}

// Of any length: a look at each line.
inline void look_at_range(const void* address, std::size_t bytes, bool is_store, const void* place) noexcept {
    constexpr std::uintptr_t line = 64;
    const auto first = reinterpret_cast<std::uintptr_t>(address);
    for (std::uintptr_t one = first; one < first + bytes; one = (one & -line) + line)
        if (sartor_rank_watched_memory.may_have(one))
            return sartor_rank_accesses(address, bytes, is_store, place);
}

} // namespace sartor::process
