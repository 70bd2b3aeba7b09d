// Scan and Exscan: straight along the chain of ranks, with reduction as an aspect.
#pragma once

#include <string_view>

#include "aspects/reduction.hpp"
#include "components/collective/choice/choice.hpp"
#include "components/collective/operands/operands.hpp"
#include "topologies/chain.hpp"

namespace sartor::collective {

// A family of algorithms: each node gets the operands of the lower ranks and its own, joined. The order of
// the ranks is kept, so that the operation need not commute.
//
// Algorithms: run(interface, operands, received) leaves that in mine(). received() is called, except on rank
// 0, when theirs() holds the join of all lower ranks.
struct Scan {
    static constexpr std::string_view name = "scan";
};

// Algorithms: run(interface, operands, received) joins the operands of all lower ranks and the own ones in
// mine(). received() is called, except on rank 0, when theirs() holds the join of all lower ranks.
namespace scan {

// N - 1 messages of all operands, one after the other.
struct AlongChain {
    static constexpr std::string_view name = "chain";

    template <MessagePassing M, Operands O, class Received>
    static void run(M& interface, O& operands, Received received) {
        operands.load();
        const std::size_t count = operands.count();
        const topologies::Chain chain(interface.size(), interface.rank(), 0);
        const UpwardPieces<O> pieces(operands, chain.count() > 0 ? *chain.begin() : topologies::no_node);
        Blocking<M, UpwardPieces<O>> functions(interface, pieces);
        aspects::Reduction reducing(functions, [&] {
            received();
            operands.prepend(0, count);
        });
        Straight::run(chain, reducing);
    }
};

} // namespace scan

} // namespace sartor::collective

template <>
struct sartor::default_traits<sartor::collective::Scan> {
    using choices = collective::choices<collective::upto<collective::scan::AlongChain>>;
};
