// Communicators with a virtual topology: making them, finding it, MPI_Topo_test (MPI-5.0 section 8.5).
#pragma once

#include "mpi_api/communicator/groups.hpp"
#include "mpi_api/communicator/making/contexts.hpp"
#include "mpi_api/communicator/management.hpp"
#include "mpi_api/topology/shapes/virtual_topology.hpp"

namespace sartor::mpi {

namespace internal {

template <class Program>
CommunicatorObject& object_of(Call<Program>& call, MPI_Comm comm) noexcept {
    return *call.state().communicators.find(comm);
}

// Null after reporting MPI_ERR_TOPOLOGY; `maker` is the function that makes such communicators.
template <class Topology, int kind, class Program>
Topology* topology_of_kind(Call<Program>& call, MPI_Comm comm, const char* maker) noexcept {
    VirtualTopology* topology = object_of(call, comm).topology;
    if (topology != nullptr && topology->kind == kind) return static_cast<Topology*>(topology);
    call.template fail<MPI_ERR_TOPOLOGY>("comm: expected a communicator made by %s", maker);
    return nullptr;
}

// A communicator of the parent's first `nodes` ranks, in their order. All ranks of the parent must call it.
// Null at ranks that are not in it, and after reporting MPI_ERR_NO_MEM.
template <class Program>
CommunicatorObject* make_leading(Call<Program>& call, CommunicatorObject& parent, int nodes,
                                 MPI_Comm* handle) noexcept {
    const int context = reserve_contexts<Program>(call.state().communicators.next_child(parent, 1));
    *handle = MPI_COMM_NULL;
    if (parent.rank >= nodes) return nullptr;
    Array<int> members(nodes);
    Group* group = nullptr;
    if (members.valid()) {
        for (int rank = 0; rank < nodes; ++rank) members[rank] = parent.group->member(rank);
        group = Group::make_listed(members.data(), nodes);
    }
    return new_communicator(call, parent, group, context, handle);
}

// The communicator owns the topology; null: MPI_ERR_NO_MEM is reported, and the communicator has none.
template <class Program>
int attach_topology(Call<Program>& call, CommunicatorObject& object, VirtualTopology* topology) noexcept {
    object.topology = topology;
    return topology != nullptr ? MPI_SUCCESS : call.template fail<MPI_ERR_NO_MEM>("no memory for a topology");
}

} // namespace internal

// MPI_CART, MPI_GRAPH or MPI_DIST_GRAPH; MPI_UNDEFINED without a topology.
template <class Program>
int topo_test(Call<Program>& call, MPI_Comm comm, int* status) noexcept {
    const VirtualTopology* topology = internal::object_of(call, comm).topology;
    const bool virtual_one = topology != nullptr && !call.is_inter(comm);
    *status = virtual_one ? topology->kind : MPI_UNDEFINED;
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
