// Shapes that repeat others, and how long they live.
#include "components/layout/shape.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

#include "components/library_memory.hpp"

namespace sartor::layout {

namespace {

std::size_t saturating_product(std::size_t one, std::size_t other) noexcept {
    std::size_t product = 0;
    return __builtin_mul_overflow(one, other, &product) ? SIZE_MAX : product;
}

std::atomic<std::uint32_t> gone{0};

} // namespace

std::uint32_t shapes_gone() noexcept {
    return gone.load(std::memory_order_relaxed);
}

void ShapeReference::release(Shape* shape) noexcept {
    if (shape->permanent || --shape->references.number > 0) return;
    if (shape->below != nullptr) release(shape->below);
    if (shape->kind == Shape::Kind::sequence)
        for (std::size_t part = 0; part < shape->count; ++part) release(shape->parts[part]);
    gone.fetch_add(1, std::memory_order_relaxed);
    std::free(shape);
}

Shape repeated(Shape& shape, std::size_t count, std::ptrdiff_t stride) noexcept {
    if (count == 1) return shape;
    Shape result = shape;
    result.permanent = false;
    result.bytes = shape.bytes * count;
    result.run_total = saturating_product(shape.run_total, count);
    const bool merges =
        shape.kind != Shape::Kind::sequence &&
        (shape.repeats == 1 || stride == static_cast<std::ptrdiff_t>(shape.repeats) * shape.stride);
    if (shape.single_run() && stride == static_cast<std::ptrdiff_t>(shape.length))
        return one_run(result.bytes);
    if (merges) {
        if (shape.repeats == 1) result.stride = stride;
        result.repeats = shape.repeats * count;
        if (result.kind == Shape::Kind::runs && result.below == nullptr && result.offsets != nullptr)
            result.below = &shape;
        return result;
    }
    result = {};
    result.kind = Shape::Kind::loop;
    result.depth = static_cast<std::uint8_t>(shape.depth + 1);
    result.bytes = shape.bytes * count;
    result.run_total = saturating_product(shape.run_total, count);
    result.repeats = count;
    result.stride = stride;
    result.below = &shape;
    return result;
}

ShapeReference keep(const Shape& shape) noexcept {
    void* memory = allocate_for_library(sizeof(Shape));
    if (memory == nullptr) return {};
    auto* kept = new (memory) Shape(shape);
    kept->permanent = false;
    ShapeReference::retain(kept->below);
    return ShapeReference(kept);
}

} // namespace sartor::layout
