// Barrier, Allreduce and Allgather in three parts: inside the clusters to one rank of each, between these,
// and inside the clusters again. Between clusters go as few messages as there are steps.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <type_traits>

#include "components/collective/algorithms/allgather.hpp"
#include "components/collective/algorithms/allreduce.hpp"
#include "components/collective/algorithms/barrier.hpp"
#include "components/collective/algorithms/reduce_long.hpp"
#include "components/collective/interface/cluster_groups.hpp"
#include "components/collective/operands/loaded.hpp"
#include "components/library_memory.hpp"
#include "topologies/circle.hpp"
#include "topologies/linear.hpp"

namespace sartor::collective {

namespace barrier {

// With C clusters of P ranks: 2 (P - 1) messages in each, ceil(log2 C) steps between them.
struct ThroughClusters {
    static constexpr std::string_view name = "hierarchical: inside clusters, then between them";

    template <MessagePassing M>
    static void run(M& interface) {
        where_clusters_differ(
            interface, [&](const auto& clusters) { pass(interface, clusters); },
            [&] { GatherBcast<Only<topologies::Tree>>::run(interface); });
    }

  private:
    template <MessagePassing M, class Clusters>
    static void pass(M& interface, const Clusters& clusters) {
        auto inside = ranks_of_cluster(interface, clusters);
        const topologies::Tree tree(inside.size(), inside.rank(), 0);
        collective::run<Reverse>(inside, tree, Nothing<M>{});
        if (inside.rank() == 0) {
            auto leaders = leaders_of_clusters(interface, clusters);
            Disseminating::run(leaders);
        }
        collective::run<Straight>(inside, tree, Nothing<M>{});
    }
};

} // namespace barrier

namespace allreduce {

// With C clusters: ceil(log2 C) exchanges between them, beside a Reduce and a Bcast in each. Operations that
// do not commute are done by ReduceBcast.
struct ThroughClusters {
    static constexpr std::string_view name = "hierarchical: inside clusters, then between them";

    template <MessagePassing M, Operands O>
    static void run(M& interface, O& operands) {
        if (!operands.commutative()) return ReduceBcast::run(interface, operands);
        where_clusters_differ(
            interface, [&](const auto& clusters) { join(interface, clusters, operands); },
            [&] { ReduceBcast::run(interface, operands); });
    }

  private:
    template <MessagePassing M, class Clusters, Operands O>
    static void join(M& interface, const Clusters& clusters, O& operands) {
        auto inside = ranks_of_cluster(interface, clusters);
        reduce::Along<Only<topologies::Tree>>::run(inside, 0, operands);
        if (inside.rank() == 0) {
            auto leaders = leaders_of_clusters(interface, clusters);
            Loaded<O> loaded(operands);
            RecursiveDoubling::run(leaders, loaded);
        }
        bcast::Along<Only<topologies::Tree>>::run(inside, 0, operands.mine(0, operands.count()));
    }
};

} // namespace allreduce

namespace allgather {

// With C clusters of P ranks: a rank sends its piece to its leader, the leaders exchange all pieces of their
// clusters in C - 1 steps, and each cluster gets them over a tree. 2 (P - 1) messages in a cluster, and C (C
// - 1) between them, instead of all N (N - 1). Memory for all pieces once at each rank, unless they are one
// behind the other in the order of the clusters.
struct ThroughClusters {
    static constexpr std::string_view name = "hierarchical: inside clusters, then between them";

    template <MessagePassing M, class Slices>
    static void run(M& interface, const typename M::Piece& own, const Slices& slices) {
        where_clusters_differ(
            interface,
            [&](const auto& clusters) {
                using Clusters = std::remove_cvref_t<decltype(clusters)>;
                Sorted<M, Clusters, Slices>(interface, clusters, slices).gather(own);
            },
            [&] { Exchanging::run(interface, own, slices); });
    }

