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

    [[nodiscard]] static Pieces one(std::uintptr_t base, std::size_t bytes) noexcept {
        return {layout::one_run(bytes), base, 0, bytes};
    }

    // Requires bytes.
    [[nodiscard]] layout::Walk walk() const noexcept { return {shape, base, start}; }
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

// Data in front of some position of a file.
struct Portion {
    std::size_t bytes = 0;
    std::uint64_t behind = 0; // the last of them; not set without any
};

// Two walks over data of the same length, in step.
class PairedWalk {
  public:
    PairedWalk(const Pieces& file, const Pieces& memory) noexcept
        : file_(walk_or_none(file)), memory_(walk_or_none(memory)), left_(file.bytes) {}

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
    // The data, from here on, at positions below `end`. Requires what visit_before() requires. Regular runs
    // are counted together.
    [[nodiscard]] Portion portion_before(std::uint64_t end) const noexcept {
        Portion portion;
        layout::Walk walk(file_);
        while (portion.bytes < left_ && walk.address() < end)
            is_at_regular_runs(walk) ? add_regular_runs(portion, walk, end) : add_run(portion, walk, end);
        return portion;
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
    // Runs that don't overlap.
    [[nodiscard]] static bool is_at_regular_runs(const layout::Walk& walk) noexcept {
        return walk.at_run() && walk.runs().offsets == nullptr &&
               walk.runs().stride >= static_cast<std::ptrdiff_t>(walk.runs().length);
    }
    // Both pass over data below `end`, where the next run begins. After a part of a run the walk is not used
    // any more.
    void add_regular_runs(Portion& portion, layout::Walk& walk, std::uint64_t end) const noexcept {
        const auto stride = static_cast<std::uint64_t>(walk.runs().stride);
        const std::size_t length = walk.runs().length;
        const std::size_t most = left_ - portion.bytes;
        const std::size_t begun = std::min({walk.repeats_left(), (most + length - 1) / length,
                                            (end - walk.address() + stride - 1) / stride});
        const std::uint64_t last = walk.address() + (begun - 1) * stride;
        const std::size_t bytes = std::min({length, end - last, most - (begun - 1) * length});
        portion.bytes += (begun - 1) * length + bytes;
        portion.behind = last + bytes;
        walk.pass_repeats(begun);
    }
    void add_run(Portion& portion, layout::Walk& walk, std::uint64_t end) const noexcept {
        const std::size_t bytes = std::min({walk.left_in_run(), left_ - portion.bytes, end - walk.address()});
        portion.bytes += bytes;
        portion.behind = walk.address() + bytes;
        walk.pass_bytes(bytes);
    }

    [[nodiscard]] static layout::Walk walk_or_none(const Pieces& pieces) noexcept {
        static constexpr layout::Shape byte = layout::one_run(1); // is not walked
        return pieces.bytes == 0 ? layout::Walk(byte, 0) : pieces.walk();
    }

    layout::Walk file_;
    layout::Walk memory_;
    std::size_t left_;
};

} // namespace sartor::file
