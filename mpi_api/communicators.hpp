// Which communicators a program can have, and what their handles mean.
#pragma once

#include <cstdint>
#include <string_view>

#include "components/process/process.hpp"
#include "mpi.h"

namespace sartor::mpi {

// Messages of a communicator's collectives have a context of their own, the next one.
inline constexpr int world_context = 0;
inline constexpr int self_context = 2;
inline constexpr int collective_context_offset = 1;

// MPI_COMM_WORLD only: a rank in the communicator is the rank in the process.
struct WorldOnly {
    static constexpr std::string_view name = "MPI_COMM_WORLD only";

    [[nodiscard]] static bool valid(MPI_Comm comm) noexcept { return comm == MPI_COMM_WORLD; }
    [[nodiscard]] static int rank(MPI_Comm) noexcept { return process::current->number; }
    [[nodiscard]] static int size(MPI_Comm) noexcept { return process::size(); }
    [[nodiscard]] static int context(MPI_Comm) noexcept { return world_context; }
    [[nodiscard]] static int in_process(MPI_Comm, int rank) noexcept { return rank; }
};

// MPI_COMM_WORLD and MPI_COMM_SELF.
struct WorldAndSelf {
    static constexpr std::string_view name = "MPI_COMM_WORLD and MPI_COMM_SELF";

    [[nodiscard]] static bool valid(MPI_Comm comm) noexcept { return comm == MPI_COMM_WORLD || is_self(comm); }
    [[nodiscard]] static int rank(MPI_Comm comm) noexcept { return is_self(comm) ? 0 : process::current->number; }
    [[nodiscard]] static int size(MPI_Comm comm) noexcept { return is_self(comm) ? 1 : process::size(); }
    [[nodiscard]] static int context(MPI_Comm comm) noexcept { return is_self(comm) ? self_context : world_context; }
    [[nodiscard]] static int in_process(MPI_Comm comm, int rank) noexcept {
        return is_self(comm) ? process::current->number : rank;
    }

  private:
    [[nodiscard]] static bool is_self(MPI_Comm comm) noexcept { return comm == MPI_COMM_SELF; }
};

} // namespace sartor::mpi
