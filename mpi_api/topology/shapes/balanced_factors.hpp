// A number as a product of factors that are as close to each other as possible.
#pragma once

namespace sartor::mpi {

// The factors, in falling order. Of all products the one whose largest and smallest factor differ least, of
// these the first in lexicographic order (5040 in 3: 20, 18, 14, not 21, 16, 15).
//
// Requires: number >= 1, 1 <= count <= most. Cost: the divisors are found by trial division up to the
// number's root; the search leaves out what can't be better. 7 KiB on the stack.
class BalancedFactors {
  public:
    static constexpr int most = 64;

    BalancedFactors(int number, int count) noexcept;

    [[nodiscard]] int operator[](int index) const noexcept { return best_[index]; }

  private:
    static constexpr int most_divisors = 1600; // of a number below 2^31

    void find_divisors(int number) noexcept;
    // The largest divisor that all factors can be at least.
    [[nodiscard]] int smallest_possible(int number) const noexcept;
    [[nodiscard]] int spread() const noexcept { return best_[0] - best_[count_ - 1]; }
    // Chooses the factors from the one at `position` on, none above the divisor of this index, with product
    // `rest`.
    void search(int rest, int position, int index) noexcept;
    void keep() noexcept;

    int count_;
    int divisor_count_ = 0;
    bool found_ = false;
    int trial_[most];
    int best_[most];
    int divisors_[most_divisors];
};

} // namespace sartor::mpi
