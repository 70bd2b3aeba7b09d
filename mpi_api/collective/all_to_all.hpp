// Collectives in which each rank gives something to each.
#pragma once

#include <type_traits>

#include "components/collective/host/all_to_all.hpp"
#include "mpi_api/collective/agreement.hpp"
#include "mpi_api/collective/inter/all_to_all.hpp"
#include "mpi_api/collective/interface.hpp"
#include "mpi_api/collective/slices.hpp"

namespace sartor::mpi {

// outgoing(r) goes to rank r, incoming(r) comes from it; what a rank has for itself is copied. All ranks must
// choose the same algorithm: only a family whose calls have one size everywhere may choose by sizes.
template <class Family, class Program, class Outgoing, class Incoming>
[[nodiscard]] int exchange_all(Call<Program>& call, MPI_Comm comm, const Outgoing& outgoing,
                               const Incoming& incoming, bool copy_own) noexcept {
    if constexpr (Interface<Program>::has_intercommunicators)
        if (call.is_inter(comm)) return exchange_all_across(call, comm, outgoing, incoming);
    const int rank = call.view(comm).rank();
    const auto own = outgoing(rank);
    const auto place = incoming(rank);
    if (copy_own && !call.own_part(own, place)) return call.error();
    constexpr bool regular = std::is_same_v<Family, collective::Alltoall>;
    const auto bytes = static_cast<long long>(place.bytes);
    if (!agree(call, comm,
               {Promise::unknown, regular ? bytes : Promise::unknown, type_of(outgoing), MPI_OP_NULL,
                type_of(incoming)}))
        return call.error();
    if (copy_own) own.copy_to(place);
    Messages<Program> messages(call, comm, Signature(regular ? Collective::alltoall : Collective::alltoallv));
    collective::choose<Family>(messages, place.bytes,
                               [&](auto algorithm) { algorithm.run(messages, outgoing, incoming); });
    return messages.error();
}

} // namespace sartor::mpi
