// What the MPI layers keep for each rank.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "components/process/process.hpp"
#include "configuration/configuration.hpp"
#include "mpi_api/errors/error.hpp"
#include "mpi_api/errors/handling.hpp"
#include "mpi_api/errors/user_errors.hpp"
#include "mpi_api/reports/call_buffers.hpp"
#include "mpi_api/reports/recent_collectives.hpp"
#include "mpi_api/state/communicators.hpp"
#include "mpi_api/state/given_names.hpp"
#include "mpi_api/state/group_handles.hpp"
#include "mpi_api/state/info_object.hpp"
#include "mpi_api/state/intercommunicators.hpp"
#include "mpi_api/state/local_communicator.hpp"
#include "mpi_api/state/managed_communicators.hpp"
#include "mpi_api/state/request.hpp"
#include "mpi_api/state/session.hpp"
#include "mpi_api/state/type_attributes.hpp"
#include "mpi_api/state/user_operations.hpp"
#include "mpi_api/tasks/use.hpp"

namespace sartor::mpi {

struct NoMessages {};
struct NoPartitionTags {};
struct NoKeyvals {};

// Messages in partitions that one rank sends have tags of their own, one for each partition.
struct PartitionTagsInUse {
    int next = 0;

    [[nodiscard]] int take(int number) noexcept {
        if (next > std::numeric_limits<int>::max() - number) next = 0;
        return std::exchange(next, next + number);
    }
};

// What the interface adds to the components' configuration.
template <class Program>
struct Interface : Configuration<typename Program::features, typename Program::machine> {
    using program = Program;
    using Features = typename Program::features;
    using AllCommunicators =
        select<family<when<ManagedIntercommunicators, feature::intercommunicators>,
                      when<ManagedCommunicators, feature::communicators, feature::groups, feature::attributes,
                           feature::local_communicator, feature::names, feature::error_handlers,
                           feature::info, feature::topologies, feature::neighbourhood, feature::sessions>,
                      when<WorldAndSelf, feature::self_communicator>, otherwise<WorldOnly>>,
               Features>;
    using Communicators = std::conditional_t<has<Features, feature::local_communicator>,
                                             WithLocal<AllCommunicators>, AllCommunicators>;
    static constexpr bool manages_communicators = std::is_base_of_v<ManagedCommunicators, Communicators>;
    // The program's own, or those that make its communicators.
    static constexpr bool has_collectives = has_any<Features, feature::collective, feature::communicators>;
    static constexpr bool has_intercommunicators = has<Features, feature::intercommunicators>;
    using ErrorHandling =
        select<family<when<ErrorHandlers, feature::error_handlers>, otherwise<ErrorsAreFatal>>, Features>;
    using UserErrorCodes =
        std::conditional_t<has<Features, feature::error_handlers>, UserErrors, NoUserErrors>;
    static constexpr bool has_sessions = has<Features, feature::sessions>;
    using OpenSessions = std::conditional_t<has_sessions, Sessions, NoSessions>;
    using GroupsOfAnyModel = std::conditional_t<has_sessions, SessionGroupHandles, GroupHandles>;
    using Groups = std::conditional_t<has<Features, feature::groups>, GroupsOfAnyModel, NoGroups>;
    using Infos = std::conditional_t<has<Features, feature::info>, InfoHandles, NoInfos>;
    using UserOps =
        std::conditional_t<has<Features, feature::user_operations>, UserOperations, NoUserOperations>;
    // Communicators keep attributes; their keys are needed to free them.
    using Keys = std::conditional_t<manages_communicators, Keyvals, NoKeyvals>;
    using TypeAttributeTable =
        std::conditional_t<has<Features, feature::attributes>, TypeAttributes, NoTypeAttributes>;
    using TypeNames = std::conditional_t<has<Features, feature::names>, GivenNames, NoGivenNames>;
    using Requests = std::conditional_t<has<Features, feature::immediate>,
                                        HandlePool<Request<typename Interface::types>>, NoRequests>;
    // Messages reserved by a matched probe.
    using Messages = std::conditional_t<has<Features, feature::probing>,
                                        HandlePool<typename Interface::types::Parcel*>, NoMessages>;
    static constexpr bool has_tasks = mpi::has_tasks<Features>;
    // For reports of crashes.
    static constexpr bool notes_buffers = has<Features, feature::checked>;
    using Tasks = std::conditional_t<has_tasks, TaskUse, NoTaskUse>;
    using Numbers = std::conditional_t<has_tasks && !manages_communicators, PredefinedNumbers, NoNumbers>;
    using PartitionTags =
        std::conditional_t<has<Features, feature::partitioned>, PartitionTagsInUse, NoPartitionTags>;
};

// The program's arrays of requests that a rank waits in, for reports.
struct RequestArray {
    const MPI_Request* requests = nullptr;
    int count = 0;
};
struct AwaitedRequests {
    RequestArray any; // for one of them: MPI_Waitany, MPI_Waitsome
    RequestArray all; // for one after the other: MPI_Waitall
};
struct NoAwaitedRequests {};
// The message that a rank waits for in a probe, and the rank in the process that it comes from; -1: any.
template <class Header>
struct Probed {
    const Header* header = nullptr;
    int source = -1;
};
struct NoProbed {};
// Where a rank waits for others of its worker without messages.
struct Meeting;
struct AwaitedMeeting {
    const Meeting* meeting = nullptr;
};
struct NoMeeting {};

enum class Phase : std::uint8_t { before_init, initialized, finalized };

template <class Program>
struct RankState {
    using I = Interface<Program>;

