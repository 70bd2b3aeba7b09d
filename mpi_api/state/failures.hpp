// What a rank keeps about others that have failed.
#pragma once

#include <cstdlib>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>

#include "framework/slot.hpp"
#include "mpi.h"
#include "mpi_api/call/points.hpp"
#include "mpi_api/state/managed_communicators.hpp"
#include "runtime/failures/agreement.hpp"
#include "runtime/failures/failures.hpp"
#include "runtime/failures/faults.hpp"
#include "runtime/process.hpp"

namespace sartor::mpi {

// A failure ends the run.
struct NoFailuresOfRanks {
    static constexpr std::string_view name = absent;
    static constexpr void begin() noexcept {}
    static constexpr void end(process::Rank&, const char*) noexcept {}
    static constexpr void forget(int) noexcept {}
};

// Of one communicator: how many failures of the run the program has acknowledged there, and how many
// agreements its ranks have made.
struct FailuresInCommunicator {
    FailuresInCommunicator* next = nullptr;
    int context = 0;
    int acknowledged = 0;
    int agreements = 0;
};

// `State` is the rank's.
template <class State>
class FailuresOfRank {
  public:
    static constexpr std::string_view name = "failures of ranks";

    FailuresOfRank() = default;
    FailuresOfRank(const FailuresOfRank&) = delete;
    FailuresOfRank& operator=(const FailuresOfRank&) = delete;
    ~FailuresOfRank() {
        while (first_ != nullptr) std::free(std::exchange(first_, first_->next));
    }

    // Before its program runs.
    static void begin() noexcept { process::failures::set_up(&clean_up); }
    // The program of the rank that runs here is over. `missing`: the function that it should have called.
    static void end(process::Rank& self, const char* missing) noexcept {
        if (missing != nullptr) process::failures::fail(self, "it ended without MPI_Finalize");
    }

    bool raises = true; // errors, by the program's error handlers
    int learned = 0;    // how many failures there were when the program last heard of one
    process::failures::Agreement* awaited = nullptr; // that a call waits for

    // Null: no memory.
    [[nodiscard]] FailuresInCommunicator* in(int context) noexcept {
        for (FailuresInCommunicator* one = first_; one != nullptr; one = one->next)
            if (one->context == context) return one;
        void* memory = std::malloc(sizeof(FailuresInCommunicator));
        if (memory == nullptr) return nullptr;
        return first_ = new (memory) FailuresInCommunicator{first_, context};
    }
    [[nodiscard]] int acknowledged_in(int context) const noexcept {
        for (const FailuresInCommunicator* one = first_; one != nullptr; one = one->next)
            if (one->context == context) return one->acknowledged;
        return 0;
    }

    // The communicator is freed.
    void forget(int context) noexcept {
        FailuresInCommunicator** link = &first_;
        while (*link != nullptr && (*link)->context != context) link = &(*link)->next;
        if (*link != nullptr) std::free(std::exchange(*link, (*link)->next));
    }

    // Whether one of the ranks that can send on this communicator has failed, unacknowledged; of the first
    // `known` failures.
    [[nodiscard]] bool may_lack_senders(const CommunicatorObject& object, int known) const noexcept {
        const Group& senders = peers_on(object);
        for (int failure = acknowledged_in(object.context) + 1; failure <= known; ++failure)
            if (senders.find(process::failures::rank_of(failure)) != not_in_group) return true;
        return false;
    }

    // Why a receive of this message, from this rank of the process or, -1, from any, can't complete.
    [[nodiscard]] process::failures::Cause cause_of(State& state, int source, int context,
                                                    int known) const noexcept {
        using process::failures::Cause;
        if (process::failures::is_revoked(context)) return Cause::revoked;
        if (source >= 0) {
            const int failure = process::failures::failure_of(source);
            return failure != 0 && failure <= known ? Cause::peer_failed : Cause::none;
        }
        const CommunicatorObject* object = state.communicators.find(find_handle(state, context));
        return object != nullptr && may_lack_senders(*object, known) ? Cause::peer_may_have_failed
                                                                     : Cause::none;
    }

    // The same of a message with this header that was not found.
    template <class Header>
    [[nodiscard]] process::failures::Cause cause_of_miss(State& state, const Header& expected,
                                                         int known) const noexcept {
        const int context = expected.context();
        const CommunicatorObject* const object = state.communicators.find(find_handle(state, context));
        if (object == nullptr) return process::failures::Cause::none;
        const int source = expected.source();
        return cause_of(state, source < 0 ? -1 : peers_on(*object).member(source), context, known);
    }

    // In progress of the rank that runs here, when there were failures: ends its receives that can't
    // complete and refuses messages that it will not receive. False: there was none.
    [[nodiscard]] bool end_hopeless(int known) noexcept {
        process::Rank& self = *process::current;
        process::failures::fail_if_killed(self);
        auto& state = process::state_of<State>(self);
        const int changes = process::failures::changes.load(std::memory_order_acquire);
        if (changes != seen_changes_) {
            seen_changes_ = changes;
            state.communicator.refuse_messages(process::failures::Cause::revoked, [](const auto& envelope) {
                return process::failures::is_revoked(envelope.header.context());
            });
        }
        const bool ended = state.communicator.end_transfers([&](int rank) {
            const int failure = process::failures::failure_of(rank);
            return failure != 0 && failure <= known;
        });
        return state.communicator.end_receives([&](const auto& one) {
            return cause_of(state, one.source, one.envelope.header.context(), known);
        }) || ended;
    }

    // The communicator of a message, its own or of a collective; MPI_COMM_NULL when it was freed.
    [[nodiscard]] static MPI_Comm find_handle(State& state, int context) noexcept {
        MPI_Comm found = MPI_COMM_NULL;
        const auto has = [&](const CommunicatorObject& object) {
            return context == object.context || context == object.context + collective_context_offset;
        };
        state.communicators.for_each_predefined([&](MPI_Comm comm) {
            if (has(*state.communicators.find(comm))) found = comm;
        });
        if (found != MPI_COMM_NULL) return found;
        state.communicators.for_each([&](CommunicatorObject& object) {
            if (has(object)) found = state.communicators.handle_of(object);
        });
        return found;
    }

  private:
    // Nobody waits for a rank that has failed any more.
    static void clean_up(process::Rank& rank) noexcept {
        auto& state = process::state_of<State>(rank);
        auto& communicator = state.communicator;
        at_point<typename State::I::PointAspects>(point::RankFails(), state);
        communicator.protocol().fail();
        communicator.end();
        communicator.refuse_messages(process::failures::Cause::peer_failed, [](const auto&) { return true; });
    }
    // The ranks from which a receive on the communicator can get messages.
    [[nodiscard]] static const Group& peers_on(const CommunicatorObject& object) noexcept {
        using Communicators = std::remove_reference_t<decltype(std::declval<State&>().communicators)>;
        return typename Communicators::View{&object}.peer_group();
    }

    FailuresInCommunicator* first_ = nullptr;
    int seen_changes_ = 0;
};

// Ranks that fail at calls that are chosen (sartor run --faults).
struct NoFaults {
    static constexpr std::string_view name = absent;
    static constexpr void begin() noexcept {}
    static constexpr void end(const process::Rank&) noexcept {}
};
struct ChosenFaults {
    static constexpr std::string_view name = "failures that are chosen";
    static void begin() noexcept { process::failures::set_up_faults(); }
    static void end(const process::Rank& rank) noexcept { process::failures::end_calls(rank); }
};

} // namespace sartor::mpi
