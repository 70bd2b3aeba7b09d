// Reduce_scatter pair by pair: every node joins its own part of the result as the parts arrive.
#pragma once

#include <string_view>

#include "components/collective/algorithms/reduce_scatter.hpp"
#include "topologies/circle.hpp"

namespace sartor::collective::reduce_scatter {

// N - 1 steps in which all pairs are different: each node sends every other one that one's part, and joins
// its own. N (N - 1) messages of one part. The operation must commute; another one is reduced and scattered.
struct Pairwise {
    static constexpr std::string_view name = "pairwise exchange";

    template <MessagePassing M, Operands O, class Parts>
    static void run(M& interface, O& operands, const Parts& parts, const typename M::Piece& result) {
        if (!operands.commutative()) return ReduceThenScatter::run(interface, operands, parts, result);
        operands.load();
        const int rank = interface.rank();
        const std::size_t first = parts(rank);
        const std::size_t length = parts(rank + 1) - first;
        const auto outgoing = [&](int node) {
            return operands.mine(parts(node), parts(node + 1) - parts(node));
        };
        const auto incoming = [&](int) { return operands.theirs(first, length); };
        JoiningBothWays<M, decltype(outgoing), decltype(incoming), O> both(interface, outgoing, incoming,
                                                                           operands, first, length);
        Bidirectional::run(topologies::Circle(interface.size(), rank), both);
        outgoing(rank).copy_to(result);
    }

  private:
    template <class M, class Outgoing, class Incoming, class O>
    class JoiningBothWays : public BothWays<M, Outgoing, Incoming> {
      public:
        JoiningBothWays(M& interface, const Outgoing& outgoing, const Incoming& incoming, O& operands,
                        std::size_t first, std::size_t length)
            : BothWays<M, Outgoing, Incoming>(interface, outgoing, incoming), operands_(operands),
              first_(first), length_(length) {}
        void exchange(int to, int from) {
            BothWays<M, Outgoing, Incoming>::exchange(to, from);
            operands_.join(first_, length_);
        }

      private:
        O& operands_;
        std::size_t first_;
        std::size_t length_;
    };
};

} // namespace sartor::collective::reduce_scatter
