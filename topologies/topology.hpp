// Topologies are containers of communications (EPOS-MPI section 3): the sequence in which a node of a
// collective operation speaks with others.
#pragma once

#include <concepts>
#include <iterator>
#include <ranges>

namespace sartor::topologies {

// No node: the root has nobody above it.
inline constexpr int nobody = -1;

// The communications of one node. Elements are nodes, numbered from 0: those below this one, which it serves
// as the root serves all (EPOS-MPI table 2), in the order of a straight operation; above() is the node that
// serves this one. Nodes are ranks in the communicator; the paper's node k is rank k - 1.
template <class T>
concept ApplicationTopology = std::ranges::bidirectional_range<const T> && requires(const T& topology) {
    { *topology.begin() } -> std::convertible_to<int>;
    { topology.above() } -> std::same_as<int>;
};

// A topology whose elements are a function of their place: element(0) ... element(count() - 1). Derived
// supplies those two; this is the iterator that goes through them.
template <class Derived, class Element = int>
class Sequence {
  public:
    class iterator {
      public:
        using value_type = Element;
        using difference_type = int;
        using iterator_category = std::bidirectional_iterator_tag;
        using reference = Element;
        using pointer = void;

        constexpr iterator() = default;
        constexpr iterator(const Derived& topology, int place) : topology_(&topology), place_(place) {}

        constexpr Element operator*() const { return topology_->element(place_); }
        constexpr iterator& operator++() {
            ++place_;
            return *this;
        }
        constexpr iterator operator++(int) {
            iterator before = *this;
            ++place_;
            return before;
        }
        constexpr iterator& operator--() {
            --place_;
            return *this;
        }
        constexpr iterator operator--(int) {
            iterator before = *this;
            --place_;
            return before;
        }
        constexpr bool operator==(const iterator& other) const { return place_ == other.place_; }

      private:
        const Derived* topology_ = nullptr;
        int place_ = 0;
    };

    [[nodiscard]] constexpr iterator begin() const { return {self(), 0}; }
    [[nodiscard]] constexpr iterator end() const { return {self(), self().count()}; }

  private:
    [[nodiscard]] constexpr const Derived& self() const { return static_cast<const Derived&>(*this); }
};

} // namespace sartor::topologies
