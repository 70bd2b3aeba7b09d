// What serves collectives on emulated manycores: topologies nested as the machine is, words for barriers and
// the shortest broadcasts.
#pragma once

#include <array>

#include "components/collective/algorithms/allreduce.hpp"
#include "components/collective/algorithms/alltoall_clusters.hpp"
#include "components/collective/algorithms/words.hpp"
#include "emulation/description.hpp"
#include "topologies/networks/grid.hpp"

namespace sartor::collective {

namespace manycore {

template <class Machine>
concept Manycore = requires {
    typename Machine::manycore;
};

// The longest block that was measured: 16 ranks in 4 clusters of mppa256-bostan take 0.92 of the circle's
// time there, 0.79 for 2048 bytes, 0.59 for 1024; on mppa256-nanvix 0.43 for 4096.
inline constexpr std::size_t longest_gathered_block = 4096;

} // namespace manycore

// The network of the clusters that have ranks: a grid with the machine's own extents, the slowest dimension
// first, and fewer lines of it if the ranks fill whole lines; otherwise one line of clusters.
template <manycore::Manycore Machine>
struct ClusterNetwork<Machine> {
    static constexpr const auto& description = Machine::description;
    static constexpr int axes = description.dimension_count;
    using Line = std::conditional_t<description.network == machine::manycore::NetworkKind::torus,
                                    topologies::networks::Closed, topologies::networks::Straight>;
    using Network = topologies::networks::Grid<axes, Line>;
    static constexpr auto memory_for_blocks = static_cast<std::size_t>(description.smem_bytes) / 4;

    template <class Clusters>
    [[nodiscard]] static Network make(const Clusters& clusters) {
        typename Network::Extents extents{};
        int line = 1; // clusters along all dimensions but the slowest
        for (int axis = 1; axis < axes; ++axis) {
            extents[static_cast<std::size_t>(axis)] = description.dimensions[axes - 1 - axis];
            line *= description.dimensions[axes - 1 - axis];
        }
        extents[0] = clusters.count() / line;
        const bool whole_lines = clusters.are_the_first() && extents[0] * line == clusters.count();
        if (whole_lines && clusters.count() <= description.clusters) return Network(extents);
        extents.fill(1);
        extents[axes - 1] = clusters.count();
        return Network(extents);
    }
};

} // namespace sartor::collective

template <sartor::collective::manycore::Manycore Machine, class Base>
struct sartor::difference<sartor::collective::Barrier, Machine, Base> : Base {
    using choices = collective::choices<collective::upto<collective::barrier::ByWords>>;
};
template <sartor::collective::manycore::Manycore Machine, class Base>
struct sartor::difference<sartor::collective::Bcast, Machine, Base> : Base {
    using choices =
        collective::choices<collective::upto<collective::bcast::ByWords, collective::bcast::word_bytes>,
                            collective::upto<collective::bcast::Along<collective::Nested>>>;
};
template <sartor::collective::manycore::Manycore Machine, class Base>
struct sartor::difference<sartor::collective::Reduce, Machine, Base> : Base {
    using choices = collective::choices<collective::upto<collective::reduce::Along<collective::Nested>>>;
};
template <sartor::collective::manycore::Manycore Machine, class Base>
struct sartor::difference<sartor::collective::Alltoall, Machine, Base> : Base {
    using choices = collective::choices<
        collective::upto<collective::alltoall::ThroughClusters, collective::manycore::longest_gathered_block>,
        collective::upto<collective::alltoall::Exchanging>>;
};
