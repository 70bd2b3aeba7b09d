// Datatype levels of machines whose clusters differ in byte order: storages know the type of their data
// (EPOS-MPI 4.3: typed envelopes).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "components/datatype/bytes_only.hpp"
#include "components/datatype/element.hpp"
#include "components/datatype/network_order.hpp"
#include "components/envelope/typed.hpp"

namespace sartor::datatype {

// The datatypes in a message, kept while it is under way, since the program may free its datatype earlier. A
// type that stands for one predefined datatype keeps that only; any other is reference-counted, so only its
// rank copies and destroys this object. Default: bytes, which are never converted.
//
// Gaps: whether pairs have the gap in the memory that is converted.
template <class Where, bool Gaps>
class DataType {
  public:
    DataType() noexcept = default;
    DataType(Origin origin, std::int64_t count) noexcept : origin_(origin), count_(count) {
        if (is_predefined(origin)) return;
        const Type<Where>& type = Type<Where>::of(origin);
        if (type.element.item == 0) {
            Type<Where>::retain(origin);
        } else {
            origin_ = static_cast<Origin>(type.element.item);
            count_ *= type.element.items;
        }
    }
    DataType(const DataType& other) noexcept : origin_(other.origin_), count_(other.count_) {
        Type<Where>::retain(origin_);
    }
    DataType& operator=(const DataType& other) noexcept {
        Type<Where>::retain(other.origin_);
        Type<Where>::release(origin_);
        origin_ = other.origin_;
        count_ = other.count_;
        return *this;
    }
    ~DataType() { Type<Where>::release(origin_); }

    // Whether the data differ in network order. False for bytes, characters, and data that were converted
    // before.
    [[nodiscard]] bool turns() const noexcept {
        return !is_predefined(origin_) || network_order::unit_of(static_cast<std::intptr_t>(origin_)) > 1;
    }

    // Turns the first `bytes` bytes of the data, in one stretch of memory, from this computer's order to the
    // network's or back. Time proportional to their size.
    void turn(void* data, std::size_t bytes) const noexcept {
        network_order::turn<Where, Gaps>(origin_, count_, static_cast<char*>(data), bytes);
    }

  private:
    Origin origin_ = byte_type;
    std::int64_t count_ = 0;
};

// A level whose storages are typed. `Machine` accounts what conversions cost: see envelope::Typed.
template <class Level, class Machine>
class Typed : public Level {
    using Known = DataType<typename internal::where_of<Level>::type, Level::sends_gaps>;

  public:
    using Storage = envelope::Typed<typename Level::Storage, Known, Machine>;

    [[nodiscard]] Storage storage(const void* buffer, std::int64_t count, std::intptr_t type) const noexcept {
        return {Level::storage(buffer, count, type),
                {origin_of(static_cast<const Level&>(*this), type), count}};
    }
};

// The typed level of a machine; a level of bytes alone needs none.
template <class Level, class Machine>
using typed_on = std::conditional_t<std::is_same_v<Level, BytesOnly>, Level, Typed<Level, Machine>>;

} // namespace sartor::datatype
