// Members sorted by their nodes, by counting.
#include "components/machine/manycore/chip/clusters.hpp"

#include <new>

#include "components/machine/manycore/array.hpp"
#include "components/machine/manycore/ranks.hpp"

namespace sartor::machine::manycore {

namespace {

Clusters* all = nullptr;

void release_all() noexcept {
    all->~Clusters();
    std::free(all);
    all = nullptr;
}

} // namespace

const Clusters& Clusters::of_world() noexcept {
    if (all != nullptr) return *all;
    all = make(process::world_of(0).size, nullptr, [](const void*, int rank) { return rank; });
    at_end(&release_all);
    return *all;
}

Clusters* Clusters::make(int members, const void* group, int (*rank_of)(const void*, int)) noexcept {
    int* nodes = allocate<int>(static_cast<std::size_t>(members));
    for (int member = 0; member < members; ++member) nodes[member] = node_of(rank_of(group, member));
    auto* clusters = new (allocate<Clusters>(1)) Clusters(nodes, members);
    std::free(nodes);
    return clusters;
}

Clusters::Clusters(const int* nodes, int members) noexcept : members_(members) {
    const auto count = static_cast<std::size_t>(members);
    int most = 0;
    for (int member = 0; member < members; ++member)
        if (nodes[member] > most) most = nodes[member];
    int* counted = allocate<int>(static_cast<std::size_t>(most) + 1); // members of a node, then its cluster
    for (int member = 0; member < members; ++member) ++counted[nodes[member]];
    first_ = allocate<int>(count + 1);
    sorted_ = allocate<int>(count);
    cluster_of_ = allocate<int>(count);
    position_of_ = allocate<int>(count);
    for (int node = 0; node <= most; ++node) {
        if (counted[node] == 0) continue;
        if (node != count_) are_the_first_ = false;
        first_[count_ + 1] = first_[count_] + counted[node];
        if (count_ == 0) equal_size_ = counted[node];
        if (counted[node] != equal_size_) equal_size_ = 0;
        counted[node] = count_++;
    }
    int* filled = allocate<int>(static_cast<std::size_t>(count_));
    for (int member = 0; member < members; ++member) {
        const int cluster = counted[nodes[member]];
        cluster_of_[member] = cluster;
        position_of_[member] = filled[cluster]++;
        sorted_[first_[cluster] + position_of_[member]] = member;
    }
    std::free(filled);
    std::free(counted);
}

Clusters::~Clusters() {
    std::free(first_);
    std::free(sorted_);
    std::free(cluster_of_);
    std::free(position_of_);
}

} // namespace sartor::machine::manycore
