// The two levels of a collective between clusters: the ranks of one cluster, and one rank of each.
#pragma once

#include "components/collective/interface/nested.hpp"
#include "components/collective/interface/subgroup.hpp"

namespace sartor::collective {

// The ranks of the calling rank's cluster, by their positions. `clusters` must last as long, here and below.
template <KnowsClusters M, class Clusters>
[[nodiscard]] auto ranks_of_cluster(M& interface, const Clusters& clusters) {
    const int cluster = clusters.cluster_of(interface.rank());
    return Subgroup(interface, clusters.position_of(interface.rank()), clusters.size(cluster),
                    clusters.in(cluster));
}

// The first rank of each cluster, by the numbers of the clusters. For the calling rank if it is one.
template <KnowsClusters M, class Clusters>
[[nodiscard]] auto leaders_of_clusters(M& interface, const Clusters& clusters) {
    return Subgroup(interface, clusters.cluster_of(interface.rank()), clusters.count(),
                    [&clusters](int cluster) { return clusters.member(cluster, 0); });
}

// Calls nested(clusters) where the group's ranks are in more clusters than one and some of them share one;
// otherwise() in other groups, and over interfaces that do not know.
template <MessagePassing M, class Nested, class Otherwise>
void where_clusters_differ(M& interface, const Nested& nested, const Otherwise& otherwise) {
    if constexpr (KnowsClusters<M>) {
        const auto& clusters = interface.clusters();
        if (clusters.count() > 1 && clusters.count() < clusters.members()) return nested(clusters);
    }
    otherwise();
}

} // namespace sartor::collective
