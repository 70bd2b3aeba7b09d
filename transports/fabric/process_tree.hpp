// The tree along which processes speak of the run as a whole: process 0 is its root.
#pragma once

#include "topologies/tree.hpp"

namespace sartor::channel::fabric {

// The next one above that takes part; process 0 does. Not of process 0.
template <class TakesPart>
[[nodiscard]] constexpr int process_above(int process, const TakesPart& takes_part) noexcept {
    int above = topologies::binomial::above(process);
    while (above != 0 && !takes_part(above)) above = topologies::binomial::above(above);
    return above;
}

// Calls visit(process) for each one directly below, of `count` processes. In the place of one that takes no
// part, those below it. The tree of fewer processes is a part of that of more, so that processes which see
// the run grow at different times visit none twice.
template <class TakesPart, class Visit>
constexpr void for_each_below(int process, int count, const TakesPart& takes_part,
                              const Visit& visit) noexcept {
    const int below = topologies::binomial::count(count, process);
    for (int position = 0; position < below; ++position) {
        const int next = topologies::binomial::element(count, process, position);
        takes_part(next) ? visit(next) : for_each_below(next, count, takes_part, visit);
    }
}

// How many processes take part in the subtree of one, that one included.
template <class TakesPart>
[[nodiscard]] constexpr int count_in_subtree(int process, int count, const TakesPart& takes_part) noexcept {
    int all = takes_part(process) ? 1 : 0;
    for_each_below(process, count, takes_part,
                   [&](int next) { all += count_in_subtree(next, count, takes_part); });
    return all;
}

} // namespace sartor::channel::fabric
