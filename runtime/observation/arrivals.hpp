// When the ranks of a communicator enter its collective calls.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/observation/event.hpp"

namespace sartor::observation {

// Which ranks wait for which in a collective.
enum class Pattern : std::uint8_t { none, barrier, all_to_all, from_root, to_root };

// One collective call of a communicator, which all its ranks name alike: the context, the process's number of
// its first rank (groups without common ranks may have one context), and how many collectives the rank has
// called on it before.
struct CollectiveCall {
    Pattern pattern = Pattern::none;
    bool is_root = false;
    std::int32_t context = 0;
    std::int32_t first_rank = 0;
    std::uint32_t number = 0;
};

// From now on in zeroed memory of so many bytes, which processes with a common clock share.
void share_arrivals(void* memory, std::size_t bytes) noexcept;

// A table of fixed size for all calls under way. Two calls may want the same place: then the newer one has
// it, and the waiting of ranks in the other is of unknown reason.
void enter(const CollectiveCall& call, Ticks time) noexcept;
// When the rank that this one had to wait for has entered; 0: not known, or none.
[[nodiscard]] Ticks awaited(const CollectiveCall& call) noexcept;

} // namespace sartor::observation
