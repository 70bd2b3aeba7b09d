// Which ranks of a communicator come into one of those that it is split into (MPI-5.0 section 7.4.2).
#pragma once

namespace sartor::mpi {

// The arguments of one rank of the parent, or of one of its two groups, to MPI_Comm_split.
struct Membership {
    int color;
    int key;
    int rank; // in the parent, or in that side
};

// Moves the entries with this color to the front, in the order of their keys, ties by rank. Returns their
// number. O(size + n log n) for n of that color.
int choose_members(Membership* all, int size, int color) noexcept;

} // namespace sartor::mpi
