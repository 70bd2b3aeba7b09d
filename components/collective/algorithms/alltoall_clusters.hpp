// Alltoall in two parts: inside the clusters, then between them, where each position has the partners at its
// own position. Fewer messages, each of them longer, and each block moved twice.
#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "components/collective/algorithms/alltoall.hpp"
#include "components/collective/interface/flat.hpp"
#include "components/collective/interface/nested.hpp"

namespace sartor::collective::alltoall {

// With C clusters of P positions each, P + C - 2 messages of a node instead of P * C - 1. Memory for all
// blocks twice. Where clusters differ in size, or where the blocks of a cluster's ranks would take more
// memory than the machine has for that, the nodes exchange pairwise.
struct ThroughClusters {
    static constexpr std::string_view name = "hierarchical: inside clusters, then between them";

    template <MessagePassing M, class Outgoing, class Incoming>
    static void run(M& interface, const Outgoing& outgoing, const Incoming& incoming) {
        if constexpr (KnowsClusters<M>) {
            const auto& clusters = interface.clusters();
            const std::size_t block = incoming(interface.rank()).bytes;
            if (fits<M>(clusters, block)) {
                const Buffer mine(block * static_cast<std::size_t>(clusters.members()));
                const Buffer theirs(block * static_cast<std::size_t>(clusters.members()));
                if (!mine.valid() || !theirs.valid())
                    return interface.out_of_memory(2 * block * static_cast<std::size_t>(clusters.members()));
                using Clusters = std::remove_cvref_t<decltype(clusters)>;
                Parts<M, Clusters> parts{interface, clusters, mine.data(), theirs.data(), block};
                parts.inside(outgoing);
                return parts.between(incoming);
            }
        }
        Exchanging::run(interface, outgoing, incoming);
    }

  private:
    template <class M, class Clusters>
    [[nodiscard]] static bool fits(const Clusters& clusters, std::size_t block) {
        const auto positions = static_cast<std::size_t>(clusters.equal_size());
        constexpr std::size_t memory = ClusterNetwork<typename M::Machine>::memory_for_blocks;
        return positions > 1 && clusters.count() > 1 &&
               2 * positions * static_cast<std::size_t>(clusters.members()) * block <= memory;
    }

    template <class M, class Clusters>
    struct Parts {
        M& interface;
        const Clusters& clusters;
        char* mine;   // by position, then by cluster
        char* theirs; // by cluster, then by position
        std::size_t block;

        [[nodiscard]] int position() const { return clusters.position_of(interface.rank()); }
        [[nodiscard]] int cluster() const { return clusters.cluster_of(interface.rank()); }
        [[nodiscard]] typename M::Piece blocks(char* from, int first, int count) const {
            return {at(from, first), static_cast<std::size_t>(count) * block};
        }
        [[nodiscard]] char* at(char* from, int index) const {
            return from + static_cast<std::size_t>(index) * block;
        }

        // Each position of a cluster gets what all its ranks have for the ranks at that position.
        template <class Outgoing>
        void inside(const Outgoing& outgoing) {
            const int positions = clusters.equal_size();
            const int count = clusters.count();
            for (int to = 0; to < positions; ++to)
                for (int there = 0; there < count; ++there)
                    if (clusters.member(there, to) != interface.rank())
                        outgoing(clusters.member(there, to)).gather_to(at(mine, to * count + there));
            take_row(position());
            for (const topologies::Partners partners : topologies::Circle(positions, position())) {
                interface.exchange(clusters.member(cluster(), partners.to),
                                   blocks(mine, partners.to * count, count),
                                   clusters.member(cluster(), partners.from),
                                   blocks(mine, position() * count, count)); // whose blocks were taken
                take_row(partners.from);
            }
        }
        // Sorts the blocks that one position of this cluster has sent by the clusters that they go to.
        void take_row(int from) const {
            const int count = clusters.count();
            for (int there = 0; there < count; ++there)
                std::memcpy(at(theirs, there * clusters.equal_size() + from),
                            at(mine, position() * count + there), block);
        }

        // Exchanges with the ranks at the own position in the other clusters. `theirs` has, for each cluster,
        // the blocks of all positions of this one.
        template <class Incoming>
        void between(const Incoming& incoming) {
            const int positions = clusters.equal_size();
            deliver(incoming, cluster(), at(theirs, cluster() * positions));
            for (const topologies::Partners partners : topologies::Circle(clusters.count(), cluster())) {
                interface.exchange(clusters.member(partners.to, position()),
                                   blocks(theirs, partners.to * positions, positions),
                                   clusters.member(partners.from, position()), blocks(mine, 0, positions));
                deliver(incoming, partners.from, mine);
            }
        }

        // Copies the blocks of one cluster's ranks to where they belong.
        template <class Incoming>
        void deliver(const Incoming& incoming, int from, char* arrived) {
            for (int there = 0; there < clusters.equal_size(); ++there) {
                const int sender = clusters.member(from, there);
                if (sender != interface.rank()) blocks(arrived, there, 1).copy_to(incoming(sender));
            }
        }
    };
};

} // namespace sartor::collective::alltoall
