// What a rank keeps of those that have started it, or are in other worlds.
#pragma once

#include <string_view>

#include "mpi.h"

namespace sartor::mpi {

struct Family {
    static constexpr std::string_view name = "parents and ranks of other worlds";

    MPI_Comm parent = MPI_COMM_NULL;
    MPI_Comm everyone = MPI_COMM_NULL; // all ranks that the run can have, by their numbers there: never the
                                       // program's
    // The program has freed a communicator.
    void forget(MPI_Comm comm) noexcept {
        if (comm == parent) parent = MPI_COMM_NULL;
    }
};

struct NoFamily {
    static constexpr std::string_view name = absent;

    static void forget(MPI_Comm) noexcept {}
};

} // namespace sartor::mpi
