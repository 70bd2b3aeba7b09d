// The slices of all nodes as one piece.
#pragma once

#include <cstddef>

#include "components/collective/interface/flat.hpp"

namespace sartor::collective {

// Slices that are adjacent: together(nodes) is all of them as one piece.
template <class Slices>
concept LieTogether = requires(const Slices& slices, int nodes) {
    slices.together(nodes);
};

// That piece; of other slices a packed copy, which costs memory for all. Reports out_of_memory() and is not
// valid() then.
template <MessagePassing M, class Slices>
class Row {
  public:
    using Piece = typename M::Piece;

    Row(M& interface, const Slices& slices)
        : slices_(slices), nodes_(interface.size()), bytes_(count()), packed_(bytes_) {
        if (!packed_.valid()) interface.out_of_memory(bytes_);
    }

    [[nodiscard]] bool valid() const { return packed_.valid(); }
    [[nodiscard]] Piece piece() const { return {packed_.data(), bytes_}; }
    // Packs slices that have their data.
    void load() const {
        char* packed = packed_.data();
        for (int node = 0; node < nodes_; packed += slices_(node).bytes, ++node)
            slices_(node).gather_to(packed);
    }
    // Unpacks into the slices.
    void store() const {
        char* packed = packed_.data();
        for (int node = 0; node < nodes_; ++node) {
            const auto slice = slices_(node);
            Piece{packed, slice.bytes}.copy_to(slice);
            packed += slice.bytes;
        }
    }

  private:
    [[nodiscard]] std::size_t count() const {
        std::size_t bytes = 0;
        for (int node = 0; node < nodes_; ++node) bytes += slices_(node).bytes;
        return bytes;
    }

    const Slices& slices_;
    int nodes_;
    std::size_t bytes_;
    Buffer packed_;
};

template <MessagePassing M, LieTogether Slices>
class Row<M, Slices> {
  public:
    using Piece = typename M::Piece;

    Row(M& interface, const Slices& slices) : piece_(slices.together(interface.size())) {}

    [[nodiscard]] static constexpr bool valid() { return true; }
    [[nodiscard]] const Piece& piece() const { return piece_; }
    void load() const {}
    void store() const {}

  private:
    Piece piece_;
};

} // namespace sartor::collective
