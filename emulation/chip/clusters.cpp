// Members sorted by their nodes, by counting, unless they are in that order already.
#include "emulation/chip/clusters.hpp"

#include <new>

#include "components/library_memory.hpp"
#include "emulation/array.hpp"
#include "emulation/run.hpp"

namespace sartor::machine::manycore {

namespace {

// One for all clusters, each of which has one on a chip.
Clusters* all = nullptr;
bool* has_copy = nullptr; // by node

void release_all() noexcept {
    all->~Clusters();
    std::free(all);
    all = nullptr;
    std::free(has_copy);
    has_copy = nullptr;
}

void* memory_of_emulator(std::size_t bytes) noexcept {
    return allocate<char>(bytes);
}
void* memory_of_cluster(std::size_t bytes) noexcept {
    void* memory = allocate_for_library(bytes);
    if (memory == nullptr) process::end_run(1); // the reason has been reported
    return memory;
}

} // namespace

const Clusters& Clusters::of_world() noexcept {
    if (all == nullptr) {
        const Nodes nodes{process::world_of(0).size, nullptr, [](const void*, int rank) { return rank; }};
        all = new (memory_of_emulator(sizeof(Clusters))) Clusters(nodes, &memory_of_emulator);
        has_copy = allocate<bool>(static_cast<std::size_t>(chip().description().nodes()));
        at_end(&release_all);
    }
    const int node = own_pe().node;
    if (!has_copy[node]) {
        has_copy[node] = true;
        take_buffer(node, static_cast<std::int64_t>(sizeof(Clusters) + all->bytes()));
    }
    return *all;
}

Clusters* Clusters::make(int members, const void* group, int (*rank_of)(const void*, int)) noexcept {
    const Nodes nodes{members, group, rank_of};
    return new (memory_of_cluster(sizeof(Clusters))) Clusters(nodes, &memory_of_cluster);
}

int Clusters::Nodes::operator[](int member) const noexcept {
    return node_of(rank_of(group, member));
}

Clusters::Clusters(const Nodes& nodes, void* (*tables)(std::size_t)) noexcept : members_(nodes.of) {
    if (follow_each_other(nodes)) return;
    tables_ = static_cast<int*>(tables((4 * static_cast<std::size_t>(members_) + 1) * sizeof(int)));
    sorted_ = tables_;
    cluster_of_ = sorted_ + members_;
    position_of_ = cluster_of_ + members_;
    first_ = position_of_ + members_;
    sort(nodes);
}

Clusters::~Clusters() {
    std::free(tables_);
}

std::size_t Clusters::bytes() const noexcept {
    return tables_ == nullptr ? 0 : (4 * static_cast<std::size_t>(members_) + 1) * sizeof(int);
}

// Whether no tables are needed. Fills in what is known then.
bool Clusters::follow_each_other(const Nodes& nodes) noexcept {
    int node = -1;
    int in_last = 0;
    for (int member = 0; member < members_; ++member) {
        const int next = nodes[member];
        if (next < node) return false;
        if (next > node) {
            if (count_ == 1) in_each_ = in_last;
            if (count_ > 1 && in_last != in_each_) return false;
            if (next != count_) are_the_first_ = false;
            ++count_;
            node = next;
            in_last = 0;
        }
        ++in_last;
    }
    if (count_ == 1) in_each_ = in_last;
    if (in_last > in_each_) return false;
    equal_size_ = in_last == in_each_ ? in_each_ : 0;
    return true;
}

void Clusters::sort(const Nodes& nodes) noexcept {
    int most = 0;
    for (int member = 0; member < members_; ++member) {
        const int node = cluster_of_[member] = nodes[member];
        if (node > most) most = node;
    }
    int* counted = allocate<int>(static_cast<std::size_t>(most) + 1); // members of a node, then its cluster
    for (int member = 0; member < members_; ++member) ++counted[cluster_of_[member]];
    count_ = 0;
    are_the_first_ = true;
    first_[0] = 0;
    for (int node = 0; node <= most; ++node) {
        if (counted[node] == 0) continue;
        if (node != count_) are_the_first_ = false;
        first_[count_ + 1] = first_[count_] + counted[node];
        if (count_ == 0) equal_size_ = counted[node];
        if (counted[node] != equal_size_) equal_size_ = 0;
        counted[node] = count_++;
    }
    int* filled = allocate<int>(static_cast<std::size_t>(count_));
    for (int member = 0; member < members_; ++member) {
        const int cluster = cluster_of_[member] = counted[cluster_of_[member]];
        position_of_[member] = filled[cluster]++;
        sorted_[first_[cluster] + position_of_[member]] = member;
    }
    std::free(filled);
    std::free(counted);
}

} // namespace sartor::machine::manycore
