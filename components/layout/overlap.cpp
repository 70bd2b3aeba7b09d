// Shapes are compared level by level: of two that repeat something at the same distance only those repeats
// are compared that may meet.
#include "components/layout/overlap.hpp"

#include <algorithm>

namespace sartor::layout {

namespace {

using Offset = std::ptrdiff_t;

struct Range {
    Offset first;
    Offset behind;

    [[nodiscard]] bool overlaps(const Range& other) const noexcept {
        return first < other.behind && other.first < behind;
    }
    [[nodiscard]] Range moved_by(Offset distance) const noexcept {
        return {first + distance, behind + distance};
    }
    void widen(const Range& other) noexcept {
        first = std::min(first, other.first);
        behind = std::max(behind, other.behind);
    }
    [[nodiscard]] Offset width() const noexcept { return behind - first; }
};

[[nodiscard]] Range range_of(const Shape& shape) noexcept;

[[nodiscard]] Range range_of_run(const Shape& list, std::size_t run) noexcept {
    const Offset offset = list.offset_of(run);
    return {offset, offset + static_cast<Offset>(list.length_of(run))};
}
[[nodiscard]] Range range_of_part(const Shape& sequence, std::size_t part) noexcept {
    return range_of(*sequence.parts[part]).moved_by(sequence.offsets[part]);
}
[[nodiscard]] Range range_of_element(const Shape& shape, std::size_t index) noexcept {
    return shape.kind == Shape::Kind::runs ? range_of_run(shape, index) : range_of_part(shape, index);
}

[[nodiscard]] Range range_of_one_repeat(const Shape& shape) noexcept {
    if (shape.kind == Shape::Kind::loop) return range_of(*shape.below);
    Range all = range_of_element(shape, 0);
    for (std::size_t index = 1; index < shape.count; ++index) all.widen(range_of_element(shape, index));
    return all;
}

Range range_of(const Shape& shape) noexcept {
    Range all = range_of_one_repeat(shape);
    all.widen(all.moved_by(static_cast<Offset>(shape.repeats - 1) * shape.stride));
    return all;
}

// A shape at a place, or one of its repeats.
struct Placed {
    const Shape* shape;
    Offset at;
    bool is_one_repeat = false;

    [[nodiscard]] Range range() const noexcept {
        return (is_one_repeat ? range_of_one_repeat(*shape) : range_of(*shape)).moved_by(at);
    }
    [[nodiscard]] Placed moved_by(Offset distance) const noexcept {
        return {shape, at + distance, is_one_repeat};
    }
    // The same data, as what is repeated at a distance, or as one list or sequence.
    [[nodiscard]] Placed unwrapped() const noexcept {
        Placed inner = *this;
        while (inner.is_one_repeat || inner.shape->repeats == 1 || inner.shape->stride == 0) {
            if (inner.shape->kind != Shape::Kind::loop) return {inner.shape, inner.at, true};
            inner = {inner.shape->below, inner.at};
        }
        return inner;
    }
    [[nodiscard]] Offset distance() const noexcept {
        return is_one_repeat ? 0 : shape->stride < 0 ? -shape->stride : shape->stride;
    }
    // The repeat with the lowest addresses.
    [[nodiscard]] Placed lowest() const noexcept {
        const Offset way = static_cast<Offset>(shape->repeats - 1) * shape->stride;
        return {shape, at + std::min<Offset>(way, 0), true};
    }
};

// The largest number that is less than dividend / divisor, and the least that is more. The divisor is
// positive.
[[nodiscard]] Offset below_quotient(Offset dividend, Offset divisor) noexcept {
    return (dividend > 0 ? (dividend + divisor - 1) / divisor : dividend / divisor) - 1;
}
[[nodiscard]] Offset above_quotient(Offset dividend, Offset divisor) noexcept {
    return -below_quotient(-dividend, divisor);
}

[[nodiscard]] bool is_in_order(const Shape& shape) noexcept {
    for (std::size_t index = 1; index < shape.count; ++index)
        if (range_of_element(shape, index).first < range_of_element(shape, index - 1).behind) return false;
    return true;
}

// The most frequent shape, as a column of a matrix has it: runs of one length, one distance apart.
struct EqualRuns {
    Offset first;
    Offset length;
    Offset distance = 1; // positive
    Offset repeats = 1;

