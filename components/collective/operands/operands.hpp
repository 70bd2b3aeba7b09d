// What reductions need of an interface (EPOS-MPI 3.6: "the API must offer support for reduce operations").
#pragma once

#include <concepts>
#include <cstddef>

#include "components/collective/interface/interface.hpp"

namespace sartor::collective {

// The operands of one rank: `count` elements of its own, where the result is formed, and memory for elements
// that arrive. first and count of a part are in elements.
template <class O>
concept Operands = requires(O& operands, std::size_t first, std::size_t count) {
    { operands.count() } -> std::convertible_to<std::size_t>;
    { operands.bytes() } -> std::convertible_to<std::size_t>; // of all elements
    // Puts the rank's operands where its result comes to be. Before any of the following.
    operands.load();
    operands.mine(first, count);    // piece of the own elements
    operands.theirs(first, count);  // piece of the memory aside
    operands.join(first, count);    // mine = mine op theirs
    operands.prepend(first, count); // mine = theirs op mine
    { operands.commutative() } -> std::convertible_to<bool>;
};

// The function objects of reductions along a topology: operands to join come from the nodes below, what is
// joined goes to the node above. Woven with aspects::Reduction.
template <class O>
class UpwardPieces {
  public:
    UpwardPieces(O& operands, int above) : operands_(operands), above_(above), length_(operands.count()) {}

    auto operator()(int node) const {
        return node == above_ ? operands_.mine(first_, length_) : operands_.theirs(first_, length_);
    }
    // Selects the range of elements for the next messages.
    void choose(std::size_t first, std::size_t length) {
        first_ = first;
        length_ = length;
    }
    void join() const { operands_.join(first_, length_); }

  private:
    O& operands_;
    int above_;
    std::size_t first_ = 0;
    std::size_t length_;
};

// The first element of the k-th of n parts of `count` elements, which differ by one element at most.
[[nodiscard]] inline std::size_t first_of_part(std::size_t count, int k, int n) {
    const auto parts = static_cast<std::size_t>(n);
    const auto part = static_cast<std::size_t>(k);
    return count / parts * part + count % parts * part / parts;
}

} // namespace sartor::collective
