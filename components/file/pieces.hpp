// Where data are, as runs of bytes: in memory at addresses, in a file at positions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "components/layout/copy.hpp"
#include "components/layout/direction.hpp"
#include "components/layout/shape.hpp"
#include "components/layout/walk.hpp"

namespace sartor::file {

// `bytes` bytes of data, the first of them `start` bytes into the shape, whose offsets count from `base`.
// What the shape refers to must outlive it. Without bytes there is no shape.
struct Pieces {
    layout::Shape shape{};
    std::uintptr_t base = 0;
    std::size_t start = 0;
    std::size_t bytes = 0;
    // The lowest bit that is set divides all positions at which runs begin and end.
    std::uint64_t granules = 1;
    bool sorted = true; // each run is behind the one before

    [[nodiscard]] static Pieces one(std::uintptr_t base, std::size_t bytes) noexcept {
        return {layout::one_run(bytes), base, 0, bytes};
    }

    // Requires bytes.
    [[nodiscard]] layout::Walk walk() const noexcept { return {shape, base, start}; }
    // A walk that is not used without bytes.
    [[nodiscard]] layout::Walk walk_or_none() const noexcept {
        static constexpr layout::Shape byte = layout::one_run(1);
        return bytes == 0 ? layout::Walk(byte, 0) : walk();
    }
    // The byte `index` of the data, which has one.
    [[nodiscard]] std::uintptr_t address_of(std::size_t index) const noexcept {
        return layout::Walk(shape, base, start + index).address();
    }
    [[nodiscard]] std::uintptr_t first() const noexcept { return walk().address(); }
    // Behind the last byte.
    [[nodiscard]] std::uintptr_t end() const noexcept { return address_of(bytes - 1) + 1; }
    // Whether all data are in one stretch.
    [[nodiscard]] bool is_one_run() const noexcept { return bytes == 0 || walk().left_in_run() >= bytes; }
    // How many runs there are, about.
    [[nodiscard]] std::size_t runs() const noexcept {
        if (bytes == 0) return 0;
        const double part = static_cast<double>(bytes) / static_cast<double>(shape.bytes);
        return static_cast<std::size_t>(part * static_cast<double>(shape.run_total)) + 1;
    }
};

// Runs of one length at one distance.
struct RegularRuns {
    std::uint64_t first;
    std::size_t length;
    std::uint64_t stride; // at least the length; anything for one run
    std::size_t count;    // at least 1

    [[nodiscard]] std::size_t bytes() const noexcept { return count * length; }
    // Behind the last byte.
    [[nodiscard]] std::uint64_t end() const noexcept { return first + (count - 1) * stride + length; }
};

// Calls visit(runs) for the data from here on at positions below `end`, in order, and passes them: no more
// than `left` bytes, from which they are subtracted. Regular runs are visited together. Requires that the
// runs are in the order of their positions.
template <class Visit>
void visit_runs_before(layout::Walk& walk, std::size_t& left, std::uint64_t end, Visit visit) noexcept {
    while (left > 0 && walk.address() < end) {
        const std::size_t length = walk.left_in_run();
        const bool regular = walk.at_run() && walk.runs().offsets == nullptr &&
                             walk.runs().stride >= static_cast<std::ptrdiff_t>(length);
        const auto stride = regular ? static_cast<std::uint64_t>(walk.runs().stride) : 0;
        const std::uint64_t room = end - walk.address();
        // Whole runs that end before.
        std::size_t count = left >= length && room >= length ? 1 : 0;
        if (regular && count > 0)
            count = std::min({walk.repeats_left(), left / length, (room - length) / stride + 1});
        const RegularRuns runs = count > 0
                                     ? RegularRuns{walk.address(), length, stride, count}
                                     : RegularRuns{walk.address(), std::min<std::size_t>(left, room), 0, 1};
        visit(runs);
        left -= runs.bytes();
        count > 0 && regular ? walk.pass_repeats(count) : walk.pass_bytes(runs.length);
    }
}

// Data in front of some position of a file.
struct Portion {
    std::size_t bytes = 0;
    std::uint64_t end = 0; // behind the last of them; not set without any
};

// Two walks over data of the same length, in step.
class PairedWalk {
  public:
    PairedWalk(const Pieces& file, const Pieces& memory) noexcept
        : file_(file.walk_or_none()), memory_(memory.walk_or_none()), left_(file.bytes) {}

    [[nodiscard]] std::size_t left() const noexcept { return left_; }
    [[nodiscard]] std::uintptr_t position() const noexcept { return file_.address(); }
    [[nodiscard]] std::uintptr_t address() const noexcept { return memory_.address(); }
    // Bytes that are adjacent on both sides, from here on.
    [[nodiscard]] std::size_t common() const noexcept {
        std::size_t bytes = file_.left_in_run();
        if (memory_.left_in_run() < bytes) bytes = memory_.left_in_run();
        return bytes < left_ ? bytes : left_;
    }
    // No more than common().
    void pass(std::size_t bytes) noexcept {
        left_ -= bytes;
        if (left_ == 0) return;
        file_.pass_bytes(bytes);
        memory_.pass_bytes(bytes);
    }
    // Calls visit(position, address, bytes) for the data at positions below `end` in the file, in order.
    // Requires that the file's runs are in the order of their positions.
    template <class Visit>
    void visit_before(std::uintptr_t end, Visit visit) noexcept {
        while (left_ > 0 && position() < end) {
            std::size_t bytes = common();
            if (end - position() < bytes) bytes = end - position();
            visit(position(), address(), bytes);
            pass(bytes);
        }
    }
    // The data, from here on, at positions below `end`, whose runs are visited. Requires what visit_before()
    // requires.
    template <class Visit>
    Portion portion_before(std::uint64_t end, Visit visit) const noexcept {
        layout::Walk walk(file_);
        std::size_t left = left_;
        Portion portion;
        visit_runs_before(walk, left, end, [&](const RegularRuns& runs) {
            portion.end = runs.end();
            visit(runs);
        });
        portion.bytes = left_ - left;
        return portion;
    }
    [[nodiscard]] Portion portion_before(std::uint64_t end) const noexcept {
        return portion_before(end, [](const RegularRuns&) {});
    }
    // Gathers the next `bytes` of data in a window, or scatters them from there; `window` has the bytes of
    // the file from `first` on.
    template <layout::Direction Way>
    void copy(std::size_t bytes, std::uint64_t first, const char* window) noexcept {
        left_ -= bytes;
        layout::Walk there = file_.moved_by(reinterpret_cast<std::uintptr_t>(window) - first);
        if constexpr (Way == layout::Direction::gather)
            layout::copy_next(there, memory_, bytes);
        else
            layout::copy_next(memory_, there, bytes);
        file_ = there.moved_by(first - reinterpret_cast<std::uintptr_t>(window));
    }

  private:
    layout::Walk file_;
    layout::Walk memory_;
    std::size_t left_;
};

} // namespace sartor::file