    EqualRuns(Offset at, Offset bytes) noexcept : first(at), length(bytes) {}
    // Requires is_of().
    EqualRuns(const Shape& shape, Offset at) noexcept
        : first(at + shape.offset_of(0)), length(static_cast<Offset>(shape.length_of(0))) {
        if (shape.repeats == 1 || shape.stride == 0) return;
        repeats = static_cast<Offset>(shape.repeats);
        distance = shape.stride < 0 ? -shape.stride : shape.stride;
        if (shape.stride < 0) first -= (repeats - 1) * distance;
    }
    [[nodiscard]] static bool is_of(const Shape& shape) noexcept {
        return shape.kind == Shape::Kind::runs && shape.count == 1;
    }

    [[nodiscard]] Range range() const noexcept { return {first, first + (repeats - 1) * distance + length}; }
    [[nodiscard]] bool can_be_compared_with(const EqualRuns& other) const noexcept {
        return repeats == 1 || other.repeats == 1 || distance == other.distance;
    }
    // Requires that they can be compared: which runs may meet depends on the difference of their indices
    // alone.
    [[nodiscard]] bool meet(const EqualRuns& other) const noexcept {
        if (!range().overlaps(other.range())) return false;
        if (repeats == 1 && other.repeats == 1) return true;
        const Offset between = repeats == 1 ? other.distance : distance;
        const Offset ahead = first - other.first;
        return std::max(1 - repeats, above_quotient(ahead - other.length, between)) <=
               std::min(other.repeats - 1, below_quotient(ahead + length, between));
    }
};

class Search {
  public:
    [[nodiscard]] bool meet(const Placed& first, const Placed& second) noexcept {
        if (!may_go_on() || !first.range().overlaps(second.range())) return false;
        const Placed one = first.unwrapped();
        const Placed other = second.unwrapped();
        const Offset distance = std::max(one.distance(), other.distance());
        return distance == 0 ? single_meet(one, other) : repeats_meet(one, other, distance);
    }

    [[nodiscard]] bool has_byte_twice(const Shape& shape) noexcept {
        if (!may_go_on()) return false;
        if (shape.kind == Shape::Kind::loop ? has_byte_twice(*shape.below) : elements_meet(shape))
            return true;
        if (shape.repeats == 1) return false;
        if (shape.stride == 0) return true;
        const Placed one{&shape, 0, true};
        const Offset distance = shape.stride < 0 ? -shape.stride : shape.stride;
        const Offset repeats = static_cast<Offset>(shape.repeats);
        const Offset width = one.range().width();
        for (Offset shift = 1; shift < repeats && shift * distance < width; ++shift)
            if (meet(one, one.moved_by(shift * distance))) return true;
        return false;
    }

  private:
    [[nodiscard]] bool may_go_on() noexcept { return steps_left_ > 0 && --steps_left_ > 0; }

    // What is repeated at this distance, the longer one, is compared repeat by repeat: it depends on the
    // difference of the repeats' indices alone.
    [[nodiscard]] bool repeats_meet(Placed one, Placed other, Offset distance) noexcept {
        Offset before = 0;
        Offset after = 0;
        if (one.distance() == distance) {
            before = static_cast<Offset>(one.shape->repeats) - 1;
            one = one.lowest();
        }
        if (other.distance() == distance) {
            after = static_cast<Offset>(other.shape->repeats) - 1;
            other = other.lowest();
        }
        const Range mine = one.range();
        const Range theirs = other.range();
        const Offset first = std::max(-before, above_quotient(mine.first - theirs.behind, distance));
        const Offset last = std::min(after, below_quotient(mine.behind - theirs.first, distance));
        for (Offset shift = first; shift <= last; ++shift)
            if (meet(one, other.moved_by(shift * distance))) return true;
        return false;
    }

