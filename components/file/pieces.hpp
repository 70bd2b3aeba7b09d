// Where data are, as runs of bytes: in memory at addresses, in a file at positions.
#pragma once

#include <cstddef>
#include <cstdint>

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

  private:
    [[nodiscard]] static layout::Walk walk_or_none(const Pieces& pieces) noexcept {
        static constexpr layout::Shape byte = layout::one_run(1); // is not walked
        return pieces.bytes == 0 ? layout::Walk(byte, 0) : pieces.walk();
    }

    layout::Walk file_;
    layout::Walk memory_;
    std::size_t left_;
};

} // namespace sartor::file
