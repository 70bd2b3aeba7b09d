// What a rank knows of those that have started it, and of ranks of other worlds (MPI-5.0 section 11.8).
#pragma once

#include <algorithm>
#include <string_view>
#include <unistd.h>

#include "components/process/peers.hpp"
#include "components/process/process.hpp"
#include "components/process/programs.hpp"
#include "components/process/spawning.hpp"
#include "mpi.h"
#include "mpi_api/state/communicators.hpp"

namespace sartor::mpi {

// In programs that start each other.
struct Family {
    static constexpr std::string_view name = "parents and ranks of other worlds";

    MPI_Comm parent = MPI_COMM_NULL;
    // All ranks that the run can have, by their numbers there. Never the program's.
    MPI_Comm everyone = MPI_COMM_NULL;

    [[nodiscard]] MPI_Comm parent_of_rank() const noexcept { return parent; }
    // In which all ranks of the run have their numbers there.
    [[nodiscard]] MPI_Comm meeting_place() const noexcept { return everyone; }
    // The program has freed a communicator.
    void forget(MPI_Comm comm) noexcept {
        if (comm == parent) parent = MPI_COMM_NULL;
    }

    // Of MPI_COMM_WORLD.
    [[nodiscard]] static int context() noexcept {
        return process::spawned != nullptr ? process::spawned->context : world_context;
    }
    // MPI_APPNUM: which of the programs that were started together.
    [[nodiscard]] static int* program_number() noexcept {
        if (process::spawned != nullptr) return const_cast<int*>(&process::spawned->program);
        return process::application_of(process::current->number);
    }
    // MPI_UNIVERSE_SIZE (MPI-5.0 section 11.10.1): a rank for each processor, and at least room for as many
    // ranks as the run had when this world began, its parents included. The same at each rank of the world.
    [[nodiscard]] static int universe_size(int world) noexcept {
        if (process::peers == nullptr || process::peers->spawn == nullptr) return world;
        const int ranks =
            process::spawned != nullptr ? process::spawned->first + process::spawned->size : world;
        return std::max(2 * ranks, static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)));
    }
};

// In all others: there is one world, which nobody has started.
struct NoFamily {
    static constexpr std::string_view name = absent;

    [[nodiscard]] static MPI_Comm parent_of_rank() noexcept { return MPI_COMM_NULL; }
    [[nodiscard]] static MPI_Comm meeting_place() noexcept { return MPI_COMM_WORLD; }
    static void forget(MPI_Comm) noexcept {}
    [[nodiscard]] static int context() noexcept { return world_context; }
    [[nodiscard]] static int* program_number() noexcept {
        return process::application_of(process::current->number);
    }
    [[nodiscard]] static int universe_size(int world) noexcept { return world; }
};

} // namespace sartor::mpi