    // Lists and sequences.
    [[nodiscard]] bool single_meet(const Placed& one, const Placed& other) noexcept {
        if (one.shape->kind == Shape::Kind::sequence) return parts_meet(one, other);
        if (other.shape->kind == Shape::Kind::sequence) return parts_meet(other, one);
        if (one.shape->count == 1 && other.shape->count == 1) return true; // as their ranges do
        return is_in_order(*one.shape) && is_in_order(*other.shape) ? ordered_runs_meet(one, other)
                                                                    : any_runs_meet(one, other);
    }
    [[nodiscard]] bool parts_meet(const Placed& sequence, const Placed& other) noexcept {
        for (std::size_t part = 0; part < sequence.shape->count; ++part)
            if (meet({sequence.shape->parts[part], sequence.at + sequence.shape->offsets[part]}, other))
                return true;
        return false;
    }
    [[nodiscard]] static bool ordered_runs_meet(const Placed& one, const Placed& other) noexcept {
        std::size_t mine = 0;
        std::size_t theirs = 0;
        while (mine < one.shape->count && theirs < other.shape->count) {
            const Range run = range_of_run(*one.shape, mine).moved_by(one.at);
            const Range their_run = range_of_run(*other.shape, theirs).moved_by(other.at);
            if (run.overlaps(their_run)) return true;
            run.behind <= their_run.first ? ++mine : ++theirs;
        }
        return false;
    }
    [[nodiscard]] bool any_runs_meet(const Placed& one, const Placed& other) noexcept {
        const Range all = other.range();
        for (std::size_t mine = 0; mine < one.shape->count; ++mine) {
            const Range run = range_of_run(*one.shape, mine).moved_by(one.at);
            if (!run.overlaps(all)) continue;
            for (std::size_t theirs = 0; theirs < other.shape->count && may_go_on(); ++theirs)
                if (run.overlaps(range_of_run(*other.shape, theirs).moved_by(other.at))) return true;
        }
        return false;
    }
    // Runs of a list, or parts of a sequence, with each other and each with itself.
    [[nodiscard]] bool elements_meet(const Shape& shape) noexcept {
        const bool is_sequence = shape.kind == Shape::Kind::sequence;
        for (std::size_t part = 0; is_sequence && part < shape.count; ++part)
            if (has_byte_twice(*shape.parts[part])) return true;
        if (is_in_order(shape)) return false;
        for (std::size_t one = 1; one < shape.count; ++one)
            for (std::size_t other = 0; other < one && may_go_on(); ++other) {
                if (!range_of_element(shape, one).overlaps(range_of_element(shape, other))) continue;
                if (!is_sequence ||
                    meet({shape.parts[one], shape.offsets[one]}, {shape.parts[other], shape.offsets[other]}))
                    return true;
            }
        return false;
    }

    std::size_t steps_left_ = std::size_t{1} << 22;
};

} // namespace

PieceSpan span_of(const Shape& shape, std::uintptr_t address) noexcept {
    const Range range = EqualRuns::is_of(shape) ? EqualRuns(shape, 0).range() : range_of(shape);
    PieceSpan span;
    span.first = address + static_cast<std::uintptr_t>(range.first);
    span.behind = address + static_cast<std::uintptr_t>(range.behind);
    return span;
}

bool have_common_byte(const Shape& one, std::uintptr_t address, const Shape& other,
                      std::uintptr_t other_address) noexcept {
    const auto distance = static_cast<Offset>(other_address - address);
    if (EqualRuns::is_of(one) && EqualRuns::is_of(other)) {
        const EqualRuns mine(one, 0);
        const EqualRuns theirs(other, distance);
        if (mine.can_be_compared_with(theirs)) return mine.meet(theirs);
    }
    return Search().meet({&one, 0}, {&other, distance});
}

bool have_common_byte(const Shape& shape, std::uintptr_t address, const PieceSpan& stretch) noexcept {
    const std::size_t bytes = stretch.behind - stretch.first;
    const auto distance = static_cast<Offset>(stretch.first - address);
    if (EqualRuns::is_of(shape)) return EqualRuns(shape, 0).meet({distance, static_cast<Offset>(bytes)});
    return have_common_byte(shape, address, one_run(bytes), stretch.first);
}

bool has_byte_twice(const Shape& shape) noexcept {
    if (EqualRuns::is_of(shape)) {
        const EqualRuns runs(shape, 0);
        if (runs.repeats == static_cast<Offset>(shape.repeats)) // not all at one place
            return runs.repeats > 1 && runs.distance < runs.length;
    }
    return Search().has_byte_twice(shape);
}

} // namespace sartor::layout