  private:
    // All pieces, sorted by cluster, one behind the other: in the slices themselves if they are so, otherwise
    // in memory of their own. Without memory all goes on without data, and other ranks report the lengths.
    template <class M, class Clusters, class Slices>
    class Sorted {
      public:
        using Piece = typename M::Piece;

        Sorted(M& interface, const Clusters& clusters, const Slices& slices)
            : interface_(interface), clusters_(clusters), slices_(slices),
              bytes_(bytes_of(0, clusters.count())), data_(find_in_slices()) {
            if (data_ != nullptr || bytes_ == 0) return;
            data_ = copy_ = static_cast<char*>(allocate_for_library(bytes_));
            if (copy_ != nullptr) return;
            interface.out_of_memory(bytes_);
            bytes_ = 0;
        }
        ~Sorted() { std::free(copy_); }
        Sorted(const Sorted&) = delete;
        Sorted& operator=(const Sorted&) = delete;

        void gather(const Piece& own) {
            auto inside = ranks_of_cluster(interface_, clusters_);
            const int cluster = clusters_.cluster_of(interface_.rank());
            const auto slice = [&](int position) {
                return inside.rank() != 0 ? own : slices_(clusters_.member(cluster, position));
            };
            collective::run<Reverse>(inside, topologies::Linear(inside.size(), inside.rank(), 0), slice);
            if (inside.rank() == 0) exchange(cluster);
            bcast::Along<Only<topologies::Tree>>::run(inside, 0, {data_, bytes_});
            deliver(inside.rank() == 0 ? cluster : clusters_.count());
        }

      private:
        // Of the pieces of some clusters.
        [[nodiscard]] std::size_t bytes_of(int first, int end) const {
            std::size_t bytes = 0;
            for (int index = clusters_.first(first); index < clusters_.first(end); ++index)
                bytes += slices_(clusters_.sorted(index)).bytes;
            return bytes;
        }
        // Null where the slices are not one behind the other.
        [[nodiscard]] char* find_in_slices() const {
            auto* const begin = static_cast<char*>(slices_(clusters_.sorted(0)).stretch());
            const char* next = begin;
            for (int index = 0; next != nullptr && index < clusters_.members(); ++index) {
                const Piece slice = slices_(clusters_.sorted(index));
                next = slice.stretch() == next ? next + slice.bytes : nullptr;
            }
            return next != nullptr ? begin : nullptr;
        }
        [[nodiscard]] Piece part_of(int cluster) const {
            if (bytes_ == 0) return {nullptr, 0};
            return {data_ + bytes_of(0, cluster), bytes_of(cluster, cluster + 1)};
        }

        void exchange(int cluster) const {
            if (copy_ != nullptr) take_slices(cluster);
            auto leaders = leaders_of_clusters(interface_, clusters_);
            const auto outgoing = [&](int) { return part_of(cluster); };
            const auto incoming = [&](int other) { return part_of(other); };
            BothWays both(leaders, outgoing, incoming);
            Bidirectional::run(topologies::Circle(leaders.size(), leaders.rank()), both);
        }
        void take_slices(int cluster) const {
            char* next = data_ + bytes_of(0, cluster);
            for (int position = 0; position < clusters_.size(cluster); ++position) {
                const Piece slice = slices_(clusters_.member(cluster, position));
                slice.gather_to(next);
                next += slice.bytes;
            }
        }
        // All but those of one cluster.
        void deliver(int cluster) const {
            if (copy_ == nullptr) return;
            const char* next = data_;
            for (int index = 0; index < clusters_.members(); ++index) {
                const int rank = clusters_.sorted(index);
                const Piece slice = slices_(rank);
                if (clusters_.cluster_of(rank) != cluster)
                    Piece{const_cast<char*>(next), slice.bytes}.copy_to(slice);
                next += slice.bytes;
            }
        }

        M& interface_;
        const Clusters& clusters_;
        const Slices& slices_;
        std::size_t bytes_;
        char* data_;
        char* copy_ = nullptr;
    };
};

} // namespace allgather

} // namespace sartor::collective
