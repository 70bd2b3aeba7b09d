// Data that know their type: in memory as this computer has them, in network order everywhere else (EPOS-MPI
// 4.3: typed envelopes, for networks of computers that differ).
#pragma once

#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace sartor::envelope {

// Numbers are converted at both ends.
struct NetworkOrder {
    static constexpr std::string_view name = "typed: numbers travel in network order";
};

// A storage whose data have a type, which turns them from one order to the other. Without one they are in
// network order already: packed data, messages of the library's own, MPI_BYTE. Machine::convert(bytes) is
// told of each conversion.
template <class Plain, class DataType, class Machine>
struct Typed : Plain {
    DataType type{};

    Typed() = default;
    Typed(void* memory, std::size_t size) : Plain{memory, size} {}
    Typed(Plain plain, DataType of) : Plain(std::move(plain)), type(std::move(of)) {}

    // As much of the same data, as this computer has them, in one stretch from `place` on.
    [[nodiscard]] Typed stretched_at(void* place) const noexcept {
        return {Plain::stretched_at(place), type};
    }

    // Copies as much as fits and returns that number of bytes.
    std::size_t copy_to(const Typed& target) const noexcept {
        if (type.turns() == target.type.turns()) return Plain::copy_to(target);
        const std::size_t fitting = this->bytes < target.bytes ? this->bytes : target.bytes;
        if (fitting > 0) convert(target, fitting, type.turns() ? type : target.type);
        return fitting;
    }

    // Their memory, if they lie there as they would travel.
    [[nodiscard]] void* stretch() const noexcept { return type.turns() ? nullptr : Plain::stretch(); }

    // Gathers all bytes at `place` as they travel.
    void gather_to(void* place) const noexcept {
        Plain::gather_to(place);
        if (!type.turns()) return;
        type.turn(place, this->bytes);
        Machine::convert(this->bytes);
    }

  private:
    // Turned where they arrive, if that is one stretch of memory.
    void convert(const Plain& target, std::size_t fitting, const DataType& of) const noexcept {
        void* place = target.stretch();
        void* between = place != nullptr ? nullptr : Machine::allocate(fitting);
        const Plain turned{place != nullptr ? place : between, fitting};
        Plain::copy_to(turned);
        of.turn(turned.data, fitting);
        if (place == nullptr) turned.copy_to(target);
        std::free(between);
        Machine::convert(fitting);
    }
};

} // namespace sartor::envelope
