// Which algorithm serves a collective: by the traits of the machine and the program, and by what a call
// moves. A choice among one costs nothing.
#pragma once

#include <cstddef>
#include <limits>
#include <string_view>
#include <type_traits>

#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/list.hpp>

#include "framework/traits.hpp"
#include "topologies/default_order.hpp"
#include "topologies/topology.hpp"

namespace sartor::collective {

// No limit.
inline constexpr std::size_t any_bytes = std::numeric_limits<std::size_t>::max();
inline constexpr int any_ranks = std::numeric_limits<int>::max();

// An algorithm for calls that move up to `Bytes` bytes between up to `Ranks` ranks. Bytes are those of one
// rank's part: what the root of Bcast sends, what each rank gives to Gather, Allgather and Reduce, what one
// rank gives to another in Alltoall.
template <class Algorithm, std::size_t Bytes = any_bytes, int Ranks = any_ranks>
struct upto {
    using algorithm = Algorithm;
    static constexpr std::size_t bytes = Bytes;
    static constexpr int ranks = Ranks;
};

// A list of upto<>: the first whose limits hold is chosen; the last one must have none.
template <class... Entries>
using choices = boost::mp11::mp_list<Entries...>;

// Whether an algorithm can run over the interface M: one that needs more than messages says so by a member
// `serves`.
template <class Algorithm, class M>
inline constexpr bool serves = true;
template <class Algorithm, class M>
requires requires {
    Algorithm::template serves<M>;
}
inline constexpr bool serves<Algorithm, M> = Algorithm::template serves<M>;

namespace internal {

template <class M>
struct serving {
    template <class Entry>
    using fn = boost::mp11::mp_bool<serves<typename Entry::algorithm, M>>;
};
// Where some were left out, the ones that serve everywhere come last.
template <class All, class Serving, class Everywhere>
using completed =
    boost::mp11::mp_if<std::is_same<All, Serving>, All, boost::mp11::mp_append<Serving, Everywhere>>;

} // namespace internal

// The choices for a collective over the interface M. A collective is a traits family:
// default_traits<C>::choices, and what machines and programs state otherwise (framework/traits.hpp).
// Algorithms that can't serve M are left out.
template <class Collective, class M,
          class All = typename traits<Collective, typename M::Machine, typename M::Program>::choices>
using choices_of = internal::completed<All, boost::mp11::mp_copy_if_q<All, internal::serving<M>>,
                                       typename default_traits<Collective>::choices>;

namespace internal {

template <class Choices>
struct Chooser;
template <class Last>
struct Chooser<choices<Last>> {
    template <class Act>
    static void choose(std::size_t, int, Act&& act) {
        static_assert(Last::bytes == any_bytes && Last::ranks == any_ranks,
                      "the last algorithm of a collective's choices must serve all sizes");
        act(typename Last::algorithm{});
    }
};
template <class First, class... Rest>
struct Chooser<choices<First, Rest...>> {
    template <class Act>
    static void choose(std::size_t bytes, int ranks, Act&& act) {
        if (bytes <= First::bytes && ranks <= First::ranks) return act(typename First::algorithm{});
        Chooser<choices<Rest...>>::choose(bytes, ranks, act);
    }
};

} // namespace internal

// Calls act(algorithm) with the algorithm for a call. A comparison for each limit before it; none where there
// is one algorithm only. All ranks must pass the same `bytes`, or choose differently and deadlock.
template <class Collective, class M, class Act>
void choose(const M& interface, std::size_t bytes, Act&& act) {
    internal::Chooser<choices_of<Collective, M>>::choose(bytes, interface.size(), act);
}

namespace internal {

template <class Topology>
constexpr void check_communications() {
    static_assert(topologies::ApplicationTopology<Topology>,
                  "the communications of a node are a range of nodes with above(), the node that serves it");
}

} // namespace internal

// A source of both application topologies, linear and tree: a network, made from its number of nodes.
template <class Network>
struct Of {
    static constexpr std::string_view name = Network::name;
    static constexpr auto linear(int size, int node, int root) {
        static_assert(
            requires { Network(size).linear(node, root); },
            "a network is made from its number of nodes and has linear(node, root)");
        internal::check_communications<decltype(Network(size).linear(node, root))>();
        return Network(size).linear(node, root);
    }
    static constexpr auto tree(int size, int node, int root) {
        static_assert(
            requires { Network(size).tree(node, root); },
            "a network is made from its number of nodes and has tree(node, root)");
        internal::check_communications<decltype(Network(size).tree(node, root))>();
        return Network(size).tree(node, root);
    }
};
// The same from one application topology, which stands for both.
template <class Topology>
struct Only {
    static constexpr std::string_view name = Topology::name;
    static constexpr auto linear(int size, int node, int root) {
        static_assert(
            requires { Topology(size, node, root); },
            "an application topology is made from size, node and root");
        internal::check_communications<Topology>();
        return Topology(size, node, root);
    }
    static constexpr auto tree(int size, int node, int root) { return linear(size, node, root); }
};

// The name of the sequence along which an algorithm runs: an algorithm is called after it. A network that has
// only the default is not named as if it had one of its own.
template <class Topologies>
inline constexpr std::string_view linear_name = Topologies::name;
template <class Network>
inline constexpr std::string_view linear_name<Of<Network>> =
    topologies::name_on<decltype(Of<Network>::linear(1, 0, 0)), Network>;
template <class Topologies>
inline constexpr std::string_view tree_name = Topologies::name;
template <class Network>
inline constexpr std::string_view tree_name<Of<Network>> =
    topologies::name_on<decltype(Of<Network>::tree(1, 0, 0)), Network>;

// The sequence of the calling rank: of topologies that depend on numbers only, or of those that are made from
// the interface (Nested).
template <class Topologies, class M>
[[nodiscard]] auto tree_of(M& interface, int root) {
    if constexpr (requires { Topologies::tree(interface, root); })
        return Topologies::tree(interface, root);
    else
        return Topologies::tree(interface.size(), interface.rank(), root);
}
template <class Topologies, class M>
[[nodiscard]] auto linear_of(M& interface, int root) {
    if constexpr (requires { Topologies::linear(interface, root); })
        return Topologies::linear(interface, root);
    else
        return Topologies::linear(interface.size(), interface.rank(), root);
}

} // namespace sartor::collective
