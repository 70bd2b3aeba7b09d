// Which ranks of a group share a cluster.
#pragma once

#include "components/machine/manycore/description.hpp"

namespace sartor::machine::manycore {

// The partition of a group's members by cluster. Members are numbered from 0, and so are the clusters that
// have any, in the order of their numbers on the machine; positions in a cluster are in the order of the
// members. 16 bytes for each member; all functions take constant time.
class Clusters {
  public:
    // All ranks except guests: made on first use, kept for the run.
    [[nodiscard]] static const Clusters& of_world() noexcept;

    // Those of a group: rank_of(group, m) is the rank of its member m. The caller destroys it and frees its
    // memory.
    [[nodiscard]] static Clusters* make(int members, const void* group,
                                        int (*rank_of)(const void* group, int member)) noexcept;

    // nodes[m] is the node of member m.
    Clusters(const int* nodes, int members) noexcept;
    Clusters(const Clusters&) = delete;
    Clusters& operator=(const Clusters&) = delete;
    ~Clusters();

    [[nodiscard]] int members() const noexcept { return members_; }
    [[nodiscard]] int count() const noexcept { return count_; }
    [[nodiscard]] int size(int cluster) const noexcept { return first_[cluster + 1] - first_[cluster]; }
    [[nodiscard]] int cluster_of(int member) const noexcept { return cluster_of_[member]; }
    [[nodiscard]] int position_of(int member) const noexcept { return position_of_[member]; }
    [[nodiscard]] int member(int cluster, int position) const noexcept {
        return sorted_[first_[cluster] + position];
    }
    // The members of a cluster, by their positions.
    [[nodiscard]] auto in(int cluster) const noexcept {
        return [begin = sorted_ + first_[cluster]](int position) { return begin[position]; };
    }
    // The members sorted by cluster, and the index of a cluster's first among them.
    [[nodiscard]] int sorted(int index) const noexcept { return sorted_[index]; }
    [[nodiscard]] int first(int cluster) const noexcept { return first_[cluster]; }
    // Whether they are the machine's clusters from 0 on, without a gap.
    [[nodiscard]] bool are_the_first() const noexcept { return are_the_first_; }
    // The number of members in each cluster; 0 when they differ.
    [[nodiscard]] int equal_size() const noexcept { return equal_size_; }

  private:
    int members_;
    int count_ = 0;
    int equal_size_ = 0;
    bool are_the_first_ = true;
    int* first_;
    int* sorted_;
    int* cluster_of_;
    int* position_of_;
};

} // namespace sartor::machine::manycore
