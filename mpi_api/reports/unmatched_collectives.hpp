// Collective calls that do not match, found when all ranks have ended: what was sent and never received.
#pragma once

#include "mpi_api/collective/interface/interface.hpp"
#include "mpi_api/reports/mismatched_collectives.hpp"

namespace sartor::mpi::internal {

// The rank of the process that sent a message; -1 when its communicator was freed. O(communicators).
template <class Program, class Header>
[[nodiscard]] int sender_of(const RankState<Program>& state, const Header& header) noexcept {
    int sender = header.source();
    if constexpr (Interface<Program>::manages_communicators) {
        const int context = header.context() - collective_context_offset;
        const int source = sender;
        sender = -1;
        const auto look = [&](const auto& object) {
            if (object.context == context) sender = object.group->member(source);
        };
        state.communicators.for_each_predefined(
            [&](MPI_Comm comm) { look(*state.communicators.find(comm)); });
        state.communicators.for_each(look);
    }
    return sender;
}

inline constexpr int most_mismatches = 8;

// Whether messages left at the end prove a mismatch: not after errors that ended a rank or were returned to
// the program, and not with operations in flight. O(ranks) requests.
template <class Program>
[[nodiscard]] bool ended_well() noexcept {
    int reported = 0;
    for (int number = 0; number < process::size(); ++number) {
        const Ending end = ending<Program>(number);
        if (end.exit_code != 0 && end.exit_code != process::deadlock_exit_code) return false;
        reported += end.exit_code != 0 ? 1 : 0;
        if (end.clean == 0) return false;
    }
    return reported < most_mismatches;
}

// Reports that a rank has not made the call to which a message belongs, once all ranks have ended. The rank's
// exit code becomes that of a deadlock.
template <class Program>
[[gnu::cold, gnu::noinline]] void report_unmatched(process::Rank& rank, int context, int tag,
                                                   int sender) noexcept {
    if (!ended_well<Program>()) return;
    CallText theirs{"", ""};
    std::snprintf(theirs.text, sizeof theirs.text,
                  "another rank calls %s on a communicator that was freed later", function_name(tag));
    if (sender >= 0) query_call<Program>(sender, {WhichCall::recent, context, tag}, theirs);
    report_missing<Program>("", theirs.text, rank.number, context);
    rank.exit_code = process::deadlock_exit_code;
}

// Finds messages in a rank's queues that prove a mismatch of calls, and reports the first.
template <class Program>
class Unmatched {
  public:
    Unmatched(const RankState<Program>& state, process::Rank& rank) noexcept : state_(state), rank_(rank) {}

    void look_at_messages() noexcept {
        state_.communicator.for_each_unreceived([&](const auto& envelope) {
            const auto& header = envelope.header;
            if (is_collective(header))
                report(header.context(collective_context_offset), header.tag(), sender_of(state_, header));
        });
    }
    // The same for a word of the control network.
    template <class Word>
    void look_at(const Word& word) noexcept {
        if (tags::is_collective(word.number)) report(word.context, word.number, word.source);
    }

  private:
    void report(int context, int tag, int sender) noexcept {
        if (!reported_) report_unmatched<Program>(rank_, context, tag, sender);
        reported_ = true;
    }

    const RankState<Program>& state_;
    process::Rank& rank_;
    bool reported_ = false;
};

// Called when all ranks have ended and all messages have arrived.
template <class Program>
void check_unmatched(const RankState<Program>& state, process::Rank& rank) noexcept {
    Unmatched<Program> unmatched(state, rank);
    unmatched.look_at_messages();
    using Transport = typename Interface<Program>::types::Transport;
    if constexpr (channel::WordTransport<Transport>)
        Transport::take_unreceived_words(
            rank.number,
            [](void* object, const typename Transport::Word& word) {
                static_cast<Unmatched<Program>*>(object)->look_at(word);
            },
            &unmatched);
}

} // namespace sartor::mpi::internal
