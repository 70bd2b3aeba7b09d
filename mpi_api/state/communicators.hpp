// Which communicators a program can have, and what their handles mean.
#pragma once

#include <string_view>

#include "framework/slot.hpp"
#include "mpi.h"
#include "mpi_api/collective/tags/tags.hpp"
#include "runtime/process.hpp"

namespace sartor::mpi {

// Contexts of the predefined communicators. Each communicator has two, for messages and for its collectives.
inline constexpr int world_context = 0;
inline constexpr int self_context = 2;
inline constexpr int local_context = 4;
inline constexpr int guest_world_context = 6; // of ranks that run a second program
inline constexpr int collective_context_offset = 1;

// A family member answers valid(comm), and view(comm) of a valid one: rank(), size(), context(), and
// in_process(r), which rank of the process the communicator's rank r is, and stride(), the distance there
// from one rank to the next; 0 when there is no such one.

// A family of communicators. Members supply valid(comm) and, for a valid handle, view(comm): rank(), size(),
// context(), in_process(r), the rank of the process that the communicator's rank r is, and stride(), the
// distance there from one rank to the next, 0 if it varies. A view is a value of at most a pointer.
//
// This is a base of members without intercommunicators: a communicator has one group. The operations of
// intercommunicators are not compiled.
struct OneGroup {
    template <class View>
    [[nodiscard]] static constexpr bool is_inter(const View&) noexcept {
        return false;
    }
    // How many ranks one can send to.
    template <class View>
    [[nodiscard]] static int peers(const View& view) noexcept {
        return view.size();
    }
    // Returns within(). See ManagedIntercommunicators::by_groups.
    template <class View, class Call, class Within, class Across>
    [[gnu::always_inline]] static auto by_groups(const View&, Call&, const Within& within, const Across&) {
        return within();
    }
};

// The counters of collectives for communicators that are no objects.
struct PredefinedNumbers {
    static constexpr std::string_view name = "numbers of the predefined communicators";
    CollectiveNumbers world;
    CollectiveNumbers self;
};
struct NoNumbers {
    static constexpr std::string_view name = absent;
};

// MPI_COMM_WORLD only: a rank in the communicator is the rank in the process. No state.
struct WorldOnly : OneGroup {
    static constexpr std::string_view name = "MPI_COMM_WORLD only";

    struct View {
        [[nodiscard]] static int rank() noexcept { return process::current->number; }
        [[nodiscard]] static int size() noexcept { return process::size(); }
        [[nodiscard]] static int context() noexcept { return world_context; }
        [[nodiscard]] static int in_process(int rank) noexcept { return rank; }
        [[nodiscard]] static int stride() noexcept { return 1; }
    };

    [[nodiscard]] static bool valid(MPI_Comm comm) noexcept { return comm == MPI_COMM_WORLD; }
    [[nodiscard]] static View view(MPI_Comm) noexcept { return {}; }
};

// MPI_COMM_WORLD and MPI_COMM_SELF. No state: the view is a flag.
struct WorldAndSelf : OneGroup {
    static constexpr std::string_view name = "MPI_COMM_WORLD and MPI_COMM_SELF";

    struct View {
        bool self;
        [[nodiscard]] int rank() const noexcept { return self ? 0 : process::current->number; }
        [[nodiscard]] int size() const noexcept { return self ? 1 : process::size(); }
        [[nodiscard]] int context() const noexcept { return self ? self_context : world_context; }
        [[nodiscard]] int in_process(int rank) const noexcept {
            return self ? process::current->number : rank;
        }
        [[nodiscard]] static int stride() noexcept { return 1; }
    };

    [[nodiscard]] static bool valid(MPI_Comm comm) noexcept {
        return comm == MPI_COMM_WORLD || comm == MPI_COMM_SELF;
    }
    [[nodiscard]] static View view(MPI_Comm comm) noexcept { return {comm == MPI_COMM_SELF}; }
};

} // namespace sartor::mpi
