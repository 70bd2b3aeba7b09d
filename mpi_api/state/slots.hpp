// The components of the interface: for each role the family, the features that require its members, and the
// member of the rank's state that it is.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>

#include "mpi_api/errors/handling.hpp"
#include "mpi_api/errors/user_errors.hpp"
#include "mpi_api/state/allocated_memory.hpp"
#include "mpi_api/state/awaited.hpp"
#include "mpi_api/state/call_buffers.hpp"
#include "mpi_api/state/communicators.hpp"
#include "mpi_api/state/failures.hpp"
#include "mpi_api/state/family.hpp"
#include "mpi_api/state/file.hpp"
#include "mpi_api/state/given_names.hpp"
#include "mpi_api/state/group_handles.hpp"
#include "mpi_api/state/info_object.hpp"
#include "mpi_api/state/intercommunicators.hpp"
#include "mpi_api/state/known_events.hpp"
#include "mpi_api/state/local_communicator.hpp"
#include "mpi_api/state/managed_communicators.hpp"
#include "mpi_api/state/open_receives.hpp"
#include "mpi_api/state/packed_data.hpp"
#include "mpi_api/state/recent_collectives.hpp"
#include "mpi_api/state/request.hpp"
#include "mpi_api/state/rules.hpp"
#include "mpi_api/state/session.hpp"
#include "mpi_api/state/spans_in_use.hpp"
#include "mpi_api/state/task_use.hpp"
#include "mpi_api/state/threads_in_collectives.hpp"
#include "mpi_api/state/tools.hpp"
#include "mpi_api/state/type_attributes.hpp"
#include "mpi_api/state/user_operations.hpp"
#include "mpi_api/state/window.hpp"
#include "selection/configuration.hpp"

namespace sartor::mpi {

struct NoMessages {
    static constexpr std::string_view name = absent;
};
template <class Parcel>
struct ReservedMessages : HandlePool<Parcel*> {
    static constexpr std::string_view name = "handles of messages that a matched probe has found";
};
struct NoKeyvals {
    static constexpr std::string_view name = absent;
};

struct NoPartitionTags {
    static constexpr std::string_view name = absent;
};
// Gives each partition that a rank sends a tag of its own, in the context for partitions. Starts again at 0
// after 2^31 tags.
struct PartitionTagsInUse {
    static constexpr std::string_view name = "a tag for each partition";
    int next = 0;

