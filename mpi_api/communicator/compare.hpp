// MPI_Comm_compare, MPI_Comm_test_inter (MPI-5.0 sections 7.4.1 and 7.6.1).
#pragma once

#include <algorithm>

#include "mpi_api/call/call.hpp"

namespace sartor::mpi {

namespace internal {

// MPI_CONGRUENT, MPI_SIMILAR or MPI_UNEQUAL for the sequences left(0), left(1), ... and right(0), ... O(size)
// when the order is the same, otherwise O(size^2).
template <class Left, class Right>
[[nodiscard]] int compare_members(int left_size, int right_size, Left left, Right right) noexcept {
    bool same_members = left_size == right_size;
    bool same_order = same_members;
    for (int rank = 0; same_members && rank < left_size; ++rank) {
        const int member = left(rank);
        same_order = same_order && right(rank) == member;
        bool found = right(rank) == member;
        for (int there = 0; !found && there < right_size; ++there) found = right(there) == member;
        same_members = found;
    }
    return !same_members ? MPI_UNEQUAL : same_order ? MPI_CONGRUENT : MPI_SIMILAR;
}

// The same for the local groups of two intercommunicators.
template <class Program>
[[nodiscard]] int compare_own_sides(Call<Program>& call, MPI_Comm one, MPI_Comm other) noexcept {
    const Group& left = *call.state().communicators.find(one)->group;
    const Group& right = *call.state().communicators.find(other)->group;
    return compare_members(
        left.size(), right.size(), [&](int rank) { return left.member(rank); },
        [&](int rank) { return right.member(rank); });
}

} // namespace internal

// MPI_Comm_compare, no messages. Of intercommunicators both groups must be alike.
template <class Program>
int comm_compare(Call<Program>& call, MPI_Comm one, MPI_Comm other, int* result) noexcept {
    if (one == other) {
        *result = MPI_IDENT;
        return MPI_SUCCESS;
    }
    const auto left = call.view(one);
    const auto right = call.view(other);
    *result = internal::compare_members(
        call.peers(one), call.peers(other), [&](int rank) { return left.in_process(rank); },
        [&](int rank) { return right.in_process(rank); });
    static_assert(MPI_IDENT < MPI_CONGRUENT && MPI_CONGRUENT < MPI_SIMILAR && MPI_SIMILAR < MPI_UNEQUAL);
    if (call.is_inter(one) != call.is_inter(other)) *result = MPI_UNEQUAL;
    const int own_sides = by_groups(
        call, one, [] { return MPI_IDENT; },
        [&](auto& inter) { return internal::compare_own_sides(inter, one, other); });
    *result = std::max(*result, own_sides);
    return MPI_SUCCESS;
}

template <class Program>
int comm_test_inter(Call<Program>& call, MPI_Comm comm, int* flag) noexcept {
    *flag = call.is_inter(comm);
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
