// What a rank knows of those that have started it, and of ranks of other worlds (MPI-5.0 section 11.8).
#pragma once

#include <algorithm>
#include <string_view>
#include <unistd.h>

#include "mpi.h"
#include "mpi_api/state/communicators.hpp"
#include "runtime/failures/failures.hpp"
#include "runtime/peers.hpp"
#include "runtime/process.hpp"
#include "runtime/programs.hpp"
#include "runtime/spares/spare_ranks.hpp"
#include "runtime/spawning.hpp"

namespace sartor::mpi {

// How the rank that runs here was started: in a process of its own, by the launcher.
struct StartedElsewhere {
    static constexpr std::string_view name = "parents and ranks of other worlds";
    [[nodiscard]] static const process::Spawned* spawned() noexcept { return process::spawned; }
    [[nodiscard]] static bool starts_ranks() noexcept {
        return process::peers != nullptr && process::peers->spawn != nullptr;
    }
    [[nodiscard]] static int met(int error) noexcept { return error; }
};
// In this process, by one of its ranks.
struct StartedHere {
    static constexpr std::string_view name = "parents and ranks that they have started in this process";
    [[nodiscard]] static const process::Spawned* spawned() noexcept {
        // Programs that only meet others have no spare ranks.
        return &process::spares::origin_of == nullptr ? nullptr
                                                      : process::spares::origin_of(process::current->number);
    }
    [[nodiscard]] static bool starts_ranks() noexcept { return process::most_ranks() > process::size(); }
    // Whether the rank has met those that have started it: nobody else knows of it.
    [[nodiscard]] static int met(int error) noexcept {
        if (error != MPI_SUCCESS)
            process::failures::fail(*process::current, "those that started it have failed before they met");
        return error;
    }
};

// In programs that start each other.
template <class Started>
struct Family {
    static constexpr std::string_view name = Started::name;

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

    // Null for a rank with which the run began.
    [[nodiscard]] static const process::Spawned* spawned() noexcept { return Started::spawned(); }

    [[nodiscard]] static int met(int error) noexcept { return Started::met(error); }

    // Of MPI_COMM_WORLD.
    [[nodiscard]] static process::World world() noexcept {
        const process::Spawned* const started = spawned();
        return started != nullptr ? process::World{started->first, started->size}
                                  : process::world_of(process::current->number);
    }
    // Of `everyone`: no communicator of the program's.
    [[nodiscard]] static bool hides(int context) noexcept { return context == world_context; }
    [[nodiscard]] static int context() noexcept {
        const process::Spawned* const started = spawned();
        return started != nullptr ? started->context : world_context;
    }
    // MPI_APPNUM: which of the programs that were started together.
    [[nodiscard]] static int* program_number() noexcept {
        if (const process::Spawned* started = spawned()) return const_cast<int*>(&started->program);
        return process::application_of(process::current->number);
    }
    // MPI_UNIVERSE_SIZE (MPI-5.0 section 11.10.1): a rank for each processor, and at least room for as many
    // ranks as the run had when this world began, its parents included. The same at each rank of the world.
    [[nodiscard]] static int universe_size() noexcept {
        const auto [first, size] = world();
        if (!Started::starts_ranks()) return size;
        const int ranks = first + size;
        return std::max(2 * ranks, static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)));
    }
};

// In all others: there is one world, which nobody has started.
struct NoFamily {
    static constexpr std::string_view name = absent;

    [[nodiscard]] static MPI_Comm parent_of_rank() noexcept { return MPI_COMM_NULL; }
    [[nodiscard]] static MPI_Comm meeting_place() noexcept { return MPI_COMM_WORLD; }
    static void forget(MPI_Comm) noexcept {}
    [[nodiscard]] static process::World world() noexcept {
        return process::world_of(process::current->number);
    }
    [[nodiscard]] static constexpr bool hides(int) noexcept { return false; }
    [[nodiscard]] static int context() noexcept { return world_context; }
    [[nodiscard]] static int* program_number() noexcept {
        return process::application_of(process::current->number);
    }
    [[nodiscard]] static int universe_size() noexcept { return world().size; }
};

} // namespace sartor::mpi
