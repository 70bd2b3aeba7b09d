// An order that a network did not define itself: its name says so.
#pragma once

#include <string_view>

#include "framework/constant_text.hpp"
#include "topologies/topology.hpp"

namespace sartor::topologies {

namespace internal {

// "binomial tree (default of star)"
template <class O, class Network>
constexpr void put_default_name(TextWriter& writer) {
    writer.put(O::name);
    writer.put(" (default of ");
    writer.put(Network::name);
    writer.put(")");
}

} // namespace internal

// The same order, marked as one that NetworkDefaults supplies to `Network`.
template <Order O, class Network>
class DefaultOrder : public O {
  public:
    static constexpr std::string_view name = constant_text<internal::put_default_name<O, Network>>;
    using default_of = Network;
    using O::O;
};

// Containers over such an order.
template <class T>
concept ByDefault = requires {
    typename T::default_of;
};

// The name of a container that a network supplies: the network's where the network defines the order, and
// the order's where it is a default.
template <class Container, class Network>
inline constexpr std::string_view name_on = Network::name;
template <ByDefault Container, class Network>
inline constexpr std::string_view name_on<Container, Network> = Container::name;

} // namespace sartor::topologies