    explicit RankState(const process::Rank& rank) noexcept : communicator(I::types::Transport::of(rank)) {}

    typename I::Communicator communicator; // first: see Communicator::of
    [[no_unique_address]] typename I::Communicators communicators;
    [[no_unique_address]] typename I::Datatypes datatypes;
    [[no_unique_address]] typename I::Requests requests;
    [[no_unique_address]] typename I::ErrorHandling handlers;
    [[no_unique_address]] typename I::UserErrorCodes user_errors;
    [[no_unique_address]] std::conditional_t<has<typename I::Features, feature::files>, FileErrors,
                                             NoFileErrors>
        file_errors;
    [[no_unique_address]] typename I::Groups groups;
    [[no_unique_address]] typename I::OpenSessions sessions;
    [[no_unique_address]] typename I::Infos infos;
    [[no_unique_address]] typename I::UserOps user_operations;
    [[no_unique_address]] typename I::Keys keyvals;
    [[no_unique_address]] typename I::TypeAttributeTable type_attributes;
    [[no_unique_address]] typename I::TypeNames type_names; // of predefined datatypes
    [[no_unique_address]] typename I::Messages messages;
    [[no_unique_address]] typename I::Tasks tasks;
    [[no_unique_address]] typename I::Numbers numbers;
    [[no_unique_address]] typename I::PartitionTags partition_tags;
    [[no_unique_address]] std::conditional_t<I::has_collectives, RecentCollectives, NoCollectives>
        recent_collectives;
    MPI_Request shared_request = MPI_REQUEST_NULL; // of sends that were over at once; made when first needed
    [[no_unique_address]] std::conditional_t<has<typename I::Features, feature::immediate>, AwaitedRequests,
                                             NoAwaitedRequests>
        awaited_requests;
    [[no_unique_address]] std::conditional_t<has<typename I::Features, feature::probing>,
                                             Probed<typename I::types::Header>, NoProbed>
        probed;
    [[no_unique_address]] std::conditional_t<I::has_collectives && Program::machine::shares_memory,
                                             AwaitedMeeting, NoMeeting>
        awaited;
    [[no_unique_address]] std::conditional_t<I::notes_buffers, CallBuffers, NoCallBuffers> call_buffers;
    int released_requests = 0; // that MPI_Request_free was called for and that are still under way
    Phase phase = Phase::before_init;
    bool returned_error = false; // by an error handler that is not fatal
    std::int16_t thread_level = 0;
    int universe_size = 0; // where the attributes of these names point
    int last_used_code = 0;

    [[nodiscard]] int last_error_code() const noexcept {
        if constexpr (has<typename I::Features, feature::error_handlers>) return user_errors.last();
        return MPI_ERR_LASTCODE;
    }
};

template <class Program>
[[nodiscard]] RankState<Program>& self() noexcept {
    return *static_cast<RankState<Program>*>(process::current->state);
}

} // namespace sartor::mpi
