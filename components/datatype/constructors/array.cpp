// Parts of arrays: ranges of neighbours, and blocks dealt out in turn.
#include "components/datatype/constructors/array.hpp"

namespace sartor::datatype {

void ArrayPart::range(std::int64_t size, std::int64_t start, std::int64_t length) noexcept {
    part_ = shifted(repeated(part_, length, stride_), distance(start));
    stride_ = distance(size);
}

void ArrayPart::cyclic(std::int64_t size, std::int64_t block, std::int64_t processes,
                       std::int64_t process) noexcept {
    const std::int64_t round = block * processes;
    const std::int64_t own = block * process;
    const std::int64_t full_rounds = own + block <= size ? (size - own - block) / round + 1 : 0;
    const std::int64_t last = own + full_rounds * round;
    const Element<Layout> blocks = repeated(repeated(part_, block, stride_), full_rounds, distance(round));
    if (last >= size)
        part_ = shifted(blocks, distance(own));
    else
        join(shifted(blocks, distance(own)), shifted(repeated(part_, size - last, stride_), distance(last)));
    stride_ = distance(size);
}

Element<Layout> ArrayPart::element() const noexcept {
    Element<Layout> result = resized(part_, 0, stride_);
    if (overflow_) result.problem = Problem::too_large;
    return result;
}

void ArrayPart::join(const Element<Layout>& first, const Element<Layout>& second) noexcept {
    ElementList list;
    list.add(first, 0, 1);
    list.add(second, 0, 1);
    part_ = list.element();
}

std::int64_t ArrayPart::distance(std::int64_t elements) noexcept {
    std::int64_t bytes = 0;
    overflow_ = __builtin_mul_overflow(elements, stride_, &bytes) || overflow_;
    return bytes;
}

} // namespace sartor::datatype
