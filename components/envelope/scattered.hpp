// Data in many pieces, in the user's memory: moved between two ranks without packing (EPOS-MPI 4.7).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include "components/layout/copy.hpp"

namespace sartor::envelope {

// A shape, `count` times, `extent` bytes apart, from `data` on; without a shape one piece of memory. The
// shape lives as long as a storage refers to it. Only the rank that made a storage copies or ends it.
struct Scattered {
    static constexpr std::string_view name = "scattered";

    void* data = nullptr;
    std::size_t bytes = 0;
    layout::ShapeReference shape{};
    std::size_t count = 1;
    std::ptrdiff_t extent = 0;

    [[nodiscard]] bool is_one_piece() const noexcept { return !shape; }

    // Copies as much as fits and returns that number of bytes.
    std::size_t copy_to(const Scattered& target) const noexcept {
        const std::size_t fitting = bytes < target.bytes ? bytes : target.bytes;
        if (fitting == 0) return 0;
        if (!shape && !target.shape)
            std::memcpy(target.data, data, fitting);
        else if (!copied_at_once(target))
            layout::copy(target.whole(), target.address(), whole(), address(), fitting);
        return fitting;
    }

    // Worth copying in parts: where a part begins is found at once.
    [[nodiscard]] bool is_divisible() const noexcept { return !shape || shape->is_regular(); }
    // Copies `size` bytes from byte `start` on, which both have.
    void copy_part_to(const Scattered& target, std::size_t start, std::size_t size) const noexcept {
        layout::copy_part(target.whole(), target.address(), whole(), address(), start, size);
    }

    // Its memory when that is one stretch; null when it is not.
    [[nodiscard]] void* stretch() const noexcept { return shape ? nullptr : data; }

    // Gathers all bytes at `place`, which has room for them.
    void gather_to(void* place) const noexcept { copy_to({place, bytes}); }
    // As much of the same data, as they are here, in one stretch from `place` on.
    [[nodiscard]] Scattered stretched_at(void* place) const noexcept { return {place, bytes}; }

  private:
    // The frequent case: all of one regular shape, from or to as many bytes in one piece.
    [[nodiscard]] bool copied_at_once(const Scattered& target) const noexcept {
        using layout::kernels::Direction;
        if (bytes != target.bytes) return false;
        if (!target.shape)
            return count == 1 && layout::copy_dense<Direction::gather>(*shape, address(), target.address());
        return !shape && target.count == 1 &&
               layout::copy_dense<Direction::scatter>(*target.shape, target.address(), address());
    }

    [[nodiscard]] layout::Shape whole() const noexcept {
        return shape ? layout::repeated(*shape, count, extent) : layout::one_run(bytes);
    }
    [[nodiscard]] std::uintptr_t address() const noexcept { return reinterpret_cast<std::uintptr_t>(data); }
};

} // namespace sartor::envelope
