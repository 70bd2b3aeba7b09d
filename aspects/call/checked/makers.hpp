// What the makers of a new communicator pass, each for itself: compared in programs built with --checked
// (MPI-5.0 sections 7.4.2 and 7.6.2).
#pragma once

#include <boost/mp11/list.hpp>

#include "mpi_api/call/array.hpp"
#include "mpi_api/call/points.hpp"
#include "mpi_api/collective/allgather.hpp"
#include "mpi_api/communicator/inter.hpp"

namespace sartor::mpi::checked {

struct MakersOfCommunicators {
    static constexpr std::string_view name = "makers of a communicator agree";
    using points = boost::mp11::mp_list<point::MembersGiven, point::LeadersMeet, point::SidesMerge>;

    // Requires: all ranks of the communicator call it, each with a group out of that one's, and those that
    // are in no group with one without them. MPI_ERR_GROUP at members whose groups differ. One MPI_Allgather.
    template <class Program>
    static bool at(point::MembersGiven, Call<Program>& call, MPI_Comm comm, const Group& group) noexcept {
        const auto view = call.view(comm);
        internal::DigestOfArguments digest(group.size());
        for (int rank = 0; rank < group.size(); ++rank) {
            const int member = group.member(rank);
            digest.add(&member, 1);
        }
        const long long own = digest.value();
        Array<long long> all(view.size());
        if (!all.valid())
            return call.template fail<MPI_ERR_NO_MEM>("no memory for %d ranks", view.size()) == MPI_SUCCESS;
        if (allgather(call, &own, sizeof own, MPI_BYTE, all.data(), sizeof own, MPI_BYTE, comm) !=
            MPI_SUCCESS)
            return false;
        if (group.find(view.in_process(view.rank())) < 0) return true;
        for (int rank = 0; rank < view.size(); ++rank)
            if (group.find(view.in_process(rank)) >= 0 && all[rank] != own)
                return call.template fail<MPI_ERR_GROUP>(
                           "group: rank %d is a member, but passes another group, "
                           "or the same ranks in another order",
                           rank) == MPI_SUCCESS;
        return true;
    }

    // MPI_ERR_TAG. Programs whose own messages have one tag or none do not need to match it. One message in
    // each direction.
    template <class Program>
    static bool at(point::LeadersMeet, Call<Program>& call, int remote_leader, int tag,
                   MPI_Comm peer_comm) noexcept {
        int theirs = tag;
        internal::exchange_with(call, &tag, &theirs, sizeof tag, remote_leader, tag, peer_comm);
        return theirs == tag ||
               call.template fail<MPI_ERR_TAG>("tag = %d: the leader of the other group passes %d", tag,
                                               theirs) == MPI_SUCCESS;
    }

    // MPI_ERR_ARG. One broadcast in the group.
    template <class Program>
    static bool at(point::SidesMerge, Call<Program>& call, MPI_Comm local, int high) noexcept {
        int first_members = high;
        if (bcast(call, &first_members, sizeof first_members, MPI_BYTE, 0, local) != MPI_SUCCESS)
            return false;
        return (first_members != 0) == (high != 0) ||
               call.template fail<MPI_ERR_ARG>("high = %d: the first rank of this group passes %d", high,
                                               first_members) == MPI_SUCCESS;
    }
};

} // namespace sartor::mpi::checked