    [[nodiscard]] int take(int number) noexcept {
        if (next > std::numeric_limits<int>::max() - number) next = 0;
        return std::exchange(next, next + number);
    }
};

namespace slots {

// A role of the interface, filled from a family by the program's features. Each slot is a base of the rank's
// state, with the component as its member; `C` is a Configuration. A new component of the interface gets its
// slot here and its line in interface_slots.
template <fixed_text Role, class C, class... Members>
using interface_slot = slot<"api", Role, family<Members...>, typename C::features>;

// The features for which communicators must be objects.
template <class Component>
using when_managed =
    when<Component, feature::intercommunicators, feature::communicators, feature::groups, feature::attributes,
         feature::local_communicator, feature::names, feature::error_handlers, feature::info,
         feature::topologies, feature::neighbourhood, feature::sessions, feature::windows>;
// The features for which operations continue on flows of their own.
template <class Component>
using when_tasks =
    when<Component, feature::immediate_collectives, feature::partitioned, feature::immediate_flush>;

template <class C>
struct Communicators
    : woven_slot<
          "over the communicators", typename C::features,
          interface_slot<"communicators", C, when<ManagedIntercommunicators, feature::intercommunicators>,
                         when_managed<ManagedCommunicators>, when<WorldAndSelf, feature::self_communicator>,
                         otherwise<WorldOnly>>,
          wanted_aspects<typename C::features,
                         boost::mp11::mp_list<aspect<WithLocal, feature::local_communicator>>>> {
    [[no_unique_address]] typename Communicators::type communicators;
};

template <class C>
struct Requests : interface_slot<"requests", C, when<mpi::Requests<typename C::types>, feature::immediate>,
                                 otherwise<NoRequests>> {
    [[no_unique_address]] typename Requests::type requests;
};

template <class C>
struct ErrorHandling
    : interface_slot<"error handling", C,
                     when_all<ErrorHandlersWithState, feature::error_handlers, feature::callback_states>,
                     when<ErrorHandlers, feature::error_handlers>, otherwise<ErrorsAreFatal>> {
    [[no_unique_address]] typename ErrorHandling::type handlers;
};

template <class C>
struct UserErrorCodes
    : interface_slot<"error codes", C, when<UserErrors, feature::error_handlers>, otherwise<NoUserErrors>> {
    [[no_unique_address]] typename UserErrorCodes::type user_errors;
};

template <class C>
struct FileErrorHandling
    : interface_slot<"errors of files", C, when<FileErrors, feature::files>, otherwise<NoFileErrors>> {
    [[no_unique_address]] typename FileErrorHandling::type file_errors;
};

template <class C>
struct OpenFiles : interface_slot<"files", C, when<mpi::Files, feature::files>, otherwise<NoFiles>> {
    [[no_unique_address]] typename OpenFiles::type files;
};

template <class C>
struct Groups : interface_slot<"groups", C, when_all<SessionGroupHandles, feature::groups, feature::sessions>,
                               when<GroupHandles, feature::groups>, otherwise<NoGroups>> {
    [[no_unique_address]] typename Groups::type groups;
};

template <class C>
struct OpenSessions
    : interface_slot<"sessions", C, when<Sessions, feature::sessions>, otherwise<NoSessions>> {
    [[no_unique_address]] typename OpenSessions::type sessions;
};

template <class C>
struct Infos : interface_slot<"info", C, when<InfoHandles, feature::info>, otherwise<NoInfos>> {
    [[no_unique_address]] typename Infos::type infos;
};

template <class C>
struct UserOps
    : interface_slot<
          "operations", C,
          when_all<WatchedUserOperations<OperationWithState>, feature::user_operations,
                   feature::callback_states, feature::checked>,
          when_all<UserOperationsOf<OperationWithState>, feature::user_operations, feature::callback_states>,
          when_all<WatchedUserOperations<UserOperation>, feature::user_operations, feature::checked>,
          when<UserOperations, feature::user_operations>, otherwise<NoUserOperations>> {
    [[no_unique_address]] typename UserOps::type user_operations;
};

template <class C>
struct ToolInterface : interface_slot<"tools", C, when<Tools, feature::tools>, otherwise<NoTools>> {
    [[no_unique_address]] typename ToolInterface::type tools;
};

// Communicators keep attributes; their keys are needed to free them.
template <class C>
struct Keys : interface_slot<"keys of attributes", C,
                             when_all<KeyvalsWithState, feature::attributes, feature::callback_states>,
                             when_managed<Keyvals>, otherwise<NoKeyvals>> {
    [[no_unique_address]] typename Keys::type keyvals;
};

template <class C>
struct AttributesOfTypes
    : interface_slot<"attributes of datatypes", C, when<TypeAttributes, feature::attributes>,
                     otherwise<NoTypeAttributes>> {
    [[no_unique_address]] typename AttributesOfTypes::type type_attributes;
};

template <class C>
struct NamesOfTypes : interface_slot<"names of predefined datatypes", C, when<GivenNames, feature::names>,
                                     otherwise<NoGivenNames>> {
    [[no_unique_address]] typename NamesOfTypes::type type_names;
};

template <class C>
struct Messages
    : interface_slot<"messages", C, when<ReservedMessages<typename C::types::Parcel>, feature::probing>,
                     otherwise<NoMessages>> {
    [[no_unique_address]] typename Messages::type messages;
};

template <class C>
struct Tasks : interface_slot<"tasks", C, when_tasks<TaskUse>, otherwise<NoTaskUse>> {
    [[no_unique_address]] typename Tasks::type tasks;
};

// Counters of immediate and persistent collectives; communicators that are objects have them as members.
template <class C>
struct Numbers : interface_slot<"numbers of collectives", C, when_managed<NoNumbers>,
                                when_tasks<PredefinedNumbers>, otherwise<NoNumbers>> {
    [[no_unique_address]] typename Numbers::type numbers;
};

template <class C>
struct PartitionTags : interface_slot<"tags of partitions", C, when<PartitionTagsInUse, feature::partitioned>,
                                      otherwise<NoPartitionTags>> {
    [[no_unique_address]] typename PartitionTags::type partition_tags;
};

template <class C>
struct OpenWindows
    : interface_slot<"windows", C, when<mpi::Windows, feature::windows>, otherwise<NoWindows>> {
    [[no_unique_address]] typename OpenWindows::type windows;
};

template <class C>
struct OneSided
    : interface_slot<"one-sided operations", C, when<one_sided::Engine<OneSidedTypes<C>>, feature::windows>,
                     otherwise<NoOneSided>> {
    [[no_unique_address]] typename OneSided::type one_sided;
};

struct NoPortQuestions {
    static constexpr std::string_view name = absent;
};
template <class C>
struct DistantPorts
    : interface_slot<"ports", C,
                     when_if<has_distant_ranks<typename C::machine>,
                             channel::PortQuestions<typename C::types::State, typename C::types::Transport>,
                             feature::spawning>,
                     otherwise<NoPortQuestions>> {
    [[no_unique_address]] typename DistantPorts::type port_questions;
};

template <class C>
struct FamilyOfRank
    : interface_slot<"family", C, when_all<Family<StartedHere>, feature::failures, feature::spawning>,
                     when<Family<StartedElsewhere>, feature::spawned>, otherwise<NoFamily>> {
    [[no_unique_address]] typename FamilyOfRank::type family;
};

// For reports: the last collectives, and where a rank waits.

template <class C>
struct Recent
    : interface_slot<"recent collectives", C,
                     when<RecentCollectives, feature::collective, feature::communicators, feature::windows>,
                     otherwise<NoCollectives>> {
    [[no_unique_address]] typename Recent::type recent_collectives;
};

template <class C>
struct Awaited : interface_slot<"awaited requests", C, when<AwaitedRequests, feature::immediate>,
                                otherwise<NoAwaitedRequests>> {
    [[no_unique_address]] typename Awaited::type awaited_requests;
};

template <class C>
struct ProbedMessage
    : interface_slot<"awaited message", C, when<Probed<typename C::types::Header>, feature::probing>,
                     otherwise<NoProbed>> {
    [[no_unique_address]] typename ProbedMessage::type probed;
};

template <class C>
struct WorkerBarriers : interface_slot<"awaited barrier", C,
                                       when_if<C::machine::shares_memory, AwaitedWorkerBarrier,
                                               feature::collective, feature::communicators, feature::windows>,
                                       otherwise<NoWorkerBarrier>> {
    [[no_unique_address]] typename WorkerBarriers::type awaited;
};

template <class C>
struct RulesOfCalls : interface_slot<"rules", C, when<Strict, feature::checked>, otherwise<Lenient>> {
    [[no_unique_address]] typename RulesOfCalls::type::RoomMemo room_memo;
};

template <class C>
struct Events
    : interface_slot<"known events", C,
                     when_with<KnownEvents, feature::checked, feature::windows, feature::any_source>,
                     otherwise<NoKnownEvents>> {
    [[no_unique_address]] typename Events::type events;
};

template <class C>
struct ReceivesFromAny
    : interface_slot<
          "open receives", C,
          when_all<OpenReceives<typename C::types::Envelope>, feature::checked, feature::any_source>,
          otherwise<NoOpenReceives>> {
    [[no_unique_address]] typename ReceivesFromAny::type open_receives;
};

template <class C>
struct ConflictsOfWindows : slot<"api", "conflicts of windows", window_conflicts, typename C::features> {};

template <class C>
struct Buffers : interface_slot<"buffers of the call", C, when<CallBuffers, feature::checked>,
                                otherwise<NoCallBuffers>> {
    [[no_unique_address]] typename Buffers::type call_buffers;
};

template <class C>
struct WindowAwaited
    : interface_slot<"awaited window", C, when<AwaitedWindow, feature::windows>, otherwise<NoAwaitedWindow>> {
    [[no_unique_address]] typename WindowAwaited::type awaited_window;
};

template <class C>
struct CollectiveThreads
    : interface_slot<"threads in collectives", C,
                     when_if<C::types::Callers::many, ThreadsInCollectives, feature::checked>,
                     otherwise<NoThreadsInCollectives>> {
    [[no_unique_address]] typename CollectiveThreads::type threads_in_collectives;
};

template <class C>
struct Allocated : interface_slot<"allocated memory", C, when<AllocatedMemory, feature::checked>,
                                  otherwise<NoAllocatedMemory>> {
    [[no_unique_address]] typename Allocated::type allocated_memory;
};

template <class C>
struct Packed : interface_slot<"packed data", C, when_all<PackedData, feature::checked, feature::packing>,
                               otherwise<NoPackedData>> {
    [[no_unique_address]] typename Packed::type packed_data;
};

template <class C>
struct Spans
    : interface_slot<"spans in use", C, when<SpansInUse, feature::checked>, otherwise<NoSpansInUse>> {
    [[no_unique_address]] typename Spans::type spans_in_use;
};

template <class C>
struct FailedRanks
    : interface_slot<"failed ranks", C, when<FailuresOfRank<typename C::types::State>, feature::failures>,
                     otherwise<NoFailuresOfRanks>> {
    [[no_unique_address]] typename FailedRanks::type failures;
};

template <class C>
struct Faults : interface_slot<"faults", C, when<ChosenFaults, feature::faults>, otherwise<NoFaults>> {
    [[no_unique_address]] typename Faults::type faults;
};

} // namespace slots

// In the order of the state's members.
template <class C>
using interface_slots = boost::mp11::mp_list<
    slots::Communicators<C>, slots::Requests<C>, slots::ErrorHandling<C>, slots::UserErrorCodes<C>,
    slots::FileErrorHandling<C>, slots::OpenFiles<C>, slots::Groups<C>, slots::OpenSessions<C>,
    slots::Infos<C>, slots::UserOps<C>, slots::Keys<C>, slots::AttributesOfTypes<C>, slots::NamesOfTypes<C>,
    slots::Messages<C>, slots::Tasks<C>, slots::Numbers<C>, slots::PartitionTags<C>, slots::OpenWindows<C>,
    slots::OneSided<C>, slots::DistantPorts<C>, slots::FamilyOfRank<C>, slots::Recent<C>, slots::Awaited<C>,
    slots::ProbedMessage<C>, slots::WorkerBarriers<C>, slots::RulesOfCalls<C>, slots::Events<C>,
    slots::ReceivesFromAny<C>, slots::ConflictsOfWindows<C>, slots::Buffers<C>, slots::WindowAwaited<C>,
    slots::ToolInterface<C>, slots::CollectiveThreads<C>, slots::Allocated<C>, slots::Packed<C>,
    slots::Spans<C>, slots::FailedRanks<C>, slots::Faults<C>>;

} // namespace sartor::mpi
