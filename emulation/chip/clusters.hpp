// Which ranks of a group share a cluster.
#pragma once

#include <cstddef>

#include "emulation/description.hpp"

namespace sartor::machine::manycore {

// The partition of a group's members by cluster. Members are numbered from 0, and so are the clusters that
// have any, in the order of their numbers on the machine; positions in a cluster are in the order of the
// members. All functions take constant time. No memory where members follow each other cluster by cluster,
// each with as many (the last may have fewer), as with --map compact; otherwise 16 bytes for each member.
class Clusters {
  public:
    // All ranks except guests: made on first use, kept for the run. Each cluster whose ranks use it has a
    // copy in its memory.
    [[nodiscard]] static const Clusters& of_world() noexcept;

    // Those of a group: rank_of(group, m) is the rank of its member m. In memory of the running rank's
    // cluster; the run ends when there is none. The caller destroys it and frees its memory.
    [[nodiscard]] static Clusters* make(int members, const void* group,
                                        int (*rank_of)(const void* group, int member)) noexcept;

    Clusters(const Clusters&) = delete;
    Clusters& operator=(const Clusters&) = delete;
    ~Clusters();

    [[nodiscard]] int members() const noexcept { return members_; }
    [[nodiscard]] int count() const noexcept { return count_; }
    [[nodiscard]] int size(int cluster) const noexcept { return first(cluster + 1) - first(cluster); }
    [[nodiscard]] int cluster_of(int member) const noexcept {
        return tables_ == nullptr ? member / in_each_ : cluster_of_[member];
    }
    [[nodiscard]] int position_of(int member) const noexcept {
        return tables_ == nullptr ? member % in_each_ : position_of_[member];
    }
    [[nodiscard]] int member(int cluster, int position) const noexcept {
        return sorted(first(cluster) + position);
    }
    // The members of a cluster, by their positions.
    [[nodiscard]] auto in(int cluster) const noexcept {
        return [this, begin = first(cluster)](int position) { return sorted(begin + position); };
    }
    // The members sorted by cluster, and the index of a cluster's first among them.
    [[nodiscard]] int sorted(int index) const noexcept { return tables_ == nullptr ? index : sorted_[index]; }
    [[nodiscard]] int first(int cluster) const noexcept {
        if (tables_ != nullptr) return first_[cluster];
        return cluster < count_ ? cluster * in_each_ : members_;
    }
    // Whether they are the machine's clusters from 0 on, without a gap.
    [[nodiscard]] bool are_the_first() const noexcept { return are_the_first_; }
    // The number of members in each cluster; 0 when they differ.
    [[nodiscard]] int equal_size() const noexcept { return equal_size_; }
    // What it takes besides itself.
    [[nodiscard]] std::size_t bytes() const noexcept;

  private:
    // The nodes of members: `of` them.
    struct Nodes {
        int of;
        const void* group;
        int (*rank_of)(const void* group, int member);

        [[nodiscard]] int operator[](int member) const noexcept;
    };
    // `tables`: gives memory of so many bytes.
    Clusters(const Nodes& nodes, void* (*tables)(std::size_t bytes)) noexcept;

    [[nodiscard]] bool follow_each_other(const Nodes& nodes) noexcept;
    void sort(const Nodes& nodes) noexcept;

    int members_;
    int count_ = 0;
    int equal_size_ = 0;
    bool are_the_first_ = true;
    int in_each_ = 1;       // without tables: members of each cluster but the last
    int* tables_ = nullptr; // the four below
    int* first_ = nullptr;
    int* sorted_ = nullptr;
    int* cluster_of_ = nullptr;
    int* position_of_ = nullptr;
};

} // namespace sartor::machine::manycore
