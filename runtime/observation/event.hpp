// What the trace of a run records, and why ranks wait.
#pragma once

#include <cstdint>

#include "runtime/observation/clock.hpp"

namespace sartor::observation {

// The patterns of Scalasca, computed while the program runs. For collectives the reference is the time at
// which another rank enters the call: the last of all where each waits for all, the root where data come from
// it, the last of the others where the root waits for them.
enum class Reason : std::uint8_t {
    late_sender,    // a receive waits for a send that has not begun
    late_receiver,  // a send that waits for its receive
    barrier,        // at a barrier, for the last rank
    all_to_all,     // in a collective in which all wait for all
    early_reduce,   // the root, for the ranks that send to it
    late_broadcast, // the others, for the root
    other,          // for anything else: data on their way, other ranks of the same core
    none,           // it does not wait
};
inline constexpr int reasons = 7;
[[nodiscard]] const char* name_of(Reason reason) noexcept;

// A call that receives one message, and does nothing else, is one event: of the call, of the wait that lasts
// as long, and of the message.
enum class Kind : std::uint8_t { call, receive, wait, message, counters };

// 48 bytes. Ranks and peers are numbers in the process.
struct Event {
    Ticks begin = 0; // of a message: when its sender called
    Ticks end = 0;
    std::int32_t since_sent = 0; // of a receive: from the call of the message's sender to its own
    std::int32_t tag = 0;        // of a receive or message; 0 where the program's messages have one tag
    std::int64_t bytes = 0;      // of a message, or that the call has sent and received
    std::int32_t rank = 0;       // whose track it is on; of a message the receiver, of counters the worker
    std::int32_t peer = -1;      // the other rank; -1: none, or several
    std::int32_t context = -1;   // of the communicator; -1: not known
    std::uint16_t site = 0;      // of a call: its record (CallSites)
    Kind kind = Kind::call;
    Reason reason = Reason::none; // of a wait, or of a call that waits from its begin to its end
};
static_assert(sizeof(Event) == 48);

[[nodiscard]] inline bool is_call(const Event& event) noexcept {
    return event.kind == Kind::call || event.kind == Kind::receive;
}
// That of a receive.
[[nodiscard]] inline Event message_of(const Event& receive) noexcept {
    Event message = receive;
    message.kind = Kind::message;
    message.begin = receive.begin - receive.since_sent;
    return message;
}

} // namespace sartor::observation
