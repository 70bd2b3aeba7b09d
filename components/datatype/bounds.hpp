// Size, bounds and true bounds of datatypes (MPI-5.0 sections 5.1.5 to 5.1.8).
#pragma once

#include <cstddef>
#include <cstdint>

namespace sartor::datatype {

// All in bytes. A bound is marked when a resize, a subarray or a distributed array has set it: if there is a
// marked bound, bounds of data are not considered (MPI-5.0 section 5.1.6).
struct Bounds {
    std::int64_t size = 0;
    std::int64_t lower = 0;
    std::int64_t upper = 0;
    std::int64_t true_lower = 0;
    std::int64_t true_upper = 0;
    std::int64_t alignment = 1; // of the basic element with the strictest alignment
    bool lower_marked = false;
    bool upper_marked = false;

    [[nodiscard]] constexpr std::int64_t extent() const noexcept { return upper - lower; }
    [[nodiscard]] constexpr std::int64_t true_extent() const noexcept { return true_upper - true_lower; }
};

// Computes the bounds of a datatype from those of its parts: add() for each part, then pad(), then bounds().
// When overflowed() holds some value did not fit into 64 bits, and bounds() is of no use.
class BoundsSum {
  public:
    // Adds `count` copies of a part, `stride` bytes apart, the first at `displacement`. The stride may be
    // negative, the count may not; 0 copies change nothing. Takes constant time.
    void add(const Bounds& part, std::int64_t displacement, std::int64_t count, std::int64_t stride) noexcept;

    // Without explicit bounds the extent is rounded up to the alignment of the basic elements, as a compiler
    // would pad a struct (MPI-5.0 section 5.1, the definition of the upper bound).
    void pad() noexcept;

    [[nodiscard]] const Bounds& bounds() const noexcept { return sum_; }
    [[nodiscard]] bool overflowed() const noexcept { return overflowed_; }

  private:
    [[nodiscard]] std::int64_t sum(std::int64_t one, std::int64_t other) noexcept;
    [[nodiscard]] std::int64_t product(std::int64_t one, std::int64_t other) noexcept;

    Bounds sum_;
    bool have_lower_ = false;
    bool have_upper_ = false;
    bool have_true_ = false;
    bool have_true_upper_ = false;
    bool overflowed_ = false;
};

} // namespace sartor::datatype
