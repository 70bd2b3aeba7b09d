// What the MPI layers keep for each rank, and how the process runtime makes it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

#include "components/communicator/attached_buffer.hpp"
#include "components/configuration.hpp"
#include "components/process/place.hpp"
#include "components/process/process.hpp"
#include "mpi_api/collective/use.hpp"
#include "mpi_api/collective/user_operations.hpp"
#include "mpi_api/communicator/group_handles.hpp"
#include "mpi_api/communicator/objects.hpp"
#include "mpi_api/communicator/remote_side.hpp"
#include "mpi_api/communicators.hpp"
#include "mpi_api/datatypes/type_attributes.hpp"
#include "mpi_api/environment/error_handling.hpp"
#include "mpi_api/environment/user_errors.hpp"
#include "mpi_api/error.hpp"
#include "mpi_api/info/info_object.hpp"
#include "mpi_api/leftovers.hpp"
#include "mpi_api/request.hpp"

namespace sartor::mpi {

struct NoMessages {};
struct NoKeyvals {};

// What the interface adds to the components' configuration.
template <class Program>
struct Interface : Configuration<typename Program::features, typename Program::machine> {
    using program = Program;
    using Features = typename Program::features;
    using Communicators = select<family<when<ManagedIntercommunicators, feature::intercommunicators>,
                                        when<ManagedCommunicators, feature::communicators, feature::groups,
                                             feature::attributes, feature::names, feature::error_handlers,
                                             feature::info, feature::topologies, feature::neighbourhood>,
                                        when<WorldAndSelf, feature::self_communicator>, otherwise<WorldOnly>>,
                                 Features>;
    static constexpr bool manages_communicators = std::is_base_of_v<ManagedCommunicators, Communicators>;
    static constexpr bool has_intercommunicators = has<Features, feature::intercommunicators>;
    using ErrorHandling =
        select<family<when<ErrorHandlers, feature::error_handlers>, otherwise<ErrorsAreFatal>>, Features>;
    using UserErrorCodes =
        std::conditional_t<has<Features, feature::error_handlers>, UserErrors, NoUserErrors>;
    using Groups = std::conditional_t<has<Features, feature::groups>, GroupHandles, NoGroups>;
    using Infos = std::conditional_t<has<Features, feature::info>, InfoHandles, NoInfos>;
    using UserOps =
        std::conditional_t<has<Features, feature::user_operations>, UserOperations, NoUserOperations>;
    // Communicators keep attributes; their keys are needed to free them.
    using Keys = std::conditional_t<manages_communicators, Keyvals, NoKeyvals>;
    using TypeAttributeTable =
        std::conditional_t<has<Features, feature::attributes>, TypeAttributes, NoTypeAttributes>;
    using Requests = std::conditional_t<has<Features, feature::immediate>,
                                        HandlePool<Request<typename Interface::types>>, NoRequests>;
    // Messages reserved by a matched probe.
    using Messages = std::conditional_t<has<Features, feature::probing>,
                                        HandlePool<typename Interface::types::Parcel*>, NoMessages>;
    static constexpr bool has_tasks = has<Features, feature::immediate_collectives>;
    using Tasks = std::conditional_t<has_tasks, CollectiveUse, NoCollectiveUse>;
    using Numbers = std::conditional_t<has_tasks && !manages_communicators, PredefinedNumbers, NoNumbers>;
    using AttachedBuffer =
        std::conditional_t<has<Features, feature::buffering>,
                           communicator::AttachedBuffer<typename Interface::types::Sending>,
                           communicator::NoAttachedBuffer>;
};

enum class Phase : std::uint8_t { before_init, initialized, finalized };

template <class Program>
struct RankState {
    using I = Interface<Program>;

    explicit RankState(const process::Rank& rank) noexcept : communicator(I::types::Mailbox::of(rank)) {}

    typename I::Communicator communicator; // first: see Communicator::of
    [[no_unique_address]] typename I::Communicators communicators;
    [[no_unique_address]] typename I::Datatypes datatypes;
    [[no_unique_address]] typename I::Requests requests;
    [[no_unique_address]] typename I::ErrorHandling handlers;
    [[no_unique_address]] typename I::UserErrorCodes user_errors;
    [[no_unique_address]] typename I::Groups groups;
    [[no_unique_address]] typename I::Infos infos;
    [[no_unique_address]] typename I::UserOps user_operations;
    [[no_unique_address]] typename I::Keys keyvals;
    [[no_unique_address]] typename I::TypeAttributeTable type_attributes;
    [[no_unique_address]] typename I::AttachedBuffer attached_buffer;
    [[no_unique_address]] typename I::Messages messages;
    [[no_unique_address]] typename I::Tasks collectives;
    [[no_unique_address]] typename I::Numbers numbers;
    MPI_Request shared_request = MPI_REQUEST_NULL; // of sends that were over at once; made when first needed
    int released_requests = 0; // that MPI_Request_free was called for and that are still under way
    Phase phase = Phase::before_init;
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

namespace internal {

template <class Program>
void construct_mailbox(void* place, int worker, int workers) {
    new (place) typename Interface<Program>::types::Mailbox(worker, workers);
}
template <class Program>
void destroy_mailbox(void* place) {
    std::destroy_at(static_cast<typename Interface<Program>::types::Mailbox*>(place));
}
template <class Program>
bool collect(void* mailbox) {
    return static_cast<typename Interface<Program>::types::Mailbox*>(mailbox)->collect();
}

template <class Program>
void construct(void* place, process::Rank& rank) {
    new (place) RankState<Program>(rank);
}
template <class Program>
void close(void* place, process::Rank& rank) {
    auto& state = *static_cast<RankState<Program>*>(place);
    if (process::reports_leftovers()) report_leftovers(state, rank);
    state.communicator.close();
}
template <class Program>
void destroy(void* place, process::Rank&) {
    auto& state = *static_cast<RankState<Program>*>(place);
    if constexpr (Interface<Program>::has_tasks) {
        state.communicator.end_tasks();
        state.requests.for_each([](const auto& request) { std::free(request.task); });
    }
    state.~RankState<Program>();
}

// A program that leaves MPI open is told so once.
template <class Program>
bool ended(void* place, process::Rank& rank) {
    static std::atomic<bool> told{false};
    static_cast<RankState<Program>*>(place)->communicator.end();
    if (static_cast<RankState<Program>*>(place)->phase != Phase::initialized) return true;
    if (rank.exit_code == 0 && !told.exchange(true))
        process::report("rank %d: its program ended without MPI_Finalize", rank.number);
    return false;
}

// " with tag 7"; nothing for the tags of immediate collectives, which no program has chosen.
struct TagText {
    char text[24] = "";

