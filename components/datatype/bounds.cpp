// How the bounds of a datatype follow from those of its parts.
#include "components/datatype/bounds.hpp"

namespace sartor::datatype {

namespace {

void lower(std::int64_t& bound, bool& marked, bool& have, std::int64_t value, bool marker,
           bool data) noexcept {
    if ((!marker && !data) || (marked && !marker)) return;
    if (!have || (marker && !marked) || value < bound) bound = value;
    marked = marked || marker;
    have = true;
}
void upper(std::int64_t& bound, bool& marked, bool& have, std::int64_t value, bool marker,
           bool data) noexcept {
    if ((!marker && !data) || (marked && !marker)) return;
    if (!have || (marker && !marked) || value > bound) bound = value;
    marked = marked || marker;
    have = true;
}

} // namespace

std::int64_t BoundsSum::sum(std::int64_t one, std::int64_t other) noexcept {
    std::int64_t result = 0;
    overflowed_ = __builtin_add_overflow(one, other, &result) || overflowed_;
    return result;
}
std::int64_t BoundsSum::product(std::int64_t one, std::int64_t other) noexcept {
    std::int64_t result = 0;
    overflowed_ = __builtin_mul_overflow(one, other, &result) || overflowed_;
    return result;
}

void BoundsSum::add(const Bounds& part, std::int64_t displacement, std::int64_t count,
                    std::int64_t stride) noexcept {
    if (count == 0) return;
    const std::int64_t last = sum(displacement, product(count - 1, stride));
    const std::int64_t lowest = last < displacement ? last : displacement;
    const std::int64_t highest = last < displacement ? displacement : last;
    const bool data = part.size > 0;
    lower(sum_.lower, sum_.lower_marked, have_lower_, sum(lowest, part.lower), part.lower_marked, data);
    upper(sum_.upper, sum_.upper_marked, have_upper_, sum(highest, part.upper), part.upper_marked, data);
    bool none = false;
    lower(sum_.true_lower, none, have_true_, sum(lowest, part.true_lower), false, data);
    upper(sum_.true_upper, none, have_true_upper_, sum(highest, part.true_upper), false, data);
    sum_.size = sum(sum_.size, product(count, part.size));
    if (data && part.alignment > sum_.alignment) sum_.alignment = part.alignment;
}

void BoundsSum::pad() noexcept {
    const std::int64_t over = sum_.upper_marked ? 0 : sum_.extent() % sum_.alignment;
    if (over > 0) sum_.upper = sum(sum_.upper, sum_.alignment - over);
}

} // namespace sartor::datatype
