// Topologies are containers of communications (EPOS-MPI section 3): the sequence in which one node of a
// collective operation communicates with others. All is constexpr, needs no memory from the system, and does
// not fail.
#pragma once

#include <concepts>
#include <iterator>
#include <utility>

#include "aspects/order/order.hpp"

namespace sartor::topologies {

// No node: what above() of the root returns.
inline constexpr int no_node = -1;

// As std::ranges::bidirectional_range, without the header that has it: cuts are compiled sooner.
template <class T>
concept BidirectionalRange = requires(const T& topology) {
    { topology.begin() } -> std::bidirectional_iterator;
    { topology.end() } -> std::sentinel_for<decltype(topology.begin())>;
};

// The communications of one node. The elements are the nodes below it, numbered from 0: those that it serves
// as the root serves all (EPOS-MPI table 2), in the order of a straight operation. above() is the node that
// serves this one, or no_node. The topologies of all nodes with the same root fit together: a node is an
// element of that of its above() and of no other.
//
// Nodes are ranks in the communicator; the paper's node k is rank k - 1.
template <class T>
concept ApplicationTopology = BidirectionalRange<T> && requires(const T& topology) {
    { *topology.begin() } -> std::convertible_to<int>;
    { topology.above() } -> std::same_as<int>;
};

// Whether a reverse traversal, which joins operands from below in the order in which it meets them, joins
// them in the order of the nodes when node 0 is the root. Operations that do not commute need this. An order
// states it by a member joins_in_order.
template <class T>
inline constexpr bool keeps_order = requires {
    requires T::joins_in_order;
};

// In operations in which all nodes send and receive in each step: the nodes to which and from which.
struct Partners {
    int to;
    int from;
    constexpr bool operator==(const Partners&) const = default;
};

// The steps of one node in such an operation. When a node sends to another in a step, that one receives from
// it in the same step.
template <class T>
concept Encounters = BidirectionalRange<T> && requires(const T& topology) {
    { *topology.begin() } -> std::convertible_to<Partners>;
};

using aspects::Order;
using aspects::SteppingOrder;

// The container over an order (EPOS-MPI 3.3: ++, -- and * are all that a collective operation uses). Its
// iterators are bidirectional, return elements by value, and refer to the sequence: it must outlive them and
// not be moved. A step costs what the order's element() or advance() costs.
template <Order O>
class Sequence : public O {
  public:
    using O::O;
    explicit constexpr Sequence(O order) : O(std::move(order)) {}

    class iterator {
      public:
        using value_type = decltype(std::declval<const O&>().element(0));
        using difference_type = int;
        using iterator_category = std::bidirectional_iterator_tag;
        using reference = value_type;
        using pointer = void;

        constexpr iterator() = default;

        constexpr value_type operator*() const {
            if constexpr (SteppingOrder<O>)
                return order_->at(cursor_);
            else
                return order_->element(cursor_);
        }
        constexpr iterator& operator++() {
            if constexpr (SteppingOrder<O>)
                order_->advance(cursor_);
            else
                ++cursor_;
            return *this;
        }
        constexpr iterator operator++(int) {
            iterator before = *this;
            ++*this;
            return before;
        }
        constexpr iterator& operator--() {
            if constexpr (SteppingOrder<O>)
                order_->retreat(cursor_);
            else
                --cursor_;
            return *this;
        }
        constexpr iterator operator--(int) {
            iterator before = *this;
            --*this;
            return before;
        }
        constexpr bool operator==(const iterator& other) const { return cursor_ == other.cursor_; }

      private:
        friend class Sequence;
        static constexpr auto cursor_type() {
            if constexpr (SteppingOrder<O>)
                return typename O::Cursor{};
            else
                return int{};
        }
        using Cursor = decltype(cursor_type());

        constexpr iterator(const O& order, Cursor cursor) : order_(&order), cursor_(cursor) {}

        const O* order_ = nullptr;
        Cursor cursor_{};
    };

    [[nodiscard]] constexpr iterator begin() const {
        if constexpr (SteppingOrder<O>)
            return {*this, O::first()};
        else
            return {*this, 0};
    }
    [[nodiscard]] constexpr iterator end() const {
        if constexpr (SteppingOrder<O>)
            return {*this, O::last()};
        else
            return {*this, O::count()};
    }
};

} // namespace sartor::topologies
