// A shape and where it begins; layouts made of others, by repetition and one after the other.
#pragma once

#include <cstddef>
#include <cstdint>

#include "components/layout/buffer.hpp"
#include "components/layout/shape.hpp"

namespace sartor::layout {

// A shape and its offset. Without a shape there are no data: `failed` distinguishes no memory from no data.
struct Layout {
    ShapeReference shape;
    std::ptrdiff_t offset = 0;
    bool failed = false;

    [[nodiscard]] static Layout of(ShapeReference shape, std::ptrdiff_t offset) noexcept {
        const bool failed = !shape;
        return {std::move(shape), offset, failed};
    }
};

// Runs in the order of the data, merged where they touch.
class RunList {
  public:
    void add(std::ptrdiff_t offset, std::size_t length) noexcept {
        if (runs_.size() > 0 && runs_.last().end() == offset)
            runs_.last().length += length;
        else
            runs_.push({offset, length});
    }

    // The shape of the runs: regular if lengths and distances are equal, else a list. Failed without memory.
    [[nodiscard]] Layout layout() noexcept;

  private:
    struct Run {
        std::ptrdiff_t offset;
        std::size_t length;
        [[nodiscard]] std::ptrdiff_t end() const noexcept {
            return offset + static_cast<std::ptrdiff_t>(length);
        }
    };

    [[nodiscard]] bool same_lengths() noexcept;
    [[nodiscard]] bool same_distances() noexcept;
    [[nodiscard]] ShapeReference list(std::size_t unit) noexcept;

    // The length that all runs have, or a short one into which they are cut because runs of one length are
    // moved faster; 0 when they are unchanged.
    [[nodiscard]] std::size_t common_unit() noexcept;

    Buffer<Run> runs_;
};

// `count` copies, `stride` bytes apart.
[[nodiscard]] Layout repeated(const Layout& layout, std::size_t count, std::ptrdiff_t stride) noexcept;

// Layouts one after the other: as one list of runs when they are small, as a sequence otherwise.
class LayoutList {
  public:
    void add(const Layout& layout, std::ptrdiff_t displacement, std::size_t count,
             std::ptrdiff_t stride) noexcept;
    [[nodiscard]] Layout layout() noexcept;

  private:
    static constexpr std::size_t runs_worth_a_part = 16;

    struct Part {
        std::ptrdiff_t offset;
        std::size_t length; // of a run, without a shape
        ShapeReference shape;
    };

    void add_run(std::ptrdiff_t offset, std::size_t length) noexcept;
    // Blocks of the same length share their shape.
    void add_part(const ShapeReference& shape, std::ptrdiff_t offset, std::size_t count,
                  std::ptrdiff_t stride) noexcept;
    [[nodiscard]] Layout as_runs() noexcept;
    [[nodiscard]] Layout as_sequence() noexcept;

    Buffer<Part> parts_;
    ShapeReference last_;
    std::size_t last_count_ = 0;
    std::ptrdiff_t last_stride_ = 0;
    Layout last_part_;
    std::size_t run_total_ = 0;
    std::uint8_t depth_ = 0;
    bool failed_ = false;
};

} // namespace sartor::layout
