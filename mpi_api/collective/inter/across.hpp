// Messages of collectives between the two sides of an intercommunicator (MPI-5.0 section 6.2.2).
#pragma once

#include "mpi_api/call/array.hpp"
#include "mpi_api/collective/buffers/edges.hpp"

namespace sartor::mpi {

// A range of remote ranks: first, first + 1, ... Their data are numbered by their position in it.
struct RemoteRanks {
    int first;
    int count;

    [[nodiscard]] static constexpr RemoteRanks none() noexcept { return {0, 0}; }
    [[nodiscard]] static constexpr RemoteRanks only(int rank) noexcept { return {rank, 1}; }
};

// The communicator of the local group, for steps that one side does by itself.
template <class Program>
[[nodiscard]] MPI_Comm local_side(Call<Program>& call, MPI_Comm comm) noexcept {
    return call.view(comm).remote()->local;
}

template <class Program>
[[nodiscard]] RemoteRanks all_remote(Call<Program>& call, MPI_Comm comm) noexcept {
    return {0, call.view(comm).peers()};
}

// Sends outgoing(i) to the i-th rank of `to` and receives incoming(i) from the i-th of `from`. Both ranges
// may be empty. Memory: O(remote ranks).
template <class Program>
[[nodiscard]] int exchange_across(Call<Program>& call, MPI_Comm comm, RemoteRanks to,
                                  const std::type_identity_t<storage_at<Program>>& outgoing, RemoteRanks from,
                                  const std::type_identity_t<storage_at<Program>>& incoming) noexcept {
    const int peers = call.view(comm).peers();
    Array<int> ranks(peers);
    if (!ranks.valid()) return call.template fail<MPI_ERR_NO_MEM>("no memory for %d ranks", peers);
    for (int rank = 0; rank < peers; ++rank) ranks[rank] = rank;
    const topologies::Neighbourhood edges{{ranks.data() + from.first, from.count, false},
                                          {ranks.data() + to.first, to.count, false}};
    return exchange_over(call, comm, Collective::internal, edges, outgoing, incoming);
}

// The same storage for every rank.
template <class Storage>
struct Everywhere {
    Storage storage;
    [[nodiscard]] const Storage& operator()(int) const noexcept { return storage; }
};

template <class Program>
[[nodiscard]] auto everywhere(Call<Program>& call, const void* buffer, MPI_Count count,
                              MPI_Datatype type) noexcept {
    return Everywhere<typename Interface<Program>::Datatypes::Storage>{
        call.state().datatypes.storage(buffer, count, value_of(type))};
}

} // namespace sartor::mpi
