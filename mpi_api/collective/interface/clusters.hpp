// Which ranks of a communicator share a cluster, for collectives.
#pragma once

#include <cstdlib>
#include <new>
#include <type_traits>

#include "mpi_api/state/communicators.hpp"
#include "transports/machine.hpp"

namespace sartor::mpi::internal {

struct NoClusters {};

// The clusters of one communicator's ranks, made on first use, O(ranks); MPI_COMM_WORLD's are made once in a
// run.
template <class Machine>
class ClustersOfGroup {
  public:
    using Clusters = typename Machine::Clusters;

    ClustersOfGroup() = default;
    ClustersOfGroup(const ClustersOfGroup&) = delete;
    ClustersOfGroup& operator=(const ClustersOfGroup&) = delete;
    ~ClustersOfGroup() {
        if (own_ == nullptr) return;
        own_->~Clusters();
        std::free(own_);
    }

    template <class View>
    [[nodiscard]] const Clusters& of(const View& view) noexcept {
        if (view.context() == world_context) return Clusters::of_world();
        if (own_ == nullptr)
            own_ = Clusters::make(view.size(), &view, [](const void* group, int member) {
                return static_cast<const View*>(group)->in_process(member);
            });
        return *own_;
    }

  private:
    Clusters* own_ = nullptr;
};

// Clusters that follow from the numbers of the ranks: O(1), no memory.
template <class Machine>
class ClustersOfRow {
  public:
    using Clusters = typename Machine::Clusters;

    template <class View>
    [[nodiscard]] const Clusters& of(const View& view) noexcept {
        if (clusters_.members() == 0) clusters_ = Clusters(view.in_process(0), view.stride(), view.size());
        return clusters_;
    }

  private:
    Clusters clusters_;
};

template <class Machine>
struct clusters_type {
    using type = NoClusters;
};
template <class Machine>
requires(machine::Clustered<Machine>) struct clusters_type<Machine> {
    static constexpr bool follow_from_numbers =
        std::is_constructible_v<typename Machine::Clusters, int, int, int>;
    using type = std::conditional_t<follow_from_numbers, ClustersOfRow<Machine>, ClustersOfGroup<Machine>>;
};
template <class Machine>
using clusters_of = typename clusters_type<Machine>::type;

} // namespace sartor::mpi::internal
