// What tells the messages of collectives on one communicator apart: the tags on its collective context.
#pragma once

#include <cstdint>
#include <limits>

namespace sartor::mpi {

// Messages between the same two ranks do not overtake each other, so one tag serves all collectives that run
// one after the other.
inline constexpr int blocking_collective_tag = 0;

// Programs with blocking collectives only.
struct BlockingTag {
    static constexpr int value = blocking_collective_tag;
};
// Several may be under way.
struct ChosenTag {
    int value = blocking_collective_tag;
};

// All ranks begin the immediate collectives of a communicator, and make its persistent ones, in the same
// order (MPI-5.0 sections 6.12 and 6.13): the number of each is the same everywhere.
struct CollectiveNumbers {
    std::uint32_t begun = 0;

    // Far below the tags of programs and of wildcards.
    [[nodiscard]] int next_tag() noexcept {
        constexpr std::uint32_t most_under_way = std::uint32_t{1} << 30;
        return std::numeric_limits<int>::min() + static_cast<int>(begun++ % most_under_way);
    }
};

} // namespace sartor::mpi
