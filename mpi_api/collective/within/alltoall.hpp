// MPI_Alltoall, MPI_Alltoallv, MPI_Alltoallw over the ranks of one group (MPI-5.0 section 6.8).
#pragma once

#include <type_traits>

#include "components/collective/algorithms/alltoall_algorithms.hpp"
#include "mpi_api/collective/buffers/slices.hpp"
#include "mpi_api/collective/interface/agreement.hpp"
#include "mpi_api/collective/interface/interface.hpp"

namespace sartor::mpi::internal {

// outgoing(r) goes to rank r, incoming(r) comes from it. The rank's own slice is copied unless it is in
// place. All ranks must choose the same algorithm: only a family whose calls have one length everywhere
// chooses by it.
template <class Family, class Program, class Outgoing, class Incoming>
[[nodiscard]] int exchange_all_within(Call<Program>& call, MPI_Comm comm, const Outgoing& outgoing,
                                      const Incoming& incoming, bool copy_own) noexcept {
    const int rank = call.view(comm).rank();
    const auto own = outgoing(rank);
    const auto slice = incoming(rank);
    if (copy_own && !call.own_part(own, slice)) return call.error();
    constexpr bool regular = std::is_same_v<Family, collective::Alltoall>;
    const auto bytes = static_cast<long long>(slice.bytes);
    if (!agree(call, comm,
               {Promise::unknown, regular ? bytes : Promise::unknown, type_of(outgoing), MPI_OP_NULL,
                type_of(incoming)}))
        return call.error();
    if (copy_own) own.copy_to(slice);
    Messages<Program> messages(call, comm, Signature(regular ? Collective::alltoall : Collective::alltoallv));
    collective::choose<Family>(messages, slice.bytes,
                               [&](auto algorithm) { algorithm.run(messages, outgoing, incoming); });
    return messages.error();
}

} // namespace sartor::mpi::internal
