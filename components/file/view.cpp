#include "components/file/view.hpp"

#include <algorithm>
#include <utility>

namespace sartor::file {

namespace {

// The shape of a single byte, of which every file consists.
constinit layout::Shape byte = [] {
    layout::Shape shape = layout::one_run(1);
    shape.permanent = true;
    return shape;
}();

// What is known of a sequence of runs: where the first and the last of them begin, and where the last one in
// order ends.
struct Extent {
    std::int64_t first = 0;
    std::int64_t last = 0;
    std::int64_t end = 0;
    bool sorted = true;
    bool separate = true;
    std::uint64_t bits = 0; // of all numbers

    // The same behind this, `distance` bytes farther.
    void add(const Extent& next, std::int64_t distance) noexcept {
        sorted = sorted && next.sorted && next.first + distance >= last;
        separate = separate && next.separate && next.first + distance >= end;
        bits |= next.bits | static_cast<std::uint64_t>(distance);
        last = next.last + distance;
        end = std::max(end, next.end + distance);
    }
    // `count` times, `stride` apart: the second decides about all.
    [[nodiscard]] Extent repeated(std::size_t count, std::int64_t stride) const noexcept {
        if (count < 2) return *this;
        Extent all = *this;
        all.add(*this, stride);
        const std::int64_t rest = stride * static_cast<std::int64_t>(count - 2);
        all.last += rest;
        all.end = std::max(all.end, all.end + rest);
        return all;
    }
};

Extent extent_of(const layout::Shape& shape) noexcept {
    if (shape.kind == layout::Shape::Kind::loop)
        return extent_of(*shape.below).repeated(shape.repeats, shape.stride);
    const auto part = [&](std::size_t index) {
        if (shape.kind == layout::Shape::Kind::sequence) return extent_of(*shape.parts[index]);
        Extent run;
        run.end = static_cast<std::int64_t>(shape.length_of(index));
        run.bits = shape.length_of(index);
        return run;
    };
    const auto offset = [&](std::size_t index) { return static_cast<std::int64_t>(shape.offset_of(index)); };
    Extent all = part(0);
    all.bits |= static_cast<std::uint64_t>(offset(0));
    all.first += offset(0);
    all.last += offset(0);
    all.end += offset(0);
    for (std::size_t index = 1; index < shape.count; ++index) all.add(part(index), offset(index));
    return all.repeated(shape.repeats, shape.kind == layout::Shape::Kind::runs ? shape.stride : 0);
}

} // namespace

Order order_of(const layout::Layout& filetype, std::int64_t extent) noexcept {
    if (!filetype.shape) return {};
    const Extent one = extent_of(*filetype.shape);
    const Extent two = one.repeated(2, extent);
    // One stretch after the other is one stretch.
    const bool is_dense =
        filetype.shape->single_run() && extent == static_cast<std::int64_t>(filetype.shape->bytes);
    return {one.sorted, one.separate, two.sorted && two.separate, one.first + filetype.offset,
            (is_dense ? 0 : two.bits) | static_cast<std::uint64_t>(filetype.offset)};
}

View::View() noexcept : filetype_(layout::Layout::of(layout::ShapeReference(&byte), 0)) {}

View::View(std::int64_t displacement, std::int64_t etype_bytes, layout::Layout filetype,
           std::int64_t extent) noexcept
    : displacement_(displacement), etype_bytes_(etype_bytes), filetype_(std::move(filetype)), extent_(extent),
      order_(order_of(filetype_, extent)) {
    order_.granules |= static_cast<std::uint64_t>(displacement);
}

Pieces View::pieces(std::int64_t offset, std::size_t bytes) const noexcept {
    if (bytes == 0) return {};
    layout::Shape& shape = *filetype_.shape;
    const auto at = static_cast<std::size_t>(offset);
    const std::size_t tile = at / shape.bytes;
    const std::size_t start = at - tile * shape.bytes;
    const std::size_t tiles = (start + bytes + shape.bytes - 1) / shape.bytes;
    const std::int64_t base = displacement_ + filetype_.offset + static_cast<std::int64_t>(tile) * extent_;
    const bool sorted = tiles == 1 ? order_.sorted && order_.separate : order_.tiles_in_order;
    return {layout::repeated(shape, tiles, extent_),
            static_cast<std::uintptr_t>(base),
            start,
            bytes,
            order_.granules | static_cast<std::uint64_t>(offset) | bytes,
            sorted};
}

std::int64_t View::position_of(std::int64_t offset) const noexcept {
    return is_empty() ? displacement_ : static_cast<std::int64_t>(pieces(offset, 1).first());
}

std::int64_t View::bytes_before(std::int64_t position) const noexcept {
    if (is_empty()) return 0;
    std::int64_t least = 0;
    std::int64_t most = std::max<std::int64_t>(position - displacement_, 0); // pieces don't share bytes
    while (least < most) {
        const std::int64_t middle = least + (most - least) / 2;
        if (position_of(middle) < position)
            least = middle + 1;
        else
            most = middle;
    }
    return least;
}

} // namespace sartor::file
