// A number as a product of factors that are as close to each other as possible.
#pragma once

#include <algorithm>

namespace sartor::mpi {

// The factors, in falling order. Of all products the one whose largest and smallest factor differ least, of
// these the first in lexicographic order (5040 in 3: 20, 18, 14, not 21, 16, 15).
// Requires: number >= 1, 1 <= count <= most. Cost: the divisors are found by trial division up to the
// number's root; the search leaves out what can't be better.
class BalancedFactors {
  public:
    static constexpr int most = 64;

    BalancedFactors(int number, int count) noexcept : count_(count) {
        find_divisors(number);
        for (int index = 0; index < divisor_count_; ++index) {
            const int largest = divisors_[index];
            if (found_ && largest - spread() > smallest_possible(number)) return;
            if (!reaches(largest, count, number)) continue;
            trial_[0] = largest;
            search(number / largest, 1, index);
        }
    }

    [[nodiscard]] int operator[](int index) const noexcept { return best_[index]; }

  private:
    static constexpr int most_divisors = 1600; // of a number below 2^31

    void find_divisors(int number) noexcept {
        for (long divisor = 1; divisor * divisor <= number; ++divisor)
            if (number % divisor == 0) {
                divisors_[divisor_count_++] = static_cast<int>(divisor);
                if (divisor * divisor != number)
                    divisors_[divisor_count_++] = number / static_cast<int>(divisor);
            }
        std::sort(divisors_, divisors_ + divisor_count_);
    }

    // Whether factor^count >= number.
    [[nodiscard]] static bool reaches(long factor, int count, long number) noexcept {
        long product = 1;
        for (int index = 0; index < count && product < number; ++index) product *= factor;
        return product >= number;
    }
    // Whether factor^count <= number.
    [[nodiscard]] static bool fits(long factor, int count, long number) noexcept {
        long product = 1;
        for (int index = 0; index < count && product <= number; ++index) product *= factor;
        return product <= number;
    }
    // The largest divisor that all factors can be at least.
    [[nodiscard]] int smallest_possible(int number) const noexcept {
        int index = divisor_count_;
        while (!fits(divisors_[--index], count_, number)) {
        }
        return divisors_[index];
    }
    [[nodiscard]] int spread() const noexcept { return best_[0] - best_[count_ - 1]; }

    // Chooses the factors from `place` on, none above the divisor of this index, with product `rest`.
    void search(int rest, int place, int index) noexcept {
        if (place == count_) {
            if (rest == 1) keep();
            return;
        }
        const int left = count_ - place;
        for (; index >= 0; --index) {
            const int factor = divisors_[index];
            if (rest % factor != 0) continue;
            if (!reaches(factor, left, rest)) return; // nor does a smaller one
            if (found_ && !fits(std::max(1, trial_[0] - spread()), left, rest)) return;
            trial_[place] = factor;
            search(rest / factor, place + 1, index);
        }
    }

    // Products come with rising largest factors, and those of one largest factor with the others falling.
    void keep() noexcept {
        const int difference = trial_[0] - trial_[count_ - 1];
        if (found_ && difference > spread()) return;
        if (found_ && difference > spread()) return;
        if (found_ && difference == spread() && trial_[0] > best_[0]) return;
        std::copy(trial_, trial_ + count_, best_);
        found_ = true;
    }

    int count_;
    int divisor_count_ = 0;
    bool found_ = false;
    int trial_[most];
    int best_[most];
    int divisors_[most_divisors];
};

} // namespace sartor::mpi
