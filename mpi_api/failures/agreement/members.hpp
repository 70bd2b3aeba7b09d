// The ranks of a communicator, with both groups of an intercommunicator, and which of them have failed.
#pragma once

#include "mpi_api/call/array.hpp"
#include "mpi_api/call/call.hpp"
#include "mpi_api/state/intercommunicators.hpp"
#include "runtime/failures/failures.hpp"

namespace sartor::mpi::internal {

// Ranks of the process. Both sides of an intercommunicator list them in the same order.
class Members {
  public:
    template <class Program>
    Members(Call<Program>& call, MPI_Comm comm) noexcept : list_(count(call, comm)) {
        if (!list_.valid()) return;
        int size = 0;
        const auto add = [&](const Group& group) {
            for (int rank = 0; rank < group.size(); ++rank) list_[size++] = group.member(rank);
        };
        const Group& own = *call.state().communicators.find(comm)->group;
        by_groups(
            call, comm, [&] { add(own); },
            [&](auto& inter) {
                const Group& other = inter.view(comm).peer_group();
                const bool own_first = own.member(0) < other.member(0);
                side_ = own_first ? 0 : 1;
                sides_ = 2;
                add(own_first ? own : other);
                add(own_first ? other : own);
            });
        size_ = size;
    }

    [[nodiscard]] bool valid() const noexcept { return list_.valid(); }
    [[nodiscard]] int size() const noexcept { return size_; }
    [[nodiscard]] const int* data() const noexcept { return list_.data(); }
    // Of an intercommunicator: which side the calling rank is on. Of others both are 0.
    [[nodiscard]] int side() const noexcept { return side_; }
    [[nodiscard]] int other_side() const noexcept { return sides_ - 1 - side_; }
    // not_in_group: it is none.
    [[nodiscard]] int find(int member) const noexcept {
        for (int index = 0; index < size_; ++index)
            if (list_[index] == member) return index;
        return not_in_group;
    }

  private:
    template <class Program>
    [[nodiscard]] static int count(Call<Program>& call, MPI_Comm comm) noexcept {
        const int own = call.state().communicators.find(comm)->group->size();
        return by_groups(
            call, comm, [&] { return own; },
            [&](auto& inter) { return own + inter.view(comm).peer_group().size(); });
    }

    Array<int> list_;
    int size_ = 0;
    int side_ = 0;
    int sides_ = 1;
};

// What the rank keeps of failures in a communicator. Null after reporting MPI_ERR_NO_MEM.
template <class Program>
[[nodiscard]] FailuresInCommunicator* failures_in(Call<Program>& call, MPI_Comm comm) noexcept {
    FailuresInCommunicator* const found = call.state().failures.in(call.view(comm).context());
    if (found == nullptr) call.template fail<MPI_ERR_NO_MEM>("no memory for failures of ranks");
    return found;
}

// Programs ask again and again: other ranks run meanwhile.
template <class Program>
void look_around(Call<Program>& call) noexcept {
    call.state().failures.learned = process::failures::count();
    call.state().communicator.progress();
    call.state().communicator.give_way_if_wanted();
}

// How many contexts the communicator has.
template <class Program>
[[nodiscard]] int span_of(Call<Program>& call, MPI_Comm comm) noexcept {
    return by_groups(
        call, comm, [] { return 2; }, [](auto&) { return inter_span; });
}

// Calls visit(failure, rank) for each failure of a member, of the first `known`, in their order.
template <class Visit>
void for_each_failed(const Members& members, int known, const Visit& visit) noexcept {
    for (int failure = 1; failure <= known; ++failure) {
        const int rank = process::failures::rank_of(failure);
        if (members.find(rank) != not_in_group) visit(failure, rank);
    }
}

} // namespace sartor::mpi::internal
