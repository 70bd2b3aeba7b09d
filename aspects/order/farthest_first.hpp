// By distance from the root, the farthest nodes first (EPOS-MPI 3.1: they have more hops before them, "and so
// they should be sent before").
#pragma once

#include <compare>
#include <string_view>

#include "aspects/order/order.hpp"

namespace sartor::aspects {

// Nodes of the same distance keep the order of the base. Requires a network with distances. Nothing is
// stored: stepping through all N nodes examines each of them once for each distance.
template <Order Base>
class FarthestFirst : public Base {
  public:
    static constexpr std::string_view name = "farthest first";
    static constexpr bool joins_in_order = false;
    using Base::Base;

    // The position in the base of an element at a distance; one past the last element is at distance 0.
    struct Cursor {
        int distance = 0;
        int position = 0;
        constexpr bool operator==(const Cursor&) const = default;
    };

    [[nodiscard]] constexpr Cursor first() const {
        int farthest = 0;
        for (int position = 0; position < Base::count(); ++position)
            if (distance_at(position) > farthest) farthest = distance_at(position);
        return forward({farthest, 0});
    }
    [[nodiscard]] constexpr Cursor last() const { return {}; }
    constexpr void advance(Cursor& cursor) const { cursor = forward({cursor.distance, cursor.position + 1}); }
    constexpr void retreat(Cursor& cursor) const {
        if (cursor.distance == 0) cursor = {1, Base::count()};
        for (;; cursor = {cursor.distance + 1, Base::count()})
            while (cursor.position-- > 0)
                if (distance_at(cursor.position) == cursor.distance) return;
    }
    [[nodiscard]] constexpr int at(const Cursor& cursor) const { return Base::element(cursor.position); }

    [[nodiscard]] constexpr int element(int position) const {
        Cursor cursor = first();
        while (position-- > 0) advance(cursor);
        return at(cursor);
    }

  private:
    [[nodiscard]] constexpr int distance_at(int position) const {
        static_assert(
            requires(const Base& order) { order.network().distance(order.root(), order.root()); },
            "farthest first goes by distances: its order has a root() and a network() with "
            "distance(from, to)");
        return Base::network().distance(Base::root(), Base::element(position));
    }
    // The next one at or behind this position, or at a lesser distance.
    [[nodiscard]] constexpr Cursor forward(Cursor cursor) const {
        for (; cursor.distance > 0; cursor = {cursor.distance - 1, 0})
            for (; cursor.position < Base::count(); ++cursor.position)
                if (distance_at(cursor.position) == cursor.distance) return cursor;
        return {};
    }
};

} // namespace sartor::aspects
