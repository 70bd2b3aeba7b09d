// Neighbouring processes.
#pragma once

namespace sartor::channel::fabric {

struct Range {
    int first;
    int count;

    friend bool operator==(const Range&, const Range&) = default;
};

// Those around one of `all` for which belongs(process) holds without a gap, that one among them.
template <class Belongs>
[[nodiscard]] constexpr Range range_around(int process, int all, const Belongs& belongs) noexcept {
    int first = process, end = process + 1;
    while (first > 0 && belongs(first - 1)) --first;
    while (end < all && belongs(end)) ++end;
    return {first, end - first};
}

} // namespace sartor::channel::fabric
