// Which ranks of a group share a process, computed from the numbers of the ranks.
#pragma once

#include "components/channel/fabric/blocks.hpp"

namespace sartor::channel::fabric {

// The members of a group whose ranks are at equal distances, by process: neighbouring ranks are together, so
// the members of a process are neighbours, too. Clusters are numbered from 0. Groups at other distances, and
// those with no rank in some of the processes between their first and their last, are one cluster, and so are
// groups of one rank in each process: what is nested by clusters is then as it is without. No memory; all
// functions take constant time unless they say otherwise.
class ProcessClusters {
  public:
    ProcessClusters() = default;
    // Member m is the rank first + m * stride; stride 0: the distances vary.
    ProcessClusters(int first, int stride, int members) noexcept
        : first_(first), stride_(stride), members_(members) {
        if (stride_ <= 0 || members_ < 2) return;
        first_process_ = blocks.of(first_);
        const int last = blocks.of(first_ + (members_ - 1) * stride_);
        const int processes = last - first_process_ + 1;
        if (processes > 1 && processes < members_ && has_members_in_all(last)) count_ = processes;
    }

    [[nodiscard]] int members() const noexcept { return members_; }
    [[nodiscard]] int count() const noexcept { return count_; }
    [[nodiscard]] int size(int cluster) const noexcept { return first(cluster + 1) - first(cluster); }
    [[nodiscard]] int cluster_of(int member) const noexcept {
        return count_ == 1 ? 0 : blocks.of(first_ + member * stride_) - first_process_;
    }
    [[nodiscard]] int position_of(int member) const noexcept { return member - first(cluster_of(member)); }
    [[nodiscard]] int member(int cluster, int position) const noexcept { return first(cluster) + position; }
    // The members of a cluster, by their positions.
    [[nodiscard]] auto in(int cluster) const noexcept {
        return [begin = first(cluster)](int position) { return begin + position; };
    }
    // Members are sorted by cluster.
    [[nodiscard]] static int sorted(int index) noexcept { return index; }
    // The first member of a cluster; of the one behind the last, the number of members.
    [[nodiscard]] int first(int cluster) const noexcept {
        if (cluster <= 0) return 0;
        if (cluster >= count_) return members_;
        const int distance = blocks.first_rank(first_process_ + cluster) - first_;
        return stride_ == 1 ? distance : (distance + stride_ - 1) / stride_;
    }
    // The number of members in each cluster; 0 when they differ. O(clusters).
    [[nodiscard]] int equal_size() const noexcept {
        const int all = size(0);
        for (int cluster = 1; cluster < count_; ++cluster)
            if (size(cluster) != all) return 0;
        return all;
    }

  private:
    // O(processes) where a process has fewer ranks than the distance.
    [[nodiscard]] bool has_members_in_all(int last) const noexcept {
        if (stride_ == 1) return true;
        for (int process = first_process_ + 1; process < last; ++process) {
            const int next = blocks.first_rank(process) - first_ + stride_ - 1;
            if (blocks.of(first_ + next / stride_ * stride_) != process) return false;
        }
        return true;
    }

    int first_ = 0; // rank
    int stride_ = 0;
    int members_ = 0;
    int first_process_ = 0;
    int count_ = 1;
};

} // namespace sartor::channel::fabric