    explicit TagText(int tag) {
        if (tag == MPI_ANY_TAG)
            std::strcpy(text, " with any tag");
        else if (tag >= 0)
            std::snprintf(text, sizeof text, " with tag %d", tag);
    }
};

template <class Sending>
void describe_send(const Sending& sending, char* text, std::size_t bytes) {
    const auto& envelope = sending.parcel.envelope;
    std::snprintf(text, bytes, "for rank %d to receive its message%s of %zu bytes", sending.destination,
                  TagText(envelope::get(envelope.header.tag)).text, envelope.storage.bytes);
}

template <class Receiving>
void describe_receive(const Receiving& receiving, char* text, std::size_t bytes) {
    const int source = envelope::get(receiving.envelope.header.source);
    char from[16];
    source == MPI_ANY_SOURCE ? std::snprintf(from, sizeof from, "any source")
                             : std::snprintf(from, sizeof from, "rank %d", source);
    std::snprintf(text, bytes, "for a message from %s%s, up to %zu bytes", from,
                  TagText(envelope::get(receiving.envelope.header.tag)).text,
                  receiving.envelope.storage.bytes);
}

// What a rank waits for: in a blocking call, or for a task that waits itself.
template <class Program>
const auto& waiting_of(const RankState<Program>& state) {
    if constexpr (Interface<Program>::has_tasks)
        if (const auto* task = state.communicator.flows().awaited) return task->waiting;
    return state.communicator.waiting();
}

// "for MPI_Ibarrier (called in main (program.c:12)), which waits ": how much of the text is used.
template <class Program>
std::size_t describe_task(const RankState<Program>& state, char* text, std::size_t bytes) {
    const auto* task = state.communicator.flows().awaited;
    if (task == nullptr) return 0;
    char made[256] = "";
    const bool known = process::describe_place(
        *task->owner, reinterpret_cast<std::uintptr_t>(task->begun_at) - 1, made, sizeof made);
    const int length = std::snprintf(text, bytes, "for %s%s%s%s, which waits ", task->begun_by,
                                     known ? " (called in " : "", made, known ? ")" : "");
    return std::min(static_cast<std::size_t>(length), bytes - 1);
}

template <class Program>
void describe(const void* place, char* text, std::size_t bytes) {
    const auto& state = *static_cast<const RankState<Program>*>(place);
    const auto& waiting = waiting_of(state);
    if constexpr (Interface<Program>::has_tasks) {
        const std::size_t used = describe_task(state, text, bytes);
        text += used;
        bytes -= used;
    }
    if (waiting.sending != nullptr)
        describe_send(*waiting.sending, text, bytes);
    else if (waiting.receiving != nullptr)
        describe_receive(*waiting.receiving, text, bytes);
}

// The rank of the process without which this one can't go on; -1 when there is none or it could be any.
template <class Program>
int waits_for(const void* place) {
    const auto& state = *static_cast<const RankState<Program>*>(place);
    const auto& waiting = waiting_of(state);
    if (waiting.sending != nullptr) return waiting.sending->destination;
    return waiting.receiving != nullptr ? waiting.receiving->source : -1;
}

template <class Program>
std::uint64_t progress(const void* place) {
    return static_cast<const RankState<Program>*>(place)->communicator.delivered();
}

} // namespace internal

template <class Program>
[[nodiscard]] constexpr process::Program runtime_program() {
    process::Program program = {sizeof(typename Interface<Program>::types::Mailbox),
                                &internal::construct_mailbox<Program>,
                                &internal::destroy_mailbox<Program>,
                                &internal::collect<Program>,
                                sizeof(RankState<Program>),
                                &internal::construct<Program>,
                                &internal::close<Program>,
                                &internal::destroy<Program>,
                                &internal::ended<Program>,
                                &internal::describe<Program>,
                                &internal::waits_for<Program>,
                                &internal::progress<Program>};
    if constexpr (requires { Program::machine::schedule(); }) {
        program.schedule = Program::machine::schedule();
        program.machine = Program::machine::described();
    }
    return program;
}

} // namespace sartor::mpi
