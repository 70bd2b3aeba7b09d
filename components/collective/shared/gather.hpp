// Gather and Scatter in shared memory: each node copies its own part to or from the root's buffer.
#pragma once

#include <type_traits>

#include <cstdlib>
#include <new>
#include <string_view>

#include "components/collective/gather.hpp"
#include "components/collective/shared/board.hpp"

namespace sartor::collective {

// The pieces of all nodes, made by the rank whose datatypes describe them; others only read them.
template <class P>
class Pieces {
  public:
    template <class Slices>
    Pieces(const Slices& slices, int count)
        : pieces_(count <= most_inside
                      ? reinterpret_cast<P*>(inside_)
                      : static_cast<P*>(std::malloc(sizeof(P) * static_cast<std::size_t>(count)))) {
        for (; pieces_ != nullptr && count_ < count; ++count_) new (&pieces_[count_]) P(slices(count_));
    }
    ~Pieces() {
        for (int node = 0; node < count_; ++node) pieces_[node].~P();
        if (pieces_ != reinterpret_cast<P*>(inside_)) std::free(pieces_);
    }
    Pieces(const Pieces&) = delete;
    Pieces& operator=(const Pieces&) = delete;

    [[nodiscard]] bool valid() const { return pieces_ != nullptr; }
    [[nodiscard]] const P& operator[](int node) const { return pieces_[node]; }

  private:
    static constexpr int most_inside = 16; // few enough for the stack

    P* pieces_;
    int count_ = 0;
    alignas(P) unsigned char inside_[sizeof(P) * most_inside];
};

namespace gather {

// Straight goes the address of the root's pieces, reverse the word that all are done.
template <class Direction>
struct Shared {
    static constexpr std::string_view name = "shared memory";

    template <SharesMemory M, class Slices>
    static void run(M& interface, int root, const Slices& slices, const typename M::Piece& own) {
        const bool at_root = interface.rank() == root;
        const Pieces<typename M::Piece> pieces(slices, at_root ? interface.size() : 0);
        if (!pieces.valid()) interface.out_of_memory(sizeof(typename M::Piece));
        const auto* of_root = share_address(interface, root, pieces.valid() ? &pieces : nullptr);
        if (!at_root && of_root != nullptr) copy(interface, root, (*of_root)[interface.rank()], own);
        collective::run<Reverse>(interface, topologies::Tree(interface.size(), interface.rank(), root),
                                 Nothing<M>{});
    }

  private:
    template <class M>
    static void copy(M& interface, int root, const typename M::Piece& slice, const typename M::Piece& own) {
        if constexpr (std::same_as<Direction, Straight>)
            interface.read(root, slice, own);
        else
            interface.write(root, own, slice);
    }
};

} // namespace gather

} // namespace sartor::collective
