// What the MPI layers keep for each rank.
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "mpi_api/errors/error.hpp"
#include "mpi_api/state/slots.hpp"
#include "runtime/process.hpp"
#include "selection/calls.hpp"
#include "selection/configuration.hpp"

namespace sartor::mpi {

// All that MPI keeps for one rank, used by that rank alone except for what reports read. Members that are not
// selected take no memory.
template <class Program>
struct RankState;

// The configuration of the components together with the interface's own. `Program` is the type in the
// generated source with its `features` and `machine`.
template <class Program>
struct Interface : Configuration<typename Program::features, typename Program::machine, RankState<Program>> {
    using Base = Configuration<typename Program::features, typename Program::machine, RankState<Program>>;
    using program = Program;
    using Features = typename Program::features;
    using Communicators = typename slots::Communicators<Base>::type;
    using Requests = typename slots::Requests<Base>::type;
    using OwnOperation = typename slots::UserOps<Base>::type::Operation; // of the program
    using CollectiveThreads = typename slots::CollectiveThreads<Base>::type;
    using Rules = typename slots::RulesOfCalls<Base>::type;
    using Found = select<found_operations, Features>;
    // What acts at points of operations (call/points.hpp).
    using PointAspects = select_all<point_aspects<typename Program::machine>, Features>;
    static constexpr bool manages_communicators = std::is_base_of_v<ManagedCommunicators, Communicators>;
    // The program's own, or those that make its communicators.
    static constexpr bool has_collectives =
        has_any<Features, feature::collective, feature::communicators, feature::windows>;
    static constexpr bool has_windows = has<Features, feature::windows>;
    static constexpr bool has_files = has<Features, feature::files>;
    static constexpr bool has_sessions = has<Features, feature::sessions>;
    static constexpr bool has_tasks = mpi::has_tasks<Features>;
    static constexpr bool has_buffering = has<Features, feature::buffering>;
    static constexpr bool has_own_buffers = has<Features, feature::communicator_buffers>;
    static constexpr bool has_attributes = has<Features, feature::attributes>;
    static constexpr bool has_bound_markers = has<Features, feature::bound_markers>;
    static constexpr bool has_user_operations = has<Features, feature::user_operations>;
    static constexpr bool has_states_of_handlers =
        has_all<Features, feature::error_handlers, feature::callback_states>;
    static constexpr bool has_shared_pointers = has<Features, feature::shared_file_pointers>;
    static constexpr bool starts_here = has_all<Features, feature::failures, feature::spawning>;
    static constexpr bool is_spawned = has<Features, feature::spawned> || starts_here;
    // Several threads of a rank may be in calls at once.
    static constexpr bool has_many_threads = Base::types::Callers::many;
    // Ranks go on when others fail.
    static constexpr bool survives_failures = Base::types::Failures::are_survived;
    // Ranks of a worker may meet without messages, which are what a schedule follows, and what ends if one
    // fails.
    static constexpr bool may_meet =
        !has_many_threads && !Base::types::Communicator::chooses && !survives_failures;
    // A send that has a request is over when its receive is, and nobody but the rank looks at it.
    static constexpr bool sends_end_alone =
        !Rules::relies_on_buffering && !Base::types::Communicator::is_timed && !has_many_threads;
    // For reports of crashes.
    static constexpr bool notes_buffers = Rules::are_strict;
};

template <class Program>
using request_of = Request<typename Interface<Program>::types>;

enum class Phase : std::uint8_t { before_init, initialized, finalized };

// The communicator and the datatypes. The communicator must be the first member: Communicator::of finds it
// there.
template <class C>
struct ComponentsOfRank {
    explicit ComponentsOfRank(const process::Rank& rank) noexcept
        : communicator(C::types::Transport::of(rank)) {}

    typename C::Communicator communicator; // see Communicator::of
    [[no_unique_address]] typename C::Datatypes datatypes;
};

template <class... Slots>
struct AllOf : Slots... {};
template <class C>
using InterfaceState = boost::mp11::mp_apply<AllOf, interface_slots<C>>;

template <class Program>
struct RankState : ComponentsOfRank<typename Interface<Program>::Base>,
                   InterfaceState<typename Interface<Program>::Base> {
    using I = Interface<Program>;

    explicit RankState(const process::Rank& rank) noexcept : ComponentsOfRank<typename I::Base>(rank) {}

    MPI_Request shared_request = MPI_REQUEST_NULL; // of sends that were over at once; made when first needed
    int released_requests = 0; // that MPI_Request_free was called for and that are still under way
    Phase phase = Phase::before_init;
    bool returned_error = false; // by an error handler that is not fatal
    std::int16_t thread_level = 0;
    int universe_size = 0; // where the attributes of these names point
    int last_used_code = 0;

    // MPI_LASTUSEDCODE (MPI-5.0 section 9.5).
    [[nodiscard]] int last_error_code() const noexcept { return this->user_errors.last(); }
};

// The state of the rank that runs here. Requires one; costs a load of a thread-local variable.
template <class Program>
[[nodiscard]] RankState<Program>& self() noexcept {
    return process::state_of<RankState<Program>>(*process::current);
}

} // namespace sartor::mpi
