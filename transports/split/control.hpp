// Control messages between the address spaces of a split machine: numbers and bytes, no addresses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <sys/mman.h>
#include <type_traits>

#include "runtime/process.hpp"
#include "transports/tokens.hpp"

namespace sartor::channel::split {

enum class Kind : std::uint32_t {
    eager,   // the data come along
    request, // to send: `sender` is the token of the send; `offset`: the address of the data where the
             // receiver may be able to read them (remote_copies.hpp, remote_reads.hpp), or 0. Bytes that come
             // along are the key of registered memory. `receiver`: 1 when the sender's part has failed
             // (aspects/failures.hpp)
    clear,   // to send so many bytes: `receiver` is the token of the receive; `tag` as in `credit`; `offset`:
             // the address to write them to where the sender can, or 0; `context`: 1 when the receiver reads
             // its part
    taken, // by the receiver: it has read its part (`bytes`: 1), or can't (0) and needs that in pieces, too;
           // or it has read all without a clearance (remote_reads.hpp). `tag` as in `credit`
    data,  // from `offset` on; `bytes`: those that were written there before. With the last of them the
           // receive is complete
    take_back, // a request that no receive has matched; `receiver` is the token of this question
    query, // the directory: requester, requesters, span as source, tag, context; the key; `receiver` as above
    reply, // to `receiver`. `bytes`: of the directory the number and 1, or 0: there is none; of a request 1,
           // or 0: it is too late
    credit,  // so many bytes of eager messages have come; `tag` is 1 when too much waits unreceived, else 0
    read,    // by the receiver to itself: a remote read for receive `receiver` of send `sender` of rank
             // `source` is over. `bytes`: that are here, all or 0
    unwanted // to the sender of a request: it is over; `bytes` says why (failures::Cause). Of
             // programs that survive failures
};

// The fixed part of a message. Ranks are those of the process; tokens are the numbers that the rank at one
// end or the other gave to an operation of its own.
struct Control {
    Kind kind;
    std::int32_t from;
    std::int32_t to;
    std::int32_t source; // of the envelope's header
    std::int32_t tag;
    std::uint32_t sender;
    std::int32_t context;
    std::uint32_t receiver;
    std::uint64_t bytes;
    std::uint64_t offset;
};

// The same with what an envelope says of the data's type. No padding, which could hold anything.
template <class Check>
struct ControlMessage {
    static_assert(std::is_trivially_copyable_v<Check> && alignof(Check) == alignof(std::uint32_t),
                  "the description of the data has no room for an address");
    Control control;
    Check check;
    std::uint32_t unused[sizeof(Check) % alignof(Control) == 0 ? 2 : 1] = {}; // padding may hold anything
};
template <class Check>
requires std::is_empty_v<Check>
struct ControlMessage<Check> {
    ControlMessage() = default;
    ControlMessage(const Control& of_message, Check) : control(of_message) {}

    Control control;
    static constexpr Check check{};
};

// The other fields are 0.
[[nodiscard]] inline Control control_for(Kind kind, int from, int to) noexcept {
    Control control{};
    control.kind = kind;
    control.from = from;
    control.to = to;
    return control;
}
// Puts an envelope's header and length into a control message.
template <class Envelope>
void describe(const Envelope& envelope, Control& control) noexcept {
    control.source = envelope.header.source();
    control.tag = envelope.header.tag();
    control.context = envelope.header.context();
    control.bytes = envelope.storage.bytes;
}

// What receivers say to senders along with other things, see Credits.
[[nodiscard]] inline int is_congested(const process::Rank& rank) noexcept {
    return rank.congested.load(std::memory_order_relaxed) ? 1 : 0;
}

// A message that makes no sense, from a broken process.
[[noreturn, gnu::cold, gnu::noinline]] inline void refuse(const Control& control) noexcept {
    process::report("rank %d got an invalid control message of rank %d (kind %u, %llu bytes from %llu on)",
                    control.to, control.from, static_cast<unsigned>(control.kind),
                    static_cast<unsigned long long>(control.bytes),
                    static_cast<unsigned long long>(control.offset));
    process::end_run(1);
}
// An operation under way, by the token in a message.
template <class Operation>
[[nodiscard]] Operation& known(const Tokens<Operation>& operations, std::uint32_t token,
                               const Control& control) noexcept {
    Operation* const operation = operations.find(token);
    if (operation == nullptr) refuse(control);
    return *operation;
}

// Whether a number is an address in memory of this process that is mapped. A system call if it is in range.
[[nodiscard]] inline bool is_address(std::uint64_t word) noexcept {
    constexpr std::uint64_t page = 4096;
    constexpr std::uint64_t first = 65536; // nothing is mapped below
    constexpr int bits = 47;               // of a process's addresses
    if (word < first || word >> bits != 0) return false;
    unsigned char unused = 0;
    return mincore(reinterpret_cast<void*>(word / page * page), page, &unused) == 0;
}

// Ends the run if a header holds an address of this process, which would mean nothing where it arrives. All
// its words are checked. Numbers below `least_address` are none: programs and their memory are above. Where
// two numbers share a word, the upper one must be small (or -1), so that the two together do not resemble an
// address.
template <class Header>
void refuse_addresses(const Header& header) noexcept {
    static_assert(std::has_unique_object_representations_v<Header>,
                  "padding may hold what looks like an address");
    constexpr std::uint64_t least_address = std::uint64_t{1} << 44;
    for (std::size_t offset = 0; offset + sizeof(std::uint64_t) <= sizeof header;
         offset += alignof(std::uint64_t)) {
        std::uint64_t word;
        std::memcpy(&word, reinterpret_cast<const char*>(&header) + offset, sizeof word);
        if (word < least_address || !is_address(word)) continue;
        process::report("a message between address spaces holds an address of its sender");
        process::end_run(1);
    }
}

} // namespace sartor::channel::split
