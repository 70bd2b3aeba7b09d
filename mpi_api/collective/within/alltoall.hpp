// MPI_Alltoall, MPI_Alltoallv, MPI_Alltoallw over the ranks of one group (MPI-5.0 section 6.8).
#pragma once

#include <type_traits>

#include "components/collective/algorithms/alltoall_algorithms.hpp"
#include "mpi_api/collective/buffers/slices.hpp"
#include "mpi_api/collective/buffers/types_of_parts.hpp"
#include "mpi_api/collective/interface/agreement.hpp"
#include "mpi_api/collective/interface/interface.hpp"

namespace sartor::mpi::internal {

// Each rank tells each other one of what datatypes its data were, and compares what it hears (programs built
// with --checked; MPI-5.0 section 6.8: what is sent and what is expected have one type signature).
// MPI_ERR_TYPE, MPI_ERR_NO_MEM. Costs an exchange of 4 bytes with each rank.
template <class Program>
void compare_types(Call<Program>& call, Messages<Program>& messages, const TypesOfParts& types) noexcept {
    ToldTypes<Program> told(types, messages.size(), messages.rank());
    if (!told.valid()) return messages.out_of_memory(told.bytes());
    collective::choose<collective::Alltoall>(messages, told.part_bytes(), [&](auto algorithm) {
        algorithm.run(
            messages, [&](int rank) { return told.own(rank); }, [&](int rank) { return told.heard(rank); });
    });
    told.compare(call, types);
}

// outgoing(r) goes to rank r, incoming(r) comes from it. The rank's own slice is copied unless it is in
// place. All ranks must choose the same algorithm: only a family whose calls have one length everywhere
// chooses by it. `types`: null where all data are of one datatype.
template <class Family, class Program, class Outgoing, class Incoming>
[[nodiscard]] int exchange_all_within(Call<Program>& call, MPI_Comm comm, const Outgoing& outgoing,
                                      const Incoming& incoming, bool copy_own,
                                      [[maybe_unused]] const TypesOfParts* types) noexcept {
    const int rank = call.view(comm).rank();
    const auto own = outgoing(rank);
    const auto slice = incoming(rank);
    if (copy_own && !call.own_part(own, slice)) return call.error();
    constexpr bool regular = std::is_same_v<Family, collective::Alltoall>;
    const auto bytes = static_cast<long long>(slice.bytes);
    if (!agree(call, comm,
               {.bytes = regular ? bytes : CommonArguments::unknown,
                .type = type_of(outgoing),
                .received = type_of(incoming),
                .in_place = !copy_own}))
        return call.error();
    if (copy_own) own.copy_to(slice);
    Messages<Program> messages(call, comm, Signature(regular ? Collective::alltoall : Collective::alltoallv));
    collective::choose<Family>(messages, slice.bytes,
                               [&](auto algorithm) { algorithm.run(messages, outgoing, incoming); });
    if constexpr (check_type<Program>::compares)
        if (types != nullptr) compare_types(call, messages, *types);
    return messages.error();
}

} // namespace sartor::mpi::internal
