// Lists of runs and of layouts become the shape that is copied fastest.
#include "components/layout/layout.hpp"

#include <new>

#include "components/library_memory.hpp"

namespace sartor::layout {

bool RunList::same_lengths() noexcept {
    for (std::size_t run = 1; run < runs_.size(); ++run)
        if (runs_[run].length != runs_[0].length) return false;
    return true;
}
bool RunList::same_distances() noexcept {
    for (std::size_t run = 2; run < runs_.size(); ++run)
        if (runs_[run].offset - runs_[run - 1].offset != runs_[1].offset - runs_[0].offset) return false;
    return true;
}

std::size_t RunList::common_unit() noexcept {
    constexpr std::size_t least_runs = 64;
    constexpr std::size_t most_pieces_a_run = 3;
    if (same_lengths()) return runs_[0].length;
    std::size_t all = 0;
    std::size_t bytes = 0;
    for (std::size_t run = 0; run < runs_.size(); ++run) {
        all |= runs_[run].length;
        bytes += runs_[run].length;
    }
    const std::size_t unit = all % 16 == 0 ? 16 : all % 8 == 0 ? 8 : 4;
    const bool worth = runs_.size() >= least_runs && bytes / unit <= most_pieces_a_run * runs_.size();
    return all % unit == 0 && worth ? unit : 0;
}

Layout RunList::layout() noexcept {
    if (runs_.failed()) return {{}, 0, true};
    if (runs_.size() == 0) return {};
    const std::ptrdiff_t first = runs_[0].offset;
    Shape one = one_run(runs_[0].length);
    if (runs_.size() == 1) return Layout::of(keep(one), first);
    if (same_lengths() && same_distances())
        return Layout::of(keep(repeated(one, runs_.size(), runs_[1].offset - first)), first);
    return Layout::of(list(common_unit()), first);
}

// The arrays stand behind the shape, in its memory. With a unit there are no lengths.
ShapeReference RunList::list(std::size_t unit) noexcept {
    std::size_t bytes = 0;
    for (std::size_t run = 0; run < runs_.size(); ++run) bytes += runs_[run].length;
    const std::size_t count = unit == 0 ? runs_.size() : bytes / unit;
    const std::size_t arrays = count * (sizeof(std::ptrdiff_t) + (unit == 0 ? sizeof(std::size_t) : 0));
    void* memory = allocate_for_library(sizeof(Shape) + arrays);
    if (memory == nullptr) return {};
    auto* shape = new (memory) Shape;
    auto* offsets = reinterpret_cast<std::ptrdiff_t*>(shape + 1);
    auto* lengths = unit == 0 ? reinterpret_cast<std::size_t*>(offsets + count) : nullptr;
    std::size_t piece = 0;
    for (std::size_t run = 0; run < runs_.size(); ++run) {
        const std::size_t step = unit == 0 ? runs_[run].length : unit;
        for (std::size_t done = 0; done < runs_[run].length; done += step) {
            if (lengths != nullptr) lengths[piece] = step;
            offsets[piece++] = runs_[run].offset - runs_[0].offset + static_cast<std::ptrdiff_t>(done);
        }
    }
    shape->bytes = bytes;
    shape->run_total = count;
    shape->count = count;
    shape->length = unit;
    shape->offsets = offsets;
    shape->lengths = lengths;
    return ShapeReference(shape);
}

namespace {

// The same data as a list of runs.
Layout flattened(const Layout& layout) noexcept {
    if (layout.shape->run_total > run_limit) return {{}, 0, true};
    RunList runs;
    auto add = [&](std::ptrdiff_t offset, std::size_t length) {
        runs.add(offset, length);
        return true;
    };
    for_each_run(*layout.shape, layout.offset, add);
    return runs.layout();
}

} // namespace

Layout repeated(const Layout& layout, std::size_t count, std::ptrdiff_t stride) noexcept {
    if (count == 1 || layout.failed) return layout;
    if (count == 0 || !layout.shape) return {};
    const Shape shape = repeated(*layout.shape, count, stride);
    if (shape.depth <= depth_limit) return Layout::of(keep(shape), layout.offset);
    const Layout flat = flattened(layout);
    return flat.failed ? flat : Layout::of(keep(repeated(*flat.shape, count, stride)), flat.offset);
}

void LayoutList::add(const Layout& layout, std::ptrdiff_t displacement, std::size_t count,
                     std::ptrdiff_t stride) noexcept {
    if (layout.failed) failed_ = true;
    if (count == 0 || !layout.shape) return;
    const std::ptrdiff_t offset = layout.offset + displacement;
    if (layout.shape->single_run() &&
        (count == 1 || stride == static_cast<std::ptrdiff_t>(layout.shape->bytes)))
        return add_run(offset, layout.shape->bytes * count);
    add_part(layout.shape, offset, count, stride);
}

Layout LayoutList::layout() noexcept {
    if (failed_ || parts_.failed()) return {{}, 0, true};
    if (parts_.size() == 0) return {};
    const bool small = run_total_ / parts_.size() <= runs_worth_a_part;
    return small || depth_ >= depth_limit ? as_runs() : as_sequence();
}

void LayoutList::add_run(std::ptrdiff_t offset, std::size_t length) noexcept {
    if (parts_.size() > 0 && !parts_.last().shape &&
        parts_.last().offset + static_cast<std::ptrdiff_t>(parts_.last().length) == offset) {
        parts_.last().length += length;
        return;
    }
    ++run_total_;
    parts_.push({offset, length, {}});
}

void LayoutList::add_part(const ShapeReference& shape, std::ptrdiff_t offset, std::size_t count,
                          std::ptrdiff_t stride) noexcept {
    if (shape.get() != last_.get() || count != last_count_ || stride != last_stride_) {
        const Layout part = repeated(Layout{shape, 0}, count, stride);
        if (part.failed) failed_ = true;
        last_ = shape;
        last_count_ = count;
        last_stride_ = stride;
        last_part_ = part;
    }
    if (!last_part_.shape) return;
    if (last_part_.shape->depth > depth_) depth_ = last_part_.shape->depth;
    if (__builtin_add_overflow(run_total_, last_part_.shape->run_total, &run_total_)) run_total_ = SIZE_MAX;
    parts_.push({offset + last_part_.offset, 0, last_part_.shape});
}

Layout LayoutList::as_runs() noexcept {
    if (run_total_ > run_limit) return {{}, 0, true};
    RunList runs;
    auto add = [&](std::ptrdiff_t offset, std::size_t length) {
        runs.add(offset, length);
        return true;
    };
    for (std::size_t index = 0; index < parts_.size(); ++index) {
        const Part& part = parts_[index];
        if (part.shape)
            for_each_run(*part.shape, part.offset, add);
        else
            runs.add(part.offset, part.length);
    }
    return runs.layout();
}

Layout LayoutList::as_sequence() noexcept {
    const std::size_t count = parts_.size();
    for (std::size_t index = 0; index < count; ++index) {
        Part& part = parts_[index];
        if (!part.shape) part.shape = keep(one_run(part.length));
        if (!part.shape) return {{}, 0, true};
    }
    const std::ptrdiff_t first = parts_[0].offset;
    if (count == 1) return {parts_[0].shape, first};
    constexpr std::size_t of_part =
        sizeof(std::ptrdiff_t) + sizeof(Shape*); // NOLINT(bugprone-sizeof-expression)
    void* memory = allocate_for_library(sizeof(Shape) + count * of_part);
    if (memory == nullptr) return {{}, 0, true};
    auto* shape = new (memory) Shape;
    auto* offsets = reinterpret_cast<std::ptrdiff_t*>(shape + 1);
    auto** parts = reinterpret_cast<Shape**>(offsets + count);
    for (std::size_t index = 0; index < count; ++index) {
        offsets[index] = parts_[index].offset - first;
        parts[index] = parts_[index].shape.get();
        ShapeReference::retain(parts[index]);
        shape->bytes += parts[index]->bytes;
    }
    shape->kind = Shape::Kind::sequence;
    shape->depth = static_cast<std::uint8_t>(depth_ + 1);
    shape->run_total = run_total_;
    shape->count = count;
    shape->offsets = offsets;
    shape->parts = parts;
    return Layout::of(ShapeReference(shape), first);
}

} // namespace sartor::layout
