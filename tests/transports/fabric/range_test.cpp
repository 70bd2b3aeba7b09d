#include "transports/fabric/range.hpp"

#include <array>

namespace sartor::channel::fabric {

// On which computer each process is.
template <std::size_t Count>
constexpr Range range_of(int process, const std::array<char, Count>& computers) {
    return range_around(process, static_cast<int>(Count), [&](int other) {
        return computers[static_cast<std::size_t>(other)] == computers[static_cast<std::size_t>(process)];
    });
}

static_assert(range_of(0, std::array{'a'}) == Range{0, 1});
static_assert(range_of(1, std::array{'a', 'a', 'a'}) == Range{0, 3});
static_assert(range_of(1, std::array{'a', 'a', 'b'}) == Range{0, 2});
static_assert(range_of(2, std::array{'a', 'a', 'b'}) == Range{2, 1});
static_assert(range_of(4, std::array{'a', 'b', 'b', 'b', 'b', 'c'}) == Range{1, 4});
static_assert(range_of(2, std::array{'a', 'b', 'a', 'b'}) == Range{2, 1}, "dealt out in turn");

} // namespace sartor::channel::fabric
