// Storages with the type of their data: in memory the numbers are in the byte order of this computer,
// in messages in network order, the most significant byte first (EPOS-MPI 4.3: typed envelopes, for networks
// of computers that differ).
#pragma once

#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace sartor::envelope {

// The sender turns numbers into network order, the receiver into its own.
struct NetworkOrder {
    static constexpr std::string_view name = "typed: numbers are sent in network order";
};

// Adds a type to the storage `Plain`. `DataType` has turns(), whether the data look different in network
// order, and turns them in either direction in one stretch of memory, turn(address, bytes): see
// datatype::DataType. A storage of data that are in network order already, or look the same in both, has a
// type that does not turn: packed data, the library's own messages, MPI_BYTE.
//
// `Machine::convert(bytes)` is called for each conversion, to count its time, and it supplies memory by
// allocate(bytes), which must not return null and is given back by free().
//
// is_divisible() and copy_part_to() are those of `Plain` and convert nothing: protocols that copy in parts
// are for untyped storages.
template <class Plain, class DataType, class Machine>
struct Typed : Plain {
    DataType type{};

    Typed() = default;
    Typed(void* memory, std::size_t size) : Plain{memory, size} {}
    Typed(Plain plain, DataType of) : Plain(std::move(plain)), type(std::move(of)) {}

    // A storage for as many bytes of the same type, in this computer's order, in one stretch from `memory`
    // on.
    [[nodiscard]] Typed stretched_at(void* memory) const noexcept {
        return {Plain::stretched_at(memory), type};
    }

    // Copies as many bytes as both have, and returns that number; converts when only one of the two storages
    // has data in this computer's order. A conversion into a target of several pieces needs memory for all
    // of them.
    std::size_t copy_to(const Typed& target) const noexcept {
        if (type.turns() == target.type.turns()) return Plain::copy_to(target);
        const std::size_t fitting = this->bytes < target.bytes ? this->bytes : target.bytes;
        if (fitting > 0) convert(target, fitting, type.turns() ? type : target.type);
        return fitting;
    }

    // The address of the data when they are one stretch and are sent as they are there; null when they are
    // not.
    [[nodiscard]] void* stretch() const noexcept { return type.turns() ? nullptr : Plain::stretch(); }

    // Copies all bytes to `memory`, in network order. It must have room for them.
    void gather_to(void* memory) const noexcept {
        Plain::gather_to(memory);
        if (!type.turns()) return;
        type.turn(memory, this->bytes);
        Machine::convert(this->bytes);
    }

  private:
    // Converts at the target when that is one stretch of memory, in a temporary buffer when it is not.
    void convert(const Plain& target, std::size_t fitting, const DataType& of) const noexcept {
        void* stretch = target.stretch();
        void* between = stretch != nullptr ? nullptr : Machine::allocate(fitting);
        const Plain turned{stretch != nullptr ? stretch : between, fitting};
        Plain::copy_to(turned);
        of.turn(turned.data, fitting);
        if (stretch == nullptr) turned.copy_to(target);
        std::free(between);
        Machine::convert(fitting);
    }
};

} // namespace sartor::envelope
