// Algorithms over an interface that knows clusters, whose ranks are scattered over them.
#pragma once

#include <utility>
#include <vector>

#include "components/collective/interface/cluster_groups.hpp"
#include "topologies/networks/complete.hpp"

namespace sartor::test_collective {

// Pairs of neighbouring ranks go to `count` clusters in turn: with 3 clusters ranks 0, 1, 6, 7 to the first.
class ScatteredClusters {
  public:
    ScatteredClusters(int members, int count) : members_(members) {
        for (int member = 0; member < members; ++member) {
            const auto cluster = static_cast<std::size_t>(cluster_of(member, count));
            if (cluster >= clusters_.size()) clusters_.resize(cluster + 1);
            places_.push_back({static_cast<int>(cluster), static_cast<int>(clusters_[cluster].size())});
            clusters_[cluster].push_back(member);
        }
        for (const auto& cluster : clusters_) {
            first_.push_back(static_cast<int>(sorted_.size()));
            sorted_.insert(sorted_.end(), cluster.begin(), cluster.end());
        }
        first_.push_back(members);
    }

    [[nodiscard]] int members() const { return members_; }
    [[nodiscard]] int count() const { return static_cast<int>(clusters_.size()); }
    [[nodiscard]] int size(int cluster) const { return first(cluster + 1) - first(cluster); }
    [[nodiscard]] int cluster_of(int member) const { return at(places_, member).first; }
    [[nodiscard]] int position_of(int member) const { return at(places_, member).second; }
    [[nodiscard]] int member(int cluster, int position) const { return at(at(clusters_, cluster), position); }
    [[nodiscard]] auto in(int cluster) const {
        return [this, cluster](int position) { return member(cluster, position); };
    }
    [[nodiscard]] int sorted(int index) const { return at(sorted_, index); }
    [[nodiscard]] int first(int cluster) const { return at(first_, cluster); }
    [[nodiscard]] int equal_size() const {
        for (int cluster = 1; cluster < count(); ++cluster)
            if (size(cluster) != size(0)) return 0;
        return size(0);
    }

  private:
    [[nodiscard]] static int cluster_of(int member, int count) { return member / 2 % count; }
    template <class Values>
    [[nodiscard]] static const typename Values::value_type& at(const Values& values, int index) {
        return values.at(static_cast<std::size_t>(index));
    }

    int members_;
    std::vector<std::vector<int>> clusters_;
    std::vector<std::pair<int, int>> places_;
    std::vector<int> first_;
    std::vector<int> sorted_;
};

struct MachineOfClusters {};

// The interface `M` with such clusters.
template <class M, int Count>
class WithClusters : public M {
  public:
    using Machine = MachineOfClusters;

    explicit WithClusters(M& interface) : M(interface), clusters_(interface.size(), Count) {}
    [[nodiscard]] const ScatteredClusters& clusters() const { return clusters_; }

  private:
    ScatteredClusters clusters_;
};

// The algorithm over the interface with `Count` clusters, as far as there are ranks for so many.
template <class Algorithm, int Count>
struct InClusters {
    template <class M, class... Arguments>
    static void run(M& interface, Arguments&&... arguments) {
        WithClusters<M, Count> knowing(interface);
        static_assert(collective::KnowsClusters<decltype(knowing)>);
        Algorithm::run(knowing, std::forward<Arguments>(arguments)...);
    }
};

} // namespace sartor::test_collective

template <>
struct sartor::collective::ClusterNetwork<sartor::test_collective::MachineOfClusters> {
    static constexpr std::size_t memory_for_blocks = std::size_t{1} << 30;
    template <class Clusters>
    [[nodiscard]] static topologies::networks::Complete make(const Clusters& clusters) {
        return topologies::networks::Complete(clusters.count());
    }
};
