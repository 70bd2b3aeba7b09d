// The messages of one-sided operations to ranks that share no memory with the initiator: a service of active
// messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "runtime/process.hpp"

namespace sartor::one_sided {

enum class Kind : std::int32_t {
    put,
    get,
    update, // accumulate, get and accumulate, fetch and op
    compare_and_swap,
    reply,    // to one of those above: the data requested, or nothing
    lock,     // of the receiver's part
    granted,  // the lock that was requested
    unlock,   // a reply follows
    post,     // the sender exposes its part to the receiver
    complete, // the sender's access epoch has ended
    flush,    // the sender's accesses are complete: of programs whose conflicts are detected; a reply follows
    // Without messages of the data (long_transfers.hpp); an OfTransfer follows:
    put_by_copy, // the data are at an address of the sender's
    get_by_copy, // they are to be written there
    put_by_read, // they are in a region of the sender's
    moved,       // the reply to these three: they are where they belong, or `error`
    get_by_read, // of a piece, which alone follows
    shown,       // the reply: the region of the sender's that has the data, or `error` alone
    taken,       // of these: they were read, or won't be
    // By a rank to itself: its read is over, or has failed (`error`).
    read_at_target, // of a put; `operation`: the rank that waits
    read_at_initiator,
};
[[nodiscard]] constexpr bool is_of_transfer(Kind kind) noexcept {
    return kind >= Kind::put_by_copy;
}

// Why an operation failed at its target.
enum class Failure : std::int32_t {
    none,
    out_of_range,
    no_memory,
    conflict,
    unmoved, // the data could not be copied or read: the operation goes by a message
};

// Numbers only: ranks of the process, the window by its context, the operation by a token of its initiator.
// `runs` pieces of the target's part follow, then the data for them; where conflicts are detected an
// AccessRecord stands in front, and a Conflict is the reply's data when there is one.
struct alignas(std::uint64_t) Header {
    Kind kind = Kind::reply;
    std::int32_t from = 0; // rank of the process
    std::int32_t runs = 0;
    std::int32_t rank = 0;    // of the sender in the window
    std::int32_t context = 0; // of the window
    std::uint32_t token = 0;
    std::int32_t operation = 0;    // of an update: the values of its handle,
    Failure error = Failure::none; // of a reply
    std::int32_t item = 0;         // and of its elements' datatype
    bool exclusive = false;        // of a lock
    bool wants_result = false;
    std::uint16_t unused = 0; // in place of padding
};

// A piece of a rank's part: its offset and length. In dynamic windows the offset is an address.
struct Run {
    std::int64_t offset;
    std::uint64_t bytes;
};

struct OfTransfer {
    Run piece;                 // of the target's part
    std::uint64_t address = 0; // of the data, as channel::split::Region has it,
    std::uint64_t key = 0;
    std::uint32_t shown = 0;  // of `shown`: a token of its sender's
    std::uint32_t unused = 0; // in place of padding
};

// Carried by the transports of machines some of whose ranks share no memory. A rank's `State` has the
// receiver as its member `one_sided`: see engine.hpp.
template <class State>
struct Service {
    static constexpr std::string_view name = "one-sided operations";
    using Header = one_sided::Header;
    struct Receiver {
        [[nodiscard]] static auto& of(const process::Rank& rank) noexcept {
            return process::state_of<State>(rank).one_sided;
        }
    };
};

} // namespace sartor::one_sided
