// Where the data of a datatype are: runs of bytes, in loops as far as they are regular (EPOS-MPI 4.7).
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace sartor::layout {

// How many refer to a shape. A copy has none yet: others may make one while the shape's own rank counts.
struct References {
    std::uint32_t number = 0;

    constexpr References() noexcept = default;
    constexpr References(const References&) noexcept {}
    constexpr References& operator=(const References&) noexcept { return *this; }
    ~References() = default;
};

// runs: the same list of runs, `repeats` times, `stride` bytes apart; loop: the shape below, `repeats` times,
// `stride` bytes apart; sequence: one part after the other. Data are in the order of this traversal. Only the
// shape of no data at all is empty, and it is part of no other.
struct Shape {
    enum class Kind : std::uint8_t { runs, loop, sequence };

    Kind kind = Kind::runs;
    std::uint8_t depth = 0; // loops and sequences to the deepest runs
    bool permanent = false; // not counted: lives as long as the library
    References references;
    std::size_t bytes = 0; // of data
    std::size_t run_total = 1;
    std::size_t repeats = 1;
    std::ptrdiff_t stride = 0;
    std::size_t count = 1;                   // runs of one repeat, or parts
    std::size_t length = 0;                  // of every run; 0 when they differ
    const std::ptrdiff_t* offsets = nullptr; // of runs or parts; null: one run, at 0
    const std::size_t* lengths = nullptr;    // of runs that differ
    Shape* const* parts = nullptr;           // of a sequence
    Shape* below = nullptr; // what a loop repeats; for runs the owner of the arrays, if another

    [[nodiscard]] constexpr bool single_run() const noexcept {
        return kind == Kind::runs && count == 1 && repeats == 1;
    }
    // Whether any byte of the data is found without a search through lists.
    [[nodiscard]] constexpr bool is_regular() const noexcept {
        const Shape* shape = this;
        while (shape->kind == Kind::loop) shape = shape->below;
        return shape->kind == Kind::runs && shape->lengths == nullptr;
    }
    [[nodiscard]] constexpr std::size_t length_of(std::size_t run) const noexcept {
        return length != 0 ? length : lengths[run];
    }
    [[nodiscard]] constexpr std::ptrdiff_t offset_of(std::size_t run) const noexcept {
        return offsets != nullptr ? offsets[run] : 0;
    }
};

// Deeper nesting is flattened into a list of runs, so that traversals need no memory from the system.
inline constexpr std::uint8_t depth_limit = 12;
// No list is longer.
inline constexpr std::size_t run_limit = std::size_t{1} << 28;

// A counted reference to a shape. Only the rank that made the shape counts; others may read it.
class ShapeReference {
  public:
    ShapeReference() noexcept = default;
    explicit ShapeReference(Shape* shape) noexcept : shape_(shape) { retain(shape_); }
    ShapeReference(const ShapeReference& other) noexcept : shape_(other.shape_) { retain(shape_); }
    ShapeReference(ShapeReference&& other) noexcept : shape_(std::exchange(other.shape_, nullptr)) {}
    ShapeReference& operator=(ShapeReference other) noexcept {
        std::swap(shape_, other.shape_);
        return *this;
    }
    ~ShapeReference() {
        if (shape_ != nullptr) release(shape_);
    }

    [[nodiscard]] Shape* get() const noexcept { return shape_; }
    [[nodiscard]] Shape* operator->() const noexcept { return shape_; }
    [[nodiscard]] Shape& operator*() const noexcept { return *shape_; }
    explicit operator bool() const noexcept { return shape_ != nullptr; }

    static void retain(Shape* shape) noexcept {
        if (shape != nullptr && !shape->permanent) ++shape->references.number;
    }

  private:
    // Recurses no deeper than shapes do.
    static void release(Shape* shape) noexcept;

    Shape* shape_ = nullptr;
};

// How many shapes have gone in this process: what is known of one by its address holds until then.
[[nodiscard]] std::uint32_t shapes_gone() noexcept;

// One run of bytes.
[[nodiscard]] constexpr Shape one_run(std::size_t bytes) noexcept {
    Shape shape;
    shape.bytes = bytes;
    shape.length = bytes;
    return shape;
}

// The shape `count` times, `stride` bytes apart; merged as far as the result is the same. Refers to what
// `shape` refers to, or to `shape` itself: keep() makes it last. `count` is at least 1, the shape not empty.
[[nodiscard]] Shape repeated(Shape& shape, std::size_t count, std::ptrdiff_t stride) noexcept;

// A permanent copy of what repeated() gave for a count above 1, or of one run; empty when the system has no
// memory.
[[nodiscard]] ShapeReference keep(const Shape& shape) noexcept;

// Calls visit(offset, length) for each run, in order, until it returns false.
template <class Visit>
bool for_each_run(const Shape& shape, std::ptrdiff_t offset, Visit& visit) noexcept {
    if (shape.bytes == 0) return true;
    if (shape.kind == Shape::Kind::sequence) {
        for (std::size_t part = 0; part < shape.count; ++part)
            if (!for_each_run(*shape.parts[part], offset + shape.offsets[part], visit)) return false;
        return true;
    }
    for (std::size_t repeat = 0; repeat < shape.repeats; ++repeat, offset += shape.stride) {
        if (shape.kind == Shape::Kind::loop) {
            if (!for_each_run(*shape.below, offset, visit)) return false;
            continue;
        }
        for (std::size_t run = 0; run < shape.count; ++run)
            if (!visit(offset + shape.offset_of(run), shape.length_of(run))) return false;
    }
    return true;
}

} // namespace sartor::layout
