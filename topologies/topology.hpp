// Topologies are containers of communications (EPOS-MPI section 3): the sequence in which a node of a
// collective operation speaks with others.
#pragma once

#include <concepts>
#include <iterator>
#include <utility>

namespace sartor::topologies {

// No node: the root has nobody above it.
inline constexpr int nobody = -1;

// What std::ranges::bidirectional_range asks for, without the header that has it: cuts are compiled sooner.
template <class T>
concept BidirectionalRange = requires(const T& topology) {
    { topology.begin() } -> std::bidirectional_iterator;
    { topology.end() } -> std::sentinel_for<decltype(topology.begin())>;
};

// The communications of one node. Elements are nodes, numbered from 0: those below this one, which it serves
// as the root serves all (EPOS-MPI table 2), in the order of a straight operation; above() is the node that
// serves this one. Nodes are ranks in the communicator; the paper's node k is rank k - 1.
template <class T>
concept ApplicationTopology = BidirectionalRange<T> && requires(const T& topology) {
    { *topology.begin() } -> std::convertible_to<int>;
    { topology.above() } -> std::same_as<int>;
};

// Whether a reverse walk, which joins what comes from below in the order in which it is met, joins operands
// in the order of the nodes when node 0 is the root. An order says so of itself.
template <class T>
inline constexpr bool keeps_order = requires {
    requires T::joins_in_order;
};

// Whom a node sends to and receives from in one step of an operation in which all do both.
struct Partners {
    int to;
    int from;
    constexpr bool operator==(const Partners&) const = default;
};

// The steps of one node in a bidirectional operation.
template <class T>
concept Encounters = BidirectionalRange<T> && requires(const T& topology) {
    { *topology.begin() } -> std::convertible_to<Partners>;
};

// What a sequence is made from: its elements as a function of their place, element(0) ... element(count() -
// 1). Aspects over an order change these functions (EPOS-MPI 3.2).
template <class O>
concept Order = requires(const O& order, int place) {
    { order.count() } -> std::same_as<int>;
    order.element(place);
};

// An order that can step from one element to the next at less cost than it finds one by its place.
template <class O>
concept SteppingOrder = Order<O> && requires(const O& order, typename O::Cursor cursor) {
    { order.first() } -> std::same_as<typename O::Cursor>;
    { order.last() } -> std::same_as<typename O::Cursor>; // one past the last element
    order.advance(cursor);
    order.retreat(cursor);
    order.at(cursor);
};

// The container over an order (EPOS-MPI 3.3: ++, -- and * are all that a collective operation sees).
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
