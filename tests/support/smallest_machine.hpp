// The archetype of a machine: its transport does what the concept asks and nothing else. All ranks run on one
// worker; each message goes by address and waits for its receiver.
#pragma once

#include <string_view>

#include "components/communicator/operation.hpp"
#include "components/envelope/envelope.hpp"
#include "transports/transport.hpp"

namespace sartor::test {

// `Self` is the transport: this one, or an archetype that can do more (tests/support/archetypes.hpp).
template <class Messages, class Self>
class SmallestBase {
  public:
    using Parcel = typename Messages::Parcel;
    using Receiver = typename Messages::Receiver;
    static constexpr std::string_view name = "smallest transport";

    SmallestBase(int, int) {}
    static Self& of(const process::Rank& rank) { return process::transport_of<Self>(rank); }
    static bool is_here(const process::Rank&) { return false; }
    static bool shares_memory(const process::Rank&) { return true; }
    static int memory_of(const process::Rank&) { return 0; }
    static bool may_copy(const process::Rank&, std::size_t) { return false; }
    static bool put(const process::Rank&, const typename Parcel::envelope_type&) { return false; }
    static void post(process::Rank& rank, Parcel& parcel) { Receiver::of(rank).arrive(parcel, rank); }
    static int reserve(const process::Directory::Question& question) {
        return process::directory.reserve(question);
    }
    template <class Question, class Reply>
    static void query_rank(const process::Rank& rank, const Question& question, Reply& reply,
                           void (*show)(const process::Rank&, const Question&, Reply&)) {
        process::query_rank(rank, question, reply, show);
    }
    static bool collect() { return false; }
};

template <class Messages>
class SmallestTransport : public SmallestBase<Messages, SmallestTransport<Messages>> {
    using SmallestBase<Messages, SmallestTransport>::SmallestBase;
};

struct SmallestMachine {
    static constexpr std::string_view name = "smallest machine";
    static constexpr bool shares_memory = false; // nothing reads the memory of others beside messages
    using typing = envelope::Untyped;
    using transit = communicator::InSharedMemory;
    template <class Level>
    using level = Level;
    template <class Messages>
    using transport = SmallestTransport<Messages>;
};

} // namespace sartor::test
