// What digests of long stretches have in common: sums in several lanes, which do not wait for each other.
#pragma once

#include <cstddef>
#include <cstdint>

#include "components/envelope/digest.hpp"

namespace sartor::envelope::internal {

struct NamedDigest {
    const char* name;
    OfStretch digest;
};

inline constexpr std::size_t lanes = 8;

// Independent of `factor`.
inline constexpr std::uint64_t lane_factor = 0x9e3779b97f4a7c15;

// With what lanes start, different in each: blocks that change places are seen.
class Starts {
  public:
    constexpr Starts() noexcept {
        for (std::size_t lane = 0; lane < 2 * lanes; ++lane) {
            numbers_[2 * lane] = lane_factor * (lane + 1);
            numbers_[2 * lane + 1] = factor;
        }
    }
    [[nodiscard]] const char* at(std::size_t lane) const noexcept {
        return reinterpret_cast<const char*>(&numbers_[2 * lane]);
    }

  private:
    alignas(64) std::uint64_t numbers_[4 * lanes] = {};
};
inline constexpr Starts starts;

} // namespace sartor::envelope::internal
