// Copies between storages of many pieces.
#include "components/envelope/scattered.hpp"

#include "components/envelope/storage.hpp"

namespace sartor::envelope {

std::size_t Scattered::copy_to(const Scattered& target) const noexcept {
    const std::size_t fitting = bytes < target.bytes ? bytes : target.bytes;
    if (fitting == 0) return 0;
    if (!shape && !target.shape)
        copy_stretch(target.data, data, fitting);
    else if (!copied_at_once(target))
        layout::copy(target.whole(), target.address(), whole(), address(), fitting);
    return fitting;
}

void Scattered::copy_part_to(const Scattered& target, std::size_t start, std::size_t size) const noexcept {
    if (!shape && !target.shape)
        copy_stretch(static_cast<char*>(target.data) + start, static_cast<const char*>(data) + start, size);
    else if (size != bytes || !copied_at_once(target))
        layout::copy_part(target.whole(), target.address(), whole(), address(), start, size);
}

bool Scattered::copied_at_once(const Scattered& target) const noexcept {
    using layout::Direction;
    if (bytes != target.bytes) return false;
    if (!target.shape)
        return count == 1 && layout::copy_dense<Direction::gather>(*shape, address(), target.address());
    return !shape && target.count == 1 &&
           layout::copy_dense<Direction::scatter>(*target.shape, target.address(), address());
}

} // namespace sartor::envelope
