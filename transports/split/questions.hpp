// Questions of a rank to ranks of other address spaces, for whose replies it waits.
#pragma once

#include <cstdint>

#include "runtime/directory.hpp"
#include "runtime/process.hpp"
#include "transports/split/control.hpp"
#include "transports/tokens.hpp"

namespace sartor::channel::split {

// Of one rank. `Types` are those of a Handshake. Several threads may each wait for the reply to theirs.
template <class Types>
class Questions {
    using Transport = typename Types::Transport;
    using Check = typename Types::Parcel::envelope_type::check_type;

  public:
    // Sends a question with everything but its token, and what comes along. Returns the number in the reply.
    std::uint64_t ask(Control& question, const void* data = nullptr, std::size_t bytes = 0) noexcept {
        Pending pending;
        question.receiver = pending_.add(pending);
        Transport::send_control(question, Check{}, data, bytes);
        pending.rank = question.to;
        Types::Communicator::of(*process::current).wait_until([&] { return pending.has_reply; });
        return pending.reply;
    }
    [[nodiscard]] bool knows(std::uint32_t token) const noexcept { return pending_.find(token) != nullptr; }
    // Nobody replies any more: the number is 0.
    template <class HasFailed>
    bool end_those_of(HasFailed has_failed) noexcept {
        bool any = false;
        pending_.for_each([&](Pending& pending, std::uint32_t token) {
            if (!has_failed(pending.rank)) return;
            pending_.remove(token);
            pending.has_reply = true;
            any = true;
        });
        return any;
    }
    void take_reply(const Control& control, process::Rank& self) noexcept {
        Pending& pending = known(pending_, control.receiver, control);
        pending_.remove(control.receiver);
        pending.reply = control.bytes;
        pending.has_reply = true;
        process::wake(self);
    }

    // The directory is that of rank 0. -1: it has no such entry.
    [[nodiscard]] int ask_directory(const process::Directory::Question& asked) noexcept {
        Control question = control_for(Kind::query, process::current->number, 0);
        question.source = asked.requester;
        question.tag = asked.requesters;
        question.context = asked.span;
        return static_cast<int>(ask(question, asked.key, asked.bytes)) - 1;
    }
    // By rank 0.
    static void look_up(const Control& control, const void* key, std::size_t bytes) noexcept {
        if (!is_question(control, bytes)) refuse(control);
        Control reply = control_for(Kind::reply, control.to, control.from);
        reply.receiver = control.receiver;
        const int number =
            process::directory.reserve({key, bytes, control.source, control.tag, control.context});
        reply.bytes = static_cast<std::uint64_t>(number + 1);
        Transport::send_control(reply, Check{});
    }

  private:
    struct Pending {
        bool has_reply = false;
        int rank = 0; // which was asked
        std::uint64_t reply = 0;
    };

    // See process::Directory::Question.
    [[nodiscard]] static bool is_question(const Control& control, std::size_t bytes) noexcept {
        constexpr int most_numbers = 1 << 24;
        const int requester = control.source, requesters = control.tag, span = control.context;
        const bool is_known =
            requester == process::Directory::no_rank || (requester >= 0 && requester < requesters);
        const bool has_key = bytes > 0 || requesters == 1;
        return is_known && has_key && requesters > 0 && requesters <= process::size() && span > 0 &&
               span <= most_numbers;
    }

    Tokens<Pending> pending_;
};

} // namespace sartor::channel::split
