// Alltoall (EPOS-MPI table 3: bidirectional, with the sequence shifted by the own number).
#pragma once

#include <string_view>

#include "components/collective/choice/choice.hpp"
#include "components/collective/interface/interface.hpp"
#include "topologies/circle.hpp"

namespace sartor::collective {

// A family of algorithms: each node has another piece for each. Errors: see Allgather.
struct Alltoall {
    static constexpr std::string_view name = "alltoall";
};
// The same with pieces of any lengths. No rank knows all lengths, so the choice must not depend on them.
//
// Algorithms: run(interface, outgoing, incoming): outgoing(node) goes to a node, incoming(node) comes from
// it. A node's piece for itself is no message.
struct Alltoallv {
    static constexpr std::string_view name = "alltoallv";
};

// Algorithms: run(interface, outgoing, incoming): outgoing(node) goes to a node, incoming(node) comes from
// it. What a node has for itself is no message.
namespace alltoall {

// N - 1 steps of one message in each direction, with other partners in each: N (N - 1) messages, no memory
// (EPOS-MPI table 3).
struct Exchanging {
    static constexpr std::string_view name = "pairwise exchange";

    template <MessagePassing M, class Outgoing, class Incoming>
    static void run(M& interface, const Outgoing& outgoing, const Incoming& incoming) {
        BothWays<M, Outgoing, Incoming> both(interface, outgoing, incoming);
        Bidirectional::run(topologies::Circle(interface.size(), interface.rank()), both);
    }
};

} // namespace alltoall

} // namespace sartor::collective

template <>
struct sartor::default_traits<sartor::collective::Alltoall> {
    using choices = collective::choices<collective::upto<collective::alltoall::Exchanging>>;
};
template <>
struct sartor::default_traits<sartor::collective::Alltoallv> {
    using choices = collective::choices<collective::upto<collective::alltoall::Exchanging>>;
};
