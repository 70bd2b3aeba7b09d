// Where the data of a collective call are, for others to read.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <type_traits>

#include "components/library_memory.hpp"

namespace sartor::collective {

// Pieces of one length at equal distances: no table.
template <class P>
struct RegularPieces {
    P first;
    std::ptrdiff_t stride; // bytes

    [[nodiscard]] P operator[](int node) const {
        return {static_cast<char*>(first.data) + node * stride, first.bytes};
    }
};

// Slices that are such pieces, where a piece is nothing but an address and a length.
template <class Slices, class P>
concept Regular = std::is_trivially_copyable_v<P> && requires(const Slices& slices) {
    RegularPieces<P>{slices(0), slices.stride()};
};

// The pieces of all nodes, made by the rank whose datatypes describe them; others only read them. A table of
// more than 16 takes memory; not valid() without it.
template <class P>
class Pieces {
  public:
    template <class Slices>
    Pieces(const Slices& slices, int count) {
        if constexpr (Regular<Slices, P>) {
            if (count > 0) regular_ = {slices(0), slices.stride()};
        } else {
            table_ = count <= most_inside
                         ? reinterpret_cast<P*>(inside_)
                         : static_cast<P*>(allocate_for_library(sizeof(P) * static_cast<std::size_t>(count)));
            for (; table_ != nullptr && count_ < count; ++count_) new (&table_[count_]) P(slices(count_));
            valid_ = table_ != nullptr;
        }
    }
    ~Pieces() {
        for (int node = 0; node < count_; ++node) table_[node].~P();
        if (table_ != reinterpret_cast<P*>(inside_)) std::free(table_);
    }
    Pieces(const Pieces&) = delete;
    Pieces& operator=(const Pieces&) = delete;

    [[nodiscard]] bool valid() const { return valid_; }
    [[nodiscard]] decltype(auto) operator[](int node) const {
        if constexpr (std::is_trivially_copyable_v<P>)
            return table_ == nullptr ? regular_[node] : P(table_[node]);
        else
            return static_cast<const P&>(table_[node]);
    }

  private:
    struct Nothing {};
    static constexpr int most_inside = 16; // few enough for the stack

    [[no_unique_address]] std::conditional_t<std::is_trivially_copyable_v<P>, RegularPieces<P>, Nothing>
        regular_{};
    P* table_ = nullptr;
    int count_ = 0;
    bool valid_ = true;
    alignas(P) unsigned char inside_[sizeof(P) * most_inside];
};

} // namespace sartor::collective
