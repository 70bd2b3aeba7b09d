// A storage of data in many pieces in the user's memory, which are copied between two ranks without packing
// (EPOS-MPI 4.7). The members that all storages have are described in storage.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "components/layout/copy.hpp"

namespace sartor::envelope {

// A shape, repeated `count` times, `extent` bytes apart, from `data` on; `bytes` is the size of all data.
// Without a shape the data are one stretch of memory, as in Contiguous.
//
// A storage keeps its shape alive. The count of references is not atomic: only the rank that made a storage
// copies or destroys it, others read it.
struct Scattered {
    static constexpr std::string_view name = "scattered";

    void* data = nullptr;
    std::size_t bytes = 0;
    layout::ShapeReference shape{};
    std::size_t count = 1;
    std::ptrdiff_t extent = 0;

    [[nodiscard]] bool is_one_piece() const noexcept { return !shape; }
    [[nodiscard]] std::size_t pieces() const noexcept { return whole().run_total; }

    // Copies as many bytes as both have, in the order of the data, and returns that number. Needs no memory;
    // all of one regular shape to or from one stretch takes a short way.
    std::size_t copy_to(const Scattered& target) const noexcept;

    // Whether a part can be found without walking through lists of pieces.
    [[nodiscard]] bool is_divisible() const noexcept { return !shape || shape->is_regular(); }
    // Copies `size` bytes of the data from byte `start` on. Requires that both storages have them.
    void copy_part_to(const Scattered& target, std::size_t start, std::size_t size) const noexcept;

    // The address of the data when they are one stretch; null when they are not.
    [[nodiscard]] void* stretch() const noexcept { return shape ? nullptr : data; }

    template <class Visit>
    void for_each_piece(Visit visit) const noexcept {
        if (bytes == 0) return;
        if (!shape) return visit(static_cast<const void*>(data), bytes);
        auto visit_run = [&](std::ptrdiff_t offset, std::size_t length) {
            visit(reinterpret_cast<const void*>(address() + static_cast<std::uintptr_t>(offset)), length);
            return true;
        };
        layout::for_each_run(whole(), 0, visit_run);
    }

    // Copies all bytes to `memory`, which must have room for them.
    void gather_to(void* memory) const noexcept { copy_to({memory, bytes}); }
    // A storage for as many bytes, in one stretch from `memory` on.
    [[nodiscard]] Scattered stretched_at(void* memory) const noexcept { return {memory, bytes}; }

    // The shape of all data, which begins at the address.
    [[nodiscard]] layout::Shape whole() const noexcept {
        return shape ? layout::repeated(*shape, count, extent) : layout::one_run(bytes);
    }
    // Where they are words of 8 or 4 bytes at one distance; none when they are not.
    struct DistantWords {
        const char* first = nullptr;
        std::ptrdiff_t distance = 0;
        std::size_t number = 0;
        std::size_t bytes = 0; // of each
    };
    [[nodiscard]] DistantWords distant_words() const noexcept {
        if (!shape || count != 1 || shape->kind != layout::Shape::Kind::runs || shape->count != 1 ||
            (shape->length != sizeof(std::uint64_t) && shape->length != sizeof(std::uint32_t)))
            return {};
        return {static_cast<const char*>(data) + shape->offset_of(0), shape->stride, shape->repeats,
                shape->length};
    }

    // visit(the same), which makes no shape for one element.
    template <class Visit>
    auto with_whole(Visit visit) const noexcept {
        return shape && count == 1 ? visit(std::as_const(*shape)) : visit(whole());
    }
    [[nodiscard]] std::uintptr_t address() const noexcept { return reinterpret_cast<std::uintptr_t>(data); }

  private:
    // The frequent case: all of one regular shape, from or to one stretch with as many bytes. False: nothing
    // was copied.
    [[nodiscard]] bool copied_at_once(const Scattered& target) const noexcept;
};

} // namespace sartor::envelope
