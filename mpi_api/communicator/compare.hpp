// MPI_Comm_compare, MPI_Comm_test_inter (MPI-5.0 sections 7.4.1 and 7.6.1).
#pragma once

#include "mpi_api/call.hpp"

namespace sartor::mpi {

// Without communicators of its own a program can only compare the predefined ones.
template <class Program>
int comm_compare(Call<Program>& call, MPI_Comm one, MPI_Comm other, int* result) noexcept {
    if (one == other) {
        *result = MPI_IDENT;
        return MPI_SUCCESS;
    }
    const auto left = call.view(one);
    const auto right = call.view(other);
    bool same_members = left.size() == right.size();
    bool same_order = same_members;
    for (int rank = 0; same_members && rank < left.size(); ++rank) {
        const int member = left.in_process(rank);
        same_order = same_order && right.in_process(rank) == member;
        bool found = right.in_process(rank) == member;
        for (int there = 0; !found && there < right.size(); ++there)
            found = right.in_process(there) == member;
        same_members = found;
    }
    *result = !same_members ? MPI_UNEQUAL : same_order ? MPI_CONGRUENT : MPI_SIMILAR;
    return MPI_SUCCESS;
}

// Intercommunicators are not implemented: no communicator is one.
template <class Program>
int comm_test_inter(Call<Program>&, MPI_Comm, int* flag) noexcept {
    *flag = 0;
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
