// Which ranks of a group share a cluster.
#pragma once

#include "components/machine/manycore/description.hpp"

namespace sartor::machine::manycore {

// The members of a group are numbered from 0, and so are the clusters that have any, in the order of their
// numbers on the machine; in each, positions are in the order of the members.
class Clusters {
  public:
    // All ranks but guests: made when first asked for, and kept for the run.
    [[nodiscard]] static const Clusters& of_world() noexcept;

    // Of a group: rank_of(group, m) is the rank of its member m. Free it after destroying it.
    [[nodiscard]] static Clusters* make(int members, const void* group,
                                        int (*rank_of)(const void* group, int member)) noexcept;

    // nodes[m] is where member m is.
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
    // The members by cluster, and the index of a cluster's first among them.
    [[nodiscard]] int sorted(int index) const noexcept { return sorted_[index]; }
    [[nodiscard]] int first(int cluster) const noexcept { return first_[cluster]; }
    // They are the machine's clusters from 0 on, without a gap.
    [[nodiscard]] bool are_the_first() const noexcept { return are_the_first_; }
    // As many members in each: 0 when they differ.
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
