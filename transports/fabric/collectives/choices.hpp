// What serves collectives between processes, which are the clusters: inside each, then between them, first
// those of a computer.
#pragma once

#include <cstddef>

#include "components/collective/algorithms/alltoall_clusters.hpp"
#include "components/collective/algorithms/through_clusters.hpp"
#include "topologies/networks/complete.hpp"
#include "topologies/networks/nested.hpp"

namespace sartor::machine {
struct Fabric;
}

namespace sartor::collective {

template <>
struct ClusterNetwork<machine::Fabric> {
    static constexpr std::size_t memory_for_blocks = std::size_t{256} << 20;

    // Computers outside, their processes inside.
    template <class Clusters>
    [[nodiscard]] static auto make(const Clusters& clusters) {
        using topologies::networks::Complete;
        return topologies::networks::Nested<Complete, Complete>(clusters.count(), clusters.together());
    }
};

namespace fabric {

// Longer vectors are reduced and broadcast: leaders would join all of them several times.
inline constexpr std::size_t short_bytes = std::size_t{8} << 10;
// Longer blocks are not worth their copies in alltoall.
inline constexpr std::size_t longest_sorted_block = 1024;
inline constexpr std::size_t longest_gathered_block = std::size_t{64} << 10;

} // namespace fabric

} // namespace sartor::collective

template <class Base>
struct sartor::difference<sartor::collective::Barrier, sartor::machine::Fabric, Base> : Base {
    using choices = collective::choices<collective::upto<collective::barrier::ThroughClusters>>;
};
template <class Base>
struct sartor::difference<sartor::collective::Bcast, sartor::machine::Fabric, Base> : Base {
    using choices = collective::choices<collective::upto<collective::bcast::Along<collective::Nested>>>;
};
template <class Base>
struct sartor::difference<sartor::collective::Reduce, sartor::machine::Fabric, Base> : Base {
    using choices = collective::choices<collective::upto<collective::reduce::Along<collective::Nested>>>;
};
template <class Base>
struct sartor::difference<sartor::collective::Allreduce, sartor::machine::Fabric, Base> : Base {
    using choices = collective::choices<
        collective::upto<collective::allreduce::RecursiveDoubling, collective::fabric::short_bytes, 2>,
        collective::upto<collective::allreduce::ThroughClusters, collective::fabric::short_bytes>,
        collective::upto<collective::allreduce::ReduceBcast>>;
};
template <class Base>
struct sartor::difference<sartor::collective::Allgather, sartor::machine::Fabric, Base> : Base {
    using choices = collective::choices<
        collective::upto<collective::allgather::ThroughClusters, collective::fabric::longest_gathered_block>,
        collective::upto<collective::allgather::Exchanging>>;
};
template <class Base>
struct sartor::difference<sartor::collective::Alltoall, sartor::machine::Fabric, Base> : Base {
    using choices = collective::choices<
        collective::upto<collective::alltoall::ThroughClusters, collective::fabric::longest_sorted_block>,
        collective::upto<collective::alltoall::Exchanging>>;
};
