// Typemaps written out entry by entry, and data read and written by them: the plain reading of MPI-5.0
// chapter 5 that the datatype engine is compared with.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "mpi.h"

namespace sartor::test {

struct Basic {
    MPI_Datatype type;
    std::int64_t bytes;
    std::int64_t alignment;
};

inline const std::vector<Basic>& basics() {
    static const std::vector<Basic> all = {{MPI_CHAR, 1, 1},  {MPI_SHORT, 2, 2},  {MPI_INT, 4, 4},
                                           {MPI_FLOAT, 4, 4}, {MPI_DOUBLE, 8, 8}, {MPI_LONG_LONG, 8, 8}};
    return all;
}

// Entries in order, and the markers of resized datatypes.
struct Typemap {
    struct Item {
        Basic basic;
        std::int64_t position;
    };
    std::vector<Item> items;
    std::optional<std::int64_t> lower_marker;
    std::optional<std::int64_t> upper_marker;
    std::int64_t padding = 0; // of structs

    std::int64_t size() const {
        std::int64_t bytes = 0;
        for (const Item& item : items) bytes += item.basic.bytes;
        return bytes;
    }
    std::int64_t true_lower() const {
        std::int64_t least = items.empty() ? 0 : items.front().position;
        for (const Item& item : items) least = std::min(least, item.position);
        return least;
    }
    std::int64_t true_upper() const {
        std::int64_t most = items.empty() ? 0 : items.front().position + items.front().basic.bytes;
        for (const Item& item : items) most = std::max(most, item.position + item.basic.bytes);
        return most;
    }
    std::int64_t lower() const { return lower_marker.value_or(true_lower()); }
    std::int64_t upper() const { return upper_marker.value_or(true_upper() + padding); }
    std::int64_t extent() const { return upper() - lower(); }

    // Adds another's entries, moved.
    void add(const Typemap& other, std::int64_t position) {
        const bool first = items.empty() && !lower_marker && !upper_marker;
        const std::int64_t padded =
            std::max(first ? INT64_MIN : true_upper() + padding,
                     other.items.empty() ? INT64_MIN : other.true_upper() + other.padding + position);
        for (const Item& item : other.items) items.push_back({item.basic, item.position + position});
        if (other.lower_marker)
            lower_marker = std::min(lower_marker.value_or(INT64_MAX), *other.lower_marker + position);
        if (other.upper_marker)
            upper_marker = std::max(upper_marker.value_or(INT64_MIN), *other.upper_marker + position);
        if (!items.empty()) padding = std::max<std::int64_t>(0, padded - true_upper());
    }
    void add(const Typemap& other, std::int64_t position, std::int64_t count) {
        for (std::int64_t index = 0; index < count; ++index) add(other, position + index * other.extent());
    }
    void pad() {
        std::int64_t alignment = 1;
        for (const Item& item : items) alignment = std::max(alignment, item.basic.alignment);
        if (!upper_marker && extent() % alignment != 0) padding += alignment - extent() % alignment;
    }
};

// Memory for `count` elements of a datatype, with a margin: the element's address 0 is at origin().
class Memory {
  public:
    Memory(const Typemap& map, int count, int fill) {
        const std::int64_t last = (count - 1) * map.extent();
        lowest_ = map.true_lower() + std::min<std::int64_t>(0, last) - 64;
        const std::int64_t highest = map.true_upper() + std::max<std::int64_t>(0, last) + 64;
        bytes_.resize(static_cast<std::size_t>(highest - lowest_), static_cast<char>(fill));
    }
    void number() {
        for (std::size_t index = 0; index < bytes_.size(); ++index)
            bytes_[index] = static_cast<char>(index * 31 + index / 251 + 1);
    }
    char* origin() { return bytes_.data() - lowest_; }
    bool operator==(const Memory& other) const { return bytes_ == other.bytes_; }

  private:
    std::int64_t lowest_;
    std::vector<char> bytes_;
};

inline std::vector<char> pack_plainly(Memory& memory, const Typemap& map, int count) {
    std::vector<char> packed;
    for (int element = 0; element < count; ++element)
        for (const Typemap::Item& item : map.items) {
            const char* from = memory.origin() + element * map.extent() + item.position;
            packed.insert(packed.end(), from, from + item.basic.bytes);
        }
    return packed;
}
inline void unpack_plainly(const std::vector<char>& packed, Memory& memory, const Typemap& map, int count) {
    std::size_t position = 0;
    for (int element = 0; element < count; ++element)
        for (const Typemap::Item& item : map.items) {
            const auto bytes = static_cast<std::size_t>(item.basic.bytes);
            if (position + bytes > packed.size()) return;
            std::memcpy(memory.origin() + element * map.extent() + item.position, packed.data() + position,
                        bytes);
            position += bytes;
        }
}

} // namespace sartor::test
