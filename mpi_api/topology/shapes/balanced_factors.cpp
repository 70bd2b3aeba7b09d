// The search for balanced factors, among the divisors of the number.
#include "mpi_api/topology/shapes/balanced_factors.hpp"

#include <algorithm>

namespace sartor::mpi {

namespace {

// Whether factor^count >= number.
[[nodiscard]] bool reaches(long factor, int count, long number) noexcept {
    long product = 1;
    for (int index = 0; index < count && product < number; ++index) product *= factor;
    return product >= number;
}
// Whether factor^count <= number.
[[nodiscard]] bool fits(long factor, int count, long number) noexcept {
    long product = 1;
    for (int index = 0; index < count && product <= number; ++index) product *= factor;
    return product <= number;
}

} // namespace

BalancedFactors::BalancedFactors(int number, int count) noexcept : count_(count) {
    find_divisors(number);
    for (int index = 0; index < divisor_count_; ++index) {
        const int largest = divisors_[index];
        if (found_ && largest - spread() > smallest_possible(number)) return;
        if (!reaches(largest, count, number)) continue;
        trial_[0] = largest;
        search(number / largest, 1, index);
    }
}

void BalancedFactors::find_divisors(int number) noexcept {
    for (long divisor = 1; divisor * divisor <= number; ++divisor)
        if (number % divisor == 0) {
            divisors_[divisor_count_++] = static_cast<int>(divisor);
            if (divisor * divisor != number) divisors_[divisor_count_++] = number / static_cast<int>(divisor);
        }
    std::sort(divisors_, divisors_ + divisor_count_);
}

int BalancedFactors::smallest_possible(int number) const noexcept {
    int index = divisor_count_;
    while (!fits(divisors_[--index], count_, number)) {
    }
    return divisors_[index];
}

void BalancedFactors::search(int rest, int position, int index) noexcept {
    if (position == count_) {
        if (rest == 1) keep();
        return;
    }
    const int left = count_ - position;
    for (; index >= 0; --index) {
        const int factor = divisors_[index];
        if (rest % factor != 0) continue;
        if (!reaches(factor, left, rest)) return; // nor does a smaller one
        if (found_ && !fits(std::max(1, trial_[0] - spread()), left, rest)) return;
        trial_[position] = factor;
        search(rest / factor, position + 1, index);
    }
}

// Products come with rising largest factors, and those of one largest factor with the others falling.
void BalancedFactors::keep() noexcept {
    const int difference = trial_[0] - trial_[count_ - 1];
    if (found_ && difference > spread()) return;
    if (found_ && difference == spread() && trial_[0] > best_[0]) return;
    std::copy(trial_, trial_ + count_, best_);
    found_ = true;
}

} // namespace sartor::mpi
