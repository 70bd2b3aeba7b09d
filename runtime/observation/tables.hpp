// What is kept of a rank of an observed run.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/observation/observed_call.hpp"

namespace sartor::observation {

// Messages from this rank to another one.
struct Traffic {
    std::int32_t to = -1; // -1: none, or in the last place all that found no room
    std::int32_t messages = 0;
    std::int64_t bytes = 0;
};

// The memory of one rank for all that is counted: zeroed at the start of the run, and there until its end.
struct Tables {
    static constexpr std::size_t most_peers = 1024;
    static constexpr std::size_t most_contexts = 64;
    struct Calls {
        std::int32_t context; // plus one; 0: free
        std::uint32_t count;
    };

    CallSites sites;
    Traffic traffic[most_peers + 1];
    Calls collectives[most_contexts];
    std::int32_t rank;
    CallWithMessages calls[2]; // the one that the rank is in, and the one before: see OfRank

    // Of a run that has ended: the call that the rank was in, and one that was not counted yet.
    std::uint16_t interrupted; // its record; 0: none
    Ticks interrupted_since;
    Ticks interrupted_waits_since; // 0: it does not wait
    CallWithMessages uncounted;

    [[nodiscard]] Traffic& traffic_to(int peer) noexcept {
        const auto first = static_cast<std::size_t>(peer) % most_peers;
        for (std::size_t place = first;; place = (place + 1) % most_peers) {
            Traffic& one = traffic[place];
            if (one.messages == 0) one.to = peer;
            if (one.to == peer) return one;
            if ((place + 1) % most_peers == first) return traffic[most_peers];
        }
    }
};

} // namespace sartor::observation
