// Questions about ports of ranks that share no memory with rank 0, which has the table: a service of active
// messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "runtime/ports.hpp"
#include "runtime/process.hpp"
#include "transports/tokens.hpp"

namespace sartor::channel {

// Numbers only. The name follows a question.
struct PortHeader {
    process::PortAction action;
    std::int32_t number; // of the question, or the answer
    std::int32_t from;   // rank of the process
    std::uint32_t token; // of the question
    std::int32_t is_reply;
    std::int32_t unused = 0; // in place of padding
};

// Carried by transports between address spaces. A rank's `State` has the receiver as its member
// `port_questions`.
template <class State>
struct PortService {
    static constexpr std::string_view name = "questions about ports";
    using Header = PortHeader;
    struct Receiver {
        [[nodiscard]] static auto& of(const process::Rank& rank) noexcept {
            return process::state_of<State>(rank).port_questions;
        }
    };
};

// The questions of one rank that are under way. `State`: of a rank; Transport: carries PortService<State>.
template <class State, class Transport>
class PortQuestions {
  public:
    static constexpr std::string_view name = "questions about ports to rank 0";

    // Waits for the answer.
    [[nodiscard]] int request(const process::PortQuestion& question) noexcept {
        process::Rank& self = *process::current;
        Pending pending;
        Transport::template send<PortService<State>>(
            process::rank(0), {question.action, question.number, self.number, pending_.add(pending), 0},
            question.name, question.bytes);
        process::state_of<State>(self).communicator.wait_until([&] { return pending.has_reply; });
        return pending.reply;
    }

    // By the transport: what has come for this rank.
    void handle(const PortHeader& header, const void* data, std::size_t bytes, process::Rank& self) noexcept {
        if (header.from < 0 || header.from >= process::size()) refuse(header);
        if (header.is_reply != 0) return take_reply(header, self);
        if (self.number != 0) refuse(header);
        const int reply = process::ports.reply(
            {header.action, header.number, static_cast<const char*>(data), bytes, header.from});
        Transport::template send<PortService<State>>(process::rank(header.from),
                                                     {header.action, reply, self.number, header.token, 1});
    }

  private:
    struct Pending {
        bool has_reply = false;
        int reply = 0;
    };

    // From a broken process.
    [[noreturn, gnu::cold, gnu::noinline]] static void refuse(const PortHeader& header) noexcept {
        process::report("an invalid message of rank %d about a port (action %d, number %d)", header.from,
                        static_cast<int>(header.action), header.number);
        process::end_run(1);
    }

    void take_reply(const PortHeader& header, process::Rank& self) noexcept {
        Pending* const pending = pending_.find(header.token);
        if (pending == nullptr) refuse(header);
        pending_.remove(header.token);
        pending->reply = header.number;
        pending->has_reply = true;
        process::wake(self);
    }

    Tokens<Pending> pending_;
};

} // namespace sartor::channel
