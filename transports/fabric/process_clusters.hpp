// Which ranks of a group share a process or a computer, computed from the numbers of the ranks.
#pragma once

#include "transports/fabric/blocks.hpp"
#include "transports/fabric/computers.hpp"

namespace sartor::channel::fabric {

// The members of a group whose ranks are at equal distances, by process: neighbouring ranks are together, so
// the members of a process are neighbours, too. Groups of one rank in each process are divided by computer,
// if all members were there when the run began. Clusters are numbered from 0. Groups at other distances, and
// those with no rank in some of the processes (or computers) between their first and their last, are one
// cluster, and so are those of one rank in each: what is nested by clusters is then as it is without. No
// memory; all functions take constant time, O(log computers) by computer, unless they say otherwise.
class ProcessClusters {
  public:
    ProcessClusters() = default;
    // Member m is the rank first + m * stride; stride 0: the distances vary.
    ProcessClusters(int first, int stride, int members) noexcept
        : first_(first), stride_(stride), members_(members) {
        if (stride_ <= 0 || members_ < 2) return;
        const int last = first_ + (members_ - 1) * stride_;
        divide();
        if (computers.count() == 1 || last >= blocks.ranks) return;
        by_computer_ = count_ == 1;
        by_computer_ ? divide() : join_by_computer();
    }

    [[nodiscard]] int members() const noexcept { return members_; }
    [[nodiscard]] int count() const noexcept { return count_; }
    [[nodiscard]] int size(int cluster) const noexcept { return first(cluster + 1) - first(cluster); }
    [[nodiscard]] int cluster_of(int member) const noexcept {
        return count_ == 1 ? 0 : place_of(first_ + member * stride_) - first_place_;
    }
    [[nodiscard]] int position_of(int member) const noexcept { return member - first(cluster_of(member)); }
    [[nodiscard]] int member(int cluster, int position) const noexcept { return first(cluster) + position; }
    // How many clusters, one after the other, are on one computer; all, where that is not the same number for
    // each computer, or is not known.
    [[nodiscard]] int together() const noexcept { return together_ == 0 ? count_ : together_; }
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
        const int distance = first_rank(first_place_ + cluster) - first_;
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
    // Places are processes or computers.
    [[nodiscard]] int place_of(int rank) const noexcept {
        const int process = blocks.of(rank);
        return by_computer_ ? computers.of(process) : process;
    }
    [[nodiscard]] int first_rank(int place) const noexcept {
        return blocks.first_rank(by_computer_ ? computers.first(place) : place);
    }
    void divide() noexcept {
        first_place_ = place_of(first_);
        const int last = place_of(first_ + (members_ - 1) * stride_);
        const int places = last - first_place_ + 1;
        if (places > 1 && places < members_ && has_members_in_all(last)) count_ = places;
    }
    // O(processes).
    void join_by_computer() noexcept {
        int together = 1; // on the first computer
        const auto computer_of = [this](int cluster) { return computers.of(first_place_ + cluster); };
        while (together < count_ && computer_of(together) == computer_of(0)) ++together;
        for (int cluster = together; cluster < count_; ++cluster)
            if ((computer_of(cluster) != computer_of(cluster - 1)) != (cluster % together == 0)) return;
        together_ = together;
    }
    // O(places) where one has fewer ranks than the distance.
    [[nodiscard]] bool has_members_in_all(int last) const noexcept {
        if (stride_ == 1) return true;
        for (int place = first_place_ + 1; place < last; ++place) {
            const int next = first_rank(place) - first_ + stride_ - 1;
            if (place_of(first_ + next / stride_ * stride_) != place) return false;
        }
        return true;
    }

    int first_ = 0; // rank
    int stride_ = 0;
    int members_ = 0;
    int first_place_ = 0;
    int count_ = 1;
    int together_ = 0; // 0: see together()
    bool by_computer_ = false;
};

} // namespace sartor::channel::fabric
